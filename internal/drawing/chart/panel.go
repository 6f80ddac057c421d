// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"context"
	"fmt"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// These are the heights, in pixels, of the lines of text above a drawing.
const (
	titleHeight  = 30
	remarkHeight = 18
)

// BodySize returns the room that is left for the drawing below the title. Pass it to panel.World.Widget.
func BodySize(whole panel.Size) panel.Size {
	return panel.Size{Width: max(whole.Width, 20), Height: max(whole.Height-titleHeight, 20)}
}

// SVG draws a panel with its title and frame as an svg element. All ids in it begin with prefix, which must differ between the panels of a
// page.
func (d *Drawer) SVG(ctx context.Context, p panel.Panel, whole panel.Size, theme Theme, prefix string) (string, error) {
	var c Canvas
	fmt.Fprintf(&c,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" aria-label="%s" font-family="%s">`+"\n",
		digits(whole.Width), digits(whole.Height), digits(whole.Width), digits(whole.Height), escaped(p.Title+". "+p.Summary), theme.Font)
	border := theme.Border
	if p.Border {
		border = theme.Axis
	}
	c.Rect(0.5, 0.5, whole.Width-1, whole.Height-1, 4, theme.Ground, border)
	top := d.head(&c, p, whole, theme)
	size := panel.Size{Width: whole.Width, Height: max(whole.Height-top, 10)}
	drawing, err := d.body(ctx, p, size, theme, prefix)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&c, `<g transform="translate(0 %s)">%s</g></svg>`+"\n", digits(top), drawing)
	if err := checkSVG(c.String()); err != nil {
		return "", fmt.Errorf("the drawing of %q is not used, because %w", p.Title, err)
	}
	return c.String(), nil
}

// head draws the title, the text in the corner and the remarks. It returns their height.
func (d *Drawer) head(c *Canvas, p panel.Panel, whole panel.Size, theme Theme) float64 {
	room := whole.Width - 24
	corner := panel.Fitted(p.Corner, 11, max(room*0.55, room-panel.TextWidth(p.Title, 14.6)-12))
	c.Text(whole.Width-12, 20, Lettering{Size: 11, Color: theme.Muted, Anchor: "end"}, corner)
	if corner != "" {
		room -= panel.TextWidth(corner, 11) + 12
	}
	c.Text(12, 20, Lettering{Size: 14, Color: theme.Text, Bold: true}, panel.Fitted(p.Title, 14.6, room))
	remarks := strings.Join(append(nonEmpty(p.Description), p.Notes...), " · ")
	if remarks == "" && len(p.Problems) == 0 {
		return titleHeight
	}
	left := 12.0
	if len(p.Problems) > 0 {
		problem := panel.Fitted("⚠ "+strings.Join(p.Problems, "; "), 11, whole.Width-24)
		c.Text(left, titleHeight+8, Lettering{Size: 11, Color: warningColor(theme)}, problem)
		left += panel.TextWidth(problem, 11) + 12
	}
	if width := whole.Width - 12 - left; width > 30 {
		c.Text(left, titleHeight+8, Lettering{Size: 11, Color: theme.Muted}, panel.Fitted(remarks, 11, width))
	}
	return titleHeight + remarkHeight
}

func warningColor(theme Theme) string {
	if theme.Name == "dark" {
		return "#ffb357"
	}
	return "#a34a00"
}

func nonEmpty(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

func (d *Drawer) body(ctx context.Context, p panel.Panel, size panel.Size, theme Theme, prefix string) (string, error) {
	var c Canvas
	switch {
	case p.Empty != "":
		c.Text(size.Width/2, size.Height/2+4, Lettering{Size: 15, Color: theme.Muted, Anchor: "middle"}, panel.Fitted(p.Empty, 15, size.Width-16))
	case IsChart(p):
		return d.echarts(ctx, p, size, theme, prefix)
	default:
		body(&c, p, size, theme)
	}
	return c.String(), nil
}
