// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// limit is an alert that runs every minute. Its status is alert if the maximum value from the last year is above 8.
var limit = servertest.PressureAlert("p1", Object{
	"rate_value": 1, "stmt_time_window": 365 * 86400, "stmt_aggregation": "max",
	"stmt_thresholds": []any{Object{"value": 8, "status": "alert"}},
})

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCommandWithSeries checks that -series may be repeated, and that a new alert runs on the data from all files.
func TestCommandWithSeries(t *testing.T) {
	r := launch(t, "-quiet", "-series", write(t, "morning.csv", "time,p1/pressure\n2026-01-01T08:00:00Z,7\n"),
		"-series", write(t, "noon.json", `{"p1": {"pressure": [{"time": "2026-01-01T12:00:00Z", "value": 9}]}}`))
	alert := r.Must(http.StatusCreated, "POST", servertest.Paths["alert"], limit)
	events := servertest.Items(t, r.Get(r.Path("alert", alert)+"events/"), "results")
	if len(events) != 1 || events[0]["timestamp"] != "2026-01-01T12:00:00.000000Z" || events[0]["new_status"] != "alert" {
		t.Errorf("the events are %v", events)
	}
	if status := r.end(syscall.SIGTERM); status != 0 || r.stderr.Len() > 0 {
		t.Errorf("status %d, stderr %q", status, r.stderr)
	}
}

// TestSignalInTheMiddleOfRuns stops a server with SIGTERM in the middle of a long series of alert runs. The server must exit and store no
// results of these runs.
func TestSignalInTheMiddleOfRuns(t *testing.T) {
	values := strings.Repeat("1,", 20_000) + "9"
	series := write(t, "data.json", `{"p1": {"pressure": {"start": "2026-01-01T00:00:00Z", "step": 1, "values": [`+values+`]}}}`)
	data := filepath.Join(t.TempDir(), "data")
	r := launch(t, "-quiet", "-data", data, "-series", series, "-clock", "2027-01-01T00:00:00Z")
	responded := make(chan struct{})
	go func() {
		defer close(responded)
		r.Must(http.StatusCreated, "POST", servertest.Paths["alert"], limit)
	}()
	alerts := servertest.Paths["alert"]
	for len(servertest.Items(t, r.Get(alerts), "results")) == 0 {
		time.Sleep(time.Millisecond)
	}
	select {
	case <-responded:
		t.Error("the alert has run already")
	case <-time.After(100 * time.Millisecond):
	}
	if status := r.end(syscall.SIGTERM); status != 0 {
		t.Errorf("status %d: %s", status, r.stderr)
	}
	<-responded // The next server has no -series, so it does not run the stored alert.
	again := launch(t, "-quiet", "-data", data)
	kept := servertest.Items(t, again.Get(alerts), "results")
	if len(kept) != 1 || kept[0]["status"] != "no_alert" {
		t.Errorf("the alerts are %v", kept)
	}
	again.end(syscall.SIGTERM)
}
