// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
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

type artist struct {
	set           settings
	source        source
	before, after scene
	names         map[string]int // of files; the number of files with the same beginning
	files         []file
	progress      *progress.Line
	done, total   int
}

// scene is one plan or state file to draw, with the results of its alerts.
type scene struct {
	estate *estate
	world  panel.World
	alerts []drawnAlert
}

func (a *artist) scene(ctx context.Context, e *estate) (scene, error) {
	s := scene{estate: e}
	for i, o := range e.alerts {
		a.progress.Say("rehearsing %d of %d: %s", i+1, len(e.alerts), o.address)
		alert, err := a.set.rehearse(ctx, a.source, o)
		if err != nil {
			return s, err
		}
		s.alerts = append(s.alerts, alert)
	}
	s.world = a.set.world(a.source, e, s.alerts)
	return s, nil
}

// drawAll draws all dashboards and alerts, and the page with links to them.
func (a *artist) drawAll(ctx context.Context, before, after *estate) (err error) {
	if a.before, err = a.scene(ctx, before); err != nil {
		return err
	}
	if a.after, err = a.scene(ctx, after); err != nil {
		return err
	}
	dashboards := pairs(before.dashboards, after.dashboards, func(d dashboard) string { return d.address })
	alerts := pairs(a.before.alerts, a.after.alerts, func(d drawnAlert) string { return d.address })
	a.total = len(dashboards) + len(alerts)
	index := sheet.Page{Title: "Dashboards and alerts", Description: strings.Join(a.source.notes, ", "), Theme: a.set.theme}
	for _, p := range dashboards {
		link, err := a.dashboard(ctx, p)
		if err != nil {
			return err
		}
		index.Links = append(index.Links, link)
	}
	for _, p := range alerts {
		index.Sections = append(index.Sections, a.alert(p))
	}
	return a.page("index", "", "", "index", index)
}

// pair is an object in the earlier and in the new file (-before and -plan). An object that was added or removed has nil in one of the
// fields.
type pair[T any] struct{ before, after *T }

// pairs finds objects with the same address in the slices before and after. Removed objects come last.
func pairs[T any](before, after []T, address func(T) string) []pair[T] {
	var all []pair[T]
	index := map[string]int{}
	for i := range after {
		index[address(after[i])] = len(all)
		all = append(all, pair[T]{after: &after[i]})
	}
	for i := range before {
		if at, ok := index[address(before[i])]; ok {
			all[at].before = &before[i]
		} else {
			all = append(all, pair[T]{before: &before[i]})
		}
	}
	return all
}

// either returns the object of the new file, or the object of the earlier file if the object was removed.
func (p pair[T]) either() *T {
	if p.after != nil {
		return p.after
	}
	return p.before
}

// change returns "added", "removed" or "changed: ...". Without the option -before, it returns "".
func (a *artist) change(before, after *object) string {
	if a.set.before == "" {
		return ""
	}
	return mark(before, after)
}

func (a *artist) dashboard(ctx context.Context, p pair[dashboard]) (sheet.Link, error) {
	d := p.either()
	a.done++
	a.progress.Say("drawing %d of %d: %s", a.done, a.total, d.address)
	var old, now []tab
	change := ""
	switch {
	case p.before == nil:
		now, change = p.after.tabs, a.change(nil, &p.after.object)
	case p.after == nil:
		old, change = p.before.tabs, a.change(&p.before.object, nil)
	default:
		old, now, change = p.before.tabs, p.after.tabs, a.change(&p.before.object, &p.after.object)
	}
	description, _ := d.attributes["description"].(string)
	page := sheet.Page{Title: d.name(), Description: description, Links: []sheet.Link{{
		File: "index.html",
		Text: "All dashboards and alerts",
	}}, Theme: a.set.theme}
	base := "dashboard-" + slug(d.address)
	for i, t := range pairs(old, now, func(t tab) string { return t.address }) {
		name := base + "-" + slug(t.either().name())
		svg, err := a.tab(ctx, d.name(), t, fmt.Sprintf("t%d-", i+1))
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return sheet.Link{}, err
		}
		tabChange := a.tabChange(t)
		if change == "" && tabChange != "" {
			change = "changed: tabs"
		}
		a.add(name, "svg", "tab", t.either().address, t.either().name(), tabChange, svgFile(svg))
		page.Sections = append(page.Sections, sheet.Section{
			ID: fmt.Sprintf("tab-%d", i+1), Heading: t.either().name(),
			SVG: template.HTML(svg),
		}) // Package chart escapes all texts.
	}
	if err := a.page(base, d.address, change, "dashboard", page); err != nil {
		return sheet.Link{}, err
	}
	return sheet.Link{File: a.files[len(a.files)-1].Path, Text: d.name()}, nil
}

// tabChange returns how a tab or one of its widgets has changed; "" without the option -before.
func (a *artist) tabChange(p pair[tab]) string {
	var before, after *object
	if p.before != nil {
		before = &p.before.object
	}
	if p.after != nil {
		after = &p.after.object
	}
	if change := a.change(before, after); change != "" {
		return change
	}
	old, now := a.sheets(p)
	if slices.ContainsFunc(slices.Concat(old.Widgets, now.Widgets), func(w sheet.Widget) bool { return w.Mark != "" }) {
		return "changed: widgets"
	}
	return ""
}

// tab draws a tab. If an earlier state is given, it draws both states next to each other.
func (a *artist) tab(ctx context.Context, dashboard string, p pair[tab], prefix string) (string, error) {
	drawer := sheet.Drawer{Theme: a.set.theme, Width: a.set.tabWidth()}
	title := func(t *tab) string {
		if t == nil {
			return "nothing"
		}
		return dashboard + " / " + t.name()
	}
	old, now := a.sheets(p)
	old.Title, now.Title = title(p.before), title(p.after)
	if a.set.before == "" {
		return drawer.Tab(ctx, a.after.world, now, prefix)
	}
	return drawer.Compare(ctx, a.before.world, a.after.world, old, now, prefix)
}

// sheets returns the earlier and the new version of a tab. The widgets in both are marked as added, removed or changed.
func (a *artist) sheets(p pair[tab]) (old, now sheet.Tab) {
	var before, after []object
	if p.before != nil {
		before = p.before.widgets
	}
	if p.after != nil {
		after = p.after.widgets
	}
	for _, w := range pairs(before, after, func(o object) string { return o.address }) {
		change := a.change(w.before, w.after)
		if w.before != nil {
			old.Widgets = append(old.Widgets, sheet.Widget{Document: w.before.attributes, Mark: change})
		}
		if w.after != nil {
			now.Widgets = append(now.Widgets, sheet.Widget{Document: w.after.attributes, Mark: change})
		}
	}
	return old, now
}

// tabWidth returns the width of a tab. If two states are next to each other, each is narrower, so that texts are still legible.
func (set settings) tabWidth() int {
	if set.before != "" {
		return max(set.width*5/8, leastWidth)
	}
	return set.width
}

// alertSize returns the size of the picture of an alert.
func (set settings) alertSize() panel.Size {
	return panel.Size{Width: float64(min(set.tabWidth(), 1000)), Height: 340}
}

// alert draws an alert. With -before, it draws the earlier and the new version of the alert next to each other.
func (a *artist) alert(p pair[drawnAlert]) sheet.Section {
	drawn := p.either()
	a.done++
	a.progress.Say("drawing %d of %d: %s", a.done, a.total, drawn.address)
	var old, now *object
	if p.before != nil {
		old = &p.before.object
	}
	if p.after != nil {
		now = &p.after.object
	}
	change := a.change(old, now)
	prefix := fmt.Sprintf("a%d", a.done)
	svg := a.alertPanel(p.after, change, prefix+"a-")
	if a.set.before != "" {
		left := a.alertPanel(p.before, change, prefix+"b-")
		svg = sheet.Drawer{Theme: a.set.theme}.Beside(left, svg, a.set.alertSize(), change)
	}
	name := a.add("alert-"+slug(drawn.address), "svg", "alert", drawn.address, drawn.name(), change, svgFile(svg))
	return sheet.Section{ID: strings.TrimSuffix(name, ".svg"), Heading: drawn.name(), SVG: template.HTML(svg)} // of package chart, which escapes all texts
}

func (a *artist) alertPanel(alert *drawnAlert, change, prefix string) string {
	p := panel.Panel{Kind: panel.Text, Empty: "There is no such alert"}
	if alert != nil {
		p = alert.panel
		if change != "" {
			p.Notes = append([]string{change}, p.Notes...)
		}
	}
	return chart.SVG(p, a.set.alertSize(), a.set.theme, prefix)
}

func (a *artist) page(name, address, change, kind string, page sheet.Page) error {
	text, err := page.HTML()
	if err != nil {
		return err
	}
	a.add(name, "html", kind, address, page.Title, change, text)
	return nil
}

func (a *artist) add(name, ending, kind, address, title, change, text string) string {
	first := name + "." + ending
	path := first
	for a.names[path] > 0 {
		a.names[first]++
		path = fmt.Sprintf("%s-%d.%s", name, a.names[first], ending)
	}
	a.names[path] = 1
	if address == afterApply || address == notInPlan {
		address = ""
	}
	a.files = append(a.files, file{
		Path: path, Kind: kind, Address: address, Title: title, Change: change, Sample: len(a.set.series) == 0, text: text,
	})
	return path
}

// slug turns a text into a part of a file name: "Pump 1" becomes pump-1.
func slug(text string) string {
	text = strings.ToLower(text)
	for _, prefix := range []string{"engine_dashboard.", "engine_alert."} {
		text = strings.Replace(text, prefix, "", 1)
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' })
	name := strings.Join(words, "-")
	const longest = 80
	if len(name) > longest {
		name = strings.TrimRight(name[:longest], "-")
	}
	if name == "" {
		return "unnamed"
	}
	return name
}

const svgStart = `<?xml version="1.0" encoding="UTF-8"?>` + "\n<!-- " + sheet.Mark + " -->\n"

func svgFile(svg string) string { return svgStart + svg }

// write writes the files. It replaces a file only if the draw subcommand made that file.
func (a *artist) write() (err error) {
	a.progress.Say("writing %d files to %s", len(a.files), a.set.out)
	if err := os.MkdirAll(a.set.out, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(a.set.out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	files := make([]newfile.File, 0, len(a.files))
	for _, f := range a.files {
		replaces, err := isOurs(root, f.Path)
		if err != nil {
			return err
		}
		files = append(files, newfile.File{Name: f.Path, Text: f.text, Replaces: replaces})
	}
	return newfile.Write(a.set.out, files)
}

// isOurs reports whether a file exists and begins exactly like the files of the draw subcommand.
func isOurs(root *os.Root, name string) (bool, error) {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	opened, err := root.Open(name)
	if err != nil {
		return false, err
	}
	begin := make([]byte, max(len(svgStart), len(sheet.HTMLStart)))
	n, err := io.ReadFull(opened, begin)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	text := string(begin[:n])
	ours := strings.HasPrefix(text, svgStart) || strings.HasPrefix(text, sheet.HTMLStart)
	return ours, errors.Join(err, opened.Close())
}
