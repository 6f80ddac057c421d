// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestAccAlertEvents checks that the engine_alert_events data source returns all events of all alerts, the events of one alert, or only the
// newest events. A new alert has no events. Later, each alert has more events than fit on one page of a list response.
func TestAccAlertEvents(t *testing.T) {
	e := startEngine(t, refserver.Options{Habits: []string{"small-pages=20"}})
	config := e.Config(`
		resource "engine_alert" "it" {
			count      = 2
			name       = "alert ${count.index}"
			severity   = "SEV1"
			type       = "rate"
			rate_value = 5
			rate_unit  = "minute"
		}
		data "engine_alert_events" "all" {}
		data "engine_alert_events" "one" {
			alert = engine_alert.it[0].id
		}
		data "engine_alert_events" "newest" {
			alert = engine_alert.it[0].id
			limit = 2
		}
	`)
	event := func(name string, index int, want map[string]knownvalue.Check) statecheck.StateCheck {
		path := tfjsonpath.New("events").AtSliceIndex(index)
		return statecheck.ExpectKnownValue("data.engine_alert_events."+name, path, knownvalue.ObjectPartial(want))
	}
	count := func(name string, want int) statecheck.StateCheck {
		return statecheck.ExpectKnownValue("data.engine_alert_events."+name, tfjsonpath.New("events"), knownvalue.ListSizeExact(want))
	}
	resource.ParallelTest(t, e.testCase(
		resource.TestStep{Config: config, ConfigStateChecks: []statecheck.StateCheck{count("one", 0)}},
		resource.TestStep{
			PreConfig: func() { e.AddEvents(t, 30) },
			Config:    config,
			ConfigStateChecks: []statecheck.StateCheck{
				count("all", 60), count("one", 30), count("newest", 2),
				event("one", 29, map[string]knownvalue.Check{
					"new_status_text": knownvalue.StringExact("0"), "old_status_text": knownvalue.Null(),
				}),
				event("newest", 0, map[string]knownvalue.Check{
					"new_status_text": knownvalue.StringExact("29"), "old_status_text": knownvalue.StringExact("28"),
					"new_status": knownvalue.StringExact("no_alert"), "old_status": knownvalue.StringExact("alert"),
				}),
			},
		},
	))
}
