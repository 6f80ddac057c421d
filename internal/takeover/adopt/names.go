// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// longestName bounds the names that are made from texts.
const longestName = 60

// withoutMarks replaces letters that Unicode normalization does not split into a plain letter and its marks.
var withoutMarks = strings.NewReplacer(
	"ß", "ss", "ẞ", "ss", "æ", "ae", "Æ", "ae", "œ", "oe", "Œ", "oe", "ø", "o", "Ø", "o", "ł", "l", "Ł", "l", "đ", "d", "Đ", "d",
	"ð", "d", "þ", "th", "ı", "i",
)

// nameOf turns a text into a name: lower case, with underscores between the words. It returns "" if most letters of the text would
// be lost, as in Chinese, or if the text has no letters.
func nameOf(text string) string {
	var b strings.Builder
	kept, lost := 0, 0
	for _, r := range norm.NFKD.String(withoutMarks.Replace(text)) {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(unicode.ToLower(r))
			kept++
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’':
		default:
			if unicode.IsLetter(r) {
				lost++
			}
			b.WriteByte('_')
		}
	}
	if lost > kept {
		return ""
	}
	words := strings.FieldsFunc(b.String(), func(r rune) bool { return r == '_' })
	name := strings.Join(words, "_")
	return shortened(name, longestName)
}

// shortened cuts a name that is too long, after a whole word if possible.
func shortened(name string, longest int) string {
	if len(name) <= longest {
		return name
	}
	if at := strings.LastIndexByte(name[:longest+1], '_'); at > 0 {
		return name[:at]
	}
	return name[:longest]
}

// labelOf returns a valid label for a text. A name that begins with a digit gets the kind as a prefix. If the text gives no name,
// the label is the kind and the beginning of the id.
func labelOf(text, kind, id string) string {
	switch name := nameOf(text); {
	case name == "":
		return kind + "_" + shortID(id)
	case name[0] >= '0' && name[0] <= '9':
		return kind + "_" + name
	default:
		return name
	}
}

// shortID returns the beginning of an id, in a form that fits into a name.
func shortID(id string) string {
	short := strings.ReplaceAll(nameOf(id), "_", "")
	if short == "" {
		return "x"
	}
	return short[:min(len(short), 8)]
}

// numbering hands out unique names. If a name is taken, it appends the first free number, from 2 on. It remembers the last number
// of each name, so that naming ten thousand objects of one name takes one pass.
type numbering struct {
	taken func(name string) bool
	given map[string]bool
	last  map[string]int
}

func newNumbering(taken func(name string) bool) *numbering {
	return &numbering{taken: taken, given: map[string]bool{}, last: map[string]int{}}
}

func (n *numbering) give(name string) string {
	candidate := name
	for n.given[candidate] || n.taken(candidate) {
		n.last[name] = max(n.last[name]+1, 2)
		candidate = fmt.Sprintf("%s_%d", name, n.last[name])
	}
	n.given[candidate] = true
	return candidate
}

// naturally compares names as people sort them: pump 2 comes before pump 10.
func naturally(a, b string) int {
	for {
		i, j := digits(a), digits(b)
		switch {
		case a == "" || b == "":
			return strings.Compare(a, b)
		case i > 0 && j > 0:
			x, y := strings.TrimLeft(a[:i], "0"), strings.TrimLeft(b[:j], "0")
			if c := cmp.Or(len(x)-len(y), strings.Compare(x, y), i-j); c != 0 {
				return c
			}
			a, b = a[i:], b[j:]
		case a[0] != b[0]:
			return strings.Compare(a, b)
		default:
			a, b = a[1:], b[1:]
		}
	}
}

// digits counts the digits at the beginning of a text.
func digits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }
