// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestOnlyThisMachineHasAccess checks that the page rejects requests from other machines. It must also reject requests to host names other
// than localhost, because a malicious website could point its own host name to this machine.
func TestOnlyThisMachineHasAccess(t *testing.T) {
	p := newTestPage(t)
	for _, c := range []struct {
		from, host string
		status     int
	}{
		{"127.0.0.1:5000", "127.0.0.1:8080", http.StatusOK},
		{"127.0.0.1:5000", "localhost:8080", http.StatusOK},
		{"127.0.0.1:5000", "LOCALHOST", http.StatusOK},
		{"[::1]:5000", "[::1]:8080", http.StatusOK},
		{"[::ffff:127.0.0.1]:5000", "127.0.0.1", http.StatusOK},
		{"127.0.0.1:5000", "example.com:8080", http.StatusForbidden},
		{"127.0.0.1:5000", "localhost.example.com", http.StatusForbidden},
		{"127.0.0.1:5000", "", http.StatusForbidden},
		{"192.0.2.1:5000", "127.0.0.1:8080", http.StatusForbidden},
		{"127.0.0.1:5000", "192.0.2.1:8080", http.StatusForbidden},
		{"nonsense", "localhost", http.StatusForbidden},
	} {
		w := p.serve(t.Context(), p.page, Path, c.from, c.host, "")
		if w.Code != c.status || c.status == http.StatusForbidden && strings.Contains(w.Body.String(), "<html") {
			t.Errorf("from %s to %q: status %d, want %d", c.from, c.host, w.Code, c.status)
		}
	}
}

// serve passes a GET request to a handler and returns the recorded response.
func (p *testPage) serve(ctx context.Context, handler http.Handler, path, from, host, accept string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	r.RemoteAddr, r.Host = from, host
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

// TestBrowsersGetThePageAndClientsTheEngine checks that a browser that opens the root URL is redirected to the page, while clients get the
// engine's responses. For an unknown URL, the page must show that it was not found. No URL may return files outside the static directory.
func TestBrowsersGetThePageAndClientsTheEngine(t *testing.T) {
	p := newTestPage(t)
	for _, c := range []struct {
		path, accept, host string
		status             int
		contains           string
	}{
		{"/", "text/html,application/xhtml+xml;q=0.9", "localhost:8080", http.StatusFound, Path},
		{"/page", "text/html", "localhost:8080", http.StatusMovedPermanently, Path},
		{"/", "*/*", "localhost:8080", http.StatusUnauthorized, `"detail"`},
		{"/", "text/html", "engine.example.com", http.StatusUnauthorized, `"detail"`},
		{servertest.Paths["node"], "text/html", "localhost:8080", http.StatusUnauthorized, `"detail"`},
		{Path + "none/of/these", "text/html", "localhost:8080", http.StatusNotFound, "<h1>Not found</h1>"},
		{Path + "static/page.css", "*/*", "localhost:8080", http.StatusOK, "grid"},
		{Path + "static/", "*/*", "localhost:8080", http.StatusNotFound, "<h1>Not found</h1>"},
		{Path + "static/..%2ftemplates/frame.html", "*/*", "localhost:8080", http.StatusNotFound, "<h1>Not found</h1>"},
		{Path + "static/..%2ftemplates%2fframe.html", "*/*", "localhost:8080", http.StatusNotFound, "<h1>Not found</h1>"},
	} {
		w := p.serve(t.Context(), p.page.Wrap(p.Server), c.path, "127.0.0.1:5000", c.host, c.accept)
		if body := w.Body.String(); w.Code != c.status || !strings.Contains(body, c.contains) {
			t.Errorf("%s for %s at %s: status %d, want %d with %q:\n%.300s", c.path, c.accept, c.host, w.Code, c.status, c.contains, body)
		}
	}
	r := p.Request("POST", "/", nil)
	r.Header = http.Header{"Accept": {"text/html"}}
	if got, err := p.Send(r); err != nil || got.Status != http.StatusUnauthorized {
		t.Errorf("a POST by a browser: status %d, want the one of the engine (%v)", got.Status, err)
	}
}

// TestViewsChangeNothingAndHoldNoScript checks that the page rejects all methods except GET and HEAD, and that opening its screens changes
// nothing. Even if objects have malicious names, the HTML must not contain scripts, styles or event handlers. The Content-Security-Policy
// header must forbid them too.
func TestViewsChangeNothingAndHoldNoScript(t *testing.T) {
	p := newTestPage(t)
	bad := regexp.MustCompile(`(?i)<script>|<style|\sstyle=|\son[a-z]+=|javascript:|https?://[^"]*"`)
	before, views := p.state(), p.addresses()
	if len(views) != 25 {
		t.Errorf("the page has %d views, want 25: a list and an object with its fields for each kind", len(views))
	}
	for _, path := range views {
		for _, method := range []string{"HEAD", "POST", "PUT", "PATCH", "DELETE"} {
			want := http.StatusMethodNotAllowed
			if method == "HEAD" {
				want = http.StatusOK
			}
			if got := p.Do(method, Path+path, map[string]any{"name": "other"}); got.Status != want {
				t.Errorf("%s %s: status %d", method, path, got.Status)
			}
		}
		got := p.Do("GET", Path+path, nil)
		if found := bad.FindString(got.Body); found != "" || !strings.Contains(got.Body, "&lt;script&gt;") && strings.Contains(path, "/") {
			t.Errorf("%s contains %q", path, found)
		}
		policy := got.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", path, policy)
		}
	}
	if after := p.state(); after != before {
		t.Errorf("the objects were\n%s\nand are\n%s", before, after)
	}
}

func (p *testPage) state() string {
	state := ""
	for _, kind := range p.Server.Kinds() {
		state += servertest.JSON(p.T, p.Server.Objects(kind)) + "\n"
	}
	return state
}

// TestHostileStringsAreEscaped checks that strings in objects never become markup, on any screen or in any picture.
func TestHostileStringsAreEscaped(t *testing.T) {
	p := newTestPage(t)
	const hostile = `"><hack onclick=alert(1)>'`
	p.TriggerAlert("Overflow", "ops@example.com")
	for _, kind := range p.Server.Kinds() {
		for _, doc := range p.Server.Objects(kind) {
			err := p.Server.Edit(kind, servertest.Text(t, doc, "id"), func(doc map[string]any) {
				for name, value := range doc {
					if _, isString := value.(string); !isString || !slices.Contains(kept, name) {
						doc[name] = replaced(value, hostile)
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	p.advanceClock(2 * pause)
	p.Patch("alert", p.object("alert"), servertest.Object{"description": hostile})
	paths := append(p.addresses(), "changes", "alerts/"+p.ids["alert"]+"/before.svg", "alerts/"+p.ids["alert"]+"/panel.json")
	for _, kind := range []string{"widget", "alert", "dashboard"} {
		paths = append(paths, kind+"s/"+p.ids[kind]+".svg")
	}
	for _, path := range paths {
		got := p.Do("GET", Path+path, nil)
		body := got.Body
		if got.Status != http.StatusOK || !strings.Contains(body, "hack onclick") {
			t.Errorf("%s: status %d, and no hostile string in\n%s", path, got.Status, body)
		}
		for _, bad := range []string{"<hack", `"&gt;&lt;hack`, `"&gt;<hack`} {
			if strings.Contains(body, bad) {
				t.Errorf("%s has %s in\n%s", path, bad, body)
			}
		}
	}
	p.wantContains("events", "hack onclick")
}

// The test must not change the fields in kept. The server needs the ids to find an object's parent, and the other fields to render the
// object.
var kept = []string{"id", "tab", "dashboard", "component_id", "alert", "event", "type", "rate_unit", "stmt_operator", "stmt_aggregation"}

// replaced returns value with every string in it, at any depth, replaced by the given text. It does not change the fields listed in kept.
func replaced(value any, text string) any {
	switch v := value.(type) {
	case string:
		return text
	case []any:
		for i := range v {
			v[i] = replaced(v[i], text)
		}
	case map[string]any:
		for name := range v {
			if !slices.Contains(kept, name) {
				v[name] = replaced(v[name], text)
			}
		}
	}
	return value
}
