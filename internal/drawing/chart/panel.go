// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package chart renders a panel.Panel as an SVG picture. The same panel produces the same bytes on every machine.
//
// Start reading at SVG. plot.go renders axes, and series.go the lines and bars between them. gauge.go, meter.go and plain.go render gauges,
// scales, tables and text. canvas.go writes the SVG elements. The package imports panel and base/document.
package chart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// titleHeight is the height in pixels of the title above a chart.
const titleHeight = 30

// BodySize returns the size of the area below the title of a picture. Pass it to panel.World.Widget or panel.World.Alert.
func BodySize(whole panel.Size) panel.Size {
	return panel.Size{Width: max(whole.Width, 20), Height: max(whole.Height-titleHeight, 20)}
}

// SVG renders a panel with its title and frame as an svg element. All ids begin with prefix, which must be unique on the page.
func SVG(p panel.Panel, whole panel.Size, theme Theme, prefix string) string {
	var c Canvas
	const form = `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s" role="img" ` +
		`aria-label="%[3]s" font-family="%[4]s">` + "\n"
	fmt.Fprintf(&c, form, digits(whole.Width), digits(whole.Height), Escape(p.Title+". "+p.Summary), theme.Font)
	border := theme.Border
	if p.Border {
		border = theme.Axis
	}
	c.Rect(0.5, 0.5, whole.Width-1, whole.Height-1, 4, theme.Ground, border)
	top := renderHead(&c, p, whole, theme)
	c.WriteString(`<g transform="translate(0 ` + digits(top) + `)">`)
	renderBody(&c, p, panel.Size{Width: whole.Width, Height: max(whole.Height-top, 10)}, theme, prefix)
	c.WriteString("</g></svg>\n")
	return c.String()
}

// renderHead renders the title, the text in the top right corner, and the problems and notes. It returns their total height in pixels.
func renderHead(c *Canvas, p panel.Panel, whole panel.Size, theme Theme) float64 {
	title := panel.Truncate(p.Title, 14.6, whole.Width-24)
	c.Text(12, 20, Lettering{Size: 14, Color: theme.Text, Bold: true}, title)
	remarks := append([]string{p.Description}, p.Notes...)
	if panel.TextWidth(title, 14.6)+12+panel.TextWidth(p.Corner, 11) <= whole.Width-24 {
		c.Text(whole.Width-12, 20, Lettering{Size: 11, Color: theme.Muted, Anchor: "end"}, p.Corner)
	} else {
		remarks = slices.Insert(remarks, 1, p.Corner)
	}
	remark := strings.Join(slices.DeleteFunc(remarks, func(r string) bool { return r == "" }), " · ")
	if remark == "" && len(p.Problems) == 0 {
		return titleHeight
	}
	problems := ""
	if len(p.Problems) > 0 {
		problems = "⚠ " + strings.Join(p.Problems, "; ")
	}
	bottom := titleHeight - 6.0
	write := func(text, color string, lines int) (width float64) {
		for _, line := range breakLines(text, 11, whole.Width-24, lines) {
			bottom += 14
			c.Text(12, bottom, Lettering{Size: 11, Color: color}, line)
			width = panel.TextWidth(line, 11)
		}
		return width
	}
	switch {
	case whole.Height >= tallPanel:
		write(problems, theme.Warning, 2)
		write(remark, theme.Muted, 2)
	case problems == "":
		write(remark, theme.Muted, 1)
	default:
		left := 24 + write(problems, theme.Warning, 1)
		if width := whole.Width - 12 - left; width > 30 {
			c.Text(left, bottom, Lettering{Size: 11, Color: theme.Muted}, panel.Truncate(remark, 11, width))
		}
	}
	return bottom + 10
}

// If a panel is at least tallPanel pixels high, the problems below its title may take up two lines, and so may the notes.
const tallPanel = 250

func renderBody(c *Canvas, p panel.Panel, size panel.Size, theme Theme, prefix string) {
	if p.Empty != "" {
		text := panel.Truncate(p.Empty, 15, size.Width-16)
		c.Text(size.Width/2, size.Height/2+4, Lettering{Size: 15, Color: theme.Muted, Anchor: "middle"}, text)
		return
	}
	switch p.Kind {
	case panel.Lines, panel.Bars:
		renderAxes(c, p, size, theme, prefix)
	case panel.Gauge:
		renderGauges(c, p, size, theme)
	case panel.Stat:
		renderStats(c, p, size, theme)
	case panel.Meter:
		renderMeters(c, p, size, theme)
	case panel.Table:
		renderTable(c, p, size, theme)
	case panel.Timeline:
		renderTimeline(c, p, size, theme)
	default:
		renderText(c, p, size, theme)
	}
}
