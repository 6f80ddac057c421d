// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"maps"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestScheduleOfAnotherType takes an alert and a function from a rate to a cron schedule and back: each way is one update
// that clears the fields which the other type excludes.
func TestScheduleOfAnotherType(t *testing.T) {
	t.Parallel()
	rate := map[string]any{"type": "rate", "rate_value": 5.0, "rate_unit": "minute"}
	cron := map[string]any{
		"type": "cron", "cron_minutes": "0", "cron_hours": "6", "cron_dom": "?", "cron_month": "*", "cron_dow": "MON-FRI", "cron_year": "*",
	}
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	rest := map[string]string{"alert": `severity = "SEV2"`, "function": ""}
	config := func(schedule map[string]any) string {
		var body string
		for name, value := range schedule {
			body += fmt.Sprintf("  %s = %q\n", name, fmt.Sprint(value))
		}
		var objects string
		for object, more := range rest {
			objects += fmt.Sprintf("resource \"engine_%s\" \"it\" {\n  name = \"Low flow\"\n  %s\n%s}\n", object, more, body)
		}
		return e.Config(objects)
	}
	switches := func(from, to map[string]any) {
		t.Helper()
		e.ClearRequests()
		actions := run.applied(t, config(to))
		for object := range rest {
			if action := actions["engine_"+object+".it"]; action != "update" {
				t.Errorf("%s: the plan is %q", object, action)
			}
			e.switched(t, object, from, to)
		}
	}
	run.applied(t, config(rate))
	switches(rate, cron)
	switches(cron, rate)
	run.destroy(t, e)
}

// switched wants one PATCH with the new schedule and null for what the old one had beside.
func (e *testEngine) switched(t *testing.T, object string, from, to map[string]any) {
	t.Helper()
	want := map[string]any{}
	for name := range from {
		want[name] = nil
	}
	maps.Copy(want, to)
	if body := e.onePatch(t, object); !maps.Equal(body, want) {
		t.Errorf("%s: PATCH sent %v, want %v", object, body, want)
	}
}
