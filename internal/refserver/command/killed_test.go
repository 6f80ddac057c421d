// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestKilledWhileAlertsRun kills a server while alerts are running, and restarts it. The alerts must then have the same events as without
// the kill, with none missing and none duplicated.
func TestKilledWhileAlertsRun(t *testing.T) {
	// For a day, the value alternates between 7 and 9 every minute.
	series := write(t, "data.json", `{"p1": {"pressure": {"start": "2026-01-01T00:00:00Z", "step": "1m", "values": [`+strings.Repeat("7,9,",
		720)+`7]}}}`)
	changing := Object{}
	for name, value := range limit {
		changing[name] = value
	}
	changing["stmt_time_window"] = 60
	data := filepath.Join(t.TempDir(), "data")
	r := launch(t, "-quiet", "-data", data, "-series", series)
	const enough = 9 // Nine alerts create more events than the server keeps.
	made := make(chan bool, 100)
	go func() {
		defer close(made)
		for range cap(made) {
			got, err := r.Send(r.Request("POST", servertest.Paths["alert"], changing))
			if err != nil || got.Status != http.StatusCreated {
				return
			}
			made <- true
		}
	}()
	for range enough {
		<-made
	}
	if err := r.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if exitStatus(t, r.process.Wait()) == 0 {
		t.Error("the process was not killed")
	}
	for range made {
	}

	after := servertest.Serve(t, refserver.Options{Data: data, Series: []string{series}})
	alerts := after.Server.Objects("alert")
	if len(alerts) < enough {
		t.Fatalf("there are %d alerts", len(alerts))
	}
	times := map[any]map[any]int{}
	for _, e := range after.Server.Objects("event") {
		if times[e["alert"]] == nil {
			times[e["alert"]] = map[any]int{}
		}
		times[e["alert"]][e["timestamp"]]++
	}
	// The server keeps only the latest 10,000 events, so the test checks only the six newest alerts. Each of these alerts must have one
	// event for each minute of the day.
	for _, alert := range alerts[len(alerts)-6:] {
		found := times[alert["id"]]
		for minute := 1; minute <= 1440; minute++ {
			if at := fmt.Sprintf("2026-01-%02dT%02d:%02d:00.000000Z", 1+minute/1440, minute/60%24, minute%60); found[at] != 1 {
				t.Fatalf("the alert %v has %d events of %s", alert["id"], found[at], at)
			}
		}
		if len(found) != 1440 {
			t.Errorf("the alert %v has %d events", alert["id"], len(found))
		}
	}
}

// TestCutDataFile checks that a server logs a warning, even with -quiet, if the end of its data file is missing. The warning must contain
// the number of confirmed writes that are lost. If only the last line break is missing, there must be no warning.
func TestCutDataFile(t *testing.T) {
	for cut, want := range map[int]string{0: "", 1: "", 2: "lost_writes=1", -1: "lost_writes=1", -3: "lost_writes=3"} {
		data := filepath.Join(t.TempDir(), "data")
		r := launch(t, "-quiet", "-data", data)
		for range 3 {
			r.CreateMinimal("node", nil)
		}
		r.end(syscall.SIGTERM)
		text, err := os.ReadFile(data)
		if err != nil {
			t.Fatal(err)
		}
		kept := text[:len(text)-max(0, cut)]
		if lines := bytes.SplitAfter(text, []byte("\n")); cut < 0 {
			kept = bytes.Join(lines[:len(lines)-1+cut], nil)
		}
		if err := os.WriteFile(data, kept, 0o600); err != nil {
			t.Fatal(err)
		}
		again := launch(t, "-quiet", "-data", data)
		again.end(syscall.SIGTERM)
		log := again.stderr.String()
		if !strings.Contains(log, want) || strings.Contains(log, "level=WARN") != (want != "") || strings.Contains(log, data) != (want != "") {
			t.Errorf("cut by %d, the log is %q", cut, log)
		}
	}
}
