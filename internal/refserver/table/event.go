// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// The last of each that are kept (quirk 85).
const (
	KeptEvents        = 10_000
	KeptNotifications = 10_000
)

// events is what the changes of alerts' statuses leave behind (wire shapes sections 2 and 7).
func events() *Table {
	return &Table{
		Kind: "event",
		Routes: []Route{
			{Operation: List, Path: "alert/alerts/{id}/events/"}, {Operation: List, Path: "alert/events/"},
		},
		ListPath:    "alert/events",
		Kept:        KeptEvents,
		NewestFirst: true,                                // Quirk 26.
		Parents:     map[string]string{"alert": "alert"}, // Quirk 27.
		Fields: []Field{
			identifier(), text("alert"), text("timestamp"),
			text("old_status"), text("new_status"), text("old_status_text"), text("new_status_text"),
		},
	}
}

// notifications are those inside the platform (interface section 6). Their shape is quirk 28.
func notifications() *Table {
	return &Table{
		Kind:        "notification",
		Routes:      []Route{{Operation: List, Path: "notification/notifications/"}},
		ListPath:    "notification/notifications",
		Kept:        KeptNotifications,
		NewestFirst: true,                                // Quirk 26.
		Parents:     map[string]string{"alert": "alert"}, // Quirk 27.
		Fields: []Field{
			identifier(), text("alert"), text("event"), text("timestamp"), text("title"), text("text"),
		},
	}
}
