// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package page

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

type dashboardDetails struct {
	Link        link
	Description string
	Tabs        []tabItem
	Tab         *tabItem // the shown tab, or nil if the dashboard has no tabs
	Widgets     []widgetItem
	Picker      picker
	Range       timeRange
	Layout      string // differs after each change of the places of widgets
	// Changed is true if the last terraform apply changed something of the dashboard. Removed are the tabs and widgets that it deleted.
	Changed bool
	Removed []link
	More    int // the number of widgets that are left out, because there are too many
}

type tabItem struct {
	link
	View     string // the address of the dashboard with this tab
	Selected bool
}

type widgetItem struct {
	link
	Element       string // the id of its HTML element, which the layout names
	Version       string // differs after each change of the widget or of the data
	place         sheet.Place
	Problems      []string // of the position and size
	Width, Height int      // of the picture in pixels
}

// These are the usual size of a grid cell and the gap between cells, in pixels. The cell height is also in page.css.
const cellWidth, cellHeight, gap = 48, 46, 6

func dashboard(p *Page, r *http.Request) (shown, error) {
	if !p.exists(key{"dashboard", r.PathValue("id")}) {
		return p.object("dashboard", r) // It may have been deleted by the last apply.
	}
	found, err := p.dashboard(r)
	if err != nil {
		return shown{}, err
	}
	return shown{Template: "dashboard", Title: found.Link.Name, Section: "dashboards", Data: found}, nil
}

// dashboard collects what the page of a dashboard shows. The query parameter tab chooses the tab, and from and until choose the time range.
func (p *Page) dashboard(r *http.Request) (*dashboardDetails, error) {
	k := key{"dashboard", r.PathValue("id")}
	doc, exists := p.server.Object(k.Kind, k.ID)
	if !exists {
		return nil, errMissing
	}
	world, err := p.world(r.Context(), false)
	if err != nil {
		return nil, err
	}
	found := &dashboardDetails{Link: p.link(k), Description: text(doc["description"])}
	for _, changed := range p.changedIn(k) {
		found.Changed = found.Link.Change != "created" // Before there was nothing.
		if !p.exists(changed) {
			found.Removed = append(found.Removed, p.link(changed))
		}
	}
	p.addTabs(found, r.URL.Query().Get("tab"))
	tab := ""
	if found.Tab != nil {
		found.Tab.Selected, tab = true, found.Tab.ID
	}
	found.Picker, found.Range = pick(r.URL.Query(), tab, world.Now)
	for i := range found.Tabs {
		found.Tabs[i].View = "?" + found.Range.With("tab", found.Tabs[i].ID)
	}
	return found, p.addWidgets(r.Context(), found)
}

// unlessNew returns a link without a mark if the dashboard itself is new, because marks of everything would be noise.
func (d *dashboardDetails) unlessNew(l link) link {
	if d.Link.Change == "created" {
		l.Change = ""
	}
	return l
}

// addTabs adds the tabs of a dashboard. It shows the chosen one, or else the first.
func (p *Page) addTabs(found *dashboardDetails, chosen string) {
	order := func(tab map[string]any) float64 { n, _ := panel.Number(tab["order"]); return n }
	tabs := p.server.ObjectsBy("tab", "dashboard", found.Link.ID)
	slices.SortStableFunc(tabs, func(a, b map[string]any) int { return cmp.Compare(order(a), order(b)) })
	for _, tab := range tabs {
		found.Tabs = append(found.Tabs, tabItem{link: found.unlessNew(p.linkWithin(key{"tab", text(tab["id"])}))})
	}
	for i := range found.Tabs {
		if tab := &found.Tabs[i]; i == 0 || tab.ID == chosen {
			found.Tab = tab
		}
	}
}

// addWidgets adds the widgets of the shown tab, in their places.
func (p *Page) addWidgets(ctx context.Context, found *dashboardDetails) error {
	if found.Tab == nil {
		return nil
	}
	series, err := p.server.Series(ctx)
	if err != nil {
		return err
	}
	points := 0 // This number changes when the data changes.
	for _, s := range series {
		points += s.Points
	}
	var widgets []sheet.Widget
	for _, widget := range p.server.ObjectsBy("widget", "tab", found.Tab.ID) {
		widgets = append(widgets, sheet.Widget{Document: widget})
	}
	places, _ := sheet.Arrange(widgets)
	for _, place := range places {
		id := text(place.Widget.Document["id"])
		stored, _ := p.server.Bytes("widget", id)
		found.Widgets = append(found.Widgets, widgetItem{
			link: found.unlessNew(p.link(key{"widget", id})), Element: "w" + hash([]byte(id)),
			Version: fmt.Sprintf("%s-%d", hash(stored), points), Problems: place.Problems, place: place,
			Width: place.Columns*cellWidth - gap, Height: place.Rows*cellHeight - gap,
		})
	}
	found.More = len(widgets) - len(places)
	found.Layout = hash([]byte(layoutOf(found)))
	return nil
}

func hash(data []byte) string {
	sum := fnv.New64a()
	_, _ = sum.Write(data) // It never fails.
	return strconv.FormatUint(sum.Sum64(), 16)
}

// layout responds with the style sheet that places a tab's widgets. The page's Content-Security-Policy forbids styles inside the HTML.
func (p *Page) layout(w http.ResponseWriter, r *http.Request) {
	found, err := p.dashboard(r)
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = io.WriteString(w, layoutOf(found)) // It fails only if the browser has left.
}

func layoutOf(d *dashboardDetails) string {
	var css strings.Builder
	for _, widget := range d.Widgets {
		at := widget.place
		fmt.Fprintf(&css, "#%s{grid-column:%d/span %d;grid-row:%d/span %d}\n", widget.Element, at.Column+1, at.Columns, at.Row+1, at.Rows)
	}
	return css.String()
}

type changesData struct {
	Dashboard *link // the dashboard whose changes are shown, or nil for the changes of all objects
	Changes   []details
	More      int
}

// changes shows what the last terraform apply changed, on a dashboard or everywhere: before and after, side by side.
func changes(p *Page, r *http.Request) (shown, error) {
	changed := p.follower.effect().changed
	data, view := changesData{}, shown{Template: "changes", Title: "Last apply"}
	if id := r.PathValue("id"); id != "" {
		k := key{"dashboard", id}
		if changed = p.changedIn(k); len(changed) == 0 && !p.exists(k) {
			return shown{}, errMissing
		}
		link := p.link(k)
		data.Dashboard, view.Title, view.Section = &link, link.Name+": last apply", "dashboards"
	}
	for _, k := range changed[:min(len(changed), maxNamed)] {
		one, err := p.details(k)
		if err != nil {
			continue // It was deleted just now.
		}
		if one.Link.Change == "changed" {
			one.Rows = slices.DeleteFunc(one.Rows, func(r row) bool { return !r.Changed })
		}
		data.Changes = append(data.Changes, one)
	}
	data.More = len(changed) - min(len(changed), maxNamed)
	view.Data = data
	return view, nil
}

// changedIn returns what the last terraform apply changed of an object and of everything in it.
func (p *Page) changedIn(container key) []key {
	return slices.DeleteFunc(slices.Clone(p.follower.effect().changed), func(k key) bool { return !slices.Contains(p.follower.lineage(k), container) })
}
