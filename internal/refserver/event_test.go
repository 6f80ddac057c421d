// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const (
	allEvents     = "/v3/engine/alert/events/"
	notifications = "/v3/engine/notification/notifications/"
)

// changes gives the statuses of the events of a list, in order.
func changes(t testing.TB, list object) string {
	t.Helper()
	var found []string
	for _, event := range items(t, list, "results") {
		found = append(found, fmt.Sprint(event["old_status"], ">", event["new_status"]))
	}
	return strings.Join(found, " ")
}

// A change of the status makes an event with the shape of wire shapes section 7 and a notification (quirk 28).
func TestStatusChange(t *testing.T) {
	c := serve(t, refserver.Options{})
	alert := c.made("alert", object{"name": "Overflow", "severity": "SEV2", "status_text": "quiet"})
	own := c.path("alert", alert) + "events/"
	before := time.Now().UTC().Truncate(time.Microsecond)
	c.patch("alert", alert, object{"status": "alert", "status_text": "too high"})

	event := items(t, c.must(http.StatusOK, "GET", own, nil), "results")[0]
	at, err := time.Parse("2006-01-02T15:04:05.000000Z", text(t, event, "timestamp"))
	if err != nil || at.Before(before) {
		t.Errorf("the timestamp is %v", event["timestamp"])
	}
	equal(t, event, asJSON(t, object{
		"id": text(t, event, "id"), "alert": alert["id"], "timestamp": event["timestamp"],
		"old_status": "no_alert", "new_status": "alert", "old_status_text": "quiet", "new_status_text": "too high",
	}))
	notification := items(t, c.must(http.StatusOK, "GET", notifications, nil), "results")[0]
	equal(t, notification, asJSON(t, object{
		"id": text(t, notification, "id"), "alert": alert["id"], "event": event["id"], "timestamp": event["timestamp"],
		"title": "SEV2 Overflow: alert",
		"text": "Alert:      Overflow\nSeverity:   SEV2\nOld status: no_alert (quiet)\nNew status: alert (too high)\n" +
			"Time:       " + text(t, event, "timestamp") + "\n",
	}))
}

// Only a change of the status itself makes an event (quirk 29).
func TestNoStatusChange(t *testing.T) {
	c := serve(t, refserver.Options{})
	alert := c.made("alert", object{"status": "warning"})
	c.patch("alert", alert, object{"status": "warning", "name": "new"})
	c.patch("alert", alert, object{"status_text": "new"})
	c.refusedFor("status", "PATCH", c.path("alert", alert), object{"status": "none"})
	if events := c.server.Objects("event"); len(events) > 0 {
		t.Errorf("the events are %v", events)
	}
	c.patch("alert", alert, object{"status": nil}) // The default, which is another status.
	if got := changes(t, c.must(http.StatusOK, "GET", allEvents, nil)); got != "warning>no_alert" {
		t.Errorf("the events are %s", got)
	}
}

// Alerts that are muted, or do not notify of their new status, get the event only (quirk 30).
func TestSilentAlerts(t *testing.T) {
	for _, test := range []struct {
		fields        object
		notifications int
	}{
		{object{"status": "alert"}, 1},
		{object{"status": "alert", "mute": true}, 0},
		{object{"status": "no_data"}, 1},
		{object{"status": "no_data", "notify_no_data": false}, 0},
		{object{"status": "error", "notify_no_data": false}, 1},
		{object{"status": "error", "notify_error": false}, 0},
		{object{"status": "timeout", "notify_timeout": false}, 0},
		{object{"status": "alert", "notify_no_data": false, "notify_error": false, "notify_timeout": false}, 1},
	} {
		c := serve(t, refserver.Options{})
		c.patch("alert", c.made("alert", nil), test.fields)
		events, told := len(c.server.Objects("event")), len(c.server.Objects("notification"))
		if events != 1 || told != test.notifications {
			t.Errorf("%v makes %d events and %d notifications", test.fields, events, told)
		}
	}
}

// What Server.Edit does to a status is a change like any other (quirk 29).
func TestEditOfStatus(t *testing.T) {
	c := serve(t, refserver.Options{})
	id := text(t, c.made("alert", nil), "id")
	if err := c.server.Edit("alert", id, func(doc map[string]any) { doc["status"] = "alert" }); err != nil {
		t.Fatal(err)
	}
	if err := c.server.Edit("alert", id, func(doc map[string]any) { delete(doc, "status") }); err != nil {
		t.Fatal(err)
	}
	if got := changes(t, c.must(http.StatusOK, "GET", allEvents, nil)); got != "alert><nil> no_alert>alert" {
		t.Errorf("the events are %s", got)
	}
}

// withEvents changes the status of an alert so often that it has as many events.
func (c *client) withEvents(alert object, count int) {
	c.t.Helper()
	for i := range count {
		c.patch("alert", alert, object{"status": []string{"alert", "no_alert"}[i%2], "status_text": fmt.Sprint("change ", i)})
	}
}

// reasons gives the new texts of the events of a list, in order.
func reasons(t testing.TB, list object) string {
	t.Helper()
	var found []string
	for _, event := range items(t, list, "results") {
		found = append(found, strings.TrimPrefix(text(t, event, "new_status_text"), "change "))
	}
	return strings.Join(found, " ")
}

// Events are listed the newest first (quirk 26), by alert or all, with pages and filters like any list.
func TestListOfEvents(t *testing.T) {
	c := serve(t, refserver.Options{})
	one, two := c.made("alert", nil), c.made("alert", nil)
	c.withEvents(one, 5)
	c.withEvents(two, 1)
	own := c.path("alert", one) + "events/"
	for path, want := range map[string]string{
		own:                                        "4 3 2 1 0",
		strings.TrimSuffix(own, "/"):               "4 3 2 1 0",
		own + "?page_size=2":                       "4 3",
		own + "?page_size=2&page=3":                "0",
		own + "?ordering=timestamp":                "0 1 2 3 4",
		own + "?ordering=-timestamp":               "4 3 2 1 0",
		own + "?ordering=alert&page_size=2":        "4 3",
		own + "?new_status=no_alert":               "3 1",
		own + "?alert=" + text(t, two, "id"):       "",
		c.path("alert", two) + "events":            "0",
		allEvents:                                  "0 4 3 2 1 0",
		allEvents + "?alert=" + text(t, one, "id"): "4 3 2 1 0",
		strings.TrimSuffix(allEvents, "/") + "?page_size=1&page=2": "4",
	} {
		if got := reasons(t, c.must(http.StatusOK, "GET", path, nil)); got != want {
			t.Errorf("%s gives %s, want %s", path, got, want)
		}
	}
	page := c.must(http.StatusOK, "GET", own+"?page_size=2", nil)
	if want := c.url + own + "?page=2&page_size=2"; page["count"] != 5.0 || page["next"] != want {
		t.Errorf("%v events, next %v, want %s", page["count"], page["next"], want)
	}
	titles := items(t, c.must(http.StatusOK, "GET", notifications+"?page_size=1&alert="+text(t, one, "id"), nil), "results")
	if len(titles) != 1 || !strings.Contains(text(t, titles[0], "text"), "change 4") {
		t.Errorf("the newest notification is %v", titles)
	}
}

// Events and notifications can only be listed (quirk 27), and only below an alert that exists.
func TestEventsAreReadOnly(t *testing.T) {
	c := serve(t, refserver.Options{})
	alert := c.made("alert", nil)
	c.withEvents(alert, 1)
	for _, path := range []string{allEvents, c.path("alert", alert) + "events/", notifications} {
		c.checkMethods("GET", path)
	}
	event := text(t, c.server.Objects("event")[0], "id")
	for _, path := range []string{
		paths["alert"] + "none/events/", paths["alert"] + "/events/", allEvents + event, paths["alert"] + text(t, alert, "id") + "/event/",
		c.path("alert", alert) + "events/" + event, c.path("node", c.made("node", nil)) + "events/", notifications + "x",
	} {
		c.must(http.StatusNotFound, "GET", path, nil)
	}
}

// Events are deleted with their alert (quirk 27) and survive a restart.
func TestEventsLastAsLongAsTheirAlert(t *testing.T) {
	options := refserver.Options{Data: filepath.Join(t.TempDir(), "data")}
	c := serve(t, options)
	one, two := c.made("alert", nil), c.made("alert", nil)
	c.withEvents(one, 3)
	c.withEvents(two, 2)
	c.must(http.StatusNoContent, "DELETE", c.path("alert", one), nil)
	events, told := asJSON(t, c.server.Objects("event")), asJSON(t, c.server.Objects("notification"))
	if strings.Contains(events+told, text(t, one, "id")) || len(c.server.Objects("event")) != 2 {
		t.Errorf("left are %s and %s", events, told)
	}
	c = c.reopen(options)
	equal(t, c.server.Objects("event"), events)
	equal(t, c.server.Objects("notification"), told)
	c.withEvents(two, 1)
	if got := reasons(t, c.must(http.StatusOK, "GET", c.path("alert", two)+"events/", nil)); got != "0 1 0" {
		t.Errorf("the events are %s", got)
	}
}
