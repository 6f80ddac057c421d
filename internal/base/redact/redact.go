// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package redact removes secrets from texts: the secret key of a client, and the secrets that a request carries in its context
// (context.go). It recognizes a secret in many encodings (unescape.go), and parts of it.
//
// It imports no other package of this module. Start reading at Redactor.
package redact

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"sync"
	"unicode"
)

// Bounds for quotes of the engine's answers in errors, in characters, and for the part of an answer that is searched, in bytes.
const (
	MaxMessage = 1000
	MaxSnippet = 200
	maxLooked  = 16 << 10
)

// maxEscapes is the number of nested escapes that are undone, for example JSON in a URL in HTML.
const maxEscapes = 3

// Redactor removes secrets from the answers of the engine, or of a proxy in front of it: the secret key, and the secrets that a
// request carries. It recognizes them in any encoding, and in parts, because an answer may cut them.
type Redactor struct{ sets []*set }

// New returns a redactor for a secret key.
func New(secretKey string) Redactor {
	return Redactor{sets: []*set{newSecrets("(secret_key)", secretKey)}}
}

// With returns a redactor that also removes the secrets in a request's context.
func (r Redactor) With(ctx context.Context) Redactor {
	return Redactor{sets: append(r.sets[:len(r.sets):len(r.sets)], secretsOf(ctx)...)}
}

// Line prepares a text for an error: without secrets, on one line, without control characters, and cut to maxLength. It removes the
// secrets before it cuts, because the cut could leave an unrecognizable part of one.
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

// redact replaces everything that spells a secret by the label of that secret.
func (r Redactor) redact(text string) string {
	covered := make([]*set, len(text)) // for each byte, the secret that it belongs to
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

// set is a set of secret texts with the label that replaces them.
type set struct {
	label string
	texts []string

	index sync.Once // prepared at the first use
	parts map[int]map[string]bool
	words map[string]bool
	// starts and ends hold the first and last characters of the secrets, in every length that a cut may leave.
	starts, ends map[string]bool
}

func newSecrets(label string, texts ...string) *set {
	return &set{label: label, texts: texts}
}

// Half of a secret counts as the secret, but at least leastPart and at most mostPart characters. A shorter text counts only as a
// whole word, because it would be part of many other words.
const (
	leastPart = 4
	mostPart  = 8
)

// prepare computes the forms of the secrets to look for, and their parts. It leaves out encodings that unescape undoes.
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

// base64Within returns the characters that the base64 text of a secret always contains if the secret begins shift bytes (modulo 3)
// into the encoded text.
func base64Within(secret string, shift int) string {
	encoded := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("\x00", shift) + secret))
	first, end := (8*shift+5)/6, 8*(shift+len(secret))/6
	return encoded[min(first, end):end]
}

// add records one form of a secret: its parts of the given length, and its starts and ends from the least length on.
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

// cover records in covered which bytes of a text belong to a secret, and reports whether there are any.
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

// coverCut marks the start of a secret before a cut, and its end after a cut. A cut is an end of the text, or dots that stand for
// missing text.
func (s *set) coverCut(units []unit, folded string, starts []int, mark func(from, to int)) {
	part := func(from, to int) string { return folded[starts[from]:starts[to]] }
	for at := 0; at <= len(units); {
		next := at
		for next < len(units) && isCut(units[next].char) {
			next++
		}
		if at == 0 || next == len(units) || isEllipsis(units[at:next]) {
			for length := min(2*mostPart, at); length >= leastPart; length-- {
				if s.starts[part(at-length, at)] {
					mark(at-length, at)
					break
				}
			}
			for length := min(2*mostPart, len(units)-next); length >= leastPart; length-- {
				if s.ends[part(next, next+length)] {
					mark(next, next+length)
					break
				}
			}
		}
		at = next + 1
		for at < len(units) && !isCut(units[at].char) {
			at++
		}
	}
}

// isCut reports whether a character may stand between a text and the place where it was cut.
func isCut(char rune) bool { return strings.ContainsRune(`*.…"'”’“‘([{<)]}>;,: `, char) }

func isEllipsis(units []unit) bool {
	text := plain(units)
	return strings.Contains(text, "…") || strings.Contains(text, "..") || strings.Contains(text, "**")
}

// eachWord visits the words of a text: runs of letters and digits.
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
