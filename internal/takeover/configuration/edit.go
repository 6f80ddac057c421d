// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package configuration

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/rogpeppe/go-internal/diff"
)

// File is a parsed configuration file with pending edits. Text applies the edits and leaves the rest of the file unchanged.
type File struct {
	Path  string // relative to the Directory, with slashes
	Src   []byte
	Body  hcl.Body
	edits []edit // sorted by compareEdits
}

// IsEdited reports whether the file has edits.
func (f *File) IsEdited() bool { return len(f.edits) > 0 }

// edit replaces the text between two byte offsets of a file. If the offsets are equal, the edit inserts text.
type edit struct {
	from, to int
	text     string
}

// compareEdits orders edits by start offset. At the same offset, insertions come first, and longer replacements precede shorter ones.
func compareEdits(a, b edit) int {
	return cmp.Or(a.from-b.from, min(a.to-a.from, 1)-min(b.to-b.from, 1), b.to-a.to)
}

// Splice adds an edit that replaces the text between two byte offsets. Insertions at the same offset are applied in the order they were
// added.
func (f *File) Splice(from, to int, text string) {
	e := edit{from, to, text}
	at, _ := slices.BinarySearchFunc(f.edits, e, func(a, b edit) int { return cmp.Or(compareEdits(a, b), -1) })
	f.edits = slices.Insert(f.edits, at, e)
}

// Replace adds an edit that replaces a range. Other edits inside the range have no effect.
func (f *File) Replace(r hcl.Range, text string) { f.Splice(r.Start.Byte, r.End.Byte, text) }

// InsertAfter adds an edit that inserts text after a range.
func (f *File) InsertAfter(r hcl.Range, text string) { f.Splice(r.End.Byte, r.End.Byte, text) }

// comma matches an optional comma and the spaces around it on the same line. separator matches the text between two elements, provided that
// it contains nothing but white space, including line breaks, and at most one comma.
var (
	comma     = regexp.MustCompile(`^[ \t]*,?[ \t]*`)
	separator = regexp.MustCompile(`^[ \t\r\n]*,?[ \t\r\n]*$`)
)

// Cut adds an edit that removes an element from a list or object expression. The edit also removes the comma after the element or, for the
// last element, the comma before the element. It leaves comments in place.
func (f *File) Cut(previous, element, list hcl.Range, isLast bool) {
	from, to := element.Start.Byte, element.End.Byte
	if isLast && separator.MatchString(f.Raw(previous.End.Byte, from)) {
		from = previous.End.Byte
	} else {
		to += len(comma.FindString(f.Raw(to, list.End.Byte)))
	}
	f.Splice(from, to, "")
}

// Raw returns the original text between two byte offsets.
func (f *File) Raw(from, to int) string { return string(f.Src[from:to]) }

// Source returns the original text of a range.
func (f *File) Source(r hcl.Range) string { return string(r.SliceBytes(f.Src)) }

// Text returns the text between two byte offsets with the edits applied.
func (f *File) Text(from, to int) string {
	var text strings.Builder
	at := from
	first, _ := slices.BinarySearchFunc(f.edits, from, func(e edit, from int) int { return e.from - from })
	for _, e := range f.edits[first:] {
		if e.from > to {
			break
		}
		if e.from < at || e.to > to {
			continue
		}
		text.WriteString(f.Raw(at, e.from) + e.text)
		at = e.to
	}
	return text.String() + f.Raw(at, to)
}

// WithCRLF returns the source with CRLF line endings, except in heredocs, whose line endings are part of a value.
func WithCRLF(src []byte) []byte {
	var text bytes.Buffer
	at := 0
	tokens, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	for _, token := range tokens {
		if token.Type != hclsyntax.TokenStringLit && token.Type != hclsyntax.TokenQuotedLit {
			text.Write(src[at:token.Range.Start.Byte])
			text.WriteString(strings.NewReplacer("\r\n", "\r\n", "\n", "\r\n").Replace(string(token.Bytes)))
			at = token.Range.End.Byte
		}
	}
	text.Write(src[at:])
	return text.Bytes()
}

// HasCRLF reports whether all lines of the file, except those in heredocs, end with CRLF.
func (f *File) HasCRLF() bool {
	return bytes.Contains(f.Src, []byte("\r\n")) && bytes.Equal(WithCRLF(f.Src), f.Src)
}

// Difference returns a unified diff between the file and newText. oldName is the old file name in the diff, or /dev/null for a new file.
func (f *File) Difference(oldName, newText string) []byte {
	text := diff.Diff(oldName, f.Src, "b/"+f.Path, []byte(newText))
	_, text, _ = bytes.Cut(text, []byte("\n")) // drop the diff command on the first line
	return text
}

// Comments returns the comments between two byte offsets, each on its own line.
func (f *File) Comments(from, to int) string {
	tokens, _ := hclsyntax.LexConfig(f.Src[from:to], f.Path, hcl.InitialPos)
	var text strings.Builder
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenComment {
			text.WriteString(strings.TrimSpace(string(token.Bytes)) + "\n")
		}
	}
	return text.String()
}
