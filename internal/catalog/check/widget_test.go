// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

func testWidget(attributes map[string]any) map[string]any {
	widget := map[string]any{"name": "Flow", "tab": "tab-1", "type": "timeseries"}
	maps.Copy(widget, attributes)
	return widget
}

func TestWidgetChecks(t *testing.T) {
	t.Parallel()
	checkCases(t, "widget", "engine_widget", func(c problemCase) map[string]any { return testWidget(c.Config) })
}

// One validation must report all mistakes of a widget, not only the first.
func TestWidgetProblemsAtOnce(t *testing.T) {
	t.Parallel()
	found := providertest.Problems(t, provider.NewServer("test")(), "engine_widget", testWidget(map[string]any{
		"name": "", "width": 0, "timezone": "Nowhere", "y_axis_min_limit": 2, "y_axis_max_limit": 1,
		"value_mappings": []any{map[string]any{"type": "range"}, map[string]any{"type": "regex", "regular_expression": "("}},
	}))
	if len(found) != 6 {
		t.Errorf("got %d problems, want 6:\n%s", len(found), strings.Join(found, "\n"))
	}
}
