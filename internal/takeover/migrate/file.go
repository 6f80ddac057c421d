// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

type file struct {
	path  string // relative to the folder that is migrated
	src   []byte
	body  *hclsyntax.Body // nil for a JSON file
	edits []edit          // sorted by compareEdits
	added string          // text to add at the end
	isNew bool
}

func parseFile(path string, src []byte) (*file, error) {
	if strings.HasSuffix(path, ".json") {
		return &file{path: path, src: src}, nil
	}
	body, err := configuration.ParseNative(path, src)
	return &file{path: path, src: src, body: body}, err
}

func (f *file) isOverride() bool { return configuration.IsOverride(f.path) }

func overridesLast(a, b *file) int {
	switch {
	case a.isOverride() == b.isOverride():
		return 0
	case a.isOverride():
		return 1
	default:
		return -1
	}
}

// edit replaces the bytes between two offsets of a file. With equal offsets, it inserts text.
type edit struct {
	from, to int
	text     string
}

// compareEdits sorts edits by their beginning. At the same offset, insertions come first, and a longer edit comes before a shorter one.
func compareEdits(a, b edit) int {
	return cmp.Or(a.from-b.from, min(a.to-a.from, 1)-min(b.to-b.from, 1), b.to-a.to)
}

// splice replaces the bytes between two offsets. Several insertions at the same offset stay in the order of the calls.
func (f *file) splice(from, to int, text string) {
	e := edit{from, to, text}
	at, _ := slices.BinarySearchFunc(f.edits, e, func(a, b edit) int { return cmp.Or(compareEdits(a, b), -1) })
	f.edits = slices.Insert(f.edits, at, e)
}

// replace replaces the text of a range. Smaller edits inside the range have no effect.
func (f *file) replace(r hcl.Range, text string) { f.splice(r.Start.Byte, r.End.Byte, text) }

func (f *file) insertAfter(r hcl.Range, text string) { f.splice(r.End.Byte, r.End.Byte, text) }

// comma matches an optional comma and the spaces around it on the same line. separator matches line breaks too.
var (
	comma     = regexp.MustCompile(`^[ \t]*,?[ \t]*`)
	separator = regexp.MustCompile(`^[ \t\r\n]*,?[ \t\r\n]*$`)
)

// cut removes an element of an HCL list or object, and the comma after the element. If the element is the last one, cut removes the comma
// before it. Comments stay.
func (f *file) cut(previous, element, list hcl.Range, isLast bool) {
	from, to := element.Start.Byte, element.End.Byte
	if isLast && separator.MatchString(f.raw(previous.End.Byte, from)) {
		from = previous.End.Byte
	} else {
		to += len(comma.FindString(f.raw(to, list.End.Byte)))
	}
	f.splice(from, to, "")
}

func (f *file) raw(from, to int) string { return string(f.src[from:to]) }

func (f *file) source(r hcl.Range) string { return string(r.SliceBytes(f.src)) }

func (f *file) text(from, to int) string {
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
		text.WriteString(f.raw(at, e.from) + e.text)
		at = e.to
	}
	return text.String() + f.raw(at, to)
}

// after returns the migrated file, formatted like terraform fmt. If all lines of the original file end with CRLF, all new lines do too.
func (f *file) after() (string, error) {
	if len(f.edits) == 0 && f.added == "" {
		return string(f.src), nil
	}
	text := f.text(0, len(f.src))
	if f.added != "" {
		if text = strings.TrimRight(text, "\r\n"); text != "" {
			text += "\n\n"
		}
		text += f.added
	}
	formatted := hclwrite.Format([]byte(text))
	if bytes.Contains(f.src, []byte("\r\n")) && bytes.Equal(withCRLF(f.src), f.src) {
		formatted = withCRLF(formatted)
	}
	if _, diags := hclsyntax.ParseConfig(formatted, f.path, hcl.InitialPos); diags.HasErrors() {
		return "", fmt.Errorf("the migration of %s went wrong, and nothing was written: %w", f.path, diags)
	}
	return string(formatted), nil
}

// withCRLF changes line endings to CRLF, but not inside heredocs, where they are part of a value.
func withCRLF(src []byte) []byte {
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

// change is a configuration file that the migration changes or creates. Its field after is the new text.
type change struct {
	*file
	after string
}

func (c change) difference() []byte {
	from := "a/" + c.path
	if c.isNew {
		from = "/dev/null"
	}
	text := diff.Diff(from, c.src, "b/"+c.path, []byte(c.after))
	_, text, _ = bytes.Cut(text, []byte("\n")) // drops the first line, a diff command
	return text
}

// write writes the changed files, unless a file has changed since migrate read it. Files with moved blocks come before all other files. If
// migrate is killed between the two, the next run can finish the work.
func (m *migration) write(dir string, changes []change) error {
	var moved, files []newfile.File
	texts := map[*file]string{}
	for _, c := range changes {
		texts[c.file] = c.after
	}
	for _, mod := range m.inOrder() {
		for _, f := range mod.files {
			text, isChanged := texts[f]
			if !isChanged {
				text = string(f.src)
			}
			switch one := (newfile.File{Name: f.path, Text: text, Was: f.src}); {
			case f.isNew && !isChanged:
			case path.Base(f.path) == movedFile:
				moved = append(moved, one)
			default:
				files = append(files, one)
			}
		}
	}
	return newfile.Write(dir, append(moved, files...))
}

// commented turns a part of a configuration into comment lines, below a line "# migrate: ..." with the reason.
func commented(why, text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	shortest := -1
	for _, l := range lines[1:] {
		if indent := len(l) - len(strings.TrimLeft(l, " \t")); strings.TrimSpace(l) != "" && (shortest < 0 || indent < shortest) {
			shortest = indent
		}
	}
	for i, l := range lines {
		if i > 0 && shortest > 0 {
			l = l[min(shortest, len(l)):]
		}
		lines[i] = strings.TrimRight("# "+l, " \t\r")
	}
	return "# migrate: " + why + "\n" + strings.Join(lines, "\n")
}

func (f *file) comments(from, to int) string {
	tokens, _ := hclsyntax.LexConfig(f.src[from:to], f.path, hcl.InitialPos)
	var text strings.Builder
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenComment {
			text.WriteString(strings.TrimSpace(string(token.Bytes)) + "\n")
		}
	}
	return text.String()
}
