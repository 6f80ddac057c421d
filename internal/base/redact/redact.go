// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package redact removes secrets from error messages and log lines: a client's secret key, and the secrets in a request's context
// (context.go). It also recognizes parts of secrets and encoded secrets (decode.go), for example in base64.
//
// Start reading at Redactor. The package imports no other package from this module.
package redact

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Limits for error messages that quote a response. An engine's message is truncated to MaxMessage characters, and any other quoted text to
// MaxSnippet characters.
const (
	MaxMessage = 1000
	MaxSnippet = 200
	maxLooked  = 16 << 10
)

// Redactor removes a client's secret key and a request's secrets from responses sent by the engine or a proxy. It recognizes many
// encodings. It also recognizes parts of a secret, because a response may be truncated.
type Redactor struct {
	sets  []*set
	calls []*collection
}

// New returns a Redactor that removes a client's secret key.
func New(secretKey string) Redactor {
	return Redactor{sets: []*set{newSecrets("(secret_key)", secretKey)}}
}

// With returns a Redactor that also removes the secrets that WithSecrets has added to ctx.
func (r Redactor) With(ctx context.Context) Redactor {
	return Redactor{sets: r.sets, calls: collectionsOf(ctx)}
}

// Line returns a message on one line, without secrets or control characters, truncated to maxLength characters. It removes secrets before
// truncating the message, because it might not recognize a truncated secret.
func (r Redactor) Line(text string, maxLength int) string {
	if len(text) > maxLooked {
		text = text[:maxLooked]
	}
	text = strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, r.redact(text))
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxLength {
		return string(runes[:maxLength]) + "…"
	}
	return text
}

// redact replaces each secret, in any encoding, with a label such as (secret_key). If it finds a secret, it also decodes all escapes in the
// message. Otherwise, it returns the message unchanged.
func (r Redactor) redact(text string) string {
	chars := []rune(decode(text))
	folded, starts := foldRunes(chars)
	covered := make([]*set, len(chars)) // for each character, the set with the secret that contains it
	found := false
	sets := slices.Clone(r.sets)
	for _, call := range r.calls {
		sets = append(sets, call.current())
	}
	for _, set := range sets {
		found = set.cover(chars, folded, starts, covered) || found
	}
	if !found {
		return text
	}
	var clean strings.Builder
	for i, char := range chars {
		if covered[i] == nil {
			clean.WriteRune(char)
		} else if i == 0 || covered[i-1] == nil {
			clean.WriteString(covered[i].label)
		}
	}
	return clean.String()
}

type set struct {
	label string
	texts []string

	index sync.Once               // calls prepare at the first use
	parts map[int]map[string]bool // by length: the substrings of the secrets
	words map[string]bool
	// starts and ends contain prefixes and suffixes of secrets, at least 4 characters long. A Redactor removes them only where a secret may
	// have been truncated, for example before "...".
	starts, ends map[string]bool
}

func newSecrets(label string, texts ...string) *set {
	return &set{label: label, texts: texts}
}

// A Redactor removes each secret and long parts of it. A part is long enough if it has at least maxPart characters. A part with at least
// leastPart characters is also long enough if it is at least half of the secret. A secret shorter than leastPart is removed only where it
// is a whole word.
const (
	leastPart = 4
	maxPart   = 8
)

// prepare computes the strings to search for: parts of each secret, and of its hexadecimal and base64 forms.
func (s *set) prepare() {
	s.parts, s.words = map[int]map[string]bool{}, map[string]bool{}
	s.starts, s.ends = map[string]bool{}, map[string]bool{}
	for _, text := range s.texts {
		for _, text := range []string{text, strings.TrimSpace(text)} {
			decoded, length := decode(text), len([]rune(text))
			if len([]rune(decoded)) < leastPart {
				if folded := foldText(decoded); folded != "" {
					s.words[folded] = true
				}
			}
			if length < leastPart {
				continue
			}
			part := min(max(length/2, leastPart), maxPart)
			s.add(decoded, max(part*len(decoded)/len(text), leastPart), leastPart) // without its escapes, a part of the secret is shorter
			s.add(hex.EncodeToString([]byte(text)), 2*part, 2*leastPart)
			for shift := range 3 {
				s.add(base64Within(text, shift), (4*part+2)/3, (4*leastPart+2)/3)
			}
		}
	}
}

// base64Within returns the base64 encoding of a secret that follows n other bytes. Base64 encodes three bytes at a time, so the first and
// the last character may also depend on neighboring bytes. base64Within omits such characters.
func base64Within(secret string, n int) string {
	encoded := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("\x00", n) + secret))
	first, end := (8*n+5)/6, 8*(n+len(secret))/6
	return encoded[min(first, end):end]
}

// add records the strings that reveal a secret. form is the secret itself or an encoded version of it. add records each part of form that
// consists of size characters. A truncated message may also begin or end in the middle of the secret. Therefore, add also records the
// prefixes and suffixes of form that have at least shortest and at most 2*maxPart characters.
func (s *set) add(form string, size, shortest int) {
	runes := []rune(foldText(form))
	size = min(size, len(runes))
	if size < leastPart {
		return
	}
	if s.parts[size] == nil {
		s.parts[size] = map[string]bool{}
	}
	for i := 0; i+size <= len(runes); i++ {
		s.parts[size][string(runes[i:i+size])] = true
	}
	for length := shortest; length <= min(2*maxPart, len(runes)); length++ {
		s.starts[string(runes[:length])] = true
		s.ends[string(runes[len(runes)-length:])] = true
	}
}

// cover marks the secrets in chars: it sets covered[i] for each character that is part of a secret. It reports whether it found any secret.
func (s *set) cover(chars []rune, folded string, starts []int, covered []*set) bool {
	s.index.Do(s.prepare)
	found := false
	mark := func(from, to int) {
		found = true
		for i := from; i < to; i++ {
			if covered[i] == nil {
				covered[i] = s
			}
		}
	}
	for part, texts := range s.parts {
		for i := 0; i+part <= len(chars); i++ {
			if texts[folded[starts[i]:starts[i+part]]] {
				mark(i, i+part)
			}
		}
	}
	if len(s.words) > 0 {
		eachWord(chars, func(from, to int) {
			if s.words[folded[starts[from]:starts[to]]] {
				mark(from, to)
			}
		})
	}
	s.coverTruncated(chars, folded, starts, mark)
	return found
}

// coverTruncated calls mark for each truncated secret, such as "abcd..." for "abcdefgh".
func (s *set) coverTruncated(chars []rune, folded string, starts []int, mark func(from, to int)) {
	part := func(from, to int) string { return folded[starts[from]:starts[to]] }
	for at := 0; at <= len(chars); {
		next := at
		for next < len(chars) && isCut(chars[next]) {
			next++
		}
		if at == 0 || next == len(chars) || isEllipsis(chars[at:next]) {
			for length := min(2*maxPart, at); length >= leastPart; length-- {
				if s.starts[part(at-length, at)] {
					mark(at-length, at)
					break
				}
			}
			for length := min(2*maxPart, len(chars)-next); length >= leastPart; length-- {
				if s.ends[part(next, next+length)] {
					mark(next, next+length)
					break
				}
			}
		}
		at = next + 1
		for at < len(chars) && !isCut(chars[at]) {
			at++
		}
	}
}

// isCut reports whether a character may mark the place where a string was truncated. It may be a dot, an asterisk, a space, or punctuation
// such as a quote or a bracket.
func isCut(char rune) bool { return strings.ContainsRune(`*.…"'”’“‘([{<)]}>;,: `, char) }

func isEllipsis(chars []rune) bool {
	text := string(chars)
	return strings.Contains(text, "…") || strings.Contains(text, "..") || strings.Contains(text, "**")
}

// eachWord calls visit with the start and end of each sequence of letters and digits.
func eachWord(chars []rune, visit func(from, to int)) {
	from := 0
	for i := 0; i <= len(chars); i++ {
		if i < len(chars) && (unicode.IsLetter(chars[i]) || unicode.IsDigit(chars[i])) {
			continue
		}
		if from < i {
			visit(from, i)
		}
		from = i + 1
	}
}
