// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestSummary checks the summaries of an alert that runs twice. At 0:05, the average of the values 1 to 5 is 3. At 0:10, the average of the
// values 6 to 10 is 8. Each section of testdata/summaries.txtar contains attributes that are added to the alert, and the summary after "=> ".
func TestSummary(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/summaries.txtar")
	if err != nil || len(archive.Files) == 0 {
		t.Fatalf("%v, %v", archive, err)
	}
	data := pressure(every(time.Minute, nil, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
	data[Key{"pump", "level"}] = every(time.Minute, 1)
	for _, file := range archive.Files {
		more, want, _ := strings.Cut(string(file.Data), "=> ")
		attributes := strings.TrimSuffix(`"stmt_time_window": "5m", `+more, ", ")
		a := Compile(rateAlert(t, attributes), Recording{Start: midnight})
		timeline, err := a.Rehearse(t.Context(), data, midnight, midnight.Add(10*time.Minute))
		if got := timeline.Summary; err != nil || got != strings.TrimSpace(want) {
			t.Errorf("%s: got %s, %v, want %s", more, got, err, want)
		}
	}
}

// TestStatusOfTheLastRun checks that a timeline has the status of its last run, or no_alert without runs.
func TestStatusOfTheLastRun(t *testing.T) {
	t.Parallel()
	for want, runs := range map[string][]Run{NoAlert: nil, NoData: {{Status: Alerting}, {Status: NoData}}} {
		if got := (Timeline{Runs: runs}).Status(); got != want {
			t.Errorf("%v: got %s, want %s", runs, got, want)
		}
	}
}
