// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func TestInvalidClocks(t *testing.T) {
	for _, wrong := range []string{"yesterday", "2026-01-01", "0000-12-31T23:59:59Z", "9999-12-31T23:59:59-01:00", "10000-01-01T00:00:00Z"} {
		if _, err := refserver.New(refserver.Options{Clock: wrong}); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: the error is %v", wrong, err)
		}
	}
}

// TestRunningClock runs an alert on a server whose clock is set to "now". The alert must run as soon as it is due, on the data that the
// server has at that time.
func TestRunningClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		d := servertest.StartDirect(t, refserver.Options{Clock: "now", Log: slog.New(slog.NewTextHandler(&log, nil))})
		d.Do("POST", servertest.Paths["alert"], pressure(nil))
		began := time.Now().UTC().Truncate(5 * time.Minute)
		time.Sleep(time.Until(began.Add(5 * time.Minute)))
		began = began.Add(5 * time.Minute)
		point := func(after time.Duration, value string) {
			t.Helper()
			line := "time,p1/pressure\n" + began.Add(after).Format(time.RFC3339) + "," + value + "\n"
			if err := d.Server.AddSeries(t.Context(), "point", strings.NewReader(line)); err != nil {
				t.Fatal(err)
			}
		}
		last := func(want string) {
			t.Helper()
			synctest.Wait()
			found := ""
			for _, e := range d.Server.Objects("event") {
				at, err := time.Parse(time.RFC3339Nano, servertest.Text(t, e, "timestamp"))
				if err != nil {
					t.Fatal(err)
				}
				found += at.Sub(began).String() + " " + servertest.Text(t, e, "new_status") + " "
			}
			if strings.TrimSpace(found) != want {
				t.Errorf("the events are %s, want %s", found, want)
			}
		}
		point(0, "7") // The schedule starts at the first point.
		point(time.Minute, "7")
		time.Sleep(5*time.Minute + time.Second)
		last("")
		point(6*time.Minute, "9.5")
		time.Sleep(4 * time.Minute)
		last("")
		time.Sleep(time.Minute)
		last("10m0s alert")
		time.Sleep(5 * time.Minute)
		last("10m0s alert 15m0s no_data")
		if strings.Contains(log.String(), "did not run") {
			t.Errorf("the log is %s", log.String())
		}
	})
}

// TestTooManyRuns checks that the server rejects a clock change that would cause too many runs, and leaves the clock and the alert
// unchanged. A new alert with too many runs must get the timeout status.
func TestTooManyRuns(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{
		Series: []string{file(t, "data.csv", "time,p1/pressure\n1990-01-01T00:00:00Z,1\n")}, Clock: "1990-01-01T00:00:00Z",
	})
	minutely := pressure(Object{"rate_value": 1})
	alert := c.Create("alert", minutely)
	if err := c.Server.SetClock(t.Context(), "2026-01-01T00:00:00Z"); err == nil || !strings.Contains(err.Error(), "more than 1000000 times") {
		t.Errorf("the error is %v", err)
	}
	if _, setting := c.Server.Clock(); setting != "1990-01-01T00:00:00.000000Z" {
		t.Errorf("the clock shows %s", setting)
	}
	if got := c.Read("alert", alert); got["status"] != "no_alert" || len(c.Server.Objects("event")) > 0 {
		t.Errorf("the alert is %v", got)
	}
	if err := c.Server.SetClock(t.Context(), "1991-11-26T10:40:00Z"); err != nil {
		t.Errorf("a million runs: %v", err)
	}
	if err := c.Server.Remove("alert", servertest.Text(t, alert, "id")); err != nil {
		t.Fatal(err)
	}
	if err := c.Server.SetClock(t.Context(), "2026-01-01T00:00:00Z"); err != nil {
		t.Fatal(err)
	}
	alert = c.Create("alert", minutely)
	text, _ := alert["status_text"].(string)
	if n := len(events(t, c, alert)); n != 1 || alert["status"] != "timeout" || !strings.Contains(text, "more than 1000000 times") {
		t.Errorf("the alert is %v (%v) and has %d events", alert["status"], text, n)
	}
}

// slowServer returns a client for a server that needs minutes to move its clock forward by a year, because its alert runs many times on
// many points.
func slowServer(t *testing.T) *servertest.Client {
	t.Helper()
	values := strings.Repeat("1,", 20_000) + "1"
	data := `{"p1": {"pressure": {"start": "2026-01-01T00:00:00Z", "step": 1, "values": [` + values + `]}}}`
	c := servertest.Serve(t, refserver.Options{Series: []string{file(t, "data.json", data)}, Clock: "2026-01-01T00:00:00Z"})
	c.Create("alert", pressure(Object{"rate_value": 1, "stmt_time_window": 86400 * 365}))
	return c
}

// startAdvancing moves the clock forward by a year in the background. It returns once alerts are running. The returned channel receives
// AdvanceClock's error.
func startAdvancing(ctx context.Context, c *servertest.Client) chan error {
	moved := make(chan error, 1)
	go func() { moved <- c.Server.AdvanceClock(ctx, 365*24*time.Hour) }()
	for {
		waiting, giveUp := context.WithTimeout(ctx, 10*time.Millisecond)
		_, err := c.Server.Series(waiting)
		giveUp()
		if err != nil {
			return moved
		}
	}
}

// TestRunsEnd runs alerts for a long time. Meanwhile, the server must handle all requests except those that write alerts. If the server is
// closed or the client disconnects, the runs must stop without changing anything.
func TestRunsEnd(t *testing.T) {
	for name, end := range map[string]func(server *refserver.Server, cancel context.CancelFunc){
		"server": func(server *refserver.Server, _ context.CancelFunc) { server.EndRuns() },
		"client": func(_ *refserver.Server, cancel context.CancelFunc) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			c := slowServer(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			moved := startAdvancing(ctx, c)
			node := c.CreateMinimal("node", nil)
			c.Read("node", node)
			c.Get(servertest.Paths["alert"])
			waiting := make(chan Object, 1)
			if name == "server" {
				go func() { waiting <- c.Create("alert", pressure(nil)) }()
			}
			select {
			case err := <-moved:
				t.Fatalf("the move ended with %v", err)
			case <-time.After(50 * time.Millisecond):
			}
			end(c.Server, cancel)
			if err := <-moved; err == nil {
				t.Error("the clock moved")
			} else if name == "client" && !errors.Is(err, context.Canceled) {
				t.Errorf("the error is %v", err)
			}
			if name == "server" {
				<-waiting // The new alert is stored, but has not run.
				_, err := c.Server.Recording(ctx)
				point := strings.NewReader("time,p1/pressure\n2026-01-01T00:00:00Z,1\n")
				if err == nil || c.Server.ClearSeries(ctx) == nil || c.Server.AddSeries(ctx, "more", point) == nil {
					t.Error("the data can be used after the end of the runs")
				}
			}
			if _, setting := c.Server.Clock(); setting != "2026-01-01T00:00:00.000000Z" || len(c.Server.Objects("event")) > 0 {
				t.Errorf("the clock shows %s, and there are %v", setting, c.Server.Objects("event"))
			}
		})
	}
}
