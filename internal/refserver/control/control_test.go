// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/control"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type Object = servertest.Object

const token = "open sesame"

// door is a client for a server and its control API. The embedded Client sends requests to the server.
type door struct {
	*servertest.Client
	own *servertest.Client // Sends requests to the control API, without the token.
}

func open(t *testing.T, options refserver.Options) *door {
	t.Helper()
	c := servertest.Serve(t, options)
	web := httptest.NewServer(control.New(c.Server, token))
	t.Cleanup(web.Close)
	return &door{Client: c, own: &servertest.Client{T: t, Server: c.Server, URL: web.URL}}
}

// send sends a request with the given authorization header to the control API.
func (d *door) send(method, path string, body any, authorization string) servertest.Reply {
	d.T.Helper()
	r := d.own.Request(method, path, body)
	r.Header.Set("Authorization", authorization)
	got, err := d.Send(r)
	if err != nil {
		d.T.Fatal(err)
	}
	if hasBody := got.Status != http.StatusNoContent; hasBody == (got.Body == "") || hasBody && got.Doc == nil {
		d.T.Errorf("%s %s: status %d with the body %q", method, path, got.Status, got.Body)
	}
	return got
}

// ask sends a request with the token to the control API and returns the JSON object in the response. If the HTTP status differs from
// status, ask fails the test immediately.
func (d *door) ask(status int, method, path string, body any) Object {
	d.T.Helper()
	got := d.send(method, path, body, "Bearer "+token)
	if got.Status != status {
		d.T.Fatalf("%s %s: status %d %s, want %d", method, path, got.Status, got.Body, status)
	}
	return got.Doc
}

// TestToken checks that the control API rejects requests without its token, even if they contain the credentials for the engine.
func TestToken(t *testing.T) {
	d := open(t, refserver.Options{AccessID: "id", SecretKey: "key"})
	for _, header := range []string{"", "Bearer", "Bearer ", "Bearer open", token, "Service id key"} {
		for _, path := range []string{"/objects", "/nothing"} {
			if got := d.send("PUT", path, Object{}, header); got.Status != http.StatusUnauthorized || got.Doc["detail"] == nil {
				t.Errorf("%q: %d %s", header, got.Status, got.Body)
			}
		}
	}
	r := d.Request("GET", "/v3/engine/compute/nodes/all/", nil)
	r.Header.Set("Authorization", "Bearer "+token)
	if got, err := d.Send(r); err != nil || got.Status != http.StatusUnauthorized {
		t.Errorf("the engine responds to the token with %d (%v)", got.Status, err)
	}
}

func TestUnknownOperations(t *testing.T) {
	d := open(t, refserver.Options{})
	d.ask(http.StatusNotFound, "GET", "/nothing", nil)
	d.ask(http.StatusNotFound, "GET", "/objects/node/1/more", nil)
	d.ask(http.StatusMethodNotAllowed, "PUT", "/requests", "{}")
}

func TestFaults(t *testing.T) {
	d := open(t, refserver.Options{})
	nodes, alerts := servertest.Paths["node"], servertest.Paths["alert"]
	attempt := func(want, method, path string) {
		t.Helper()
		if got := d.Attempt(method, path, Object{"name": "n", "type": "t"}); got != want {
			t.Errorf("%s %s ends with %s, want %s", method, path, got, want)
		}
	}
	d.ask(http.StatusCreated, "POST", "/faults", Object{"method": "POST", "path_prefix": nodes, "drop": "after", "times": 1})
	attempt("dropped", "POST", nodes)
	attempt("201", "POST", nodes)
	if n := len(d.Server.Objects("node")); n != 2 {
		t.Errorf("there are %d nodes", n)
	}
	one := d.ask(http.StatusCreated, "POST", "/faults", Object{
		"status": 429, "header": Object{"retry-after": []any{"7"}}, "body": Object{"detail": "slow"}, "delay": "1ms",
	})
	two := d.ask(http.StatusCreated, "POST", "/faults", Object{"status": 503, "body": "text", "cut_body": true})
	if got := d.Do("GET", alerts, nil); got.Status != 429 || got.Header.Get("Retry-After") != "7" || got.Body != `{"detail":"slow"}` {
		t.Errorf("%d %q %s", got.Status, got.Header, got.Body)
	}
	d.ask(http.StatusNoContent, "DELETE", "/faults/"+servertest.Text(t, one, "id"), nil)
	attempt("cut", "GET", alerts)
	d.ask(http.StatusNotFound, "DELETE", "/faults/"+servertest.Text(t, one, "id"), nil)
	d.Server.Fail(refserver.Fault{Drop: refserver.DropBefore}) // DELETE must also remove faults that Go tests have added.
	d.ask(http.StatusNoContent, "DELETE", "/faults", nil)
	attempt("200", "GET", alerts)
	d.ask(http.StatusNotFound, "DELETE", "/faults/"+servertest.Text(t, two, "id"), nil)

	for _, body := range []any{
		Object{"satus": 503},
		Object{"status": 99},
		Object{"drop": "now"},
		Object{"delay": "soon"},
		Object{"delay": "-1s"},
		Object{"times": -1},
		"[]", "", "{} {}", "{",
	} {
		d.ask(http.StatusBadRequest, "POST", "/faults", body)
	}
	attempt("200", "GET", alerts)
}

func TestEditsAndRemovals(t *testing.T) {
	d := open(t, refserver.Options{})
	tab := d.Made("tab", Object{"mine": 1.25})
	own := "/objects/tab/" + servertest.Text(t, tab, "id")
	servertest.Equal(t, d.ask(http.StatusOK, "GET", own, nil), servertest.JSON(t, tab))
	servertest.Equal(t, d.ask(http.StatusOK, "GET", "/objects/tab", nil), servertest.JSON(t, Object{"objects": []any{tab}}))
	servertest.Equal(t, d.ask(http.StatusOK, "GET", "/objects/alert", nil), `{"objects":[]}`)

	tab["order"], tab["name"], tab["mine"] = "first", nil, 2.0
	edited := d.ask(http.StatusOK, "PATCH", own, Object{"order": "first", "name": nil, "mine": 2, "id": "other"})
	servertest.Equal(t, edited, servertest.JSON(t, tab))
	servertest.Equal(t, d.Get(d.Path("tab", tab)), servertest.JSON(t, tab))

	replaced := d.ask(http.StatusOK, "PUT", own, Object{"name": "bare"})
	servertest.Equal(t, replaced, servertest.JSON(t, Object{"id": tab["id"], "name": "bare"}))
	servertest.Equal(t, d.Get(d.Path("tab", tab)), servertest.JSON(t, replaced))

	alert := d.Made("alert", nil)
	d.ask(http.StatusOK, "PATCH", "/objects/alert/"+servertest.Text(t, alert, "id"), Object{"status": "alert"})
	if n := len(d.Server.Objects("event")); n != 1 {
		t.Errorf("the edit of a status leaves %d events", n)
	}

	d.ask(http.StatusNoContent, "DELETE", own, nil)
	for _, path := range []string{own, "/objects/none", "/objects/none/x", "/objects/tab/x"} {
		d.ask(http.StatusNotFound, "GET", path, nil)
	}
	d.ask(http.StatusNotFound, "PATCH", own, Object{})
	d.ask(http.StatusNotFound, "PUT", own, Object{})
	d.ask(http.StatusNotFound, "DELETE", own, nil)
	d.ask(http.StatusBadRequest, "PATCH", own, "null")
}

// TestExportAndSeed seeds a server with the objects from another server. Both servers must have the same objects in the same order, even
// after a restart.
func TestExportAndSeed(t *testing.T) {
	d := open(t, refserver.Options{})
	made := map[string]Object{}
	for _, kind := range servertest.Kinds {
		d.Made(kind, Object{"own key": []any{"<&>", 1.5}})
		made[kind] = d.Made(kind, nil)
	}
	exported := d.ask(http.StatusOK, "GET", "/objects", nil)

	file := t.TempDir() + "/data"
	other := open(t, refserver.Options{Data: file})
	gone := other.Made("widget", nil)
	other.ask(http.StatusNoContent, "PUT", "/objects", exported)
	other.Must(http.StatusNotFound, "GET", other.Path("widget", gone), nil)
	servertest.Equal(t, other.ask(http.StatusOK, "GET", "/objects", nil), servertest.JSON(t, exported))
	for kind, doc := range made {
		servertest.Equal(t, other.Get(other.Path(kind, doc)), servertest.JSON(t, doc))
		other.Patch(kind, doc, Object{"name": "changed"})
	}
	other.ask(http.StatusNoContent, "POST", "/objects", exported) // The seeded objects replace the objects with the same ids.
	servertest.Equal(t, other.ask(http.StatusOK, "GET", "/objects", nil), servertest.JSON(t, exported))
	servertest.Equal(t, other.Reopen(refserver.Options{Data: file}).Server.Export(), servertest.JSON(t, exported))
	d.ask(http.StatusNoContent, "PUT", "/objects", Object{})
	for _, objects := range d.ask(http.StatusOK, "GET", "/objects", nil) {
		servertest.Equal(t, objects, "[]")
	}
}

// TestSeedOfShortObjects checks that the server adds the missing fields of seeded objects.
func TestSeedOfShortObjects(t *testing.T) {
	d := open(t, refserver.Options{})
	d.ask(http.StatusNoContent, "POST", "/objects", Object{
		"node":      []any{Object{"id": "n-1", "name": "one"}, Object{"name": "two"}},
		"component": []any{Object{"id": "c-1", "type": "pump", "deployment_status": "StopRequested"}},
		"alert":     []any{Object{"id": "a-1", "status": "alert"}},
	})
	node := d.Get(servertest.Paths["node"] + "n-1")
	if node["status"] != "active" || len(servertest.Text(t, node, "created_at")) != 27 {
		t.Errorf("the node is %v", node)
	}
	if two := d.Server.Objects("node")[1]; len(servertest.Text(t, two, "id")) != 36 {
		t.Errorf("the second node is %v", two)
	}
	d.ask(http.StatusOK, "GET", "/objects/component/c-1", nil)
	for { // Wait until the deployment is complete.
		component := d.Get("/v3/engine/component/pumps/c-1")
		if component["deployment_status"] == "Stopped" {
			break
		}
	}
	alert := d.Get(servertest.Paths["alert"] + "a-1/")
	if alert["mute"] != false || servertest.JSON(t, alert["alert_items"]) != "[]" || len(d.Server.Objects("event")) > 0 {
		t.Errorf("the alert is %v", alert)
	}

	before := servertest.JSON(t, d.ask(http.StatusOK, "GET", "/objects", nil))
	for _, body := range []any{
		Object{"nodes": []any{Object{}}},
		Object{"node": Object{}},
		Object{"node": []any{nil}},
		Object{"node": []any{Object{}, Object{"id": "a/b"}}},
		Object{"node": []any{Object{"id": 5}}},
		Object{"component": []any{Object{"id": "c"}}},
		Object{"component": []any{Object{"type": "pumps"}}},
		"null", "[]", "{} x",
	} {
		d.ask(http.StatusBadRequest, "POST", "/objects", body)
		d.ask(http.StatusBadRequest, "PUT", "/objects", body)
	}
	servertest.Equal(t, d.ask(http.StatusOK, "GET", "/objects", nil), before)
}

func TestRequests(t *testing.T) {
	d := open(t, refserver.Options{})
	d.Do("GET", servertest.Paths["node"]+"?name=x&name=y", nil)
	d.Do("POST", servertest.Paths["node"], `{"name": "ü"}`)
	requests := servertest.Items(t, d.ask(http.StatusOK, "GET", "/requests", nil), "requests")
	if len(requests) != 2 {
		t.Fatalf("the requests are %v", requests)
	}
	for _, r := range requests {
		if headers := servertest.JSON(t, r["header"]); strings.Contains(headers, d.Server.SecretKey()) ||
			!strings.Contains(headers, "User-Agent") {
			t.Errorf("the headers are %s", headers)
		}
		delete(r, "header")
	}
	servertest.Equal(t, requests, servertest.JSON(t, []any{
		Object{"method": "GET", "path": servertest.Paths["node"], "query": Object{"name": []any{"x", "y"}}, "body": "", "status": 200},
		Object{"method": "POST", "path": servertest.Paths["node"], "query": Object{}, "body": `{"name": "ü"}`, "status": 400},
	}))
	d.ask(http.StatusNoContent, "DELETE", "/requests", nil)
	servertest.Equal(t, d.ask(http.StatusOK, "GET", "/requests", nil), `{"requests":[]}`)
}

func TestHabits(t *testing.T) {
	d := open(t, refserver.Options{Habits: []string{"bare", "strict-create-ignore"}})
	servertest.Equal(t, d.ask(http.StatusOK, "GET", "/habits", nil), `{"habits":["bare","strict-create-ignore"]}`)
	mute := d.Minimal("alert", Object{"mute": true})
	if doc := d.Create("alert", mute); doc["mute"] != false {
		t.Errorf("mute is %v", doc["mute"])
	} else if _, there := doc["description"]; there {
		t.Error("one habit is lost with the other")
	}
	d.ask(http.StatusOK, "PUT", "/habits", Object{"habits": []any{"strict-create-refuse"}})
	d.RejectedFor("mute", "POST", servertest.Paths["alert"], mute)
	sent := Object{"habits": []any{"padded", "late-creates=0s"}}
	servertest.Equal(t, d.ask(http.StatusOK, "PUT", "/habits", sent), servertest.JSON(t, sent))
	if doc := d.Create("alert", mute); doc["description"] != "" || doc["mute"] != true {
		t.Errorf("with the habit padded: %v", doc)
	}
	for _, names := range []any{[]any{"none"}, []any{"bare", "bare"}, "bare"} {
		d.ask(http.StatusBadRequest, "PUT", "/habits", Object{"habits": names})
	}
	servertest.Equal(t, d.ask(http.StatusOK, "GET", "/habits", nil), servertest.JSON(t, sent))
	d.ask(http.StatusOK, "PUT", "/habits", Object{"habits": []any{}})
	if doc, there := d.Create("alert", mute)["description"]; doc != nil || !there {
		t.Errorf("without habits the description is %v", doc)
	}
}

// TestOperations checks that the control API supports every operation in the help.
func TestOperations(t *testing.T) {
	listed := regexp.MustCompile(`(?m)^  ([A-Z]+) +(/\S+) +\w`).FindAllStringSubmatch(control.Usage(), -1)
	if len(listed) < 15 {
		t.Errorf("the help lists %q", listed)
	}
	d := open(t, refserver.Options{})
	for _, operation := range listed {
		if got := d.send(operation[1], operation[2], "", "Bearer "+token); got.Status == http.StatusMethodNotAllowed {
			t.Errorf("%s: %d %s", operation[0], got.Status, got.Body)
		}
	}
}

// TestProfile checks that the control API applies a profile to the server and lists the parts that the server ignores. It must reject an
// invalid profile.
func TestProfile(t *testing.T) {
	d := open(t, refserver.Options{Habits: []string{"no-lists"}})
	profile := Object{"format": 1, "habits": []string{"bare", "later"}, "facts": Object{"max_length": Object{"node": Object{"name": 3}}}}
	if got := d.ask(200, "PUT", "/profile", profile); fmt.Sprint(got) != `map[ignored:[habits: there is no habit "later"]]` {
		t.Error(got)
	}
	if got := d.ask(200, "GET", "/habits", nil); fmt.Sprint(got) != "map[habits:[bare]]" {
		t.Error(got)
	}
	d.RejectedFor("name", "POST", "/v3/engine/compute/nodes/all/", Object{"name": "long", "type": "on-premise"})
	d.ask(400, "PUT", "/profile", Object{"format": 1, "habit": []string{}})
	if got := d.ask(200, "PUT", "/profile", Object{"format": 1}); fmt.Sprint(got) != "map[ignored:[]]" {
		t.Error(got)
	}
	d.Create("node", Object{"name": "long", "type": "on-premise"})
}
