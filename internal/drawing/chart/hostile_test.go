// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package chart

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/drawing/drawingtest"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// hostile returns strings that try to inject markup or scripts into a picture.
func hostile() []string {
	return []string{
		`red" onload="alert(1)`,
		`</text><script>alert(1)</script>`,
		`]]><!-- `,
		`url(https://example.com/x)`,
		`javascript:alert(1)`,
		`{b|x}`,
		"\x00\x1b[31m\u202e",
		`&lt;&#60;`,
		`'"` + "`",
		`expression(alert(1))`,
		`#fff;background:url(//example.com)`,
		strings.Repeat("W", 100_000),
		"${1}$&",
		`{value}\n{a0}`,
		"(a+)+$",
		"\xff\xfe",
		"__proto__",
		"constructor",
	}
}

// TestHostileStringsStayHarmless checks that the picture of a widget is harmless even if all of its strings are hostile.
func TestHostileStringsStayHarmless(t *testing.T) {
	t.Parallel()
	world := drawingtest.World()
	size := panel.Size{Width: 240, Height: 160}
	for name, widget := range drawingtest.Widgets() {
		for round := range 6 {
			next := round * 3
			document, _ := replaceTexts(widget, "", func() string {
				next++
				return hostile()[next%len(hostile())]
			}).(map[string]any)
			p := world.Widget(t.Context(), document, BodySize(size))
			svg := SVG(p, size, Light(), "w1-")
			checkPicture(t, fmt.Sprintf("%s, round %d", name, round), svg)
			if len(svg) > 100_000 {
				t.Errorf("%s, round %d has %d bytes", name, round, len(svg))
			}
		}
	}
}

// replaceTexts replaces each string in value with a result of the text function. It keeps strings that decide what is rendered, such as the
// type. It visits members in alphabetical order, so that each string gets the same replacement in every run.
func replaceTexts(value any, name string, text func() string) any {
	switch value := value.(type) {
	case map[string]any:
		replaced := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(value)) {
			replaced[name] = replaceTexts(value[name], name, text)
		}
		return replaced
	case []any:
		replaced := make([]any, len(value))
		for i, element := range value {
			replaced[i] = replaceTexts(element, name, text)
		}
		return replaced
	case string:
		switch name {
		case "type", "ref_id", "id", "orientation", "histogram_type",
			"query_group_unit", "query_group_function", "timestamp_gte", "timestamp_lte":
			return value
		}
		return text()
	default:
		return value
	}
}

func anyValue(depth int) *rapid.Generator[any] {
	ends := []float64{1e308, -1e308, 5e-324, 1e15, 1e99}
	known := []string{
		"now - 7d", "now", "now+900y", "now - 100y",
		"2026-03-01", "0001-01-01", "9999-12-31T00:00:00Z",
		"1e5", "average",
	}
	leaf := rapid.OneOf(
		rapid.Just[any](nil),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.Float64(), func(n float64) any { return n }),
		rapid.Map(rapid.IntRange(-30, 30), func(n int) any { return float64(n) }),
		rapid.Map(rapid.SampledFrom(hostile()), func(s string) any { return s }),
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.SampledFrom(ends), func(n float64) any { return n }),
		rapid.Map(rapid.SampledFrom(known), func(s string) any { return s }),
		rapid.Just[any](json.Number("12e400")),
	)
	if depth == 0 {
		return leaf
	}
	return rapid.OneOf(leaf, leaf, leaf, rapid.Map(rapid.SliceOfN(anyValue(depth-1), 0, 4), func(l []any) any { return l }))
}

// TestAnyWidget checks that widgets with random attribute values can be rendered, and that checkPicture accepts their pictures.
func TestAnyWidget(t *testing.T) {
	t.Parallel()
	world := drawingtest.World()
	widgets := drawingtest.Widgets()
	types := []string{
		"bar", "gauge", "bargauge", "stat", "rows", "histogram", "categories", "alertlist", "sideways", "states", "gaps", "columns", "numbers",
	}
	rapid.Check(t, func(t *rapid.T) {
		document := map[string]any{}
		for _, from := range []string{"timeseries", "steps", rapid.SampledFrom(types).Draw(t, "type")} {
			for name, value := range widgets[from] {
				document[name] = value
			}
		}
		names := []string{
			"y_axis_min_limit", "y_axis_max_limit", "max_limit", "bucket_count", "bucket_size",
			"thresholds", "value_mappings", "timestamp_gte", "timestamp_lte", "number_of_decimals",
			"x_axis_format", "x_axis_max_ticks_limit", "y_axis_unit", "labels_aggregation", "labels_placement",
			"relative_window_time", "timezone", "chart_items", "show_beyond_data",
			"x_axis_auto_skip", "stacked", "type", "orientation", "name", "categories_top_max_limit", "timeseries_type", "refresh_interval",
		}
		for range rapid.IntRange(1, 8).Draw(t, "changes") {
			document[rapid.SampledFrom(names).Draw(t, "name")] = anyValue(2).Draw(t, "value")
		}
		if rapid.Bool().Draw(t, "levels") {
			var levels []any
			for range rapid.IntRange(0, 4).Draw(t, "count") {
				levels = append(levels, map[string]any{
					"value":        anyValue(0).Draw(t, "level"),
					"color":        anyValue(0).Draw(t, "color"),
					"display_text": anyValue(0).Draw(t, "text"),
				})
			}
			document["thresholds"] = levels
		}
		size := panel.Size{Width: float64(rapid.IntRange(30, 500).Draw(t, "width")), Height: float64(rapid.IntRange(30, 300).Draw(t, "height"))}
		p := world.Widget(t.Context(), document, BodySize(size))
		most := int(2*max(size.Width, 40)) + 3 // No plot is narrower than 40 pixels.
		if p.Kind == panel.Bars {
			most = max(most, 202) // A histogram of any width has up to 200 buckets, plus a partial one at each end.
		}
		for _, s := range p.Series {
			if len(s.Points) > most {
				t.Errorf("%d points on %v pixels", len(s.Points), size.Width)
			}
		}
		if ticks := len(p.X.Ticks) + len(p.Y.Ticks); ticks > 200 {
			t.Errorf("%d ticks", ticks)
		}
		svg := SVG(p, size, Dark(), "w1-")
		checkPicture(t, "the picture", svg)
	})
}
