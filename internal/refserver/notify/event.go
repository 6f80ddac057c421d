// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package notify tells of the changes of alerts' statuses (interface section 6). It imports the packages document and store
// alone.
//
// Start reading here: StatusChanged, and Tell below it, make event and notification and say which e-mails are to be sent; email.go writes
// them, and the Mailer (mailer.go) delivers them behind the requests.
package notify

import (
	"bytes"
	"time"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// StatusChanged makes the event of an alert whose status has changed and, unless the alert keeps silent, the notification
// (interface section 6). It gives the e-mails to send once the change lasts.
func StatusChanged(tx *store.Tx, at time.Time, before, after []byte) ([]Email, error) {
	if bytes.Equal(document.Field(before, "status"), document.Field(after, "status")) {
		return nil, nil
	}
	was, err := document.Decode(before)
	if err != nil {
		return nil, err
	}
	alert, err := document.Decode(after)
	if err != nil {
		return nil, err
	}
	return Tell(tx, Change{ID: uuid.NewString(), At: at, Alert: alert, OldStatus: was["status"], OldText: was["status_text"]})
}

// Change is a change of an alert's status.
type Change struct {
	// ID is that of the event.
	ID string
	At time.Time
	// Alert is the alert after the change.
	Alert document.Object
	// OldStatus and OldText are what it had before.
	OldStatus, OldText any
}

// Tell makes the event of a change, and what StatusChanged makes with it.
func Tell(tx *store.Tx, c Change) ([]Email, error) {
	event := document.Object{
		"id": c.ID, "alert": c.Alert["id"], "timestamp": document.Time(c.At),
		"old_status": c.OldStatus, "new_status": c.Alert["status"],
		"old_status_text": c.OldText, "new_status_text": c.Alert["status_text"],
	}
	if _, err := tx.Create("event", document.ID(event), event); err != nil {
		return nil, err
	}
	if silent(c.Alert) {
		return nil, nil
	}
	title, text := describeChange(c.Alert, event)
	notification := document.Object{
		"id": uuid.NewString(), "alert": c.Alert["id"], "event": event["id"], "timestamp": event["timestamp"],
		"title": title, "text": text,
	}
	if _, err := tx.Create("notification", document.ID(notification), notification); err != nil {
		return nil, err
	}
	var emails []Email
	for _, address := range addresses(c.Alert["destinations_list"]) {
		emails = append(emails, Email{to: address, at: c.At.UTC(), subject: title, text: text})
	}
	return emails, nil
}

// silent reports whether nobody is told of the status that the alert has now (quirks 30 and 43).
func silent(alert document.Object) bool {
	if alert["mute"] == true {
		return true
	}
	switch alert["status"] {
	case "no_data":
		return alert["notify_no_data"] == false
	case "error":
		return alert["notify_error"] == false
	case "timeout":
		return alert["notify_timeout"] == false
	}
	return false
}
