// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
)

// alertOf returns the plan JSON for an engine_alert that runs every minute, and fires if the latest pressure of the asset is above 8.
func alertOf(address, asset string) string {
	return `{"address": "` + address + `", "mode": "managed", "type": "engine_alert", "values": {
		"type": "rate", "rate_value": "1", "rate_unit": "minute", "alert_items": [
			{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": ` + asset + `}, "query_filter_attribute": {"id": "pressure"}}
		],
		"stmt_time_window": "1m", "stmt_target_variable": "A", "stmt_operator": "gt", "stmt_aggregation": "last",
		"stmt_thresholds": [{"value": 8, "status": "alert"}]}}`
}

func write(t *testing.T, directory, name, text string) string {
	t.Helper()
	path := filepath.Join(directory, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func run(t *testing.T, arguments ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = commandline.Run(t.Context(), Command(), arguments, nil, &out, &err)
	return status, out.String(), err.String()
}

const day = `time,asset,attribute,value
2026-03-02T00:00:00Z,pump,pressure,1
2026-03-02T00:01:00Z,pump,pressure,9
2026-03-02T00:02:00Z,pump,pressure,1
2026-03-02T00:03:00Z,pump,pressure,9
`

// TestAlertsOfModules checks that alerts in nested modules run, and that other resources are ignored. An alert on an asset whose id is
// known only after apply must have the status misconfigured.
func TestAlertsOfModules(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	plan := write(t, directory, "plan.json", `{"planned_values": {"root_module": {
		"resources": [
			{"address": "data.engine_alert.x", "mode": "data", "type": "engine_alert"},
			{"address": "engine_tab.x", "mode": "managed", "type": "engine_tab"}
		],
		"child_modules": [{
			"resources": [`+alertOf(`module.b.engine_alert.x`, `"pump"`)+`],
			"child_modules": [{"resources": [`+alertOf(`module.b.module.a[0].engine_alert.y`, `null`)+`]}]
		}]
	}}, "resource_changes": [{
		"address": "module.b.module.a[0].engine_alert.y",
		"change": {"after_unknown": {"id": true, "alert_items": [{"query_filter_asset": {"id": true}}]}}
	}]}`)
	status, stdout, stderr := run(t, "-plan", plan, "-series", write(t, directory, "day.csv", day))
	// The pressure is 9 at 0:01, 1 at 0:02 and 9 at 0:03, so the alert fires twice.
	want := `ALERT                               FIRED  FIRST                 CHANGES  RUNS  WORST STATUS
module.b.engine_alert.x             2      2026-03-02T00:01:00Z  3        3     alert
module.b.module.a[0].engine_alert.y  0      -                     1        3     misconfigured

1 of 2 alerts fired.
`
	if strings.Join(strings.Fields(stdout), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("got\n%s\nwant\n%s", stdout, want)
	}
	const reason = "rehearse: module.b.module.a[0].engine_alert.y had the status misconfigured: it did not run, because it is " +
		"misconfigured: " +
		`alert_items["A"] has a filter that is known after apply: give its points by the ref_id` + "\n"
	if status != 1 || stderr != reason {
		t.Errorf("got %d: %s", status, stderr)
	}
	other := write(t, directory, "other.csv", day+"2026-03-02T00:00:00Z,pump,flow,1\n")
	if _, _, stderr := run(t, "-plan", plan, "-series", other); !strings.HasPrefix(stderr, "rehearse: no alert reads these series: "+
		"pump/flow\n") {
		t.Errorf("got %s", stderr)
	}
	incomplete := strings.Replace(alertOf("engine_alert.x", `"pump"`), `"stmt_aggregation": "last",`, "", 1)
	misspelt := strings.Replace(alertOf("engine_alert.y", `"pump"`), `"id": "pressure"`, `"id": "presure"`, 1)
	for alert, want := range map[string]string{
		incomplete: "rehearse: engine_alert.x had the status misconfigured: it did not run, because it is misconfigured: stmt_aggregation " +
			"is not declared; it is one of avg, sum, min, max, last\n",
		misspelt: "rehearse: no alert reads these series: pump/pressure\n" +
			`rehearse: engine_alert.y: item A reads the attribute "presure" of the asset "pump", but the data have no points of it; of that ` +
			`asset they have "pressure"` + "\n",
	} {
		one := write(t, directory, "one.json", `{"planned_values": {"root_module": {"resources": [`+alert+`]}}}`)
		if _, _, stderr := run(t, "-plan", one, "-series", write(t, directory, "day.csv", day)); stderr != want {
			t.Errorf("got %s\nwant %s", stderr, want)
		}
	}
	byItem := write(t, directory, "items.json", `{"A": {"start": "2026-03-02T00:00:00Z", "step": "1m", "values": [1, 9]}}`)
	if status, stdout, stderr := run(t, "-plan", plan, "-series", byItem, "-must-fire", "module.b.*"); status != 0 ||
		!strings.Contains(stdout, "2 of 2 alerts fired") {
		t.Errorf("got %d: %s%s", status, stdout, stderr)
	}
}

// TestRequirements checks the messages about alerts that had to fire but didn't, and about rehearsals in which no alert ran.
func TestRequirements(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	plan := write(t, directory, "plan.json", `{"values": {"root_module": {"resources": [`+alertOf("engine_alert.x", `"pump"`)+`]}}}`)
	const zero = "0001-01-01T00:00:00Z"
	for name, c := range map[string]struct {
		series    string
		arguments []string
		status    int
		want      string
	}{
		"no such alert": {
			day, []string{"-must-fire", "engine_alert.[y"}, 1, `no alert of the plan has an address that matches -must-fire "engine_alert.[y"`,
		},
		"fired at the zero time": {
			"time,asset,attribute,value\n" + zero + ",pump,pressure,1\n0001-01-01T00:01:00Z,pump,pressure,9\n",
			[]string{"-must-fire", "*"},
			0, "1 of 1 alerts fired",
		},
		"only the zero time": {
			"time,asset,attribute,value\n" + zero + ",pump,pressure,9\n",
			[]string{"-fail-on", "no_data,no_alert"},
			1, "engine_alert.x had the status no_data",
		},
		"a point of another series": {
			day + zero + ",valve,position,1\n", []string{"-fail-on", "alert"}, 2, "the alert would run more than 1000000 times from " + zero,
		},
		"nothing ran": {
			day, []string{"-start", "2026-03-02T00:00:10Z", "-end", "2026-03-02T00:00:20Z"}, 1, "no alert ran, so this rehearsal proves nothing",
		},
		"nothing ran, and nothing is unwanted": {
			day,
			[]string{"-start", "2026-03-02T00:00:10Z", "-end", "2026-03-02T00:00:20Z", "-fail-on", "none"},
			0,
			"0 of 1 alerts fired",
		},
	} {
		status, stdout, stderr := run(t, append(c.arguments, "-plan", plan, "-series", write(t, directory, name+".csv", c.series))...)
		if status != c.status || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: got %d %s%s, want %d %s", name, status, stdout, stderr, c.status, c.want)
		}
	}
}

// TestStateAndMetadata checks that -plan accepts a state, and that METADATA items get their values from the -metadata file.
func TestStateAndMetadata(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	alert := strings.Replace(alertOf("engine_alert.x", `"pump"`), `"alert_items": [`, `"alert_items": [
		{"ref_id": "M", "type": "METADATA", "query_filter_asset": {"id": "pump"}, "query_filter_metadata": {"id": "size"}},
		{"ref_id": "E", "type": "EXPRESSION", "expression": "$A * $M"}, `, 1)
	state := write(t, directory, "state.json", `{"values": {"root_module": {"resources": [`+strings.Replace(alert, `"stmt_target_variable": `+
		`"A"`, `"stmt_target_variable": "E"`, 1)+`]}}}`)
	series := write(t, directory, "day.csv", day)
	metadata := write(t, directory, "metadata.json", `{"pump": {"size": 10}}`)
	if status, stdout, stderr := run(t, "-plan", state, "-series", series, "-metadata", metadata, "-json"); status != 0 ||
		!strings.Contains(stdout, `last value of E over 1m was 90,`) {
		t.Errorf("got %d: %s%s", status, stdout, stderr)
	}
	for name, c := range map[string]struct {
		arguments []string
		want      string
	}{
		"no file":     {arguments: []string{"-plan", state}, want: "-plan and -series are needed"},
		"an argument": {arguments: []string{"-plan", state, "-series", series, "x"}, want: `unexpected argument "x"`},
		"no plan":     {arguments: []string{"-plan", series, "-series", series}, want: "is not what terraform show -json prints"},
		"no alert":    {arguments: []string{"-plan", metadata, "-series", series}, want: "has no engine_alert"},
		"odd metadata": {
			arguments: []string{"-plan", state, "-series", series, "-metadata", write(t, directory, "odd.json", `{"pump": {"size": []}}`)},
			want:      "the value of pump/size is not a number, boolean or string",
		},
		"no metadata": {arguments: []string{"-plan", state, "-series", series, "-metadata", series}, want: "is not a JSON object"},
		"end and start": {
			arguments: []string{"-plan", state, "-series", series, "-start", "2026-03-02T00:00:00Z", "-end", "2026-03-02T00:00:00Z"},
			want:      "-end has to be after -start",
		},
		"a time": {arguments: []string{"-plan", state, "-series", series, "-start", "noon"}, want: "it has to be an ISO 8601 time"},
		"a zone": {arguments: []string{"-plan", state, "-series", series, "-timezone", "Mars"}, want: "unknown time zone Mars"},
		"no points": {
			arguments: []string{"-plan", state, "-series", write(t, directory, "none.csv", "time,asset,attribute,value\n")},
			want:      "no data points in ",
		},
	} {
		if status, _, stderr := run(t, c.arguments...); status != 2 || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: got %d %s, want %s", name, status, stderr, c.want)
		}
	}
}
