// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// TestSensitive checks that output never reveals sensitive values, even in derived results such as summaries and expression errors. Marking
// parts of an alert as sensitive must not change its status. Each section of testdata/sensitive.txtar replaces attributes of the alert in
// base. It also lists the sensitive parts (marks), the strings that must not be printed (secrets), and the most severe status of all runs
// (worst).
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
	archive, err := txtar.ParseFile("testdata/sensitive.txtar")
	if err != nil || len(archive.Files) == 0 {
		t.Fatalf("%v, %v", archive, err)
	}
	for _, file := range archive.Files {
		attributes, given, text := maps.Clone(base), map[string]string{}, items
		for line := range strings.Lines(string(file.Data)) {
			word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			name, value, _ := strings.Cut(rest, " ")
			if given[word] = rest; word == "with" {
				attributes[name] = value
			}
		}
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
			"mode": "managed", "type": "engine_alert", "values": {`+text+`}, "sensitive_values": `+given["marks"]+`}]}}}`)
		for _, arguments := range [][]string{
			{"-json"}, {"-fail-on", strings.Join(rehearsal.Statuses(), ","), "-must-fire", "engine_alert.y"}, {"-must-fire", "*"},
		} {
			status, stdout, stderr := run(t, append([]string{"-plan", plan, "-series", series}, arguments...)...)
			var got struct{ Alerts []alertResult }
			if arguments[0] == "-json" && (json.Unmarshal([]byte(stdout), &got) != nil || got.Alerts[0].WorstStatus != given["status"]) {
				t.Errorf("%s: got %d %s%s, want %s", file.Name, status, stdout, stderr, given["status"])
			}
			for secret := range strings.FieldsSeq(given["secrets"]) {
				if strings.Contains(stdout+stderr, secret) {
					t.Errorf("%s: %q shows %s: %s%s", file.Name, arguments, secret, stdout, stderr)
				}
			}
		}
	}
}
