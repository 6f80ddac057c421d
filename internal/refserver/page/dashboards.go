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
	Tab         *tabItem // The selected tab, or nil if the dashboard has no tabs.
	Widgets     []widgetItem
	Picker      picker
	Range       timeRange
	Layout      string // A version that changes whenever a widget moves, so that browsers reload the layout.
	// Changed is true if the last terraform apply changed the dashboard or an object on it, but not if the apply created the dashboard.
	// Removed lists the objects on the dashboard that the apply deleted.
	Changed bool
	Removed []link
	More    int // The number of widgets that are not shown because there are too many.
}

type tabItem struct {
	link
	View     string // The URL query that selects this tab.
	Selected bool
}

type widgetItem struct {
	link
	Element       string // The id by which the style sheet selects the HTML element.
	Version       string // A version that changes with the widget or the data, so that browsers reload the picture.
	place         sheet.Place
	Problems      []string // What is wrong with the position or the size.
	Width, Height int      // The size of the picture in pixels.
}

// The default size of a grid cell, and the gap between two cells, in pixels. page.css contains the same cell height.
const cellWidth, cellHeight, gap = 48, 46, 6

func dashboard(p *Page, r *http.Request) (screen, error) {
	if !p.exists(objectKey{"dashboard", r.PathValue("id")}) {
		return p.object("dashboard", r) // The last terraform apply may have deleted the dashboard.
	}
	found, err := p.dashboard(r)
	if err != nil {
		return screen{}, err
	}
	return screen{Template: "dashboard", Title: found.Link.Name, Section: "dashboards", Data: found}, nil
}

// dashboard returns the data for a dashboard's screen. The query selects the tab ("tab") and the time range ("from" and "until").
func (p *Page) dashboard(r *http.Request) (*dashboardDetails, error) {
	k := objectKey{"dashboard", r.PathValue("id")}
	doc, exists := p.server.Object(k.Kind, k.ID)
	if !exists {
		return nil, errMissing
	}
	world, err := p.world(r.Context(), false)
	if err != nil {
		return nil, err
	}
	found := &dashboardDetails{Link: p.link(k), Description: str(doc["description"])}
	for _, changed := range p.changedIn(k) {
		found.Changed = found.Link.Change != "created" // A new dashboard has no earlier state to compare.
		if !p.exists(changed) {
			found.Removed = append(found.Removed, p.link(changed))
		}
	}
	p.addTabs(found, r.URL.Query().Get("tab"))
	tab := ""
	if found.Tab != nil {
		found.Tab.Selected, tab = true, found.Tab.ID
	}
	found.Picker, found.Range = newPicker(r.URL.Query(), tab, world.Now)
	for i := range found.Tabs {
		found.Tabs[i].View = "?" + found.Range.With("tab", found.Tabs[i].ID)
	}
	return found, p.addWidgets(r.Context(), found)
}

// withoutMarkIfNew removes the change mark from a link if the last terraform apply created the dashboard. The mark is not useful if
// everything on the dashboard is new.
func (d *dashboardDetails) withoutMarkIfNew(l link) link {
	if d.Link.Change == "created" {
		l.Change = ""
	}
	return l
}

// addTabs adds the dashboard's tabs in order. It selects the tab with the given id, or the first tab if there is no such tab.
func (p *Page) addTabs(found *dashboardDetails, chosen string) {
	order := func(tab map[string]any) float64 { n, _ := panel.Number(tab["order"]); return n }
	tabs := p.server.ObjectsBy("tab", "dashboard", found.Link.ID)
	slices.SortStableFunc(tabs, func(a, b map[string]any) int { return cmp.Compare(order(a), order(b)) })
	for _, tab := range tabs {
		found.Tabs = append(found.Tabs, tabItem{link: found.withoutMarkIfNew(p.containerLink(objectKey{"tab", str(tab["id"])}))})
	}
	for i := range found.Tabs {
		if tab := &found.Tabs[i]; i == 0 || tab.ID == chosen {
			found.Tab = tab
		}
	}
}

func (p *Page) addWidgets(ctx context.Context, found *dashboardDetails) error {
	if found.Tab == nil {
		return nil
	}
	series, err := p.server.Series(ctx)
	if err != nil {
		return err
	}
	points := 0 // The number of recorded points, which changes with the data.
	for _, s := range series {
		points += s.Points
	}
	var widgets []sheet.Widget
	for _, widget := range p.server.ObjectsBy("widget", "tab", found.Tab.ID) {
		widgets = append(widgets, sheet.Widget{Document: widget})
	}
	places, _ := sheet.Arrange(widgets)
	for _, place := range places {
		id := str(place.Widget.Document["id"])
		stored, _ := p.server.Bytes("widget", id)
		found.Widgets = append(found.Widgets, widgetItem{
			link: found.withoutMarkIfNew(p.link(objectKey{"widget", id})), Element: "w" + hash([]byte(id)),
			Version: fmt.Sprintf("%s-%d", hash(stored), points), Problems: place.Problems, place: place,
			Width: place.Columns*cellWidth - gap, Height: place.Rows*cellHeight - gap,
		})
	}
	found.More = len(widgets) - len(places)
	found.Layout = hash([]byte(layoutCSS(found)))
	return nil
}

func hash(data []byte) string {
	sum := fnv.New64a()
	_, _ = sum.Write(data) // A hash never returns an error.
	return strconv.FormatUint(sum.Sum64(), 16)
}

// layout responds with the style sheet that positions the widgets of a tab. It is a separate file because the page's
// Content-Security-Policy forbids inline styles.
func (p *Page) layout(w http.ResponseWriter, r *http.Request) {
	found, err := p.dashboard(r)
	if err != nil {
		writeError(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = io.WriteString(w, layoutCSS(found)) // WriteString fails only if the browser has disconnected.
}

func layoutCSS(d *dashboardDetails) string {
	var css strings.Builder
	for _, widget := range d.Widgets {
		at := widget.place
		fmt.Fprintf(&css, "#%s{grid-column:%d/span %d;grid-row:%d/span %d}\n", widget.Element, at.Column+1, at.Columns, at.Row+1, at.Rows)
	}
	return css.String()
}

type changesData struct {
	Dashboard *link // The dashboard whose changes are shown, or nil for the changes of all objects.
	Changes   []details
	More      int
}

// changes returns a screen that shows what the last terraform apply changed, on one dashboard or everywhere. It shows each object before
// and after the apply, side by side.
func changes(p *Page, r *http.Request) (screen, error) {
	changed := p.follower.effect().changed
	data, view := changesData{}, screen{Template: "changes", Title: "Last apply"}
	if id := r.PathValue("id"); id != "" {
		k := objectKey{"dashboard", id}
		if changed = p.changedIn(k); len(changed) == 0 && !p.exists(k) {
			return screen{}, errMissing
		}
		link := p.link(k)
		data.Dashboard, view.Title, view.Section = &link, link.Name+": last apply", "dashboards"
	}
	for _, k := range changed[:min(len(changed), maxNamed)] {
		one, err := p.details(k)
		if err != nil {
			continue // Another request has just deleted the object.
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

// changedIn returns the objects that the last terraform apply changed in a container, such as a dashboard. The result includes the
// container itself if it changed.
func (p *Page) changedIn(container objectKey) []objectKey {
	isOutside := func(k objectKey) bool { return !slices.Contains(p.follower.withContainers(k), container) }
	return slices.DeleteFunc(slices.Clone(p.follower.effect().changed), isOutside)
}
