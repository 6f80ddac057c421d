// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestTimeRangeAppliesToAllWidgets checks that the time range in the URL of a dashboard applies to its widgets and their pictures.
func TestTimeRangeAppliesToAllWidgets(t *testing.T) {
	p := newTestPage(t)
	p.Patch("widget", p.object("widget"), servertest.Object{"display_time_range": true, "relative_window_time": "3600"})
	for _, c := range []struct{ from, until, corner string }{
		{"", "", "2025-12-31 23:59 to 2026-01-01 00:59 UTC"},
		{"now - 30m", "", "2026-01-01 00:29 to 00:59 UTC"},
		{"now-30m", "now-10m", "2026-01-01 00:29 to 00:49 UTC"},
		{"2026-01-01T00:10Z", "2026-01-01T01:20+01:00", "2026-01-01 00:10 to 00:20 UTC"},
		{"", "2026-01-01T00:20:00Z", "2025-12-31 00:20 to 2026-01-01 00:20 UTC"},
		{"now - 36600d", "", "1925-10-18 00:59 to 2026-01-01 00:59 UTC"},
		{"all", "", "2025-12-31 23:59 to 2026-01-01 00:59 UTC"},
		{"all", "now-9m", "2025-12-31 23:59 to 2026-01-01 00:50 UTC"},
	} {
		chosen := url.Values{"from": {c.from}, "until": {c.until}}.Encode()
		body := p.get("dashboards/" + p.ids["dashboard"] + "?" + chosen)
		if strings.Contains(body, "aria-invalid") {
			t.Errorf("%s is rejected", chosen)
		}
		_, address, _ := strings.Cut(body, `data-panel="`+Path)
		address, _, _ = strings.Cut(address, `"`)
		for _, path := range []string{html.UnescapeString(address), "widgets/" + p.ids["widget"] + "/panel.json?" + chosen} {
			panel, _ := servertest.Parse(t, p.get(path))["panel"].(map[string]any)
			if panel["corner"] != c.corner {
				t.Errorf("%s has the time range %v, want %s", path, panel["corner"], c.corner)
			}
		}
	}
}

// TestInvalidTimeRangeIsExplained checks that if a time range is invalid, the form explains the problem, and widgets show their own time
// ranges. The server must reject picture URLs with an invalid time range.
func TestInvalidTimeRangeIsExplained(t *testing.T) {
	p := newTestPage(t)
	for _, c := range []struct{ from, until, field, problem string }{
		{"yesterday", "", "from", "&#34;yesterday&#34; is not a time. Write a time such as"},
		{"now - 7x", "", "from", "is not a time"},
		{"2026-02-30", "", "from", "is not a time"},
		{"2026-01-01T00:00Z", "<b>", "until", "&#34;&lt;b&gt;&#34; is not a time"},
		{"now", "", "from", "must lie before now"},
		{"2026-01-02", "2026-01-01", "until", "must be later than the beginning"},
		{"2026-01-01", "2026-01-01", "until", "must be later than the beginning"},
		{"1800-01-01", "", "from", "must not be longer than 100 years"},
		{"all", "never", "until", "is not a time"},
	} {
		chosen := url.Values{"from": {c.from}, "until": {c.until}}.Encode()
		body := p.get("dashboards/" + p.ids["dashboard"] + "?" + chosen)
		p.wantContains("dashboards/"+p.ids["dashboard"]+"?"+chosen, c.problem, `<span class="problem" id="`+c.field+`-problem" role="alert">`,
			`aria-describedby="`+c.field+`-problem range-hint" aria-invalid="true"`)
		if strings.Contains(body, "panel.json?from") || strings.Contains(body, "panel.json?until") {
			t.Errorf("%s is used", chosen)
		}
		for _, path := range []string{"widgets/" + p.ids["widget"], "dashboards/" + p.ids["dashboard"]} {
			if got := p.Do("GET", Path+path+".svg?"+chosen, nil); got.Status != http.StatusBadRequest {
				t.Errorf("the picture with %s has the status %d", chosen, got.Status)
			}
		}
	}
}

// TestLinksKeepTheRange checks that links to tabs and to the picture of a dashboard keep the chosen time range. The link to the picture
// must also keep the tab.
func TestLinksKeepTheRange(t *testing.T) {
	p := newTestPage(t)
	second := servertest.Text(t, p.CreateMinimal("tab", servertest.Object{"name": "Second", "dashboard": p.ids["dashboard"]}), "id")
	p.wantContains("dashboards/"+p.ids["dashboard"]+"?from=now-1h&tab="+p.ids["tab"], `href="?from=now-1h&amp;tab=`+second+`"`,
		`href="?from=now&#43;-&#43;6h&amp;tab=`+p.ids["tab"]+`"`, `href="?tab=`+p.ids["tab"]+`"`,
		`href="`+address("dashboard", p.ids["dashboard"])+".svg?from=now-1h&amp;tab="+p.ids["tab"]+`"`)
	p.wantContains("dashboards/"+p.ids["dashboard"]+"?from=now+-+1h&tab="+second, "The tab has no widgets", `aria-current="page">Second<`,
		`aria-current="true">Last hour<`)
	p.wantContains("dashboards/"+p.ids["dashboard"]+".svg?tab="+second, ": Second")
}
