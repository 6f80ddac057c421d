// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// An alert with rate attributes must not have cron attributes. One with cron attributes must not have rate attributes.
func TestScheduleOfAlert(t *testing.T) {
	t.Parallel()
	bases := map[string]map[string]any{"rate": providertest.RateAlert(), "cron": providertest.CronAlert()}
	checkCases(t, "alert_schedule", "engine_alert", func(c problemCase) map[string]any { return providertest.With(bases[c.Base], c.Config) })
}

// Unlike an alert, a function may have no schedule, or another type of schedule.
func TestScheduleOfFunction(t *testing.T) {
	t.Parallel()
	checkCases(t, "function_schedule", "engine_function", func(c problemCase) map[string]any {
		return providertest.With(c.Config, map[string]any{"name": "f"})
	})
}
