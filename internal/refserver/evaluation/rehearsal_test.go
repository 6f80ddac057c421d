// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// drawAlert returns an alert with a random schedule, operator and aggregation. Some of these alerts can't run.
func drawAlert(draw *rand.Rand) Object {
	pick := func(words ...string) string { return words[draw.IntN(len(words))] }
	alert := servertest.PressureAlert(pick("p1", "p2", "p3"), Object{
		"rate_value": 1 + draw.IntN(7), "stmt_time_window": 60 * (1 + draw.IntN(10)),
		"stmt_operator": pick("ge", "le", "gt", "lt"), "stmt_aggregation": pick("avg", "sum", "min", "max", "last"),
		"active": draw.IntN(8) > 0,
		"stmt_thresholds": []any{
			Object{"value": draw.IntN(10), "status": "alert", "status_text": "one"},
			Object{"value": draw.IntN(10), "status": pick("warning", "alert", "no_alert"), "status_text": "two"},
		},
	})
	switch draw.IntN(4) {
	case 0:
		for name, part := range map[string]string{"minutes": "*/7", "hours": "*", "dom": "*", "month": "*", "dow": "?", "year": "*"} {
			alert["cron_"+name] = part
		}
		alert["type"] = "cron"
	case 1:
		items, _ := alert["alert_items"].([]any)
		alert["alert_items"] = append(items, Object{
			"ref_id": "B", "type": "EXPRESSION", "expression": "$A * 2",
			"expression_plain": `{"$function": {"body": "function ($A) { return ($A > 8 ? '' : $A).toFixed() * 2 }", "args": ["$A"],` +
				` "lang": "js"}}`,
		})
		alert["stmt_target_variable"] = "B"
	case 2:
		if draw.IntN(3) == 0 {
			alert["stmt_target_variable"] = "C"
		}
	}
	return alert
}

// drawData returns two hours of random points for two pumps, as CSV. Some points are missing.
func drawData(draw *rand.Rand) string {
	text := strings.Builder{}
	text.WriteString("time,p1/pressure,p2/pressure\n")
	for minute := range 120 {
		fmt.Fprintf(&text, "%s", time.Date(2026, 1, 1, 8, minute, draw.IntN(60), 0, time.UTC).Format(time.RFC3339))
		for range 2 {
			if draw.IntN(4) == 0 || minute > 60 && minute < 75 {
				text.WriteString(",")
			} else {
				fmt.Fprintf(&text, ",%d", draw.IntN(11))
			}
		}
		text.WriteString("\n")
	}
	return text.String()
}

// changesOf returns the status changes that a rehearsal predicts for an alert, in the form "08:20:00 no_alert () > warning (too high)". The
// until argument is the time at which the rehearsal ends. If it is zero, the rehearsal uses all data.
func changesOf(t *testing.T, alert Object, data string, until time.Time) []string {
	t.Helper()
	points := series.Points{}
	if err := series.Collect(points, 1000, "data", strings.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	recording := rehearsal.NewRecording(rehearsal.NewSeries(points))
	if !until.IsZero() {
		recording.End = &until
	}
	timeline, err := recording.Rehearse(t.Context(), alert)
	if err != nil {
		t.Fatal(err)
	}
	var changes []string
	for _, c := range timeline.Changes {
		changes = append(changes, fmt.Sprintf("%s %s (%s) > %s (%s)", c.Timestamp.Format("15:04:05"), c.OldStatus, c.OldStatusText,
			c.NewStatus, c.NewStatusText))
	}
	return changes
}

// TestEventsAreTheChangesOfARehearsal checks that an alert's events are exactly the status changes that a rehearsal predicts (quirk 241 in
// quirks.go).
func TestEventsAreTheChangesOfARehearsal(t *testing.T) {
	seen := map[any]int{}
	for seed := range uint64(40) {
		draw := rand.New(rand.NewPCG(seed, 12))
		data := drawData(draw)
		clock := time.Date(2026, 1, 1, 8, draw.IntN(120), 0, 0, time.UTC)
		options := refserver.Options{Series: []string{file(t, "data.csv", data)}, Clock: clock.Format(time.RFC3339)}
		if seed%4 == 0 {
			clock, options.Clock = time.Time{}, ""
		}
		c := servertest.Serve(t, options)
		var alerts []Object
		compare := func(when string) {
			t.Helper()
			for _, alert := range alerts {
				now := c.Read("alert", alert)
				if want, got := changesOf(t, now, data, clock), events(t, c, alert); !slices.Equal(got, want) {
					t.Errorf("seed %d, %s, clock %s, alert %s: the events are\n%s\nwant\n%s", seed, when, clock, servertest.JSON(t, now),
						strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		}
		for range 3 {
			alerts = append(alerts, c.Create("alert", drawAlert(draw)))
		}
		compare("created")
		for moves := 4; moves > 0 && !clock.IsZero(); moves-- {
			clock = clock.Add(time.Duration(draw.IntN(60*60)-60*10) * time.Second)
			if err := c.Server.SetClock(t.Context(), clock.Format(time.RFC3339)); err != nil {
				t.Fatal(err)
			}
			compare("moved")
		}
		c.Patch("alert", alerts[0], drawAlert(draw))
		compare("changed")
		thresholds, _ := c.Read("alert", alerts[1])["stmt_thresholds"].([]any)
		for _, threshold := range thresholds {
			if threshold, ok := threshold.(Object); ok {
				threshold["status_text"] = "changed"
			}
		}
		c.Patch("alert", alerts[1], Object{"stmt_thresholds": thresholds})
		compare("given other texts")
		for _, event := range c.Server.Objects("event") {
			seen[event["new_status"]]++
		}
		if t.Failed() {
			return
		}
	}
	for _, status := range []string{"alert", "warning", "no_alert", "no_data", "error", "disabled", "misconfigured"} {
		if seen[status] == 0 {
			t.Errorf("no alert became %s; the statuses are %v", status, seen)
		}
	}
}
