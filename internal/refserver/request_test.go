// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type Object = servertest.Object

func TestAuthorization(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{AccessID: "id", SecretKey: "key"})
	for _, header := range []string{
		"", "Service", "Service id", "Service id ", "Service id key2", "Service id2 key", "service id key",
		"Bearer id key", "Service id  key", "Service id key x",
	} {
		// Invalid credentials must result in 401 even if the path or the body is also invalid.
		for _, path := range []string{servertest.Paths["node"], "/nothing"} {
			r := c.Request("POST", path, "{")
			r.Header.Set("Authorization", header)
			got, err := c.Send(r)
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != http.StatusUnauthorized || got.Doc["detail"] == nil {
				t.Errorf("%q: %d %s", header, got.Status, got.Body)
			}
		}
	}
	c.Get(servertest.Paths["node"])
	if n := len(c.Server.Objects("node")); n > 0 {
		t.Errorf("%d nodes were made without authorization", n)
	}
}

func TestRandomCredentials(t *testing.T) {
	a, b := servertest.Serve(t, refserver.Options{}).Server, servertest.Serve(t, refserver.Options{}).Server
	if len(a.AccessID()) < 20 || len(a.SecretKey()) < 20 || a.AccessID() == b.AccessID() || a.SecretKey() == b.SecretKey() {
		t.Errorf("credentials %q %q and %q %q", a.AccessID(), a.SecretKey(), b.AccessID(), b.SecretKey())
	}
}

func TestInvalidOptions(t *testing.T) {
	for _, options := range []refserver.Options{
		{FaultRate: 1.1},
		{FaultRate: -0.1},
		{Latency: -1},
		{DeployDelay: -1},
		{AccessID: "a b"},
		{SecretKey: "a\nb"},
		{Habits: []string{"none"}},
		{Collections: []string{"a b"}},
		{Collections: []string{"asset/assets", "asset/assets"}},
		{Clock: "noon"},
	} {
		if _, err := options.Complete(); err == nil {
			t.Errorf("%+v is complete", options)
		}
		if _, err := refserver.New(options); err == nil {
			t.Errorf("%+v is accepted", options)
		}
	}
	for _, options := range []refserver.Options{
		{Data: t.TempDir()}, {Timezone: "Nowhere"}, {Metadata: "none"}, {Series: []string{"none"}},
	} {
		if _, err := refserver.New(options); err == nil {
			t.Errorf("%+v is accepted", options)
		}
	}
}

func TestBodyMustBeOneObject(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	deep := func(levels int) string {
		return `{"name":"n","type":"t","deep":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + "}"
	}
	c.Must(http.StatusCreated, "POST", servertest.Paths["node"], deep(64))
	// The same key may occur in different objects.
	const equalKeys = `{"a": {"a": [{"a": 1}, {"a": "\"a\": 2, \\"}]}, "b:\"c\":": ":", "": "é:", "\u003a": {}}`
	node := c.Must(http.StatusCreated, "POST", servertest.Paths["node"], `{"name": "n", "type": "t", "x": `+equalKeys+`}`)
	servertest.Equal(t, node["x"], equalKeys)
	for _, body := range []string{
		"", " ", "{", "}", `{"name"}`, `{"name":}`, `{"name":"n",}`, `{"name":"n" "type":"t"}`, `{"a":[1,2}`, `{"a":[1`,
		`{"name":"n","type":"t"} {}`, `{"name":"n","type":"t"}x`, `[{"name":"n","type":"t"}]`, `"text"`, "5", "null", "nul",
		`{"name":"n","type":"t","name":"n"}`, `{"twice":1,"twice":1}`,
		`{"a":[{"twice":1e999},{"b":{"twice":"a"},"twice":{"c":"twice"},"c":[],"twice":null}],"c":1}`,
		`{"name":"n","type":"t","x":[{"a":1,"b":2,"\u0061":3}]}`,
		"{\"name\":\"\xff\",\"type\":\"t\"}", "\ufeff{}", `{"name":"n","type":"t","x":01}`, deep(65), deep(100_000),
	} {
		problems := c.MustReject("POST", servertest.Paths["node"], body)
		message := servertest.JSON(t, problems["non_field_errors"])
		if len(problems) != 1 || len(message) < 10 || strings.Contains(body, "twice") && !strings.Contains(message, "twice") {
			t.Errorf("%.40s: the problems are %v", body, problems)
		}
	}
	if n := len(c.Server.Objects("node")); n != 2 {
		t.Errorf("%d nodes were made, want 2", n)
	}
}

func TestRequestIDOnEveryResponse(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	defer c.Server.Fail(refserver.Fault{PathPrefix: "/fault", Status: 418})()
	seen := map[string]bool{}
	for _, path := range []string{servertest.Paths["node"], "/nothing", "/fault", servertest.Paths["node"] + "x"} {
		id := c.Do("GET", path, nil).Header.Get("X-Request-Id")
		if id == "" || seen[id] {
			t.Errorf("%s has the request id %q", path, id)
		}
		seen[id] = true
	}
}

// unread is a request body that fails the test if the server reads it.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body is read")
	return 0, io.EOF
}

// TestNoBodyBeforeAuthorization checks that if the credentials are invalid, the server closes the connection without reading the body.
func TestNoBodyBeforeAuthorization(t *testing.T) {
	server := servertest.Start(t, refserver.Options{})
	for _, path := range []string{servertest.Paths["node"], "/nothing", "/openapi.json", refserver.HealthPath} {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "POST", path, unread{t}))
		if open := strings.HasPrefix(path, "/o") || path == refserver.HealthPath; !open &&
			(w.Code != http.StatusUnauthorized || w.Header().Get("Connection") != "close") {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
	w := httptest.NewRecorder()
	server.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", servertest.Paths["node"], nil))
	if w.Header().Get("Connection") != "" {
		t.Error("the connection is closed although the request has no body")
	}
}

// TestHealth checks that /healthz responds without credentials, even if all other requests fail. The request log must not contain requests
// to /healthz.
func TestHealth(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{FaultRate: 1})
	c.Server.Fail(refserver.Fault{Drop: refserver.DropBefore})
	r := c.Request("GET", "/healthz", nil)
	r.Header.Del("Authorization")
	got, err := c.Send(r)
	if err != nil || got.Status != http.StatusOK || got.Body != `{"status":"ok"}` {
		t.Errorf("%d %s (%v)", got.Status, got.Body, err)
	}
	c.CheckMethods("GET", "/healthz")
	if requests := c.Server.Requests(); len(requests) > 0 {
		t.Errorf("logged are %v", requests)
	}
}

func TestLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := servertest.StartDirect(t, refserver.Options{Latency: 3 * time.Second})
		start := time.Now()
		d.Do("GET", servertest.Paths["node"], nil)
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("the request took %v", took)
		}
	})
}
