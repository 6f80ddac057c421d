// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// TestDetails checks where text and bars appear. The title has priority over the text in the corner, which moves below the title if there
// is no room for both. Names and values must be legible, even if a panel has many of them. A single bar must not fill the chart.
func TestDetails(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Title ", 30)
	values := make([]panel.Value, 10)
	values[0], values[1] = panel.Value{Name: "A", Text: "1 bar"}, panel.Value{Name: long, Text: "2 bar"}
	for name, c := range map[string]struct {
		panel panel.Panel
		want  []string
	}{
		"both":      {panel.Panel{Title: "Title", Corner: "every 30s"}, []string{`end">every 30s<`, ">Title<"}},
		"no room":   {panel.Panel{Title: long, Corner: "every 30s", Description: "about"}, []string{">about · every 30s<"}},
		"no corner": {panel.Panel{Title: long, Notes: []string{"sample data"}}, []string{">sample data<"}},
		"a problem": {panel.Panel{Title: "Title", Problems: []string{"invalid"}, Notes: []string{"note"}}, []string{">⚠ invalid<", ">note<"}},
		"values":    {panel.Panel{Kind: panel.Stat, Values: values}, []string{">A: 1 bar<", ">Title Title…: 2 bar<"}},
		"one value": {panel.Panel{Kind: panel.Stat, Values: values[:1]}, []string{">A<", ">1 bar<"}},
		"a long cell": {
			panel.Panel{Kind: panel.Table, Columns: []string{"A", "B", "C"}, Rows: [][]panel.Cell{
				{{Text: "2026-03-02 12:00"}, {Text: "1"}, {Text: long}},
			}},
			[]string{">2026-03-02 12:00<", ">1<", ">Title Title Title Ti…<"},
		},
		"states": {
			panel.Panel{Kind: panel.Timeline, Legend: panel.Legend{Texts: []string{"on", "off", "idle", "fault", "unknown"}}},
			[]string{">idle<", `text-anchor="end">+1<`},
		},
		"last state": {
			panel.Panel{Kind: panel.Timeline, Legend: panel.Legend{Texts: []string{"running", "stopped", "faulty", "on"}}}, []string{">on<"},
		},
		"one bar": {
			panel.Panel{Kind: panel.Lines, X: panel.Axis{Max: 9}, Y: panel.Axis{Max: 9}, Series: []panel.Series{
				{Bar: true, Points: [][2]float64{{4, 5}}},
			}},
			[]string{`<rect x="139.17" y="70.67" width="18.54"`},
		},
		"thresholds": {
			panel.Panel{Kind: panel.Lines, Y: panel.Axis{Max: 9}, Thresholds: []panel.Threshold{{Value: 5, Text: long}, {Value: 5.1, Text: long}}},
			[]string{`text-anchor="end" stroke="#ffffff" stroke-width="3" paint-order="stroke">Title Title Title Titl…<`},
		},
		"three thresholds": {
			panel.Panel{Kind: panel.Lines, Y: panel.Axis{Max: 9}, Thresholds: []panel.Threshold{
				{Value: 5, Text: "high"}, {Value: 5.1, Text: "higher"}, {Value: 5.2, Text: "highest"}, {Value: 7, Text: "far"},
			}},
			[]string{
				`text-anchor="end" stroke="#ffffff" stroke-width="3" paint-order="stroke">high<`,
				`text-anchor="middle" stroke="#ffffff" stroke-width="3" paint-order="stroke">highest<`,
				`text-anchor="end" stroke="#ffffff" stroke-width="3" paint-order="stroke">far<`,
			},
		},
	} {
		svg := SVG(c.panel, panel.Size{Width: 300, Height: 200}, Light(), "")
		for _, want := range c.want {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: %q is missing in\n%s", name, want, svg)
			}
		}
	}
}

// TestParagraphs checks that wrapped lines fit the width and lose no characters. A word longer than a line continues on the next line.
func TestParagraphs(t *testing.T) {
	t.Parallel()
	got, want := breakLines("ab "+strings.Repeat("x", 12)+"\ncd", 10, 30, 9), []string{"ab", "xxxxx", "xxxxx", "xx", "cd"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := breakLines("one two three four", 10, 30, 2); len(got) != 2 || !strings.HasSuffix(got[1], "…") {
		t.Errorf("got %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		text, width := rapid.StringMatching(`[a-zW漢é \n]{0,60}`).Draw(t, "text"), rapid.Float64Range(15, 200).Draw(t, "width")
		lines := breakLines(text, 10, width, 1000)
		for _, line := range lines {
			if panel.TextWidth(line, 10) > width+1e-6 {
				t.Errorf("%q is wider than %v", line, width)
			}
		}
		joined := strings.Join(strings.Fields(strings.Join(lines, "")), "")
		if want := strings.Join(strings.Fields(text), ""); joined != want {
			t.Errorf("got %q, want %q", joined, want)
		}
	})
}
