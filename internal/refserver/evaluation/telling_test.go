// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// receivedEmails closes the server and returns the date and the subject of each e-mail that the server sent.
func receivedEmails(t *testing.T, c *servertest.Client, mailServer *servertest.MailServer) []string {
	t.Helper()
	if err := c.Server.Close(); err != nil {
		t.Fatal(err)
	}
	var subjects []string
	for _, l := range mailServer.ReceivedEmails() {
		at, err := l.Header.Date()
		if err != nil {
			t.Fatal(err)
		}
		subjects = append(subjects, at.UTC().Format("2006-01-02 15:04 ")+l.Subject)
	}
	return subjects
}

// TestEmailsOfRuns checks that each run that changes an alert's status sends an e-mail, and that the e-mail's date is the time of the run.
// Muted alerts must not send e-mails.
func TestEmailsOfRuns(t *testing.T) {
	mailServer := servertest.StartMailServer(t, nil)
	c := servertest.Serve(t, refserver.Options{Series: []string{file(t, "day.json", day)}, SMTP: mailServer.Address})
	to := []any{"ops@example.com"}
	alert := c.Create("alert", pressure(Object{"destinations_list": to, "notify_no_data": false}))
	c.Create("alert", pressure(Object{"destinations_list": to, "mute": true}))

	// After this update, the alert runs again and creates some events that existed before. Nobody may get an e-mail about such an event
	// again.
	c.Patch("alert", alert, Object{"stmt_thresholds": []any{Object{"value": 9, "status": "alert"}}})
	got := receivedEmails(t, c, mailServer)
	want := []string{
		"2026-01-01 08:20 SEV2 Pressure: warning", "2026-01-01 08:25 SEV2 Pressure: alert", "2026-01-01 08:30 SEV2 Pressure: no_alert",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the e-mails are %q, want %q", got, want)
	}
}

// TestRestart checks that a restarted server with the same data file creates missing events, and does not create any event twice.
func TestRestart(t *testing.T) {
	mailServer := servertest.StartMailServer(t, nil)
	options := refserver.Options{Data: filepath.Join(t.TempDir(), "data"), SMTP: mailServer.Address}
	withData := options
	withData.Series = []string{file(t, "day.json", day)}

	c := servertest.Serve(t, options)
	alert := c.Create("alert", pressure(Object{"destinations_list": []any{"ops@example.com"}}))
	wantEvents(t, c, alert)
	c = c.Reopen(withData)
	wantEvents(t, c, alert, whatHappens...)
	events := c.Server.Objects("event")
	for range 2 {
		c = c.Reopen(withData)
		wantEvents(t, c, alert, whatHappens...)
		if got := c.Server.Objects("event"); !slices.EqualFunc(got, events, func(a, b map[string]any) bool { return a["id"] == b["id"] }) {
			t.Errorf("the events are %v, were %v", got, events)
		}
	}
	if sent := receivedEmails(t, c, mailServer); len(sent) != len(whatHappens) {
		t.Errorf("the e-mails are %q", sent)
	}

	// Without recorded points, a server keeps the events from its data file. If the clock is fixed at 8:26, a server removes the later
	// events.
	c = servertest.Serve(t, options)
	wantEvents(t, c, alert, whatHappens...)
	withData.Clock = "2026-01-01T08:26:00Z"
	c = c.Reopen(withData)
	wantEvents(t, c, alert, whatHappens[:2]...)
}

// TestRestartWithAnAlertThatNeverRan stores an alert without running it, as if the server had been killed before the run. After a restart,
// the alert must run and create its events. A second restart must change no event. The test fills the server with as many events as it can
// keep, so each new event removes an old one.
func TestRestartWithAnAlertThatNeverRan(t *testing.T) {
	t.Parallel()
	for _, restarts := range []int{0, 2} {
		options := refserver.Options{Data: filepath.Join(t.TempDir(), "data")}
		withData := options
		withData.Series = []string{file(t, "data.json", `{"p1": {"pressure": {"start": "2026-01-01T00:00:00Z", "step": "1m", "values": [`+
			strings.Repeat("7,9,", 720)+`7]}}}`)}
		everyMinute := pressure(Object{"rate_value": 1, "stmt_time_window": 60})
		c := servertest.Serve(t, withData)
		for range 8 {
			c.Create("alert", everyMinute)
		}
		c = c.Reopen(options)
		last := servertest.Text(t, c.Create("alert", everyMinute), "id")
		for range restarts {
			c.Patch("alert", Object{"id": last}, Object{"name": "A change gives the next start something to compact."})
			c = c.Reopen(options)
		}
		c = c.Reopen(withData)
		found := 0
		for _, e := range c.Server.Objects("event") {
			if e["alert"] == last {
				found++
			}
		}
		if found != 1440 {
			t.Errorf("after %d more restarts, the alert has %d events", restarts, found)
		}
		before := c.Server.Objects("event")
		c = c.Reopen(withData)
		if !slices.EqualFunc(c.Server.Objects("event"), before, func(a, b map[string]any) bool { return a["id"] == b["id"] }) {
			t.Errorf("after %d more restarts, a restart changes the events", restarts)
		}
	}
}
