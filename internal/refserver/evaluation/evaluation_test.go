// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type Object = servertest.Object

const (
	allEvents     = "/v3/engine/alert/events/"
	notifications = "/v3/engine/notification/notifications/"
)

// day contains the pressure of the pump p1: one value every five minutes from 8:00 to 8:35. The pressure is above 8 only at 8:20 and 8:25,
// and above 9 only at 8:25.
const day = `{"p1": {"pressure": {"start": "2026-01-01T08:00:00Z", "step": "5m", "values": [7, 7, 7, 7, 8.5, 9.5, 7, 7]},
	"temperature": [{"time": "2026-01-01T09:00:00Z", "value": 20}]}}`

func pressure(more Object) Object { return servertest.PressureAlert("p1", more) }

// whatHappens lists the events of an alert that runs every five minutes on the data in day. Each run uses only the value at the time of the
// run.
var whatHappens = []string{
	"08:20:00 no_alert () > warning (too high)",
	"08:25:00 warning (too high) > alert (far too high)",
	"08:30:00 alert (far too high) > no_alert ()",
	"08:40:00 no_alert () > no_data ()",
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// events returns an alert's events, oldest first, in the form "08:20:00 no_alert () > warning (too high)".
func events(t testing.TB, c *servertest.Client, alert Object) []string {
	t.Helper()
	list := c.Get(c.Path("alert", alert) + "events/?page_size=1000")
	var found []string
	for _, e := range servertest.Items(t, list, "results") {
		at := strings.TrimSuffix(strings.TrimPrefix(servertest.Text(t, e, "timestamp"), "2026-01-01T"), ".000000Z")
		text := func(name string) any {
			if e[name] == nil {
				return ""
			}
			return e[name]
		}
		found = append(found, fmt.Sprintf("%s %v (%v) > %v (%v)", at, e["old_status"], text("old_status_text"), e["new_status"],
			text("new_status_text")))
	}
	slices.Reverse(found)
	return found
}

func expect(t *testing.T, c *servertest.Client, alert Object, want ...string) {
	t.Helper()
	if got := events(t, c, alert); !slices.Equal(got, want) {
		t.Errorf("the events are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestAtOnce checks that the server runs a new alert on all data before it responds to the create. The alert must run again when its
// condition changes.
func TestAtOnce(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{Series: []string{file(t, "day.json", day)}})
	alert := c.Create("alert", pressure(nil))
	if alert["status"] != "no_data" || alert["status_text"] != nil {
		t.Errorf("the create answers %v (%v)", alert["status"], alert["status_text"])
	}
	servertest.Equal(t, c.Read("alert", alert), servertest.JSON(t, alert))
	expect(t, c, alert, whatHappens...)
	if n := len(servertest.Items(t, c.Get(notifications), "results")); n != len(whatHappens) {
		t.Errorf("there are %d notifications", n)
	}
	before := c.Server.Objects("event")

	// An update of other fields does not run the alert. If a client sets the status, the server creates an event (quirk 242 in quirks.go).
	c.Patch("alert", alert, Object{"name": "High", "mute": true})
	c.Patch("alert", alert, Object{"status": "error"})
	if got := c.Server.Objects("event"); len(got) != len(before)+1 || fmt.Sprint(got[:len(before)]) != fmt.Sprint(before) {
		t.Errorf("the events are %v", got)
	}

	// After a change of the condition, the alert runs again. Its new events replace those from earlier runs, but not the event from the
	// status that a client has set.
	changed := c.Patch("alert", alert, Object{"stmt_thresholds": []any{Object{"value": 9, "status": "alert"}}})
	if changed["status"] != "no_data" {
		t.Errorf("the update answers %v", changed["status"])
	}
	got := events(t, c, alert)
	own := slices.DeleteFunc(slices.Clone(got), func(e string) bool { return strings.HasSuffix(e, "no_data () > error ()") })
	want := []string{"08:25:00 no_alert () > alert ()", "08:30:00 alert () > no_alert ()", "08:40:00 no_alert () > no_data ()"}
	if len(got) != 4 || !slices.Equal(own, want) {
		t.Errorf("the events are\n%s", strings.Join(got, "\n"))
	}
	if n := len(c.Server.Objects("notification")); n != 0 {
		t.Errorf("there are %d notifications of an alert that is muted", n)
	}
}

func TestWithoutData(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{Clock: "2026-01-01T08:00:00Z"})
	alert := c.Create("alert", pressure(nil))
	if err := c.Server.AdvanceClock(t.Context(), time.Hour); err != nil {
		t.Fatal(err)
	}
	expect(t, c, alert)
}

// TestClockMoves moves the clock forward and back. After each move, the alert must have exactly the events up to the clock's time.
func TestClockMoves(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{Series: []string{file(t, "day.json", day)}, Clock: "2026-01-01T08:22:00Z"})
	alert := c.Create("alert", pressure(nil))
	expect(t, c, alert, whatHappens[:1]...)
	for _, step := range []struct {
		to     string
		events int
		status string
	}{
		{to: "08:24:59", events: 1, status: "warning"},
		{to: "08:25:00", events: 2, status: "alert"},
		{to: "08:27:00", events: 2, status: "alert"},
		{to: "08:59:00", events: 4, status: "no_data"},
		{to: "08:26:00", events: 2, status: "alert"},
		{to: "08:00:00", events: 0, status: "no_alert"},
		{to: "07:00:00", events: 0, status: "no_alert"},
		{to: "10:00:00", events: 4, status: "no_data"},
	} {
		if err := c.Server.SetClock(t.Context(), "2026-01-01T"+step.to+"Z"); err != nil {
			t.Fatal(err)
		}
		expect(t, c, alert, whatHappens[:step.events]...)
		if got := c.Read("alert", alert)["status"]; got != step.status {
			t.Errorf("at %s the status is %v, want %s", step.to, got, step.status)
		}
	}
}

// TestPointsAreAdded checks that an alert's events change when points are added before, between and after existing points. Without points,
// there must be no events.
func TestPointsAreAdded(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	alert := c.Create("alert", pressure(nil))
	add := func(text string) {
		t.Helper()
		if err := c.Server.AddSeries(t.Context(), "more", strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	add("time,p1/pressure\n2026-01-01T08:00:00Z,7\n2026-01-01T08:05:00Z,8.5\n")
	expect(t, c, alert, "08:05:00 no_alert () > warning (too high)")
	add("time,p1/pressure\n2026-01-01T08:10:00Z,9.5\n")
	expect(t, c, alert, "08:05:00 no_alert () > warning (too high)", "08:10:00 warning (too high) > alert (far too high)")
	add("time,p1/pressure\n2026-01-01T08:05:00Z,1\n")
	expect(t, c, alert, "08:10:00 no_alert () > alert (far too high)")
	add("time,p1/pressure\n2026-01-01T07:55:00Z,9.5\n2026-01-01T07:50:00Z,1\n")
	expect(t, c, alert, "07:55:00 no_alert () > alert (far too high)", "08:00:00 alert (far too high) > no_alert ()",
		"08:10:00 no_alert () > alert (far too high)")
	add("time,ref_id,value\n2026-01-01T08:00:00Z,A,8.1\n2026-01-01T08:10:00Z,A,8.1\n")
	expect(t, c, alert,
		"07:55:00 no_alert () > no_data ()", "08:00:00 no_data () > warning (too high)", "08:05:00 warning (too high) > no_data ()",
		"08:10:00 no_data () > warning (too high)")
	if err := c.Server.ClearSeries(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect(t, c, alert)
	if found, err := c.Server.Series(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("there is %v (%v)", found, err)
	}
	if got := c.Read("alert", alert)["status"]; got != "no_alert" {
		t.Errorf("the status is %v", got)
	}
}

// TestTooManyPoints checks that the server rejects points that would exceed MaxPoints, and keeps the existing points.
func TestTooManyPoints(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	half := `[` + strings.Repeat("1,", refserver.MaxPoints/2-1) + `1]`
	add := func(asset, start, values string) error {
		text := `{"` + asset + `": {"pressure": {"start": "` + start + `", "step": 1, "values": ` + values + `}}}`
		return c.Server.AddSeries(t.Context(), "more", strings.NewReader(text))
	}
	for _, asset := range []string{"p1", "p2"} {
		if err := add(asset, "2026-01-01T00:00:00Z", half); err != nil {
			t.Fatal(err)
		}
	}
	if err := add("p3", "2026-01-01T00:00:00Z", "[1]"); err == nil || !strings.Contains(err.Error(), "at most 2000000") {
		t.Errorf("the error is %v", err)
	}
	if err := add("p1", "2026-01-01T00:00:00Z", "[2]"); err != nil { // This point replaces one with the same time.
		t.Error(err)
	}
	found, err := c.Server.Series(t.Context())
	if err != nil || len(found) != 2 || found[0].Points+found[1].Points != refserver.MaxPoints {
		t.Errorf("there is %v (%v)", found, err)
	}
}

// TestOrderOfAlerts checks that if two alerts run at the same time, the events of the older alert come first (quirk 243 in quirks.go).
func TestOrderOfAlerts(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{Series: []string{file(t, "day.json", day)}, Clock: "2026-01-01T08:00:00Z"})
	for _, name := range []string{"one", "two"} {
		c.Create("alert", pressure(Object{"name": name}))
	}
	if err := c.Server.AdvanceClock(t.Context(), 2*time.Hour); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range c.Server.Objects("notification") {
		got = append(got, servertest.Text(t, n, "title"))
	}
	want := []string{
		"SEV2 one: warning", "SEV2 two: warning", "SEV2 one: alert", "SEV2 two: alert",
		"SEV2 one: no_alert", "SEV2 two: no_alert", "SEV2 one: no_data", "SEV2 two: no_data",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the notifications are %q", got)
	}
}

// TestTimezoneAndMetadata checks that cron alerts use the time zone in Options.Timezone, and that METADATA items have the values in the
// file Options.Metadata.
func TestTimezoneAndMetadata(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{
		Series:   []string{file(t, "day.json", day)},
		Timezone: "Asia/Kolkata", // UTC+5:30.
		Metadata: file(t, "metadata.json", `{"p1": {"limit": 8}}`),
	})
	alert := pressure(Object{
		"type": "cron", "cron_minutes": "55", "cron_hours": "13", "cron_dom": "*", "cron_month": "*", "cron_dow": "?", "cron_year": "*",
		"stmt_target_variable": "C", "stmt_thresholds": []any{Object{"value": 1, "status": "alert"}},
	})
	query, _ := alert["alert_items"].([]any)
	alert["alert_items"] = append(query,
		Object{
			"ref_id": "B", "type": "METADATA",
			"query_filter_asset": Object{"id": "p1"}, "query_filter_metadata": Object{"id": "limit"},
		},
		Object{
			"ref_id": "C", "type": "EXPRESSION", "expression": "$A - $B",
			"expression_plain": `{"$function": {"body": "function ($A, $B) { return $A - $B }", "args": ["$A", "$B"], "lang": "js"}}`,
		})
	expect(t, c, c.Create("alert", alert),
		// The alert runs once a day. The run on the next day is the first one that uses all data, so it is the last run.
		"08:25:00 no_alert () > alert ()", "2026-01-02T08:25:00 alert () > no_data ()")
}
