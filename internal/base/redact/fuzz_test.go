// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/engine-platform/terraform-provider-engine/internal/development/secrettest"
)

// FuzzLine embeds an encoded secret in a random string. The result of Line must contain neither the secret nor control characters, and must
// be at most MaxMessage characters long, plus an ellipsis.
func FuzzLine(f *testing.F) {
	for i, around := range []string{
		"|", "Value | is not known.", "a\x1b[31m\u202e|\u0000\u009b\xff|", `{"detail": "|"}`, "%2|5 &#|; \\u00|", "&|&amp",
		strings.Repeat("x", 990) + "|", "*|...|…|",
	} {
		f.Add(around, "correct horse battery", uint8(i))
		f.Add(around, `p&ss"w'rd<1>/+=`, uint8(7*i))
	}
	f.Fuzz(func(t *testing.T, around, secret string, spelling uint8) {
		clean := New("unrelated-key-0815").With(WithSecrets(t.Context(), secret)).Line
		if line := clean(around, MaxMessage); len([]rune(line)) > MaxMessage+1 {
			t.Fatalf("%d characters", len([]rune(line)))
		}
		if !utf8.ValidString(secret) || len([]rune(secret)) < 8 || len(secret) > 100 || len(around) > 1000 || strings.Contains("(sensitive "+
			"value)", strings.ToLower(secret[:4])) {
			return
		}
		spellings := secrettest.Encodings(secret)
		names := slices.Sorted(maps.Keys(spellings))
		name := names[int(spelling)%len(names)]
		line := clean(strings.ReplaceAll(around, "|", " "+spellings[name]+" "), MaxMessage)
		if !utf8.ValidString(line) || strings.ContainsFunc(line, func(c rune) bool { return !unicode.IsPrint(c) }) {
			t.Fatalf("%q is not fit for a terminal", line)
		}
		left := strings.ReplaceAll(line, "(sensitive value)", "")
		if strings.Contains(strings.Join(strings.Fields(around), " "), strings.TrimSpace(secret)) || strings.TrimSpace(secret) == "" {
			return
		}
		if whole := strings.Join(strings.Fields(secret), " "); len(whole) >= 8 && strings.Contains(left, whole) {
			t.Fatalf("%q, as %s, is left in %q", secret, name, line)
		}
	})
}
