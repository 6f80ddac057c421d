// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestOneClock checks that all times in responses, such as created_at and the Date header, come from the server's clock and not from the
// machine's time.
func TestOneClock(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{Clock: "2026-01-01T08:00:00+01:00", Habits: []string{"moving-fields"}})
	alert := c.Made("alert", nil)
	if err := c.Server.AdvanceClock(t.Context(), 90*time.Minute); err != nil {
		t.Fatal(err)
	}
	c.Patch("alert", alert, Object{"status": "alert"})
	got, err := c.Send(c.Request("GET", servertest.Paths["node"]+servertest.Text(t, c.Made("node", nil), "id"), nil))
	if err != nil {
		t.Fatal(err)
	}
	const now = "2026-01-01T08:30:00.000000Z"
	if date := got.Header.Get("Date"); date != "Thu, 01 Jan 2026 08:30:00 GMT" || got.Doc["created_at"] != now {
		t.Errorf("the node was made at %v, by %s", got.Doc["created_at"], date)
	}
	if moved := servertest.Text(t, got.Doc, "updated_at"); !strings.HasPrefix(moved, "2026-01-01T08:30:00.") {
		t.Errorf("the node was updated at %s", moved)
	}
	for _, kind := range []string{"event", "notification"} {
		if at := c.Server.Objects(kind)[0]["timestamp"]; at != now {
			t.Errorf("the %s is of %v", kind, at)
		}
	}
	if at, setting := c.Server.Clock(); setting != now || !at.Equal(time.Date(2026, 1, 1, 8, 30, 0, 0, time.UTC)) {
		t.Errorf("the clock shows %s, %s", at, setting)
	}
}

// TestInvalidClocks checks that SetClock and AdvanceClock reject invalid times and leave the clock unchanged.
func TestInvalidClocks(t *testing.T) {
	for _, wrong := range []string{"yesterday", "2026-01-01", "0000-12-31T23:59:59Z", "10000-01-01T00:00:00Z"} {
		if _, err := refserver.New(refserver.Options{Clock: wrong}); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: the error is %v", wrong, err)
		}
	}
	c := servertest.Serve(t, refserver.Options{})
	if err := c.Server.AdvanceClock(t.Context(), time.Hour); err == nil {
		t.Error("a clock that goes by itself was advanced")
	}
	if err := c.Server.SetClock(t.Context(), "9999-12-31T23:00:00Z"); err != nil {
		t.Fatal(err)
	}
	for _, by := range []time.Duration{-time.Second, time.Hour} {
		if err := c.Server.AdvanceClock(t.Context(), by); err == nil {
			t.Errorf("the clock was advanced by %s", by)
		}
	}
	if _, setting := c.Server.Clock(); setting != "9999-12-31T23:00:00.000000Z" {
		t.Errorf("the clock shows %s", setting)
	}
}

// TestClockAtTheZeroTime checks that a user can set the clock to Go's zero time, and that the clock then stands still.
func TestClockAtTheZeroTime(t *testing.T) {
	const zero = "0001-01-01T00:00:00.000000Z"
	for _, given := range []string{"0001-01-01T00:00:00Z", "0001-01-01T00:00:00.0000009Z", "0001-01-01T01:00:00+01:00"} {
		c := servertest.Serve(t, refserver.Options{Clock: given})
		if at, setting := c.Server.Clock(); setting != zero || !at.IsZero() {
			t.Errorf("%s: the clock shows %s, %q", given, at, setting)
		}
		if made := c.Made("node", nil)["created_at"]; made != zero {
			t.Errorf("%s: a node is of %v", given, made)
		}
		if err := c.Server.AdvanceClock(t.Context(), time.Minute); err != nil {
			t.Errorf("%s: %v", given, err)
		}
	}
}

// TestRunningClock checks that with the clock setting "now", an alert runs as soon as it is due, on the data that the server has at that
// time.
func TestRunningClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := servertest.StartDirect(t, refserver.Options{Clock: "now"})
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
	})
}

// TestTooManyRuns checks that the server rejects a move of the clock that would cause too many runs, and that the move has no effect. A new
// alert with too many runs must get the timeout status.
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
	if err := c.Server.Remove("alert", servertest.Text(t, alert, "id")); err != nil {
		t.Fatal(err)
	}
	if err := c.Server.SetClock(t.Context(), "2026-01-01T00:00:00Z"); err != nil {
		t.Fatal(err)
	}
	alert = c.Create("alert", minutely)
	if text, _ := alert["status_text"].(string); alert["status"] != "timeout" || !strings.Contains(text, "more than 1000000 times") {
		t.Errorf("the alert is %v (%v)", alert["status"], alert["status_text"])
	}
}

// slowServer returns a client for a server with so much data and so many runs that moving the clock by a year takes minutes.
func slowServer(t *testing.T) *servertest.Client {
	t.Helper()
	values := strings.Repeat("1,", 20_000) + "1"
	data := `{"p1": {"pressure": {"start": "2026-01-01T00:00:00Z", "step": 1, "values": [` + values + `]}}}`
	c := servertest.Serve(t, refserver.Options{Series: []string{file(t, "data.json", data)}, Clock: "2026-01-01T00:00:00Z"})
	c.Create("alert", pressure(Object{"rate_value": 1, "stmt_time_window": 86400 * 365}))
	return c
}

// moveOn begins to move the clock forward by a year, and returns as soon as alerts are running. The channel receives the error from
// AdvanceClock.
func moveOn(ctx context.Context, c *servertest.Client) chan error {
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

// TestRunsEnd checks that during long runs, the server still handles all requests except those that write alerts. If the server is closed
// or the client disconnects, the runs must stop without changing anything.
func TestRunsEnd(t *testing.T) {
	for name, end := range map[string]func(server *refserver.Server, cancel context.CancelFunc){
		"server": func(server *refserver.Server, _ context.CancelFunc) { server.EndRuns() },
		"client": func(_ *refserver.Server, cancel context.CancelFunc) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			c := slowServer(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			moved := moveOn(ctx, c)
			node := c.Made("node", nil)
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
			}
			if _, setting := c.Server.Clock(); setting != "2026-01-01T00:00:00.000000Z" || len(c.Server.Objects("event")) > 0 {
				t.Errorf("the clock shows %s, and there are %v", setting, c.Server.Objects("event"))
			}
		})
	}
}
