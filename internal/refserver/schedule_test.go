// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// The fields of the set that does not belong to type are ignored, not even checked, and answered as null.
func TestForeignScheduleIsIgnored(t *testing.T) {
	for _, kind := range []string{"alert", "function"} {
		t.Run(kind, func(t *testing.T) {
			c := serve(t, refserver.Options{})
			rate := c.made(kind, object{"type": "rate", "rate_value": 5, "cron_minutes": 99, "cron_dow": object{}})
			equal(t, []any{rate["rate_value"], rate["cron_minutes"], rate["cron_dow"]}, `[5,null,null]`)
			cron := c.made(kind, object{"type": "cron", "cron_minutes": "*", "rate_value": "x", "rate_unit": true})
			equal(t, []any{cron["cron_minutes"], cron["rate_value"], cron["rate_unit"]}, `["*",null,null]`)

			// An update of the other set alone is ignored too; the type that is stored counts.
			rate = c.patch(kind, rate, object{"cron_minutes": false})
			equal(t, []any{rate["rate_value"], rate["cron_minutes"]}, `[5,null]`)

			// With the type the set changes, and what the other one held is gone.
			rate = c.patch(kind, rate, object{"type": "cron", "cron_hours": "1", "rate_value": 7})
			equal(t, []any{rate["cron_hours"], rate["rate_value"]}, `["1",null]`)
			rate = c.patch(kind, rate, object{"type": "rate"})
			equal(t, []any{rate["cron_hours"], rate["rate_value"]}, `[null,null]`)
		})
	}
}

// While a function has no type, neither set is ignored (quirk 16).
func TestFunctionWithoutType(t *testing.T) {
	c := serve(t, refserver.Options{})
	function := c.made("function", object{"rate_value": 5, "cron_hours": "1"})
	equal(t, []any{function["type"], function["rate_value"], function["cron_hours"]}, `[null,5,"1"]`)
	c.refusedFor("cron_hours", "PATCH", c.path("function", function), object{"cron_hours": 5})
}

// At least one field must be sent to update an alert (interface section 2.6, rule 1).
func TestEmptyUpdateOfAlert(t *testing.T) {
	c := serve(t, refserver.Options{})
	alert := c.made("alert", nil)
	problems := c.refused("PATCH", c.path("alert", alert), object{})
	equal(t, problems, `{"non_field_errors":["At least one field must be sent."]}`)
	c.must(http.StatusNotFound, "PATCH", paths["alert"]+"none/", object{})
}

// SEV1 may be written in lower case and is answered as it was sent (wire shapes section 7, quirk 13).
func TestSeverityInLowerCase(t *testing.T) {
	c := serve(t, refserver.Options{})
	if got := c.made("alert", object{"severity": "sev8"})["severity"]; got != "sev8" {
		t.Errorf("the severity is %v", got)
	}
	c.refusedFor("severity", "POST", paths["alert"], c.minimal("alert", object{"severity": "sev9"}))
	c.refusedFor("type", "POST", paths["alert"], c.minimal("alert", object{"type": "CRON"}))
}
