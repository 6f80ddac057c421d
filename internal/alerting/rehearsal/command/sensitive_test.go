// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// TestSensitive checks that no output reveals sensitive values. This includes results that are derived from them, such as summaries and
// expression errors. Marking parts of an alert as sensitive must not change its status.
func TestSensitive(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	series := write(t, directory, "day.csv", strings.ReplaceAll(day, ",9\n", ",90001\n"))
	const (
		items = `"alert_items": [
			{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump"}, "query_filter_attribute": {"id": "pressure"}},
			{"ref_id": "E", "type": "EXPRESSION", "expression": EXPRESSION}]`
		thresholds = `[{"value": 1e9, "status": "warning", "status_text": "QUIET"},
			{"value": 88888, "status": "alert", "status_text": "SECRETTWO"}]`
	)
	base := map[string]string{
		"type": `"rate"`, "rate_value": `"1"`, "rate_unit": `"minute"`, "stmt_time_window": `"1m"`, "stmt_target_variable": `"A"`,
		"stmt_operator": `"gt"`, "stmt_aggregation": `"last"`, "stmt_thresholds": thresholds, "EXPRESSION": `"$A * 7919"`,
	}
	for name, c := range map[string]struct {
		with    map[string]string // attributes that replace those in base
		marks   string
		secrets string // strings that must not be printed, separated by spaces
		status  string
	}{
		"threshold":      {nil, `{"stmt_thresholds": [{}, {"value": true}]}`, "88888", "alert"},
		"text":           {nil, `{"stmt_thresholds": [{}, {"status_text": true}]}`, "SECRETTWO", "alert"},
		"all thresholds": {nil, `{"stmt_thresholds": true}`, "88888 SECRETTWO QUIET 1000000000", "alert"},
		"not reached": {
			map[string]string{"stmt_thresholds": `[{"value": 123456, "status": "alert"}]`},
			`{"stmt_thresholds": true}`,
			"123456", "no_alert",
		},
		"nearly equal": {
			map[string]string{"stmt_operator": `"eq"`, "stmt_thresholds": `[{"value": 90002, "status": "alert"}]`},
			`{"stmt_thresholds": [{"value": true}]}`,
			"90002 90001", "no_alert",
		},
		"no number": {
			map[string]string{"stmt_thresholds": `[{"value": "SECRET", "status": "SECRET"}]`},
			`{"stmt_thresholds": true}`,
			"SECRET", "misconfigured",
		},
		"earlier": {
			map[string]string{"stmt_thresholds": `[{"value": 777, "status": "warning"}, {"value": 888, "status": "alert"}]`},
			`{"stmt_thresholds": true}`,
			"777 888", "warning",
		},
		"expression": {
			map[string]string{"stmt_target_variable": `"E"`},
			`{"alert_items": [{}, {"expression": true}]}`,
			"7919 " + "712717919", "alert",
		},
		"wrong expression": {
			map[string]string{"EXPRESSION": `"$A + SECRETNAME("`},
			`{"alert_items": [{}, {"expression": true}]}`,
			"SECRETNAME", "misconfigured",
		},
		"missing item": {
			map[string]string{"EXPRESSION": `"$SECRETREF"`},
			`{"alert_items": [{}, {"expression": true}]}`,
			"SECRETREF", "misconfigured",
		},
		"asset": {
			map[string]string{"pump": "SECRETPUMP"},
			`{"alert_items": [{"query_filter_asset": {"id": true}}, {}]}`,
			"SECRETPUMP", "no_data",
		},
		"all items": {
			map[string]string{"pump": "SECRETPUMP"},
			`{"alert_items": true}`,
			"SECRETPUMP 7919", "no_data",
		},
		"statement": {
			map[string]string{"stmt_time_window": `"61s"`, "stmt_operator": `"ge"`},
			`{"stmt_time_window": true, "stmt_operator": true, "stmt_aggregation": true, "stmt_target_variable": true}`,
			"1m1s 61s above last 90001", "alert",
		},
		"wrong statement": {
			map[string]string{
				"stmt_time_window": `"SECRET1"`, "stmt_operator": `"SECRET2"`, "stmt_aggregation": `"SECRET3"`, "rate_value": `"SECRET5"`,
				"stmt_target_variable": `"SECRET4"`,
			},
			`{"stmt_time_window": true, "stmt_operator": true, "stmt_aggregation": true, "stmt_target_variable": true, "rate_value": true}`,
			"SECRET", "misconfigured",
		},
		"wrong schedule": {
			map[string]string{"type": `"cron", "cron_minutes": "SECRET", "cron_hours": "1", "cron_dom": "1", "cron_month": "1", ` +
				`"cron_dow": "?", "cron_year": "*"`},
			`{"cron_minutes": true}`, "SECRET", "misconfigured",
		},
		"everything": {nil, "true", "88888 SECRETTWO 7919 pressure", "alert"},
	} {
		attributes := maps.Clone(base)
		text := items
		maps.Copy(attributes, c.with)
		for name, value := range attributes {
			if _, isAttribute := base[name]; isAttribute && name != "EXPRESSION" {
				text += `, "` + name + `": ` + value
			}
		}
		text = strings.ReplaceAll(text, "EXPRESSION}", attributes["EXPRESSION"]+"}")
		if asset := attributes["pump"]; asset != "" {
			text = strings.ReplaceAll(text, `"pump"`, `"`+asset+`"`)
		}
		plan := write(t, directory, "plan.json", `{"planned_values": {"root_module": {"resources": [{"address": "engine_alert.x",
			"mode": "managed", "type": "engine_alert", "values": {`+text+`}, "sensitive_values": `+c.marks+`}]}}}`)
		for _, arguments := range [][]string{
			{"-json"}, {"-fail-on", strings.Join(rehearsal.Statuses(), ","), "-must-fire", "engine_alert.y"}, {"-must-fire", "*"},
		} {
			status, stdout, stderr := run(t, append([]string{"-plan", plan, "-series", series}, arguments...)...)
			var got struct{ Alerts []alertResult }
			if arguments[0] == "-json" && (json.Unmarshal([]byte(stdout), &got) != nil || got.Alerts[0].WorstStatus != c.status) {
				t.Errorf("%s: got %d %s%s, want %s", name, status, stdout, stderr, c.status)
			}
			for secret := range strings.FieldsSeq(c.secrets) {
				if strings.Contains(stdout+stderr, secret) {
					t.Errorf("%s: %q shows %s: %s%s", name, arguments, secret, stdout, stderr)
				}
			}
		}
	}
}
