// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/drawingtest"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// TestLongLegends checks that a legend with too many items is truncated, and that the panel reports this.
func TestLongLegends(t *testing.T) {
	t.Parallel()
	var items []any
	for i := range 30 {
		items = append(items, map[string]any{
			"ref_id": fmt.Sprintf("A%d", i), "type": "QUERY", "label": fmt.Sprintf("Series number %d", i),
			"query_filter_asset": map[string]any{"id": "pump-1"}, "query_filter_attribute": map[string]any{"id": "pressure"},
		})
	}
	for _, placement := range []string{"bottom", "right"} {
		p := drawingtest.World().Widget(t.Context(), map[string]any{
			"type": "line", "chart_items": items, "labels_display": true, "labels_placement": placement,
		}, panel.Size{Width: 600, Height: 240})
		want := fmt.Sprintf("the legend has room for %d of 30 items", len(p.Legend.Texts))
		if n := len(p.Legend.Texts); n < 5 || n > 15 || !slices.Contains(p.Problems, want) {
			t.Errorf("%s: %d texts and the problems %q", placement, n, p.Problems)
		}
	}
}

// TestUnknownAttributes checks that a widget is rendered even if attributes are known only after apply, and that the panel lists them.
func TestUnknownAttributes(t *testing.T) {
	t.Parallel()
	document := map[string]any{
		"id": rehearsal.NotKnown, "tab": rehearsal.NotKnown, "type": "text", "text": rehearsal.NotKnown, "name": "Note",
	}
	p := drawingtest.World().Widget(t.Context(), document, panel.Size{Width: 600, Height: 240})
	if strings.Join(p.Notes, ", ") != "known after apply: text" || p.Empty != "No text" || document["text"] != rehearsal.NotKnown {
		t.Errorf("the notes are %q, the text is %q", p.Notes, p.Body+p.Empty)
	}
}

// TestValuesAtBars checks that bars are labeled with their values only if all labels fit and no bar can be cut off by a fixed axis limit.
func TestValuesAtBars(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		attributes map[string]any
		width      float64
		want       string
	}{
		"a bar for each item": {nil, 600, "[0.42] [0.7]"},
		"too narrow":          {nil, 100, "[] []"},
		"with a limit":        {map[string]any{"y_axis_max_limit": 0.5}, 600, "[] []"},
		"with a mapping": {map[string]any{"value_mappings": []any{
			map[string]any{"match_value": "0.7", "display_text": "much"},
		}}, 600, "[0.42] [much]"},
	} {
		document := drawingtest.Widgets()["columns"]
		delete(document, "y_axis_unit")
		for name, value := range c.attributes {
			document[name] = value
		}
		p := drawingtest.World().Widget(t.Context(), document, panel.Size{Width: c.width, Height: 240})
		if got := fmt.Sprintf("%v %v", p.Series[0].Texts, p.Series[1].Texts); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}
