// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package notify tells of the changes of alerts' statuses (interface section 6). It imports the packages document and store
// alone.
//
// Start reading here: StatusChanged makes event and notification and says which e-mails are to be sent; email.go writes
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
func StatusChanged(tx *store.Tx, before, after []byte) ([]Email, error) {
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
	now := time.Now().UTC()
	event := document.Object{
		"id": uuid.NewString(), "alert": alert["id"], "timestamp": document.Time(now),
		"old_status": was["status"], "new_status": alert["status"],
		"old_status_text": was["status_text"], "new_status_text": alert["status_text"],
	}
	if _, err := tx.Create("event", document.ID(event), event); err != nil {
		return nil, err
	}
	if silent(alert) {
		return nil, nil
	}
	title, text := describeChange(alert, event)
	notification := document.Object{
		"id": uuid.NewString(), "alert": alert["id"], "event": event["id"], "timestamp": event["timestamp"],
		"title": title, "text": text,
	}
	if _, err := tx.Create("notification", document.ID(notification), notification); err != nil {
		return nil, err
	}
	var emails []Email
	for _, address := range addresses(alert["destinations_list"]) {
		emails = append(emails, Email{to: address, at: now, subject: title, text: text})
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
