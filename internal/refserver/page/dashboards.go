// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

type dashboardDetails struct {
	Link        link
	Description string
	Tabs        []tabItem
	// Tab is the tab that is shown, or nil if the dashboard has no tabs.
	Tab     *tabItem
	Widgets []widgetItem
	Range   timeRange
	Ranges  []preset
	// Changed is true if the last terraform apply changed something of the dashboard.
	Changed bool
}

type tabItem struct {
	link
	Query    string
	Selected bool
	order    float64
}

type widgetItem struct {
	link
	Element string // the id of its HTML element, which the layout names
	Type    string
	Version string // differs after each change of the widget or of the data
	// Problems says what is wrong with the widget's position or size.
	Problems []string
	place    sheet.Place
	// Width and Height are the usual size of the widget's picture in pixels.
	Width, Height int
}

// These are the usual size of a grid cell and the gap between cells, in pixels. The cell height is also in page.css.
const cellWidth, cellHeight, gap = 48, 46, 6

func dashboard(p *Page, r *http.Request) (shown, error) {
	found, err := p.dashboard(r)
	if err != nil {
		return shown{}, err
	}
	found.Changed = len(p.changedOf(found)) > 0
	return shown{Template: "dashboard", Title: found.Link.Name, Section: "dashboards", Data: found}, nil
}

// dashboard collects what the page of a dashboard shows. The query parameter tab chooses the tab, and from and until choose the time
// range.
func (p *Page) dashboard(r *http.Request) (*dashboardDetails, error) {
	id := r.PathValue("id")
	doc, exists := p.server.Object("dashboard", id)
	if !exists {
		return nil, errMissing
	}
	found := &dashboardDetails{
		Link: p.link(key{"dashboard", id}), Description: text(doc["description"]), Range: readRange(r.URL.Query()), Ranges: presets,
	}
	for _, tab := range p.server.ObjectsBy("tab", "dashboard", id) {
		order, _ := numeric(tab["order"])
		found.Tabs = append(found.Tabs, tabItem{link: p.link(key{"tab", text(tab["id"])}), order: order})
	}
	slices.SortStableFunc(found.Tabs, func(a, b tabItem) int { return cmp.Compare(a.order, b.order) })
	for i := range found.Tabs {
		tab := &found.Tabs[i]
		tab.Query = found.Range.With("tab", tab.ID)
		if i == 0 || tab.ID == r.URL.Query().Get("tab") {
			found.Tab = tab
		}
	}
	if found.Tab == nil {
		return found, nil
	}
	found.Tab.Selected = true
	points, err := p.dataVersion(r)
	if err != nil {
		return nil, err
	}
	var widgets []sheet.Widget
	for _, widget := range p.server.ObjectsBy("widget", "tab", found.Tab.ID) {
		widgets = append(widgets, sheet.Widget{Document: widget})
	}
	places, _ := sheet.Arrange(widgets)
	for i, place := range places {
		w := p.widgetItem(place, points)
		if found.Link.Change == "created" {
			w.Change = "" // Everything is new; marks would say nothing.
		}
		w.Element = "widget" + strconv.Itoa(i)
		found.Widgets = append(found.Widgets, w)
	}
	return found, nil
}

func (p *Page) widgetItem(place sheet.Place, points int) widgetItem {
	id := text(place.Widget.Document["id"])
	version := fnv.New64a()
	if stored, ok := p.server.Bytes("widget", id); ok {
		_, _ = version.Write(stored) // It never fails.
	}
	return widgetItem{
		link: p.link(key{"widget", id}), Type: text(place.Widget.Document["type"]),
		Version: fmt.Sprintf("%x-%d", version.Sum64(), points), Problems: place.Problems, place: place,
		Width: place.Columns*cellWidth - gap, Height: place.Rows*cellHeight - gap,
	}
}

// dataVersion returns the number of recorded points. The number changes when the data changes.
func (p *Page) dataVersion(r *http.Request) (points int, err error) {
	series, err := p.server.Series(r.Context())
	for _, s := range series {
		points += s.Points
	}
	return points, err
}

// layout answers with the style sheet that places a tab's widgets. The page's Content-Security-Policy forbids styles inside the HTML.
func (p *Page) layout(w http.ResponseWriter, r *http.Request) {
	found, err := p.dashboard(r)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	for _, widget := range found.Widgets {
		at := widget.place
		_, _ = fmt.Fprintf(w, "#%s{grid-column:%d/span %d;grid-row:%d/span %d}\n", widget.Element, at.Column+1, at.Columns, at.Row+1, at.Rows)
	}
}

// dashboardChanges shows what the last terraform apply changed on a dashboard: before and after, side by side.
func dashboardChanges(p *Page, r *http.Request) (shown, error) {
	found, err := p.dashboard(r)
	if err != nil {
		return shown{}, err
	}
	var all []details
	for _, k := range p.changedOf(found) {
		one, err := p.details(k)
		if err == nil {
			if one.Link.Change == "changed" {
				one.Rows = slices.DeleteFunc(one.Rows, func(r row) bool { return !r.Changed })
			}
			all = append(all, one)
		}
	}
	data := map[string]any{"Dashboard": found, "Changes": all}
	return shown{Template: "changes", Title: found.Link.Name + ": last apply", Section: "dashboards", Data: data}, nil
}

// changedOf returns what the last terraform apply changed of a dashboard: the dashboard itself, its tabs and their widgets.
func (p *Page) changedOf(d *dashboardDetails) (all []key) {
	_, changed := p.follower.last()
	for _, k := range changed {
		switch k.Kind {
		case "dashboard":
			if k.ID == d.Link.ID {
				all = append(all, k)
			}
		case "tab":
			if p.field(k, "dashboard") == d.Link.ID {
				all = append(all, k)
			}
		case "widget":
			if tab := p.field(k, "tab"); tab != "" && p.field(key{"tab", tab}, "dashboard") == d.Link.ID {
				all = append(all, k)
			}
		}
	}
	return all
}

// field returns a text field of an object. If the object is deleted, it returns the text from before the deletion.
func (p *Page) field(k key, name string) string {
	if doc, exists := p.server.Object(k.Kind, k.ID); exists {
		return text(doc[name])
	}
	before, _ := p.follower.before(k)
	return text(before[name])
}

func numeric(value any) (float64, bool) {
	var digits string
	switch v := value.(type) {
	case json.Number:
		digits = string(v)
	case string:
		digits = v
	}
	n, err := strconv.ParseFloat(digits, 64)
	return n, err == nil
}

// timeRange is the time range that a person has chosen for all widgets. The zero value means that each widget uses its own range.
type timeRange struct{ From, Until string }

type preset struct{ Value, Title string }

var presets = []preset{
	{"", "As declared"},
	{"now - 1h", "Last hour"},
	{"now - 6h", "Last 6 hours"},
	{"now - 24h", "Last 24 hours"},
	{"now - 7d", "Last 7 days"},
	{"now - 30d", "Last 30 days"},
	{"all", "All data"},
}

// readRange reads the query parameters from and until. Each is a time, or a text such as "now - 7d". from may also be "all".
func readRange(parameters url.Values) timeRange {
	return timeRange{parameters.Get("from"), parameters.Get("until")}
}

// With returns a URL query with the time range and one more parameter.
func (t timeRange) With(name, value string) string {
	query := url.Values{name: {value}}
	if t.From != "" {
		query.Set("from", t.From)
	}
	if t.Until != "" {
		query.Set("until", t.Until)
	}
	return query.Encode()
}
