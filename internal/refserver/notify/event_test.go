// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package notify_test

import (
	"fmt"
	"net/http"
	"path/filepath"
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

// changes returns the old and the new status of each event in a list, for example "warning>no_alert".
func changes(t testing.TB, list Object) string {
	t.Helper()
	var found []string
	for _, event := range servertest.Items(t, list, "results") {
		found = append(found, fmt.Sprint(event["old_status"], ">", event["new_status"]))
	}
	return strings.Join(found, " ")
}

// TestStatusChange checks that a change of an alert's status creates an event and a notification with the correct fields (quirk 28 in
// quirks.go).
func TestStatusChange(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	alert := c.Made("alert", Object{"name": "Overflow", "severity": "SEV2", "status_text": "quiet"})
	own := c.Path("alert", alert) + "events/"
	before := time.Now().UTC().Truncate(time.Microsecond)
	c.Patch("alert", alert, Object{"status": "alert", "status_text": "too high"})

	event := servertest.Items(t, c.Get(own), "results")[0]
	at, err := time.Parse("2006-01-02T15:04:05.000000Z", servertest.Text(t, event, "timestamp"))
	if err != nil || at.Before(before) {
		t.Errorf("the timestamp is %v", event["timestamp"])
	}
	servertest.Equal(t, event, servertest.JSON(t, Object{
		"id": servertest.Text(t, event, "id"), "alert": alert["id"], "timestamp": event["timestamp"],
		"old_status": "no_alert", "new_status": "alert", "old_status_text": "quiet", "new_status_text": "too high",
	}))
	notification := servertest.Items(t, c.Get(notifications), "results")[0]
	servertest.Equal(t, notification, servertest.JSON(t, Object{
		"id": servertest.Text(t, notification, "id"), "alert": alert["id"], "event": event["id"], "timestamp": event["timestamp"],
		"title": "SEV2 Overflow: alert",
		"text": "Alert:      Overflow\nSeverity:   SEV2\nOld status: no_alert (quiet)\nNew status: alert (too high)\n" +
			"Time:       " + servertest.Text(t, event, "timestamp") + "\n",
	}))
}

// TestNoStatusChange checks that there is no event when an alert is created, or updated without a change of its status (quirk 29 in
// quirks.go).
func TestNoStatusChange(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	alert := c.Made("alert", Object{"status": "warning"})
	c.Patch("alert", alert, Object{"status": "warning", "name": "new"})
	c.Patch("alert", alert, Object{"status_text": "new"})
	c.RejectedFor("status", "PATCH", c.Path("alert", alert), Object{"status": "none"})
	if events := c.Server.Objects("event"); len(events) > 0 {
		t.Errorf("the events are %v", events)
	}
	c.Patch("alert", alert, Object{"status": nil}) // Null changes the status to the default, no_alert.
	if got := changes(t, c.Get(allEvents)); got != "warning>no_alert" {
		t.Errorf("the events are %s", got)
	}
}

// TestSilentAlerts checks that a change of the status creates an event but no notification if the alert is muted. The same must apply if
// the status is no_data, for example, and notify_no_data is false (quirk 30 in quirks.go).
func TestSilentAlerts(t *testing.T) {
	for _, test := range []struct {
		fields        Object
		notifications int
	}{
		{fields: Object{"status": "alert"}, notifications: 1},
		{fields: Object{"status": "alert", "mute": true}, notifications: 0},
		{fields: Object{"status": "no_data"}, notifications: 1},
		{fields: Object{"status": "no_data", "notify_no_data": false}, notifications: 0},
		{fields: Object{"status": "error", "notify_no_data": false}, notifications: 1},
		{fields: Object{"status": "error", "notify_error": false}, notifications: 0},
		{fields: Object{"status": "timeout", "notify_timeout": false}, notifications: 0},
		{fields: Object{"status": "alert", "notify_no_data": false, "notify_error": false, "notify_timeout": false}, notifications: 1},
	} {
		c := servertest.Serve(t, refserver.Options{})
		c.Patch("alert", c.Made("alert", nil), test.fields)
		events, told := len(c.Server.Objects("event")), len(c.Server.Objects("notification"))
		if events != 1 || told != test.notifications {
			t.Errorf("%v makes %d events and %d notifications", test.fields, events, told)
		}
	}
}

// TestEditOfStatus checks that a change of the status through Server.Edit also creates an event (quirk 29 in quirks.go).
func TestEditOfStatus(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	id := servertest.Text(t, c.Made("alert", nil), "id")
	if err := c.Server.Edit("alert", id, func(doc map[string]any) { doc["status"] = "alert" }); err != nil {
		t.Fatal(err)
	}
	if err := c.Server.Edit("alert", id, func(doc map[string]any) { delete(doc, "status") }); err != nil {
		t.Fatal(err)
	}
	if got := changes(t, c.Get(allEvents)); got != "alert><nil> no_alert>alert" {
		t.Errorf("the events are %s", got)
	}
}

// withEvents creates events by changing an alert's status count times.
func withEvents(c *servertest.Client, alert Object, count int) {
	c.T.Helper()
	for i := range count {
		c.Patch("alert", alert, Object{"status": []string{"alert", "no_alert"}[i%2], "status_text": fmt.Sprint("change ", i)})
	}
}

func reasons(t testing.TB, list Object) string {
	t.Helper()
	var found []string
	for _, event := range servertest.Items(t, list, "results") {
		found = append(found, strings.TrimPrefix(servertest.Text(t, event, "new_status_text"), "change "))
	}
	return strings.Join(found, " ")
}

// TestListOfEvents checks the lists of all events and of one alert's events. They must start with the newest event (quirk 26 in quirks.go)
// and support pages, filters and ordering.
func TestListOfEvents(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	one, two := c.Made("alert", nil), c.Made("alert", nil)
	withEvents(c, one, 5)
	withEvents(c, two, 1)
	own := c.Path("alert", one) + "events/"
	for path, want := range map[string]string{
		own:                                                        "4 3 2 1 0",
		strings.TrimSuffix(own, "/"):                               "4 3 2 1 0",
		own + "?page_size=2":                                       "4 3",
		own + "?page_size=2&page=3":                                "0",
		own + "?ordering=timestamp":                                "0 1 2 3 4",
		own + "?ordering=-timestamp":                               "4 3 2 1 0",
		own + "?ordering=alert&page_size=2":                        "4 3",
		own + "?new_status=no_alert":                               "3 1",
		own + "?alert=" + servertest.Text(t, two, "id"):            "",
		c.Path("alert", two) + "events":                            "0",
		allEvents:                                                  "0 4 3 2 1 0",
		allEvents + "?alert=" + servertest.Text(t, one, "id"):      "4 3 2 1 0",
		strings.TrimSuffix(allEvents, "/") + "?page_size=1&page=2": "4",
	} {
		if got := reasons(t, c.Get(path)); got != want {
			t.Errorf("%s gives %s, want %s", path, got, want)
		}
	}
	page := c.Get(own + "?page_size=2")
	if want := c.URL + own + "?page=2&page_size=2"; page["count"] != 5.0 || page["next"] != want {
		t.Errorf("%v events, next %v, want %s", page["count"], page["next"], want)
	}
	titles := servertest.Items(t, c.Get(notifications+"?page_size=1&alert="+servertest.Text(t, one, "id")), "results")
	if len(titles) != 1 || !strings.Contains(servertest.Text(t, titles[0], "text"), "change 4") {
		t.Errorf("the newest notification is %v", titles)
	}
}

// TestEventsAreReadOnly checks that clients can list events and notifications, but can't create, change or delete them (quirk 27 in
// quirks.go). The list of the events of an unknown alert must return 404.
func TestEventsAreReadOnly(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	alert := c.Made("alert", nil)
	withEvents(c, alert, 1)
	for _, path := range []string{allEvents, c.Path("alert", alert) + "events/", notifications} {
		c.CheckMethods("GET", path)
	}
	event := servertest.Text(t, c.Server.Objects("event")[0], "id")
	for _, path := range []string{
		servertest.Paths["alert"] + "none/events/", servertest.Paths["alert"] + "/events/", allEvents + event,
		servertest.Paths["alert"] + servertest.Text(t, alert, "id") + "/event/",
		c.Path("alert", alert) + "events/" + event, c.Path("node", c.Made("node", nil)) + "events/", notifications + "x",
	} {
		c.Must(http.StatusNotFound, "GET", path, nil)
	}
}

// TestEventsLastAsLongAsTheirAlert checks that events survive a restart and are deleted with their alert (quirk 27 in quirks.go).
func TestEventsLastAsLongAsTheirAlert(t *testing.T) {
	options := refserver.Options{Data: filepath.Join(t.TempDir(), "data")}
	c := servertest.Serve(t, options)
	one, two := c.Made("alert", nil), c.Made("alert", nil)
	withEvents(c, one, 3)
	withEvents(c, two, 2)
	c.Must(http.StatusNoContent, "DELETE", c.Path("alert", one), nil)
	events, told := servertest.JSON(t, c.Server.Objects("event")), servertest.JSON(t, c.Server.Objects("notification"))
	if strings.Contains(events+told, servertest.Text(t, one, "id")) || len(c.Server.Objects("event")) != 2 {
		t.Errorf("left are %s and %s", events, told)
	}
	c = c.Reopen(options)
	servertest.Equal(t, c.Server.Objects("event"), events)
	servertest.Equal(t, c.Server.Objects("notification"), told)
	withEvents(c, two, 1)
	if got := reasons(t, c.Get(c.Path("alert", two)+"events/")); got != "0 1 0" {
		t.Errorf("the events are %s", got)
	}
}
