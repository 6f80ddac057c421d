// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const secret = "hunter2-the-secret"

// testPage is a server with a page, one object of every kind, and recorded data. With this data, the alert almost fires.
type testPage struct {
	*servertest.Client
	page *Page
	ids  map[string]string
}

func newTestPage(t *testing.T, more ...refserver.Options) *testPage {
	t.Helper()
	options := append(more, refserver.Options{})[0]
	data := filepath.Join(t.TempDir(), "day.csv")
	csv := "time,asset,attribute,value\n"
	for minute := range 60 {
		csv += fmt.Sprintf("2026-01-01T00:%02d:00Z,pump,pressure,%d\n", minute, minute/10)
	}
	if err := os.WriteFile(data, []byte(csv), 0o600); err != nil {
		t.Fatal(err)
	}
	options.Series, options.Timezone = []string{data}, "Europe/Berlin"
	options.Collections = []string{"asset/assets", "component/objects"}
	p := serveTestPage(t, options)
	p.seed()
	return p
}

// serveTestPage starts a server that has a page but no objects.
func serveTestPage(t *testing.T, options refserver.Options) *testPage {
	t.Helper()
	server, err := refserver.New(options)
	if err != nil {
		t.Fatal(err)
	}
	p := &testPage{page: New(server), ids: map[string]string{}}
	web := httptest.NewServer(p.page.Wrap(server))
	t.Cleanup(func() {
		p.page.Close()
		web.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	p.Client = &servertest.Client{T: t, Server: server, URL: web.URL}
	return p
}

func query() servertest.Object {
	return servertest.Object{
		"ref_id": "A", "type": "QUERY",
		"query_filter_asset":     servertest.Object{"id": "pump", "name": "Pump"},
		"query_filter_attribute": servertest.Object{"id": "pressure", "name": "Pressure"},
		"query_plain":            `[{"$match":{"asset":"pump","attribute":"pressure"}}]`,
	}
}

func (p *testPage) seed() {
	p.T.Helper()
	create := func(kind string, more servertest.Object) {
		more["name"] = kind + ` <script>alert(1)</script> "'&`
		p.ids[kind] = servertest.Text(p.T, p.CreateMinimal(kind, more), "id")
	}
	create("dashboard", servertest.Object{})
	create("tab", servertest.Object{"dashboard": p.ids["dashboard"]})
	create("widget", servertest.Object{
		"tab": p.ids["tab"], "type": "timeseries", "chart_items": []any{query()},
		"width": 10, "height": 6, "position_x": 3, "position_y": 2,
	})
	create("alert", servertest.Object{
		"type": "rate", "rate_value": 10, "rate_unit": "minute", "alert_items": []any{query()}, "stmt_target_variable": "A",
		"stmt_aggregation": "max", "stmt_operator": "ge", "stmt_time_window": 600,
		"stmt_thresholds": []any{servertest.Object{"value": 6, "status": "alert"}},
	})
	create("component", servertest.Object{
		"input": []any{servertest.Object{"name": "password", "type": "str", "sensitive": true, "value": secret}},
		"custom_types": []any{servertest.Object{"name": "account", "fields": []any{
			servertest.Object{"name": "key", "type": "str", "sensitive": true},
		}}},
	})
	create("routine", servertest.Object{
		"component_id": p.ids["component"],
		"config":       []any{servertest.Object{"name": "login", "type": "account", "value": servertest.Object{"key": secret}}},
	})
	create("node", servertest.Object{})
	create("function", servertest.Object{})
}

func (p *testPage) addresses() []string {
	all := []string{"", "dashboards", "alerts", "components", "functions", "nodes", "events", "requests"}
	for _, kind := range []string{"dashboard", "tab", "widget", "alert", "component", "routine", "node", "function"} {
		all = append(all, strings.TrimPrefix(address(kind, p.ids[kind]), Path), "objects/"+kind+"/"+p.ids[kind])
	}
	return append(all, "dashboards/"+p.ids["dashboard"]+"/changes")
}

// get sends a GET request to a path below the page and returns the response body. It fails the test immediately if the status isn't 200.
func (p *testPage) get(path string) string {
	p.T.Helper()
	got := p.Do("GET", Path+path, nil)
	if got.Status != http.StatusOK {
		p.T.Fatalf("%s: status %d: %s", path, got.Status, got.Body)
	}
	return got.Body
}

// wantContains checks that the response to a GET request contains all given strings.
func (p *testPage) wantContains(path string, wants ...string) {
	p.T.Helper()
	body := p.get(path)
	for _, want := range wants {
		if !strings.Contains(body, want) {
			p.T.Errorf("%s does not contain %q:\n%s", path, want, body)
		}
	}
}

// wantLacks checks that the response to a GET request contains none of the given strings.
func (p *testPage) wantLacks(path string, strangers ...string) {
	p.T.Helper()
	body := p.get(path)
	for _, stranger := range strangers {
		if strings.Contains(body, stranger) {
			p.T.Errorf("%s contains %q:\n%s", path, stranger, body)
		}
	}
}

func (p *testPage) object(kind string) servertest.Object {
	p.T.Helper()
	doc, ok := p.Server.Object(kind, p.ids[kind])
	if !ok {
		p.T.Fatalf("there is no %s", kind)
	}
	return doc
}

// TestBrowsersFollowChanges checks that a browser waiting for changes gets a message after each change, and that closing the page ends the
// browser's connection.
func TestBrowsersFollowChanges(t *testing.T) {
	p := newTestPage(t)
	response, err := http.DefaultClient.Do(p.Request("GET", Path+"live", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	lines := bufio.NewScanner(response.Body)
	if !lines.Scan() || !strings.HasPrefix(lines.Text(), "retry:") {
		t.Fatalf("the first line is %q", lines.Text())
	}
	version := func() string {
		for lines.Scan() && !strings.HasPrefix(lines.Text(), "data: ") {
		}
		return strings.TrimPrefix(lines.Text(), "data: ")
	}
	first := version()
	if body := p.get(""); !strings.Contains(body, ` data-version="`+first+`"`) {
		t.Errorf("the page does not have the version %s", first)
	}
	p.Patch("widget", p.object("widget"), servertest.Object{"width": 12})
	if second := version(); second == first || !strings.Contains(p.get(""), ` data-version="`+second+`"`) {
		t.Errorf("the version was %s and is %s", first, second)
	}
	p.page.Close()
	for lines.Scan() {
	}
	if err := lines.Err(); err != nil {
		t.Errorf("the connection ended with %v", err)
	}
}

// TestWhatIfShowsOtherThresholds checks that sliders show the effect of different thresholds without changing the stored alert.
func TestWhatIfShowsOtherThresholds(t *testing.T) {
	p := newTestPage(t)
	view := "alerts/" + p.ids["alert"]
	p.wantContains(view, "did not fire in 6 runs", `min="-0.25" max="7.25" step="0.01"`)
	p.wantContains(view+"?threshold0=4.5", `&amp;threshold0=4.5"`)
	p.wantLacks(view+"?threshold0=6", `&amp;threshold0=`)
	for value, want := range map[string]string{
		"4.5": "fired at 2026-01-01T00:50:00Z", "7": "did not fire", "nonsense": "did not fire", "1e999": "did not fire",
	} {
		p.wantContains(view+"?threshold0="+url.QueryEscape(value), want)
	}
	if status := servertest.Text(t, p.object("alert"), "status"); status != "no_alert" {
		t.Errorf("the alert has the status %s", status)
	}
}

func TestPicturesAreXMLWithoutScripts(t *testing.T) {
	p := newTestPage(t)
	for _, path := range []string{
		"widgets/" + p.ids["widget"] + ".svg", "alerts/" + p.ids["alert"] + ".svg", "dashboards/" + p.ids["dashboard"] + ".svg",
		"widgets/" + p.ids["widget"] + ".svg?theme=dark&width=300&height=99999999&from=all",
		"alerts/" + p.ids["alert"] + ".svg?threshold0=4.5&width=-5",
	} {
		body := p.get(path)
		if err := xml.Unmarshal([]byte(body), new(struct{})); err != nil || strings.Contains(body, "<script") {
			t.Errorf("%s contains a script, or is not XML: %v\n%s", path, err, body)
		}
	}
	for _, path := range []string{
		"widgets/none.svg", "alerts/none.svg", "dashboards/none.svg", "widgets/none/panel.json", "widgets/none", "alerts/none",
		"dashboards/none/changes", "dashboards/none/layout.css", "none",
	} {
		if got := p.Do("GET", Path+path, nil); got.Status != http.StatusNotFound || strings.Contains(got.Body, "<svg") {
			t.Errorf("%s has the status %d", path, got.Status)
		}
	}
	alert := "alerts/" + p.ids["alert"] + ".svg?width="
	if usual := p.get(alert); usual != p.get(alert+"0") || usual == p.get(alert+"300") || usual == p.get(alert+"1") {
		t.Error("a picture with the width 0 does not have the usual width")
	}
	panel := servertest.Parse(t, p.get("widgets/"+p.ids["widget"]+"/panel.json?width=400&height=200"))
	if panel["area"] == nil || panel["panel"] == nil {
		t.Errorf("the panel is %v", panel)
	}
	want := regexp.MustCompile(`^#w[0-9a-f]+{grid-column:4/span 10;grid-row:3/span 6}\n$`)
	if css := p.get("dashboards/" + p.ids["dashboard"] + "/layout.css"); !want.MatchString(css) {
		t.Errorf("the layout is %q", css)
	}
}

// TestScreensShowOnlyWhatIsThere checks that each screen contains the strings listed for it. A "!" before a string means that the screen
// must not contain the string.
func TestScreensShowOnlyWhatIsThere(t *testing.T) {
	p := newTestPage(t)
	var docs []map[string]any
	for i := range maxEvents + 3 {
		docs = append(docs, map[string]any{"id": fmt.Sprint(1000 + i), "alert": p.ids["alert"], "timestamp": fmt.Sprint("time ", 1000+i)})
	}
	if err := p.Server.Seed(map[string][]map[string]any{"event": docs}); err != nil {
		t.Fatal(err)
	}
	list := servertest.Text(t, p.CreateMinimal("widget", servertest.Object{"type": "alertlist", "tab": p.ids["tab"]}), "id")
	asset := p.Must(http.StatusCreated, "POST", "/v3/engine/asset/assets/", servertest.Object{
		"people": []any{servertest.Object{"id": "1", "name": "Ann"}, "Bob"}, "typed": []any{servertest.Object{"id": "1", "name": "Cy", "x": 1}},
		"loose": []any{servertest.Object{"name": "Di"}}, "sizes": []any{7},
	})
	screens := map[string][]string{
		"":                                 {"!no objects yet", "</strong> Components</a>"},
		"components/" + p.ids["component"]: {`aria-current="page">Components<`},
		"alerts":                           {`!href="/page/alerts/"`},
		"dashboards/" + p.ids["dashboard"] + ".svg": {">no_alert<"},
		"dashboards":                       {`<span class="tag created">`, `!<span class="tag changed">`},
		"dashboards/" + p.ids["dashboard"]: {"width=474&amp;height=270", "!more widgets", "!Before and after the last"},
		"events":                           {"There are 3 older events", ">time 1003<", "!>time 1002<"},
		"alerts/" + p.ids["alert"]:         {"There are 153 older events", ">time 1153<", "!>time 1152<"},
		"widgets/" + list + "/panel.json":  {`"no_alert"`},
		"objects/asset%2Fassets/" + servertest.Text(t, asset, "id"): {
			"<td>Ann, Bob</td>", "&#34;name&#34;: &#34;Cy&#34;", "&#34;name&#34;: &#34;Di&#34;", "[\n  7\n]",
		},
	}
	for path, strings := range screens {
		for _, text := range strings {
			if text[0] == '!' {
				p.wantLacks(path, text[1:])
			} else {
				p.wantContains(path, text)
			}
		}
	}
	p.advanceClock(2 * pause)
	if err := p.Server.Edit("alert", p.ids["alert"], func(doc map[string]any) { delete(doc, "name") }); err != nil {
		t.Fatal(err)
	}
	p.wantContains("alerts/"+p.ids["alert"], "<th scope=\"row\">name</th>\n<td><em>no value</em></td>\n<td class=\"was\">alert &lt;script")
}
