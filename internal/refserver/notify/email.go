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

// describeChange is what people are told of a change of an alert's status.
func describeChange(alert, event document.Object) (subject, text string) {
	// A name of several lines would make a subject that mail programs show strangely.
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

// withReason is a status with its text, if it has one.
func withReason(status, reason any) string {
	if reason == nil || reason == "" {
		return shown(status)
	}
	return fmt.Sprintf("%s (%s)", shown(status), shown(reason))
}

// shown is a value as people read it; an edit may have left any behind.
func shown(value any) string {
	if value == nil {
		return "none"
	}
	return fmt.Sprint(value)
}

// MaxAddress is the length of the longest e-mail address that SMTP servers must take (RFC 5321, section 4.5.3.1.3).
const MaxAddress = 254

// maxWord is the longest word of a subject that is sent as it is. A line is broken between words alone and has at most 998 bytes
// (RFC 5322, section 2.1.1).
const maxWord = 70

// foldable gives a subject whose lines can be broken: one with a longer word is sent in encoded words (RFC 2047), of which mail
// programs make the text again.
func foldable(subject string) string {
	long := func(word string) bool { return len(word) > maxWord }
	if !slices.ContainsFunc(strings.Fields(subject), long) {
		return subject
	}
	const pieceSize = 45 // 60 in base64, and an encoded word has at most 75.
	var words []string
	for piece := range slices.Chunk([]rune(subject), pieceSize/utf8.UTFMax) {
		words = append(words, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(string(piece)))+"?=")
	}
	return strings.Join(words, " ")
}

// addresses are the e-mail addresses among the destinations of an alert, each once. The others are left out (quirk 31).
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
