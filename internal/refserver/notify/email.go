// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package notify

import (
	"encoding/base64"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// Email is a plain-text e-mail to one recipient.
type Email struct {
	Event    string // the id of the event that it is about
	From, To string
	At       time.Time
	Subject  string
	Text     string
	State    Delivery
	Reason   string // why the e-mail was not delivered
}

// Delivery is the state of an e-mail's delivery.
type Delivery string

// The states of a delivery.
const (
	Waiting      Delivery = "waiting"
	Delivered    Delivery = "delivered"
	NotDelivered Delivery = "not delivered"
	// NotSent means that the server has no SMTP server.
	NotSent Delivery = "not sent"
)

// describeChange returns the subject and the text of the notification and the e-mails about an event.
func describeChange(alert, event jsondoc.Object) (subject, text string) {
	// The subject has only one line, so line breaks in the name become spaces.
	name := strings.Join(strings.Fields(shown(alert["name"])), " ")
	subject = fmt.Sprintf("%s %s: %s", shown(alert["severity"]), name, shown(event["new_status"]))

	var lines strings.Builder
	for _, line := range [][2]string{
		{"Alert", name},
		{"Severity", shown(alert["severity"])},
		{"Old status", withReason(event["old_status"], event["old_status_text"])},
		{"New status", withReason(event["new_status"], event["new_status_text"])},
		{"Time", shown(event["timestamp"])},
	} {
		fmt.Fprintf(&lines, "%-12s%s\n", line[0]+":", line[1])
	}
	return subject, lines.String()
}

// withReason returns a status with its status_text in parentheses: "alert (Too hot)". Without a status_text, it returns the status.
func withReason(status, reason any) string {
	if reason == nil || reason == "" {
		return shown(status)
	}
	return fmt.Sprintf("%s (%s)", shown(status), shown(reason))
}

// shown formats the value of a field. The value may have any type, because Server.Edit stores values unchecked.
func shown(value any) string {
	if value == nil {
		return "none"
	}
	return fmt.Sprint(value)
}

// MaxAddress is the maximum length of an e-mail address that all SMTP servers accept (RFC 5321, section 4.5.3.1.3).
const MaxAddress = 254

// maxWord is the maximum length in bytes of a word in a subject that is not encoded. A line of an e-mail has at most 998 bytes and can be
// broken only between words (RFC 5322, section 2.1.1).
const maxWord = 70

// foldable returns a subject whose words are short enough for line breaks. If the subject has a longer word, it is encoded as several short
// words (RFC 2047).
func foldable(subject string) string {
	if !slices.ContainsFunc(strings.Fields(subject), func(word string) bool { return len(word) > maxWord }) {
		return subject
	}
	const pieceSize = 45 // In bytes. In base64, 45 bytes are 60 characters. An encoded word has at most 75 (RFC 2047).
	var words []string
	for piece := range slices.Chunk([]rune(subject), pieceSize/utf8.UTFMax) {
		words = append(words, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(string(piece)))+"?=")
	}
	return strings.Join(words, " ")
}

// addresses returns the distinct e-mail addresses in the destinations_list of an alert, and skips other entries (quirk 31 in quirks.go).
func addresses(destinations any) []string {
	list, _ := destinations.([]any)
	var found []string
	for _, destination := range list {
		text, _ := destination.(string)
		address, err := mail.ParseAddress(text)
		if err == nil && len(address.Address) <= MaxAddress && !slices.Contains(found, address.Address) {
			found = append(found, address.Address)
		}
	}
	return found
}
