// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package sheet arranges the widgets of a tab on a grid, renders the tab as one picture, and builds HTML pages from such pictures.
//
// Start reading at Drawer.Tab. grid.go positions each widget, and page.go builds the HTML. The package imports chart, panel and
// base/document.
package sheet

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/chart"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// Tab is a tab of a dashboard.
type Tab struct {
	Title   string
	Widgets []Widget
}

// Widget is a widget of a tab. Document contains its attributes, from an engine's response or from a Terraform resource.
type Widget struct {
	Document map[string]any
	Mark     string // "added", "removed" or "changed: ..."; "" if the widget has not changed
}

// Drawer renders the tabs of dashboards as pictures.
type Drawer struct {
	Theme chart.Theme
	Width int // the width of a tab in pixels
}

// DefaultWidth is the default width of a tab in pixels.
const DefaultWidth = 1288

const headHeight = 44

// Picture is an svg element, with its size in pixels.
type Picture struct {
	SVG           string
	Width, Height int
}

// Tab renders a tab with its widgets. All ids in the picture begin with prefix.
func (d Drawer) Tab(ctx context.Context, world panel.World, tab Tab, prefix string) (Picture, error) {
	widgets, height, err := d.renderWidgets(ctx, world, tab, prefix)
	if err != nil {
		return Picture{}, err
	}
	body := d.renderTitle(0, d.Width, tab.Title) + fmt.Sprintf(`<g transform="translate(0 %d)">%s</g>`, headHeight, widgets)
	return d.picture(d.Width, height+headHeight, tab.Title, body), nil
}

// SideBySide returns a picture that shows an object before and after a change. The frames have the color for the kind of change, for
// example green for "added". If change is "", there are no frames.
func (d Drawer) SideBySide(before, after Picture, change string) Picture {
	var c chart.Canvas
	x, height := margin, 0
	for i, p := range []Picture{before, after} {
		c.WriteString(d.renderTitle(x-margin, p.Width, []string{"Before", "After"}[i]))
		fmt.Fprintf(&c, `<g transform="translate(%d %d)">%s`, x, headHeight, p.SVG)
		drawOutline(&c, change, false, p.Width, p.Height)
		c.WriteString("</g>\n")
		x, height = x+p.Width+24, max(height, p.Height)
	}
	return d.picture(x-24+margin, height+headHeight+margin, "before and after", c.String())
}

func (d Drawer) picture(width, height int, title, body string) Picture {
	const form = `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="group" ` +
		`aria-label="%[3]s" font-family="%[4]s">
<rect width="%[1]d" height="%[2]d" fill="%[5]s"/>
%[6]s</svg>
`
	return Picture{fmt.Sprintf(form, width, height, chart.Escape(title), d.Theme.Font, d.Theme.Page, body), width, height}
}

func (d Drawer) renderTitle(x, width int, title string) string {
	var c chart.Canvas
	title = panel.Truncate(title, 19, float64(width-2*margin))
	c.Text(float64(x+margin), 29, chart.Lettering{Size: 18, Color: d.Theme.Text, Bold: true}, title)
	return c.String()
}

// renderWidgets renders the widgets of a tab in parallel. height is the height of the tab in pixels.
func (d Drawer) renderWidgets(ctx context.Context, world panel.World, tab Tab, prefix string) (svg string, height int, err error) {
	places, height := Arrange(tab.Widgets)
	rendered := make([]string, len(places))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, place := range places {
		group.Go(func() (err error) {
			rendered[i], err = d.renderWidget(ctx, world, place, fmt.Sprintf("%sw%d-", prefix, i+1))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return "", 0, err
	}
	var c chart.Canvas
	for i, place := range places {
		at := place.box(d.Width)
		fmt.Fprintf(&c, `<g transform="translate(%d %d)">%s`, at.x, at.y, rendered[i])
		drawOutline(&c, place.Widget.Mark, len(place.Problems) > 0, at.width, at.height)
		c.WriteString("</g>\n")
	}
	if len(places) == 0 {
		c.Text(float64(d.Width)/2, 60, chart.Lettering{Size: 15, Color: d.Theme.Muted, Anchor: "middle"}, "This tab has no widgets")
		height = 100
	}
	if more := len(tab.Widgets) - len(places); more > 0 {
		line := "… and " + document.Count(more, "more widget") + " (not drawn)"
		c.Text(margin, float64(height+16), chart.Lettering{Size: 13, Color: d.Theme.Muted}, line)
		height += 30
	}
	return c.String(), height, nil
}

func (d Drawer) renderWidget(ctx context.Context, world panel.World, place Place, prefix string) (string, error) {
	at := place.box(d.Width)
	size := panel.Size{Width: float64(at.width), Height: float64(at.height)}
	p := world.Widget(ctx, place.Widget.Document, chart.BodySize(size))
	p.Problems = append(slices.Clone(place.Problems), p.Problems...)
	if place.Widget.Mark != "" {
		p.Notes = append([]string{place.Widget.Mark}, p.Notes...)
	}
	return chart.SVG(p, size, d.Theme, prefix), ctx.Err()
}

// drawOutline draws a frame around a widget that has changed or whose position is invalid.
func drawOutline(c *chart.Canvas, mark string, misplaced bool, width, height int) {
	color := map[string]string{"added": "#37a35a", "removed": "#e02f44"}[mark]
	switch {
	case color != "":
	case mark != "":
		color = "#3d7fe0"
	case misplaced:
		color = "#ff9830"
	default:
		return
	}
	fmt.Fprintf(c, `<rect x="-1" y="-1" width="%d" height="%d" rx="5" fill="none" stroke="%s" stroke-width="3"/>`, width+2, height+2, color)
}
