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
	Event    string // The id of the event that the e-mail describes.
	From, To string
	At       time.Time
	Subject  string
	Text     string
	State    Delivery
	Reason   string // Why the e-mail was not delivered.
}

// Delivery is the state of an e-mail's delivery.
type Delivery string

// The states of a delivery.
const (
	Waiting      Delivery = "waiting"
	Delivered    Delivery = "delivered"
	NotDelivered Delivery = "not delivered"
	// NotSent means that there is no SMTP server to deliver the e-mail.
	NotSent Delivery = "not sent"
)

// describeChange returns the title and text of the notification about an event. They are also the subject and text of the e-mails.
func describeChange(alert, event jsondoc.Object) (subject, text string) {
	// The subject is a single line, so line breaks in the name become spaces.
	name := strings.Join(strings.Fields(formatValue(alert["name"])), " ")
	subject = fmt.Sprintf("%s %s: %s", formatValue(alert["severity"]), name, formatValue(event["new_status"]))

	var lines strings.Builder
	for _, line := range [][2]string{
		{"Alert", name},
		{"Severity", formatValue(alert["severity"])},
		{"Old status", withReason(event["old_status"], event["old_status_text"])},
		{"New status", withReason(event["new_status"], event["new_status_text"])},
		{"Time", formatValue(event["timestamp"])},
	} {
		fmt.Fprintf(&lines, "%-12s%s\n", line[0]+":", line[1])
	}
	return subject, lines.String()
}

// withReason returns a status, followed by its status_text in parentheses if there is one, as in "alert (Too hot)".
func withReason(status, reason any) string {
	if reason == nil || reason == "" {
		return formatValue(status)
	}
	return fmt.Sprintf("%s (%s)", formatValue(status), formatValue(reason))
}

// formatValue formats the value of a field. The value may have any type, because Server.Edit does not validate values.
func formatValue(value any) string {
	if value == nil {
		return "none"
	}
	return fmt.Sprint(value)
}

// MaxAddress is the maximum length of an e-mail address in bytes. Every SMTP server accepts this length (RFC 5321, section 4.5.3.1.3).
const MaxAddress = 254

// maxWord is the maximum length in bytes of an unencoded word in an e-mail's subject. A line of an e-mail can be broken only between words.
// A line must not exceed 998 bytes, and should not exceed 78 (RFC 5322, section 2.1.1).
const maxWord = 70

// splitLongWords returns a subject that can be broken into short lines. If a word is longer than maxWord, the whole subject is encoded as
// several short words (RFC 2047).
func splitLongWords(subject string) string {
	if !slices.ContainsFunc(strings.Fields(subject), func(word string) bool { return len(word) > maxWord }) {
		return subject
	}
	const pieceSize = 45 // In bytes. In base64, a piece has 60 characters. An encoded word may have at most 75 (RFC 2047).
	var words []string
	for piece := range slices.Chunk([]rune(subject), pieceSize/utf8.UTFMax) {
		words = append(words, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(string(piece)))+"?=")
	}
	return strings.Join(words, " ")
}

// addresses returns the e-mail addresses in an alert's destinations_list, without duplicates. It skips entries that are not e-mail
// addresses (quirk 31 in quirks.go).
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
