// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

// events is what the changes of alerts' statuses leave behind (wire shapes sections 2 and 7).
func events() *collection {
	return &collection{
		kind:        "event",
		listPath:    "alert/events",
		newestFirst: true,                                // Quirk 26.
		parents:     map[string]string{"alert": "alert"}, // Quirk 27.
		fields: []Field{
			identifier(), text("alert"), text("timestamp"),
			text("old_status"), text("new_status"), text("old_status_text"), text("new_status_text"),
		},
	}
}

// notifications are those inside the platform (interface section 6). Their shape is quirk 28.
func notifications() *collection {
	return &collection{
		kind:        "notification",
		listPath:    "notification/notifications",
		newestFirst: true,                                // Quirk 26.
		parents:     map[string]string{"alert": "alert"}, // Quirk 27.
		fields: []Field{
			identifier(), text("alert"), text("event"), text("timestamp"), text("title"), text("text"),
		},
	}
}
