// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package redact takes secrets out of texts: the secret key of a client, and the secrets that a request carries in its context
// (context.go). It knows a secret in any spelling (unescape.go), and its parts.
//
// It imports nothing of this module. Start reading at Redactor.
package redact

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"sync"
	"unicode"
)

// Bounds for what an error quotes of the engine's answer, in characters, and for what is looked at of it, in bytes.
const (
	MaxMessage = 1000
	MaxSnippet = 200
	maxLooked  = 16 << 10
)

// maxEscapes bounds how often a text is unescaped: JSON in a URL in HTML.
const maxEscapes = 3

// Redactor takes secrets out of what the engine, or a proxy before it, sends back: the secret key, and those that a request
// carries. It knows them in any spelling, and knows their parts: what an engine repeats may be cut.
type Redactor struct{ sets []*set }

// New makes a redactor that knows a secret key.
func New(secretKey string) Redactor {
	return Redactor{sets: []*set{newSecrets("(secret_key)", secretKey)}}
}

// With is a redactor that also knows the secrets of a request's context.
func (r Redactor) With(ctx context.Context) Redactor {
	return Redactor{sets: append(r.sets[:len(r.sets):len(r.sets)], secretsOf(ctx)...)}
}

// Line makes text fit for an error: without the secrets, on one line, without control characters, and not too long. The
// secrets go first, for else a part of one could be left at the cut.
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

// redact puts the label of a secret in the place of everything that spells it.
func (r Redactor) redact(text string) string {
	covered := make([]*set, len(text)) // by byte: the secret that it belongs to
	found := false
	units := unitsOf(text)
	for range maxEscapes + 1 {
		for _, set := range r.sets {
			found = set.cover(units, covered) || found
		}
		unescaped, changed := unescape(units)
		if !changed {
			break
		}
		units = unescaped
	}
	if !found {
		return text
	}
	var clean strings.Builder
	for i := 0; i < len(text); i++ {
		if covered[i] == nil {
			clean.WriteByte(text[i])
		} else if i == 0 || covered[i-1] == nil {
			clean.WriteString(covered[i].label)
		}
	}
	return clean.String()
}

// secrets are texts that are not to be seen, and the label that stands in their place.
type set struct {
	label string
	texts []string

	index sync.Once // they are prepared when there is something to look through
	parts map[int]map[string]bool
	words map[string]bool
	// starts and ends are the first and the last characters of the secrets, as many as a cut may leave.
	starts, ends map[string]bool
}

func newSecrets(label string, texts ...string) *set {
	return &set{label: label, texts: texts}
}

// Parts of a secret count as the secret from half of it on, between these bounds in characters. A text of fewer characters
// than the least counts as a whole word alone: it is in every other word.
const (
	leastPart = 4
	mostPart  = 8
)

// prepare makes the forms in which the secrets are looked for, without the spellings that unescape undoes, and their parts.
func (s *set) prepare() {
	s.parts, s.words = map[int]map[string]bool{}, map[string]bool{}
	s.starts, s.ends = map[string]bool{}, map[string]bool{}
	for _, text := range s.texts {
		for _, text := range []string{text, strings.TrimSpace(text)} {
			length := len([]rune(text))
			if length < leastPart {
				if folded := foldText(text); folded != "" {
					s.words[folded] = true
				}
				continue
			}
			part := min(max(length/2, leastPart), mostPart)
			s.add(text, part, leastPart)
			s.add(hex.EncodeToString([]byte(text)), 2*part, 2*leastPart)
			for shift := range 3 {
				s.add(base64Within(text, shift), (4*part+2)/3, (4*leastPart+2)/3)
			}
		}
	}
}

// base64Within is what any base64 text has that encodes the secret after so many other bytes, modulo 3.
func base64Within(secret string, shift int) string {
	encoded := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("\x00", shift) + secret))
	first, end := (8*shift+5)/6, 8*(shift+len(secret))/6
	return encoded[min(first, end):end]
}

// add takes up a form of a secret, its parts of a length, and those at its ends from the least length on.
func (s *set) add(form string, part, least int) {
	runes := []rune(foldText(form))
	part = min(part, len(runes))
	if part < leastPart {
		return
	}
	if s.parts[part] == nil {
		s.parts[part] = map[string]bool{}
	}
	for i := 0; i+part <= len(runes); i++ {
		s.parts[part][string(runes[i:i+part])] = true
	}
	for length := least; length <= min(2*mostPart, len(runes)); length++ {
		s.starts[string(runes[:length])] = true
		s.ends[string(runes[len(runes)-length:])] = true
	}
}

// cover marks the bytes of a text that belong to a secret, and tells whether there are any.
func (s *set) cover(units []unit, covered []*set) bool {
	s.index.Do(s.prepare)
	folded, starts := foldUnits(units)
	found := false
	mark := func(from, to int) {
		found = true
		for i := units[from].from; i < units[to-1].to; i++ {
			if covered[i] == nil {
				covered[i] = s
			}
		}
	}
	for part, texts := range s.parts {
		for i := 0; i+part <= len(units); i++ {
			if texts[folded[starts[i]:starts[i+part]]] {
				mark(i, i+part)
			}
		}
	}
	if len(s.words) > 0 {
		eachWord(units, func(from, to int) {
			if s.words[folded[starts[from]:starts[to]]] {
				mark(from, to)
			}
		})
	}
	s.coverCut(units, folded, starts, mark)
	return found
}

// coverCut marks the beginning of a secret before a cut, and the end of one after it: what repeats a secret may have cut it, at
// either end of the text or where dots stand for something.
func (s *set) coverCut(units []unit, folded string, starts []int, mark func(from, to int)) {
	part := func(from, to int) string { return folded[starts[from]:starts[to]] }
	for at := 0; at <= len(units); {
		next := at
		for next < len(units) && isCut(units[next].char) {
			next++
		}
		if at == 0 || next == len(units) || isEllipsis(units[at:next]) {
			s.mark(s.starts, min(2*mostPart, at), func(length int) string { return part(at-length, at) }, func(length int) { mark(at-length, at) })
			s.mark(s.ends, min(2*mostPart, len(units)-next), func(length int) string { return part(next, next+length) }, func(length int) { mark(next, next+length) })
		}
		at = next + 1
		for at < len(units) && !isCut(units[at].char) {
			at++
		}
	}
}

// mark marks the longest part that is one of some parts.
func (s *set) mark(parts map[string]bool, most int, part func(length int) string, mark func(length int)) {
	for length := most; length >= leastPart; length-- {
		if parts[part(length)] {
			mark(length)
			return
		}
	}
}

// isCut says of a character that it may stand between a text and the place where it was cut.
func isCut(char rune) bool { return strings.ContainsRune(`*.…"'”’“‘([{<)]}>;,: `, char) }

func isEllipsis(units []unit) bool {
	text := plain(units)
	return strings.Contains(text, "…") || strings.Contains(text, "..") || strings.Contains(text, "**")
}

// eachWord visits the words of a text: letters and digits in a row.
func eachWord(units []unit, visit func(from, to int)) {
	from := 0
	for i := 0; i <= len(units); i++ {
		if i < len(units) && (unicode.IsLetter(units[i].char) || unicode.IsDigit(units[i].char)) {
			continue
		}
		if from < i {
			visit(from, i)
		}
		from = i + 1
	}
}
