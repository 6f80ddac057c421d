// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/chart"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

// file is an output file. The -json output describes each file in this form.
type file struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"` // index, dashboard, tab or alert
	Address string `json:"address,omitempty"`
	Title   string `json:"title"`
	Change  string `json:"change,omitempty"`
	Sample  bool   `json:"sample"` // the file shows sample data
	content string
}

// gallery renders the pictures and pages for dashboards and alerts. contents.before and contents.after are the dashboards and alerts before
// and after the plan. They are the same pointer if the pictures should not compare the two.
type gallery struct {
	settings

	source      source
	contents    beforeAfter[*contents]
	worlds      beforeAfter[panel.World]
	names       map[string]int // how many files have requested each path
	files       []file
	progress    *progress.Line
	done, total int
}

type beforeAfter[T any] struct{ before, after T }

func (g *gallery) compares() bool { return g.contents.before != g.contents.after }

// renderAll renders all dashboards and alerts, and the page that links to them. The page lists unchanged objects last.
func (g *gallery) renderAll(ctx context.Context) (err error) {
	if g.worlds.after, err = g.world(ctx, g.contents.after); err != nil {
		return err
	}
	if g.worlds.before = g.worlds.after; g.compares() {
		if g.worlds.before, err = g.world(ctx, g.contents.before); err != nil {
			return err
		}
	}
	before, after := g.contents.before, g.contents.after
	dashboards, alerts := changedFirst(pairs(before.dashboards, after.dashboards)), changedFirst(pairs(before.alerts, after.alerts))
	g.total = len(dashboards) + len(alerts)
	index := sheet.Page{Title: "Dashboards and alerts", Description: strings.Join(g.source.notes, ", ")}
	for _, p := range dashboards {
		link, err := g.renderDashboard(ctx, p)
		if err != nil {
			return err
		}
		index.Links = append(index.Links, link)
	}
	for _, p := range alerts {
		g.showProgress(p)
		index.Sections = append(index.Sections, g.addSection("alert-"+slug(p.latest().address), p, g.renderAlert(p)))
	}
	_, err = g.addPage(file{Path: "index", Kind: "index"}, index)
	return cmp.Or(err, ctx.Err())
}

func (g *gallery) showProgress(p pair) {
	g.done++
	g.progress.Say("drawing %d of %d: %s", g.done, g.total, p.latest().address)
}

func (g *gallery) renderDashboard(ctx context.Context, p pair) (sheet.Link, error) {
	d := p.latest()
	g.showProgress(p)
	description, _ := d.attributes["description"].(string)
	page := sheet.Page{Title: d.name(), Description: description, Links: []sheet.Link{{File: "index.html", Text: "All dashboards and alerts"}}}
	name := "dashboard-" + slug(d.address)
	for i, t := range changedFirst(p.parts) {
		picture, err := g.renderTab(ctx, d.name(), t, fmt.Sprintf("t%d-", i+1))
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return sheet.Link{}, err
		}
		page.Sections = append(page.Sections, g.addSection(name+"-"+slug(t.latest().name()), t, picture))
	}
	path, err := g.addPage(file{Path: name, Kind: "dashboard", Address: d.address, Change: p.change}, page)
	return sheet.Link{File: path, Text: d.name()}, err
}

// addSection adds the file for the picture of a tab or an alert, and returns a page section that shows the picture. In a comparison,
// unchanged pictures are collapsed.
func (g *gallery) addSection(name string, p pair, picture sheet.Picture) sheet.Section {
	o := p.latest()
	path := g.addFile(file{
		Path: name, Kind: o.kind, Address: o.address, Title: o.name(), Change: p.change,
		content: svgStart + chart.FixColors(picture.SVG, g.theme),
	}, ".svg")
	return sheet.Section{
		ID: strings.TrimSuffix(path, ".svg"), Name: o.name(), Collapsed: g.compares() && p.change == "",
		SVG: template.HTML(picture.SVG), // Package chart escapes all text.
	}
}

// renderTab renders a tab. If the plan changes the tab, the picture shows the tab before and after the plan, side by side.
func (g *gallery) renderTab(ctx context.Context, dashboard string, p pair, prefix string) (sheet.Picture, error) {
	drawer := sheet.Drawer{Theme: chart.Auto(), Width: g.tabWidth()}
	before, after := sheet.Tab{Title: dashboard + " / " + p.latest().name()}, sheet.Tab{}
	after.Title = before.Title
	for _, w := range p.parts {
		if w.before != nil {
			before.Widgets = append(before.Widgets, sheet.Widget{Document: w.before.attributes, Mark: w.change})
		}
		if w.after != nil {
			after.Widgets = append(after.Widgets, sheet.Widget{Document: w.after.attributes, Mark: w.change})
		}
	}
	switch {
	case p.after == nil:
		return drawer.Tab(ctx, g.worlds.before, before, prefix)
	case p.before == nil || p.change == "":
		return drawer.Tab(ctx, g.worlds.after, after, prefix)
	}
	left, err := drawer.Tab(ctx, g.worlds.before, before, prefix+"b")
	if err != nil {
		return sheet.Picture{}, err
	}
	right, err := drawer.Tab(ctx, g.worlds.after, after, prefix+"a")
	return drawer.SideBySide(left, right, ""), err
}

// tabWidth returns the width of a tab in pixels. In a comparison, tabs are narrower, so that two fit side by side.
func (g *gallery) tabWidth() int {
	if g.compares() {
		return max(g.width*5/8, minWidth)
	}
	return g.width
}

func (g *gallery) alertSize() panel.Size {
	return panel.Size{Width: float64(min(g.tabWidth(), 1000)), Height: 340}
}

// renderAlert renders an alert. If the plan changes the alert, the picture shows the alert before and after the plan, side by side.
func (g *gallery) renderAlert(p pair) sheet.Picture {
	size := g.alertSize()
	render := func(o *object, side string) sheet.Picture {
		shown := o.outcome.panel
		if p.change != "" {
			shown.Notes = append([]string{p.change}, shown.Notes...)
		}
		svg := chart.SVG(shown, size, chart.Auto(), fmt.Sprintf("a%d%s-", g.done, side))
		return sheet.Picture{SVG: svg, Width: int(size.Width), Height: int(size.Height)}
	}
	switch {
	case p.after == nil:
		return render(p.before, "b")
	case p.before == nil || p.change == "":
		return render(p.after, "a")
	}
	return sheet.Drawer{Theme: chart.Auto()}.SideBySide(render(p.before, "b"), render(p.after, "a"), p.change)
}

// addPage adds an HTML page, and returns the path of its file.
func (g *gallery) addPage(f file, page sheet.Page) (path string, err error) {
	f.Title = page.Title
	if f.content, err = page.HTML(); err != nil {
		return "", err
	}
	return g.addFile(f, ".html"), nil
}

// addFile adds a file with the given extension, and returns its path. If the path is taken, the name gets a number, as in alert-x-2.svg.
func (g *gallery) addFile(f file, extension string) string {
	name, first := f.Path, f.Path+extension
	for f.Path = first; g.names[f.Path] > 0; {
		g.names[first]++
		f.Path = fmt.Sprintf("%s-%d%s", name, g.names[first], extension)
	}
	g.names[f.Path] = 1
	if f.Address == afterApply || f.Address == notInPlan {
		f.Address = ""
	}
	f.Sample = !g.source.HasData
	g.files = append(g.files, f)
	return f.Path
}
