// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func inPlan(alerts ...string) string {
	return `{"values": {"root_module": {"resources": [` + strings.Join(alerts, ", ") + `]}}}`
}

// TestBeforeAndAfter checks how the command compares planned alerts with earlier ones. The earlier alerts come from the -before file or, by
// default, from the prior state in the plan. Changed alerts must come first. Without -before, the command must compare alerts only if the
// plan changes at least one existing alert.
func TestBeforeAndAfter(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	series := write(t, directory, "day.csv", day)
	same, gone, fresh, old := alertOf("engine_alert.a", `"pump"`), alertOf("engine_alert.gone", `"pump"`), alertOf("engine_alert.b", `"pump"`),
		alertOf("engine_alert.c", `"pump"`)
	edited := strings.Replace(old, `"value": 8`, `"value": 80`, 1)
	planned := strings.Replace(inPlan(same, fresh, edited), `"values"`, `"planned_values"`, 1)
	withPrior := func(alerts ...string) string {
		return planned[:len(planned)-1] + `, "prior_state": ` + inPlan(alerts...) + `}`
	}
	const compared = `ALERT PLAN FIRED BEFORE FIRED FIRST CHANGES RUNS WORST STATUS
		engine_alert.b new - 2 2026-03-02T00:01:00Z 3 3 alert
		engine_alert.c changed 2 0 - 0 3 no_alert
		engine_alert.gone removed 2 - - - - -
		engine_alert.a - 2 2 2026-03-02T00:01:00Z 3 3 alert
		2 of 3 alerts fired.`
	alone := `ALERT FIRED FIRST CHANGES RUNS WORST STATUS
		engine_alert.a 2 2026-03-02T00:01:00Z 3 3 alert
		engine_alert.b 2 2026-03-02T00:01:00Z 3 3 alert
		engine_alert.c 0 - 0 3 no_alert
		2 of 3 alerts fired.`
	unchanged := strings.NewReplacer(
		"ALERT FIRED", "ALERT PLAN FIRED BEFORE FIRED", "a 2", "a - 2 2", "b 2", "b - 2 2", "c 0", "c - 0 0",
	).Replace(alone)
	state := write(t, directory, "state.json", inPlan(same, gone, old))
	for name, c := range map[string]struct {
		plan, want string
		arguments  []string
	}{
		"the plan's own":     {withPrior(same, gone, old), compared, nil},
		"of a file":          {withPrior(fresh), compared, []string{"-before", state}},
		"first apply":        {withPrior(), alone, nil},
		"no changes":         {withPrior(same, fresh, edited), alone, nil},
		"no earlier state":   {planned, alone, nil},
		"the same in a file": {planned, unchanged, []string{"-before", write(t, directory, "same.json", inPlan(same, fresh, edited))}},
	} {
		plan := write(t, directory, "plan.json", c.plan)
		status, stdout, stderr := run(t, append([]string{"-plan", plan, "-series", series}, c.arguments...)...)
		if got, want := strings.Fields(stdout), strings.Fields(c.want); status != 0 || strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: got %d %s\n%s", name, status, stdout, stderr)
		}
	}
}

// TestMarkdown checks the table and the list of summaries in Markdown, with addresses that contain special characters.
func TestMarkdown(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	plan := write(t, directory, "plan.json", inPlan(alertOf(`engine_alert.x[\"a|b*\"]`, `"pump"`), alertOf("engine_alert.y", `"valve"`)))
	status, stdout, stderr := run(t, "-plan", plan, "-series", write(t, directory, "day.csv", day), "-markdown")
	const want = `| Alert | Fired | First | Changes | Runs | Worst status |
| --- | --- | --- | --- | --- | --- |
| engine\_alert.x\["a\|b\*"\] | 2 | 2026-03-02T00:01:00Z | 3 | 3 | alert |
| engine\_alert.y | 0 | - | 1 | 3 | no\_data |

1 of 2 alerts fired.

- engine\_alert.x\["a\|b\*"\] fired at 2026-03-02T00:01:00Z, because the last value of A over 1m was 9, ` +
		`which is above 8 (stmt\_thresholds\[0\])
- engine\_alert.y did not fire in 3 runs from 2026-03-02T00:01:00Z to 2026-03-02T00:03:00Z: ` +
		`item A had no value in the time window of any run; item A reads the attribute "pressure" of the asset "valve", but the data have no points of it; they have pump/pressure
`
	if status != 0 || stdout != want {
		t.Errorf("got %d %s\n%s", status, stdout, stderr)
	}
	if status, _, stderr := run(t, "-plan", plan, "-series", "x", "-markdown", "-json"); status != 2 || !strings.Contains(stderr, "exclude") {
		t.Errorf("got %d %s", status, stderr)
	}
}

// TestJUnit checks which test cases fail in a JUnit report, depending on flags such as -max-fired.
func TestJUnit(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	plan := write(t, directory, "plan.json", inPlan(alertOf("engine_alert.x", `"pump"`), alertOf("engine_alert.y", `"valve"`)))
	series, file := write(t, directory, "day.csv", day), filepath.Join(directory, "report.xml")
	for _, c := range []struct {
		arguments []string
		status    int
		failed    string // names of the test cases, each with its number of failures
	}{
		{[]string{"-max-fired", "2"}, 0, ""},
		{[]string{"-max-fired", "1"}, 1, "engine_alert.x 1"},
		{[]string{"-max-fired", "0", "-must-fire", "*", "-fail-on", "alert,no_data"}, 1, "engine_alert.x 2, engine_alert.y 2"},
		{[]string{"-must-fire", "z"}, 1, "all alerts 1"},
	} {
		status, _, stderr := run(t, append([]string{"-plan", plan, "-series", series, "-junit", file}, c.arguments...)...)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var suite junitSuite
		if err := xml.Unmarshal(text, &suite); err != nil {
			t.Fatal(err)
		}
		var failed []string
		for _, test := range suite.Cases {
			if n := len(test.Failures); n > 0 {
				failed = append(failed, test.Name+" "+string(rune('0'+n)))
			}
		}
		if got := strings.Join(failed, ", "); status != c.status || got != c.failed || suite.Tests != 3 || suite.Failures != len(failed) {
			t.Errorf("%q: got %d, %s\n%s\n%s", c.arguments, status, got, text, stderr)
		}
	}
	status, _, stderr := run(t, "-plan", plan, "-series", series, "-max-fired", "-1")
	if status != 2 || !strings.Contains(stderr, "negative") {
		t.Errorf("got %d %s", status, stderr)
	}
}
