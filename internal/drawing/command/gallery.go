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

// file is a file to write.
type file struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"` // index, dashboard, tab or alert
	Address string `json:"address,omitempty"`
	Title   string `json:"title"`
	Change  string `json:"change,omitempty"`
	Sample  bool   `json:"sample"` // it shows sample data
	text    string
}

// artist draws all pictures and pages.
type artist struct {
	set           settings
	source        source
	before, after scene
	names         map[string]int // of files; the number of files with the same beginning
	files         []file
	progress      *progress.Line
	done, total   int
}

// scene is one plan or state to draw, with the results of its alerts by address.
type scene struct {
	world  panel.World
	alerts map[string]drawnAlert
}

func (a *artist) scene(ctx context.Context, e *estate) (scene, error) {
	s := scene{alerts: map[string]drawnAlert{}}
	var listed []drawnAlert
	for i, o := range e.alerts {
		a.progress.Say("rehearsing %d of %d: %s", i+1, len(e.alerts), o.address)
		alert, err := a.set.rehearse(ctx, a.source, o)
		if err != nil {
			return s, err
		}
		s.alerts[o.address] = alert
		listed = append(listed, alert)
	}
	s.world = a.set.world(a.source, e, listed)
	return s, nil
}

// drawAll draws all dashboards and alerts, and the page with links to them. If the estate before the plan is compared, changed objects
// come first.
func (a *artist) drawAll(ctx context.Context, before, after *estate) (err error) {
	if a.before, err = a.scene(ctx, before); err != nil {
		return err
	}
	if a.after, err = a.scene(ctx, after); err != nil {
		return err
	}
	dashboards, alerts := a.sorted(pairs(before.dashboards, after.dashboards)), a.sorted(pairs(before.alerts, after.alerts))
	a.total = len(dashboards) + len(alerts)
	index := sheet.Page{Title: "Dashboards and alerts", Description: strings.Join(a.source.notes, ", ")}
	for _, p := range dashboards {
		link, err := a.dashboard(ctx, p)
		if err != nil {
			return err
		}
		index.Links = append(index.Links, link)
	}
	for _, p := range alerts {
		a.progressAt(p)
		index.Sections = append(index.Sections, a.section("alert-"+slug(p.either().address), p, a.alert(p)))
	}
	return a.page(file{Path: "index", Kind: "index"}, index)
}

// sorted moves unchanged objects to the end.
func (a *artist) sorted(all []pair) []pair {
	var changed, unchanged []pair
	for _, p := range all {
		if a.set.compares && p.change() == "" {
			unchanged = append(unchanged, p)
		} else {
			changed = append(changed, p)
		}
	}
	return append(changed, unchanged...)
}

// change returns how an object has changed, or "" if nothing is compared.
func (a *artist) change(p pair) string {
	if !a.set.compares {
		return ""
	}
	return p.change()
}

func (a *artist) progressAt(p pair) {
	a.done++
	a.progress.Say("drawing %d of %d: %s", a.done, a.total, p.either().address)
}

func (a *artist) dashboard(ctx context.Context, p pair) (sheet.Link, error) {
	d := p.either()
	a.progressAt(p)
	description, _ := d.attributes["description"].(string)
	page := sheet.Page{Title: d.name(), Description: description, Links: []sheet.Link{{File: "index.html", Text: "All dashboards and alerts"}}}
	name := "dashboard-" + slug(d.address)
	for i, t := range a.sorted(p.parts()) {
		picture, err := a.tab(ctx, d.name(), t, fmt.Sprintf("t%d-", i+1))
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return sheet.Link{}, err
		}
		page.Sections = append(page.Sections, a.section(name+"-"+slug(t.either().name()), t, picture))
	}
	if err := a.page(file{Path: name, Kind: "dashboard", Address: d.address, Change: a.change(p)}, page); err != nil {
		return sheet.Link{}, err
	}
	return sheet.Link{File: a.files[len(a.files)-1].Path, Text: d.name()}, nil
}

// section adds the file with the picture of a tab or an alert, and returns its section of a page. An unchanged picture is collapsed.
func (a *artist) section(name string, p pair, picture sheet.Picture) sheet.Section {
	o, change := p.either(), a.change(p)
	path := a.add(file{
		Path: name, Kind: o.kind, Address: o.address, Title: o.name(), Change: change, text: svgStart + chart.Fixed(picture.SVG, a.set.theme),
	}, ".svg")
	return sheet.Section{
		ID: strings.TrimSuffix(path, ".svg"), Name: o.name(), Collapsed: a.set.compares && change == "",
		SVG: template.HTML(picture.SVG), // Package chart escapes all strings.
	}
}

// tab draws a tab, with the versions before and after the plan next to each other if they differ.
func (a *artist) tab(ctx context.Context, dashboard string, p pair, prefix string) (sheet.Picture, error) {
	drawer := sheet.Drawer{Theme: chart.Auto(), Width: a.set.tabWidth()}
	before, after := sheet.Tab{Title: dashboard + " / " + p.either().name()}, sheet.Tab{}
	after.Title = before.Title
	for _, w := range p.parts() {
		change := a.change(w)
		if w.before != nil {
			before.Widgets = append(before.Widgets, sheet.Widget{Document: w.before.attributes, Mark: change})
		}
		if w.after != nil {
			after.Widgets = append(after.Widgets, sheet.Widget{Document: w.after.attributes, Mark: change})
		}
	}
	if p.after == nil {
		return drawer.Tab(ctx, a.before.world, before, prefix)
	}
	if p.before == nil || a.change(p) == "" {
		return drawer.Tab(ctx, a.after.world, after, prefix)
	}
	left, err := drawer.Tab(ctx, a.before.world, before, prefix+"b")
	if err != nil {
		return sheet.Picture{}, err
	}
	right, err := drawer.Tab(ctx, a.after.world, after, prefix+"a")
	return drawer.Beside(left, right, ""), err
}

// tabWidth returns the width of a tab. If two states are next to each other, each is narrower, so that its text is still legible.
func (set settings) tabWidth() int {
	if set.compares {
		return max(set.width*5/8, leastWidth)
	}
	return set.width
}

// alertSize returns the size of the picture of an alert.
func (set settings) alertSize() panel.Size {
	return panel.Size{Width: float64(min(set.tabWidth(), 1000)), Height: 340}
}

// alert draws an alert, with the versions before and after the plan next to each other if they differ.
func (a *artist) alert(p pair) sheet.Picture {
	change, size, address := a.change(p), a.set.alertSize(), p.either().address
	draw := func(s scene, side string) sheet.Picture {
		shown := s.alerts[address].panel
		if change != "" {
			shown.Notes = append([]string{change}, shown.Notes...)
		}
		svg := chart.SVG(shown, size, chart.Auto(), fmt.Sprintf("a%d%s-", a.done, side))
		return sheet.Picture{SVG: svg, Width: int(size.Width), Height: int(size.Height)}
	}
	switch {
	case p.after == nil:
		return draw(a.before, "b")
	case p.before == nil || change == "":
		return draw(a.after, "a")
	}
	return sheet.Drawer{Theme: chart.Auto()}.Beside(draw(a.before, "b"), draw(a.after, "a"), change)
}

// page adds an HTML page.
func (a *artist) page(f file, page sheet.Page) (err error) {
	f.Title = page.Title
	if f.text, err = page.HTML(); err == nil {
		a.add(f, ".html")
	}
	return err
}

// add adds a file, with the ending and perhaps a number behind its path, and returns the path.
func (a *artist) add(f file, ending string) string {
	name, first := f.Path, f.Path+ending
	for f.Path = first; a.names[f.Path] > 0; {
		a.names[first]++
		f.Path = fmt.Sprintf("%s-%d%s", name, a.names[first], ending)
	}
	a.names[f.Path] = 1
	if f.Address == afterApply || f.Address == notInPlan {
		f.Address = ""
	}
	f.Sample = len(a.set.series) == 0
	a.files = append(a.files, f)
	return f.Path
}
