// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"bytes"
	"time"

	"github.com/google/uuid"
)

// announceStatus makes the event of an alert whose status has changed and, unless the alert keeps silent, the notification
// (interface section 6). It gives the e-mails to send once the change lasts.
func announceStatus(w *writing, before, after []byte) ([]email, error) {
	if bytes.Equal(rawField(before, "status"), rawField(after, "status")) {
		return nil, nil
	}
	was, err := decode(before)
	if err != nil {
		return nil, err
	}
	alert, err := decode(after)
	if err != nil {
		return nil, err
	}
	now := time.Now().UTC()
	event := document{
		"id": uuid.NewString(), "alert": alert["id"], "timestamp": now.Format(timeLayout),
		"old_status": was["status"], "new_status": alert["status"],
		"old_status_text": was["status_text"], "new_status_text": alert["status_text"],
	}
	if _, err := w.create("event", idOf(event), event); err != nil {
		return nil, err
	}
	if silent(alert) {
		return nil, nil
	}
	title, text := describeChange(alert, event)
	notification := document{
		"id": uuid.NewString(), "alert": alert["id"], "event": event["id"], "timestamp": event["timestamp"],
		"title": title, "text": text,
	}
	if _, err := w.create("notification", idOf(notification), notification); err != nil {
		return nil, err
	}
	var emails []email
	for _, address := range addresses(alert["destinations_list"]) {
		emails = append(emails, email{to: address, at: now, subject: title, text: text})
	}
	return emails, nil
}

// silent reports whether nobody is told of the status that the alert has now (quirk 30).
func silent(alert document) bool {
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
