// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control_test

import (
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

// client is a client for a server and its control API. The embedded client sends requests to the server.
type client struct {
	*servertest.Client
	own *servertest.Client // Sends requests to the control API. It does not add the token.
}

func open(t *testing.T, options refserver.Options) *client {
	t.Helper()
	c := servertest.Serve(t, options)
	web := httptest.NewServer(control.New(c.Server, token))
	t.Cleanup(web.Close)
	return &client{Client: c, own: &servertest.Client{T: t, Server: c.Server, URL: web.URL}}
}

func (d *client) send(method, path string, body any, authorization string) servertest.Reply {
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

// ask sends a request with the token to the control API. It checks the status and returns the object in the response.
func (d *client) ask(status int, method, path string, body any) Object {
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

// TestExportAndSeed checks that a server seeded with another server's export has the same objects in the same order, even after a restart.
func TestExportAndSeed(t *testing.T) {
	d := open(t, refserver.Options{})
	made := map[string]Object{}
	for _, kind := range servertest.Kinds {
		d.CreateMinimal(kind, Object{"own key": []any{"<&>", 1.5}})
		made[kind] = d.CreateMinimal(kind, nil)
	}
	exported := d.ask(http.StatusOK, "GET", "/objects", nil)

	file := t.TempDir() + "/data"
	other := open(t, refserver.Options{Data: file})
	gone := other.CreateMinimal("widget", nil)
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

// TestSeedOfShortObjects checks that the server fills in missing fields of seeded objects.
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

// TestAPIRemovesAllFaults checks that DELETE /faults also removes faults that were added with Server.Fail.
func TestAPIRemovesAllFaults(t *testing.T) {
	d := open(t, refserver.Options{})
	d.Server.Fail(refserver.Fault{Drop: refserver.DropBefore})
	d.ask(http.StatusNoContent, "DELETE", "/faults", nil)
	d.Get(servertest.Paths["alert"])
}
