// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package sheet

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/chart"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/drawingtest"
)

func at(x, y, width, height any) Widget {
	return Widget{Document: map[string]any{"name": "w", "type": "text", "position_x": x, "position_y": y, "width": width, "height": height}}
}

// TestPlaces checks that Arrange reports a problem for each widget that overlaps others or does not fit, and puts widgets without a
// position below all others.
func TestPlaces(t *testing.T) {
	t.Parallel()
	small := at(0.0, 10.0, 2.0, 1.0)
	small.Document["min_width"], small.Document["min_height"] = 4.0, 2.0
	places, height := Arrange([]Widget{
		at(0.0, 0.0, 10.0, 5.0), at(9.0, 4.0, 5.0, 5.0), at(15.0, 0.0, 9.0, 2.0), small,
		{Document: map[string]any{"name": "floating"}},
		{Document: nil},
		{Document: nil},
	})
	for i, want := range []struct{ column, row, columns, rows, problems int }{
		{0, 0, 10, 5, 1}, {11, 0, 9, 2, 1}, {9, 4, 5, 5, 1}, {0, 10, 4, 2, 2}, {0, 12, 10, 6, 0}, {10, 12, 10, 6, 0}, {0, 18, 10, 6, 0},
	} {
		p := places[i]
		if p.Column != want.column || p.Row != want.row || p.Columns != want.columns || p.Rows != want.rows || len(p.Problems) != want.problems {
			t.Errorf("place %d is %d, %d, %d x %d: %q, want %v", i, p.Column, p.Row, p.Columns, p.Rows, p.Problems, want)
		}
	}
	if want := 24 * rowHeight; height != want {
		t.Errorf("the height is %d, want %d", height, want)
	}
}

// TestWidgetsStayInsideTheTab checks that Arrange places all widgets inside the tab, whatever positions and sizes they have.
func TestWidgetsStayInsideTheTab(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.Float64(), func(n float64) any { return n }), rapid.Map(rapid.IntRange(-5,
			30), func(n int) any { return float64(n) }), rapid.Just[any]("7"))
		var widgets []Widget
		for range rapid.IntRange(0, 12).Draw(t, "count") {
			widgets = append(widgets, at(number.Draw(t, "x"), number.Draw(t, "y"), number.Draw(t, "width"), number.Draw(t, "height")))
		}
		places, height := Arrange(widgets)
		if len(places) != len(widgets) {
			t.Fatalf("%d places for %d widgets", len(places), len(widgets))
		}
		width := rapid.IntRange(300, 3000).Draw(t, "sheet")
		for _, p := range places {
			at := p.box(width)
			if at.x < 0 || at.y < 0 || at.width < 1 || at.height < 1 || at.x+at.width > width || at.y+at.height > height ||
				height > (maxPosition+20*maxRows)*rowHeight {
				t.Errorf("%+v lies outside of %d x %d", p, width, height)
			}
		}
	})
}

// TestPlaceProblems checks that each message about a widget's position or size names the invalid attribute.
func TestPlaceProblems(t *testing.T) {
	t.Parallel()
	for want, w := range map[string]Widget{
		"width 0 is less than 1":                                               at(0.0, 0.0, 0.0, 1.0),
		"height 0 is not from 1 to 60":                                         at(0.0, 0.0, 1.0, 0.0),
		"position_y -1 is not from 0 to 2000":                                  at(0.0, -1.0, 1.0, 1.0),
		"position_y 1000000 is not from 0 to 2000":                             at(0.0, 1e99, 1.0, 1.0),
		"position_x 19 and width 5 do not fit into the 20 columns of the grid": at(19.0, 0.0, 5.0, 1.0),
	} {
		places, height := Arrange([]Widget{w})
		if got := places[0].Problems; len(got) != 1 || got[0] != want || height > maxRows*rowHeight+margin {
			t.Errorf("got %q and the height %d, want %q", got, height, want)
		}
	}
}

func TestTab(t *testing.T) {
	t.Parallel()
	drawer := Drawer{Theme: chart.Light(), Width: DefaultWidth}
	tab := Tab{Title: "Plant / <b>Operation</b>", Widgets: []Widget{
		{Document: drawingtest.Widgets()["gauge"], Mark: "changed: max_limit"},
		{Document: drawingtest.Widgets()["text"], Mark: "added"},
	}}
	first, err := drawer.Tab(t.Context(), drawingtest.World(), tab, "t1-")
	if err != nil {
		t.Fatal(err)
	}
	again, err := drawer.Tab(t.Context(), drawingtest.World(), tab, "t1-")
	if err != nil || again != first {
		t.Errorf("the second picture differs from the first (%v)", err)
	}
	empty, err := drawer.Tab(t.Context(), drawingtest.World(), Tab{Title: "nothing"}, "t1-")
	if err != nil {
		t.Fatal(err)
	}
	both := drawer.SideBySide(empty, first, "")
	for _, words := range []string{"changed: max_limit", "Plant / &lt;b&gt;Operation", "added"} {
		if !strings.Contains(first.SVG, words) || !strings.Contains(both.SVG, words) {
			t.Errorf("a picture lacks %q", words)
		}
	}
	if !strings.Contains(both.SVG, ">nothing<") || !strings.Contains(both.SVG, "This tab has no widgets") {
		t.Error("the picture of both lacks what was before")
	}
	page, err := Page{Title: `<script>"`, Description: "d", Links: []Link{{"index.html", "all"}}, Sections: []Section{{ID: "a", Name: "<i>", SVG: "<svg></svg>"}}}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"<script", "<i>", "http://", "https://", "javascript", "ZgotmplZ"} {
		if strings.Contains(page, words) {
			t.Errorf("the page has %q:\n%s", words, page)
		}
	}
}
