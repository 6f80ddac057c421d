// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// advanceClock moves the page's clock forward. If the clock moves by more than ten seconds (the pause constant), the page treats the next
// write as a new terraform apply.
func (p *testPage) advanceClock(by time.Duration) {
	now := p.page.follower.now().Add(by)
	p.page.follower.now = func() time.Time { return now }
}

// TestChangesOfTheLastApplyAreMarked checks that the page marks the changes from the last terraform apply and shows the old values, but
// only until the next apply.
func TestChangesOfTheLastApplyAreMarked(t *testing.T) {
	p := newTestPage(t)
	p.advanceClock(2 * pause)
	p.Patch("widget", p.object("widget"), servertest.Object{"width": 12})
	body := p.get("dashboards/" + p.ids["dashboard"] + "/changes")
	width := regexp.MustCompile(`<th scope="row">width</th>\s*<td>12</td>\s*<td class="was">10</td>`)
	if !width.MatchString(body) || strings.Contains(body, ">position_x<") {
		t.Errorf("the changes are\n%s", body)
	}
	p.wantContains("dashboards/"+p.ids["dashboard"], `/changes">Before and after`)
	p.wantLacks("dashboards/"+p.ids["dashboard"], "The last apply deleted")
	if got := strings.Count(p.get(""), `<span class="tag changed">`); got != 2 {
		t.Errorf("%d objects are marked, want the widget and its dashboard", got)
	}
	p.advanceClock(pause)
	p.Patch("widget", p.object("widget"), servertest.Object{"width": 10})
	if body := p.get(""); strings.Contains(body, "tag changed") {
		t.Errorf("a widget that is as it was is marked:\n%s", body)
	}
	p.advanceClock(2 * pause)
	p.Must(http.StatusNoContent, "DELETE", p.Path("node", p.object("node")), nil)
	p.wantContains("objects/node/"+p.ids["node"], "deleted this object", "node &lt;script&gt;")
	p.advanceClock(2 * pause)
	p.Patch("widget", p.object("widget"), servertest.Object{"width": 9})
	if got := p.Do("GET", Path+"objects/node/"+p.ids["node"], nil); got.Status != http.StatusNotFound {
		t.Errorf("after the next apply the deleted node has the status %d", got.Status)
	}
}

func TestCreatedAndDeletedObjectsAreMarked(t *testing.T) {
	p := newTestPage(t)
	p.advanceClock(2 * pause)
	added := servertest.Text(t, p.CreateMinimal("widget", servertest.Object{"name": "Added", "type": "text", "tab": p.ids["tab"]}), "id")
	for _, kind := range []string{"widget", "alert", "routine"} {
		p.Must(http.StatusNoContent, "DELETE", p.Path(kind, p.object(kind)), nil)
	}
	gone := address("widget", p.ids["widget"])
	for path, wants := range map[string][]string{
		"dashboards":                       {`<span class="tag changed">`},
		"dashboards/" + p.ids["dashboard"]: {`class="widget created"`, `<span class="tag changed">`, "The last apply deleted", gone},
		"dashboards/" + p.ids["dashboard"] + "/changes": {
			"It did not exist.", "widgets/" + added + ".svg", "It is deleted.", gone + "/before.svg",
		},
		"changes":                          {gone + "/before.svg", address("alert", p.ids["alert"]) + "/before.svg", "It is deleted."},
		"widgets/" + p.ids["widget"]:       {"deleted this object", gone + "/before.svg", address("tab", p.ids["tab"])},
		"alerts":                           {`<span class="tag deleted">`, `<th scope="row"><a href="` + address("alert", p.ids["alert"])},
		"alerts/" + p.ids["alert"]:         {"deleted this object", "/before.svg"},
		"components/" + p.ids["component"]: {`<span class="tag deleted">`, `<li><a href="` + address("routine", p.ids["routine"])},
		"objects/tab/" + p.ids["tab"]:      {`<span class="tag created">`, `<span class="tag deleted">`, `<li><a href="` + gone},
	} {
		p.wantContains(path, wants...)
	}
	for _, path := range []string{gone + "/before.svg", address("alert", p.ids["alert"]) + "/before.svg"} {
		p.get(strings.TrimPrefix(path, Path))
	}
	p.advanceClock(2 * pause)
	p.Must(http.StatusNoContent, "DELETE", p.Path("dashboard", p.object("dashboard")), nil)
	for _, path := range []string{"dashboards/" + p.ids["dashboard"], "dashboards/" + p.ids["dashboard"] + "/changes", "widgets/" + added} {
		if body := p.get(path); !strings.Contains(body, `<span class="tag deleted">`) || strings.Contains(body, "/changes/") {
			t.Errorf("after the dashboard was deleted, %s shows\n%s", path, body)
		}
	}
}

func TestOnlySomeOfManyChangesAreNamed(t *testing.T) {
	p := newTestPage(t)
	brief := p.CreateMinimal("node", servertest.Object{})
	p.Must(http.StatusNoContent, "DELETE", p.Path("node", brief), nil)
	for range maxNamed {
		p.CreateMinimal("node", servertest.Object{})
	}
	for _, path := range []string{"", "changes"} {
		body := p.get(path)
		if got := strings.Count(body, `<li><span class="tag created">`); got != maxNamed {
			t.Errorf("%q names %d objects", path, got)
		}
	}
	p.wantContains("changes", "There are 8 more changed objects") // The node that the same apply created and deleted is not counted.
	p.wantContains("", "and 8 more")
}

// TestChangesByTheEngineAreNotMarked checks that events, notifications and fields such as status do not count as changes made by an apply.
func TestChangesByTheEngineAreNotMarked(t *testing.T) {
	f := newTestPage(t).page.follower
	f.apply = apply{objects: map[objectKey]changedObject{}}
	f.recordChanges([]refserver.Change{
		{Kind: "event", ID: "1", After: []byte(`{"id":"1"}`)},
		{Kind: "notification", ID: "2", After: []byte(`{"id":"2"}`)},
		{Kind: "alert", ID: "3", Before: []byte(`{"status":"no_alert"}`), After: []byte(`{"status":"alerting"}`)},
		{Kind: "alert", ID: "4", Before: []byte(`{"mute":false}`), After: []byte(`{"mute":true}`)},
	})
	if _, marked := f.apply.objects[objectKey{"alert", "4"}]; len(f.apply.objects) != 1 || !marked {
		t.Errorf("the changed objects are %v", f.apply.objects)
	}
}
