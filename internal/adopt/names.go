// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// longestName bounds the names that are made of texts.
const longestName = 60

// withoutMarks are letters that Unicode does not take apart into a plain letter and its marks.
var withoutMarks = strings.NewReplacer("ß", "ss", "ẞ", "ss", "æ", "ae", "Æ", "ae", "œ", "oe", "Œ", "oe", "ø", "o", "Ø", "o", "ł", "l", "Ł", "l", "đ", "d", "Đ", "d", "ð", "d", "þ", "th", "ı", "i")

// nameOf makes a name of a text: lower case, words joined by underscores. It is "" where the text is written in letters of
// which most would be lost, or has none.
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
	if len(name) > longestName {
		name = strings.TrimRight(name[:longestName], "_")
	}
	return name
}

// labelOf makes a name that may stand in a configuration: the name of a text, after the kind where it would begin with a digit,
// else the kind with the beginning of the id.
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

// shortID is the beginning of an id as a part of a name.
func shortID(id string) string {
	short := strings.ReplaceAll(nameOf(id), "_", "")
	if short == "" {
		return "x"
	}
	return short[:min(len(short), 8)]
}

// unique gives the name itself, or the name with the first number from 2 that makes one nobody has.
func unique(name string, taken func(string) bool) string {
	for n, candidate := 2, name; ; n++ {
		if !taken(candidate) {
			return candidate
		}
		candidate = fmt.Sprintf("%s_%d", name, n)
	}
}
