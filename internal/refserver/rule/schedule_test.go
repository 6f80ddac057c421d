// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rule_test

import (
	"net/http"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestForeignScheduleIsIgnored checks that an alert or function of type rate ignores cron fields: the server neither validates nor stores
// them, and returns null for them. The same must apply to rate fields with type cron.
func TestForeignScheduleIsIgnored(t *testing.T) {
	for _, kind := range []string{"alert", "function"} {
		t.Run(kind, func(t *testing.T) {
			c := servertest.Serve(t, refserver.Options{})
			rate := c.Made(kind, Object{"type": "rate", "rate_value": 5, "cron_minutes": 99, "cron_dow": Object{}})
			servertest.Equal(t, []any{rate["rate_value"], rate["cron_minutes"], rate["cron_dow"]}, `[5,null,null]`)
			cron := c.Made(kind, Object{"type": "cron", "cron_minutes": "*", "rate_value": "x", "rate_unit": true})
			servertest.Equal(t, []any{cron["cron_minutes"], cron["rate_value"], cron["rate_unit"]}, `["*",null,null]`)

			// If an update does not contain the type, the stored type determines which fields are ignored.
			rate = c.Patch(kind, rate, Object{"cron_minutes": false})
			servertest.Equal(t, []any{rate["rate_value"], rate["cron_minutes"]}, `[5,null]`)

			// If the type changes from rate to cron, the rate fields become null.
			rate = c.Patch(kind, rate, Object{"type": "cron", "cron_hours": "1", "rate_value": 7})
			servertest.Equal(t, []any{rate["cron_hours"], rate["rate_value"]}, `["1",null]`)
			rate = c.Patch(kind, rate, Object{"type": "rate"})
			servertest.Equal(t, []any{rate["cron_hours"], rate["rate_value"]}, `[null,null]`)
		})
	}
}

// TestFunctionWithoutType checks that a function without a type stores both rate fields and cron fields (quirk 16 in quirks.go).
func TestFunctionWithoutType(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	function := c.Made("function", Object{"rate_value": 5, "cron_hours": "1"})
	servertest.Equal(t, []any{function["type"], function["rate_value"], function["cron_hours"]}, `[null,5,"1"]`)
	c.RejectedFor("cron_hours", "PATCH", c.Path("function", function), Object{"cron_hours": 5})
}

// TestEmptyUpdateOfAlert checks that the server rejects an update of an alert without any fields (INTERFACE.md, section 2.6, rule 1).
func TestEmptyUpdateOfAlert(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	alert := c.Made("alert", nil)
	problems := c.Rejected("PATCH", c.Path("alert", alert), Object{})
	servertest.Equal(t, problems, `{"non_field_errors":["At least one field must be sent."]}`)
	c.Must(http.StatusNotFound, "PATCH", servertest.Paths["alert"]+"none/", Object{})
}
