// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package foreign_test

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

func TestTypesByTheirLastWords(t *testing.T) {
	t.Parallel()
	for typeName, want := range map[string]foreign.Kind{
		"acme_alert":                     {Object: "alert"},
		"acme_engine_alert":              {Object: "alert"},
		"acme_dashboard":                 {Object: "dashboard"},
		"acme_dashboard_tab":             {Object: "tab"},
		"acme_tab":                       {Object: "tab"},
		"acme_dashboard_line_chart":      {Object: "widget", Type: "line"},
		"acme_dashboard_bar_gauge_chart": {Object: "widget", Type: "bargauge"},
		"acme_dashboard_stat_widget":     {Object: "widget", Type: "stat"},
		"acme_dashboard_chart":           {Object: "widget"},
		"acme_widget":                    {Object: "widget"},
		"acme_algorithm":                 {Object: "component", Type: "algorithm"},
		"acme_connector":                 {Object: "component", Type: "connector"},
		"acme_component":                 {Object: "component"},
		"acme_component_routine":         {Object: "routine"},
		"acme_routine":                   {Object: "routine"},
		"acme_node":                      {Object: "node"},
		"acme_function":                  {Object: "function"},
	} {
		if got, ok := foreign.Of(typeName); !ok || got != want {
			t.Errorf("%s is %+v (%v), want %+v", typeName, got, ok, want)
		}
	}
	for _, typeName := range []string{"alert", "_alert", "acme_alerts", "acme_table", "acme_pie_chart", "dashboard_line_chart", ""} {
		if got, ok := foreign.Of(typeName); ok {
			t.Errorf("%s is %+v", typeName, got)
		}
	}
}

func TestOnlyTheProvidersNameBeforeTheWords(t *testing.T) {
	t.Parallel()
	for typeName, want := range map[string]bool{
		"acme_alert": true, "acme_dashboard_line_chart": true, "acme_component_routine": true,
		"acme_engine_alert": false, "acme_lambda_function": false, "other_alert": false, "acme_user": false,
	} {
		if _, got := foreign.Named(typeName, "acme"); got != want {
			t.Errorf("%s: %v", typeName, got)
		}
	}
}
