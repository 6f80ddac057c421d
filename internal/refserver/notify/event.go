// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package notify creates the event and the notification for a change of an alert's status, and sends e-mails about the change.
//
// The package imports jsondoc and store. Start reading at StatusChanged and Announce. email.go formats the e-mails, and the Mailer
// (mailer.go) delivers them.
package notify

import (
	"bytes"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// StatusChanged calls Announce if a write has changed an alert's status, and returns the e-mails to send.
func StatusChanged(tx *store.Tx, at time.Time, before, after []byte) ([]Email, error) {
	if bytes.Equal(jsondoc.Field(before, "status"), jsondoc.Field(after, "status")) {
		return nil, nil
	}
	was, err := jsondoc.Decode(before)
	if err != nil {
		return nil, err
	}
	alert, err := jsondoc.Decode(after)
	if err != nil {
		return nil, err
	}
	return Announce(tx, Change{ID: uuid.NewString(), At: at, Alert: alert, OldStatus: was["status"], OldText: was["status_text"]})
}

// Change describes a change of an alert's status.
type Change struct {
	// ID is the id of the event that Announce creates.
	ID string
	At time.Time
	// Alert is the alert after the change, with its new status.
	Alert jsondoc.Object
	// OldStatus and OldText are the alert's status and status_text before the change.
	OldStatus, OldText any
}

// Announce creates an event for a change of an alert's status. Unless the change is silent (see isSilent), Announce also creates a
// notification and returns one e-mail for each recipient. The caller must not send the e-mails before the transaction is committed.
func Announce(tx *store.Tx, c Change) ([]Email, error) {
	event := jsondoc.Object{
		"id": c.ID, "alert": c.Alert["id"], "timestamp": jsondoc.Time(c.At),
		"old_status": c.OldStatus, "new_status": c.Alert["status"],
		"old_status_text": c.OldText, "new_status_text": c.Alert["status_text"],
	}
	if _, err := tx.Create("event", jsondoc.ID(event), event); err != nil {
		return nil, err
	}
	if isSilent(c.Alert) {
		return nil, nil
	}
	title, text := describeChange(c.Alert, event)
	notification := jsondoc.Object{
		"id": uuid.NewString(), "alert": c.Alert["id"], "event": event["id"], "timestamp": event["timestamp"],
		"title": title, "text": text,
	}
	if _, err := tx.Create("notification", jsondoc.ID(notification), notification); err != nil {
		return nil, err
	}
	var emails []Email
	for _, address := range addresses(c.Alert["destinations_list"]) {
		emails = append(emails, Email{Event: c.ID, To: address, At: c.At.UTC(), Subject: title, Text: text})
	}
	return emails, nil
}

// isSilent reports whether a status change creates only an event, without a notification or e-mails. All changes of a muted alert are
// silent. A change to no_data, error or timeout is also silent if the alert's field notify_no_data, notify_error or notify_timeout is false
// (quirk 30 in quirks.go).
func isSilent(alert jsondoc.Object) bool {
	if alert["mute"] == true {
		return true
	}
	status, _ := alert["status"].(string)
	return slices.Contains([]string{"no_data", "error", "timeout"}, status) && alert["notify_"+status] == false
}
