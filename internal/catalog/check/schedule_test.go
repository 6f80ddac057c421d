// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

func TestScheduleOfAlert(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		base, more map[string]any
		want       []string
	}{
		"rate":      {base: providertest.RateAlert()},
		"cron":      {base: providertest.CronAlert()},
		"both days": {base: providertest.CronAlert(), more: map[string]any{"cron_dom": "1"}},
		"rate of nothing": {
			base: providertest.RateAlert(), more: map[string]any{"rate_value": 0},
			want: []string{"error rate_value: rate_value is 0, but it has to be above 0, for example 5."},
		},
		"rate without its value": {
			base: providertest.RateAlert(), more: map[string]any{"rate_value": nil},
			want: []string{`warning rate_value: rate_value is missing: the type "rate" needs it, for example 5.`},
		},
		"rate without its unit": {
			base: providertest.RateAlert(), more: map[string]any{"rate_unit": nil},
			want: []string{`warning rate_unit: rate_unit is missing: the type "rate" needs it, for example "minute", "hour" or "day".`},
		},
		"rate alert with the create fields alone": {
			base: providertest.RateAlert(), more: map[string]any{"rate_value": nil, "rate_unit": nil},
			want: []string{`warning type: type is "rate", but nothing here says when that is: rate_value, rate_unit. It does not run until its schedule is set elsewhere`},
		},
		"fraction of a rate": {
			base: providertest.RateAlert(), more: map[string]any{"rate_value": 1.5},
			want: []string{"warning rate_value: rate_value is 1.5, but what engines are known to take is a whole number."},
		},
		"other case": {
			base: providertest.RateAlert(), more: map[string]any{"type": "Rate", "cron_hours": "6"},
			want: []string{`warning type: type is "Rate", but what engines are known to take is "cron" or "rate".`, `error cron_hours: cron_hours belongs to the type "cron", but type is "rate".`},
		},
		"day 0": {
			base: providertest.CronAlert(), more: map[string]any{"cron_dow": "0"},
			want: []string{`warning cron_dow: cron_dow is "0": "0" is not one of the days of the week, 1 to 7 or SUN to SAT.`},
		},
		"rate in weeks": {
			base: providertest.RateAlert(), more: map[string]any{"rate_unit": "week"},
			want: []string{`error rate_unit: rate_unit is "week", but it has to be "minute", "hour" or "day".`},
		},
		"rate with a part of cron": {
			base: providertest.RateAlert(), more: map[string]any{"cron_hours": "99", "cron_dow": "*"},
			want: []string{
				`error cron_hours: cron_hours belongs to the type "cron", but type is "rate". Take it out, or change type to "cron".`,
				`error cron_dow: cron_dow belongs to the type "cron"`,
			},
		},
		"cron with a rate": {
			base: providertest.CronAlert(), more: map[string]any{"rate_value": -1, "rate_unit": "day"},
			want: []string{
				`error rate_value: rate_value belongs to the type "rate", but type is "cron". Take it out, or change type to "rate".`,
				`error rate_unit: rate_unit belongs to the type "rate"`,
			},
		},
		"cron without a part": {
			base: providertest.CronAlert(), more: map[string]any{"cron_year": nil, "cron_hours": nil},
			want: []string{
				`warning cron_year: cron_year is missing: the type "cron" needs it, for example "*" or "2030-2035".`,
				`warning cron_hours: cron_hours is missing: the type "cron" needs it, for example "6", "8-18" or "*/2".`,
			},
		},
		"cron with wrong parts": {
			base: providertest.CronAlert(), more: map[string]any{"cron_minutes": "75", "cron_month": "*/13"},
			want: []string{
				`error cron_minutes: cron_minutes is "75": "75" is not one of the minutes, 0 to 59. Right is, for example, "0", "0,30" or "*/15".`,
				`warning cron_month: the step "13" is not a number from 1 to 12. Right is, for example, "*", "JAN-MAR" or "*/3".`,
			},
		},
		"cron without days": {
			base: providertest.CronAlert(), more: map[string]any{"cron_dow": "?"},
			want: []string{`warning cron_dow: cron_dow is "?", and so is cron_dom`},
		},
		"unknown type": {base: providertest.RateAlert(), more: map[string]any{"type": providertest.Unknown{}, "cron_hours": "6"}},
		"unknown attributes": {
			base: providertest.RateAlert(), more: map[string]any{"rate_value": providertest.Unknown{}, "rate_unit": providertest.Unknown{}, "cron_hours": providertest.Unknown{}},
		},
		"type that is none": {
			base: providertest.RateAlert(), more: map[string]any{"type": "manual"},
			want: []string{`error type: type is "manual", but it has to be "cron" or "rate".`},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantProblems(t, "engine_alert", providertest.With(c.base, c.more), c.want...)
		})
	}
}

// TestScheduleOfFunction checks that functions need no schedule and may have other types of schedules.
func TestScheduleOfFunction(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		config map[string]any
		want   []string
	}{
		"none":                   {config: map[string]any{}},
		"rate without a type":    {config: map[string]any{"rate_value": 1, "rate_unit": "week"}},
		"parts without a type":   {config: map[string]any{"cron_hours": "6", "rate_value": 1}},
		"another type":           {config: map[string]any{"type": "event", "rate_unit": "week"}, want: []string{`warning type: type is "event", but what engines are known to take is "rate" or "cron".`}},
		"rate of nothing":        {config: map[string]any{"type": "rate", "rate_value": 0, "rate_unit": "day"}, want: []string{`warning rate_value: rate_value is 0, but it has to be above 0`}},
		"rate":                   {config: map[string]any{"type": "rate", "rate_value": 0.5, "rate_unit": "day"}},
		"wrong part, no type":    {config: map[string]any{"cron_hours": "24"}, want: []string{`error cron_hours: "24" is not one of the hours, 0 to 23`}},
		"rate in weeks":          {config: map[string]any{"type": "rate", "rate_value": 1, "rate_unit": "week"}, want: []string{`warning rate_unit: rate_unit is "week", but what engines are known to take for the type "rate" is "minute", "hour" or "day".`}},
		"rate without its value": {config: map[string]any{"type": "rate", "rate_unit": "hour"}, want: []string{`warning rate_value: rate_value is missing`}},
		"cron with a rate": {
			config: map[string]any{"type": "cron", "rate_value": 1, "cron_minutes": "0", "cron_hours": "6", "cron_dom": "?", "cron_month": "*", "cron_dow": "*", "cron_year": "*"},
			want:   []string{`error rate_value: rate_value belongs to the type "rate"`},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantProblems(t, "engine_function", providertest.With(c.config, map[string]any{"name": "f"}), c.want...)
		})
	}
}
