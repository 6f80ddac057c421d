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

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
)

// Email is a message to one address.
type Email struct {
	to            string
	at            time.Time
	subject, text string
}

// describeChange returns the subject and the text of the e-mail and of the notification.
func describeChange(alert, event document.Object) (subject, text string) {
	// A subject has one line, so line breaks in the name become spaces.
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

// withReason returns a status with its status_text in parentheses, if it has one.
func withReason(status, reason any) string {
	if reason == nil || reason == "" {
		return shown(status)
	}
	return fmt.Sprintf("%s (%s)", shown(status), shown(reason))
}

// shown formats the value of a field. Server.Edit may have stored a value of any type.
func shown(value any) string {
	if value == nil {
		return "none"
	}
	return fmt.Sprint(value)
}

// MaxAddress is the length of the longest e-mail address that SMTP servers must take (RFC 5321, section 4.5.3.1.3).
const MaxAddress = 254

// maxWord is the length of the longest word that a subject may contain without encoding. Lines are broken only between words and have
// at most 998 bytes (RFC 5322, section 2.1.1).
const maxWord = 70

// foldable returns a subject whose lines can be broken. It encodes a subject with a longer word as short encoded words (RFC 2047),
// which mail programs decode.
func foldable(subject string) string {
	if !slices.ContainsFunc(strings.Fields(subject), func(word string) bool { return len(word) > maxWord }) {
		return subject
	}
	const pieceSize = 45 // In bytes. They are 60 in base64, and an encoded word has at most 75.
	var words []string
	for piece := range slices.Chunk([]rune(subject), pieceSize/utf8.UTFMax) {
		words = append(words, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(string(piece)))+"?=")
	}
	return strings.Join(words, " ")
}

// addresses returns the e-mail addresses among the destinations of an alert, each once. Other destinations are ignored (quirk 31).
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
