// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/rogpeppe/go-internal/diff"

	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
)

// file is a configuration file and its edits.
type file struct {
	path  string // relative to the folder that is migrated
	src   []byte
	crlf  bool  // all its lines end with CRLF
	lines []int // offsets at which lines begin
	body  *hclsyntax.Body
	edits edits
	added string // text to add at the end
	isNew bool
}

// isOverride reports whether the file is an override file, which Terraform merges into the others.
func (f *file) isOverride() bool {
	if isTest(f.path) {
		return false
	}
	name, _, _ := strings.Cut(path.Base(f.path), ".")
	return name == "override" || strings.HasSuffix(name, "_override")
}

// isLater sorts the files of a module: override files come last.
func isLater(f *file) int {
	if f.isOverride() {
		return 1
	}
	return 0
}

// change is a file before and after the migration.
type change struct {
	path, before, after string
	isNew               bool
}

// difference returns the change in the unified diff format.
func (c change) difference() []byte {
	from := "a/" + c.path
	if c.isNew {
		from = "/dev/null"
	}
	text := diff.Diff(from, []byte(c.before), "b/"+c.path, []byte(c.after))
	_, text, _ = bytes.Cut(text, []byte("\n")) // drops the first line, a diff command
	return text
}

// write writes the changed files, beginning with those that have moved blocks. If it is interrupted, another run can then finish
// the work.
func write(dir string, changes []change) error {
	changes = slices.Clone(changes)
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.rank(), b.rank()) })
	files := make([]newfile.File, len(changes))
	for i, c := range changes {
		files[i] = newfile.File{Name: c.path, Text: c.after, Replaces: !c.isNew}
	}
	return newfile.Write(dir, files)
}

// rank orders changes for write.
func (c change) rank() int {
	if path.Base(c.path) == movedFile {
		return 0
	}
	return 1
}

func parseFile(path string, src []byte) (*file, error) {
	parsed, diags := hclsyntax.ParseConfig(src, path, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, fmt.Errorf("the configuration can't be read: %w", diags)
	}
	body, ok := parsed.Body.(*hclsyntax.Body)
	if !ok {
		return nil, fmt.Errorf("%s has a %T for a body", path, parsed.Body)
	}
	return &file{path: path, src: src, body: body, edits: edits{}, crlf: endsInCRLF(src)}, nil
}

// line returns the line number of an offset.
func (f *file) line(at int) int {
	if f.lines == nil {
		f.lines = []int{0}
		for i, b := range f.src {
			if b == '\n' {
				f.lines = append(f.lines, i+1)
			}
		}
	}
	line, found := slices.BinarySearch(f.lines, at)
	if found {
		line++
	}
	return line
}

// raw returns a part of the original file.
func (f *file) raw(from, to int) string { return string(f.src[from:to]) }

// rawExpr returns the original text of an expression.
func (f *file) rawExpr(expr hclsyntax.Expression) string {
	return f.raw(expr.Range().Start.Byte, expr.Range().End.Byte)
}

// replace adds an edit that replaces a range. A larger edit hides the edits inside it.
func (f *file) replace(r hcl.Range, text string) { f.splice(r.Start.Byte, r.End.Byte, text) }

// splice adds an edit that replaces the bytes between two offsets. If the offsets are equal, it inserts.
func (f *file) splice(from, to int, text string) { f.edits.add(edit{from, to, text}) }

// text returns a part of the file with its edits applied.
func (f *file) text(from, to int) string {
	var text strings.Builder
	at := from
	for _, e := range f.edits.within(from, to) {
		if e.from < at {
			continue
		}
		text.WriteString(f.raw(at, e.from))
		text.WriteString(e.text)
		at = e.to
	}
	text.WriteString(f.raw(at, to))
	return text.String()
}

// after returns the migrated file, formatted like terraform fmt.
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
	if f.crlf {
		formatted = withCRLF(formatted)
	}
	if _, diags := hclsyntax.ParseConfig(formatted, f.path, hcl.InitialPos); diags.HasErrors() {
		return "", fmt.Errorf("the migration of %s went wrong, and nothing was written: %w", f.path, diags)
	}
	return string(formatted), nil
}

// commented turns a part of a configuration into a comment, after a line that gives the reason.
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

// comments returns the comments in a part of a file, each on a line of its own.
func comments(f *file, from, to int) string {
	tokens, _ := hclsyntax.LexConfig(f.src[from:to], f.path, hcl.Pos{Line: 1, Column: 1})
	var text strings.Builder
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenComment {
			text.WriteString(strings.TrimSpace(string(token.Bytes)) + "\n")
		}
	}
	return text.String()
}
