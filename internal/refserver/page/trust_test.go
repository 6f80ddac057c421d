// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestOnlyThisMachine checks that the page refuses other machines, and sites whose host name points to this machine.
func TestOnlyThisMachine(t *testing.T) {
	p := newPlant(t)
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
		{"nonsense", "localhost", http.StatusForbidden},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", Path, nil)
		r.RemoteAddr, r.Host = c.from, c.host
		w := httptest.NewRecorder()
		p.page.ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("from %s to %q: status %d, want %d", c.from, c.host, w.Code, c.status)
		}
	}
}

// TestOpenedAddress checks that a browser that opens the server's address gets the page, and a proper view for a wrong address below it.
// Clients of the engine still get the engine's answers. No path leads out of the folder of the static files.
func TestOpenedAddress(t *testing.T) {
	p := newPlant(t)
	for _, c := range []struct {
		path, accept, host string
		status             int
		contains           string
	}{
		{"/", "text/html,application/xhtml+xml;q=0.9", "localhost:8080", http.StatusFound, Path},
		{"/", "*/*", "localhost:8080", http.StatusUnauthorized, `"detail"`},
		{"/", "text/html", "engine.example.com", http.StatusUnauthorized, `"detail"`},
		{servertest.Paths["node"], "text/html", "localhost:8080", http.StatusUnauthorized, `"detail"`},
		{Path + "none/of/these", "text/html", "localhost:8080", http.StatusNotFound, "<h1>Not found</h1>"},
		{Path + "static/page.css", "*/*", "localhost:8080", http.StatusOK, "grid"},
		{Path + "static/", "*/*", "localhost:8080", http.StatusNotFound, "<h1>Not found</h1>"},
		{Path + "static/..%2ftemplates/frame.html", "*/*", "localhost:8080", http.StatusNotFound, "<h1>Not found</h1>"},
		{Path + "static/..%2ftemplates%2fframe.html", "*/*", "localhost:8080", http.StatusNotFound, "<h1>Not found</h1>"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", c.path, nil)
		r.RemoteAddr, r.Host = "127.0.0.1:5000", c.host
		r.Header.Set("Accept", c.accept)
		w := httptest.NewRecorder()
		p.page.Beside(p.Server).ServeHTTP(w, r)
		if body := w.Body.String(); w.Code != c.status || !strings.Contains(body, c.contains) {
			t.Errorf("%s for %s at %s: status %d, want %d with %q:\n%.300s", c.path, c.accept, c.host, w.Code, c.status, c.contains, body)
		}
	}
}

// TestNothingCanBeChanged checks that the page refuses all methods but GET and HEAD, and that opening every part of the page changes
// nothing.
func TestNothingCanBeChanged(t *testing.T) {
	p := newPlant(t)
	before := p.state()
	for _, path := range p.addresses() {
		p.get(path)
		if got := p.Do("HEAD", Path+path, nil); got.Status != http.StatusOK {
			t.Errorf("HEAD %s: status %d", path, got.Status)
		}
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
			if got := p.Do(method, Path+path, map[string]any{"name": "other"}); got.Status != http.StatusMethodNotAllowed {
				t.Errorf("%s %s: status %d", method, path, got.Status)
			}
		}
	}
	if after := p.state(); after != before {
		t.Errorf("the objects were\n%s\nand are\n%s", before, after)
	}
}

func (p *plant) state() string {
	text := ""
	for _, kind := range p.Server.Kinds() {
		text += servertest.JSON(p.T, p.Server.Objects(kind)) + "\n"
	}
	return text
}

// TestViewsHoldNoScript checks that the HTML has no script, style or event handler, whatever the names of objects are, and that the
// header Content-Security-Policy forbids them.
func TestViewsHoldNoScript(t *testing.T) {
	p := newPlant(t)
	bad := regexp.MustCompile(`(?i)<script>|<style|\sstyle=|\son[a-z]+=|javascript:|https?://[^"]*"`)
	for _, path := range p.addresses() {
		got := p.Do("GET", Path+path, nil)
		if found := bad.FindString(got.Body); found != "" || !strings.Contains(got.Body, "&lt;script&gt;") && strings.Contains(path, "/") {
			t.Errorf("%s holds %q", path, found)
		}
		policy := got.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", path, policy)
		}
	}
}

// TestHostileTexts checks that no text of any field becomes markup, in any view or picture.
func TestHostileTexts(t *testing.T) {
	p := newPlant(t)
	const hostile = `"><hack onclick=alert(1)>'`
	p.Alarm("Overflow", "ops@example.com")
	for _, kind := range p.Server.Kinds() {
		for _, doc := range p.Server.Objects(kind) {
			err := p.Server.Edit(kind, servertest.Text(t, doc, "id"), func(doc map[string]any) {
				for name, value := range doc {
					if _, isText := value.(string); !isText || !slices.Contains(kept, name) {
						doc[name] = replaced(value, hostile)
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	p.page.follower.now = func() time.Time { return time.Now().Add(time.Hour) } // so that the next request begins a new apply
	p.Patch("alert", p.object("alert"), servertest.Object{"description": hostile})
	paths := append(p.addresses(), "changes", "alerts/"+p.ids["alert"]+"/before.svg", "alerts/"+p.ids["alert"]+"/panel.json")
	for _, kind := range []string{"widget", "alert", "dashboard"} {
		paths = append(paths, kind+"s/"+p.ids[kind]+".svg")
	}
	for _, path := range paths {
		got := p.Do("GET", Path+path, nil)
		body := got.Body
		if got.Status != http.StatusOK || !strings.Contains(body, "hack onclick") && !strings.Contains(path, "/") {
			t.Errorf("%s: status %d, and no hostile text in\n%s", path, got.Status, body)
		}
		for _, bad := range []string{"<hack", `"&gt;&lt;hack`, `"&gt;<hack`} {
			if strings.Contains(body, bad) {
				t.Errorf("%s has %s in\n%s", path, bad, body)
			}
		}
	}
	p.has("events", "hack onclick")
}

// kept are the fields without which the server would not find an object's parent, or draw it.
var kept = []string{"id", "tab", "dashboard", "component_id", "alert", "event", "type", "rate_unit", "stmt_operator", "stmt_aggregation"}

// replaced returns a value in which all texts are replaced, but for the types of items.
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
