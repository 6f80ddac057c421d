// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestAlertEvents reads the events of one alert and of all alerts with data sources. The engine's answer has several pages.
func TestAlertEvents(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	alerts := `
		resource "engine_alert" "it" {
			count      = 2
			name       = "alert ${count.index}"
			severity   = "SEV1"
			type       = "rate"
			rate_value = 5
			rate_unit  = "minute"
		}
	`
	events := `
		data "engine_alert_events" "all" {}
		data "engine_alert_events" "one" {
			alert = engine_alert.it[0].id
		}
		data "engine_alert_events" "newest" {
			alert = engine_alert.it[0].id
			limit = 2
		}
	`
	run := startProviders(t, factories())
	run.apply(t, e.Config(alerts+events))
	listed := func(name string) []any {
		list, _ := run.state(t)["data.engine_alert_events."+name]["events"].([]any)
		return list
	}
	if events := listed("one"); len(events) != 0 {
		t.Errorf("a new alert has the events %v", events)
	}
	e.AddEvents(t, 120)
	run.apply(t, e.Config(alerts+events))
	all, one, newest := listed("all"), listed("one"), listed("newest")
	if len(all) != 240 || len(one) != 120 || len(newest) != 2 {
		t.Fatalf("there are %d, %d and %d events, want 240, 120 and 2", len(all), len(one), len(newest))
	}
	oldest, _ := one[119].(map[string]any)
	if oldest["new_status_text"] != "0" || oldest["old_status_text"] != nil {
		t.Errorf("the oldest event is %v", oldest)
	}
	shown, _ := newest[0].(map[string]any)
	for _, event := range e.Objects("event") {
		if event["id"] != shown["id"] {
			continue
		}
		for name, value := range event {
			if shown[name] != value {
				t.Errorf("%s is %v, but the engine has %v", name, shown[name], value)
			}
		}
	}
	if shown["new_status_text"] != "119" || shown["alert"] != run.stateIDs(t)["engine_alert.it[0]"] {
		t.Errorf("the newest event is %v", shown)
	}
}

func TestAlertEventsRefused(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	for arguments, message := range map[string]string{
		`alert = "none"`: `No such alert`,
		`alert = " "`:    `Text is blank`,
		`limit = 0`:      `limit is 0, but it has to be a whole number, 1 or more`,
	} {
		startProviders(t, factories()).fails(t, e.Config("data \"engine_alert_events\" \"it\" {\n"+arguments+"\n}\n"), message)
	}
}
