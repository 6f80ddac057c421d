// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// The engine keeps only the newest events and notifications of all alerts. If there are more than these numbers, it removes the oldest
// (quirk 85 in quirks.go).
const (
	KeptEvents        = 10_000
	KeptNotifications = 10_000
)

// events returns the table that describes events. The engine makes an event for each change of an alert's status.
func events() *Table {
	return &Table{
		Kind: "event",
		Routes: []Route{
			{Operation: List, Path: "alert/alerts/{id}/events/"}, {Operation: List, Path: "alert/events/"},
		},
		ListPath:    "alert/events",
		Kept:        KeptEvents,
		NewestFirst: true,                                // Quirk 26: the newest is listed first.
		Parents:     map[string]string{"alert": "alert"}, // Quirk 27: deleted with the alert.
		Fields: []Field{
			identifier(), text("alert"), text("timestamp"),
			text("old_status"), text("new_status"), text("old_status_text"), text("new_status_text"),
		},
	}
}

// notifications returns the table that describes notifications, the messages about alerts that people see in the engine. No document
// describes their fields (quirk 28 in quirks.go).
func notifications() *Table {
	return &Table{
		Kind:        "notification",
		Routes:      []Route{{Operation: List, Path: "notification/notifications/"}},
		ListPath:    "notification/notifications",
		Kept:        KeptNotifications,
		NewestFirst: true,                                // Quirk 26: the newest is listed first.
		Parents:     map[string]string{"alert": "alert"}, // Quirk 27: deleted with the alert.
		Fields: []Field{
			identifier(), text("alert"), text("event"), text("timestamp"), text("title"), text("text"),
		},
	}
}
