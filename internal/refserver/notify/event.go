// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package notify makes the event, the notification and the e-mails of a change of an alert's status (interface section 6).
//
// Start reading here, at StatusChanged and Announce. email.go writes the texts of e-mails. The Mailer (mailer.go) delivers them in the
// background.
package notify

import (
	"bytes"
	"time"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// StatusChanged calls Announce if the status of an alert differs between two documents.
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
	return Announce(tx, Change{ID: uuid.NewString(), At: at, Alert: alert, OldStatus: was["status"], OldText: was["status_text"]})
}

// Change is a change of an alert's status.
type Change struct {
	// ID is the id of the event.
	ID string
	At time.Time
	// Alert is the alert after the change.
	Alert document.Object
	// OldStatus and OldText are the status and the status_text before the change.
	OldStatus, OldText any
}

// Announce creates the event of a change and, unless the alert is silent, the notification. It returns the e-mails, which the caller
// sends after the write has succeeded.
func Announce(tx *store.Tx, c Change) ([]Email, error) {
	event := document.Object{
		"id": c.ID, "alert": c.Alert["id"], "timestamp": document.Time(c.At),
		"old_status": c.OldStatus, "new_status": c.Alert["status"],
		"old_status_text": c.OldText, "new_status_text": c.Alert["status_text"],
	}
	if _, err := tx.Create("event", document.ID(event), event); err != nil {
		return nil, err
	}
	if isSilent(c.Alert) {
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

// isSilent reports whether the alert is muted, or does not notify of its new status (quirk 30). The field active has no influence
// (quirk 43).
func isSilent(alert document.Object) bool {
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
