// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// file is a file of a configuration with what is to be changed in it.
type file struct {
	path  string // within the folder that is migrated
	src   []byte // with the ends of lines that HCL has
	crlf  bool   // the ends of its lines are those of Windows
	body  *hclsyntax.Body
	edits []edit
	added string // at the end
}

// edit puts a text in the place of a part of a file.
type edit struct {
	from, to int
	text     string
}

// change is a file before and after the migration.
type change struct {
	path, before, after string
}

// write writes the files of changes. All are on the disk before the first takes its place, those with moved blocks before the others: when it is
// interrupted, another run does the rest.
func write(dir string, changes []change) (err error) {
	changes = slices.Clone(changes)
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.rank(), b.rank()) })
	written := make([]string, len(changes))
	defer func() {
		for _, name := range written {
			if name != "" && err != nil {
				_ = os.Remove(name)
			}
		}
	}()
	for i, c := range changes {
		if written[i], err = c.writeBeside(dir); err != nil {
			return err
		}
	}
	for i, c := range changes {
		if err = os.Rename(written[i], filepath.Join(dir, filepath.FromSlash(c.path))); err != nil {
			return err
		}
		written[i] = ""
	}
	return nil
}

// rank is the place of a change in the order in which files are written.
func (c change) rank() int {
	if path.Base(c.path) == movedFile {
		return 0
	}
	return 1
}

// writeBeside writes the file under a name that no Terraform reads.
func (c change) writeBeside(dir string) (name string, err error) {
	target, mode := filepath.Join(dir, filepath.FromSlash(c.path)), os.FileMode(0o644)
	if info, err := os.Stat(target); err == nil {
		mode = info.Mode().Perm()
	}
	name = target + ".migrate"
	return name, os.WriteFile(name, []byte(c.after), mode)
}

func parseFile(path string, src []byte) (*file, error) {
	crlf := bytes.Contains(src, []byte("\r\n"))
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	parsed, diags := hclsyntax.ParseConfig(src, path, hcl.InitialPos)
	if diags.HasErrors() {
		return nil, fmt.Errorf("the configuration can't be read: %w", diags)
	}
	body, ok := parsed.Body.(*hclsyntax.Body)
	if !ok {
		return nil, fmt.Errorf("%s has a %T for a body", path, parsed.Body)
	}
	return &file{path: path, src: src, crlf: crlf, body: body}, nil
}

// line is the number of the line of a byte.
func (f *file) line(at int) int { return 1 + bytes.Count(f.src[:at], []byte("\n")) }

// raw is a part of the file as it was.
func (f *file) raw(from, to int) string { return string(f.src[from:to]) }

// rawExpr is an expression as it was.
func (f *file) rawExpr(expr hclsyntax.Expression) string {
	return f.raw(expr.Range().Start.Byte, expr.Range().End.Byte)
}

// replace puts a text in the place of a part. An edit of something larger hides those within.
func (f *file) replace(r hcl.Range, text string) { f.splice(r.Start.Byte, r.End.Byte, text) }

// splice is replace for a part that is given by its bytes; an empty part is where something is inserted.
func (f *file) splice(from, to int, text string) { f.edits = append(f.edits, edit{from, to, text}) }

// text is a part of the file with its edits.
func (f *file) text(from, to int) string {
	edits := slices.DeleteFunc(slices.Clone(f.edits), func(e edit) bool { return e.from < from || e.to > to })
	slices.SortStableFunc(edits, func(a, b edit) int {
		// Of two edits at one place that which only inserts comes first, then the larger one, which hides the other.
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(insertsFirst(a), insertsFirst(b)), cmp.Compare(b.to, a.to))
	})
	var text strings.Builder
	at := from
	for _, e := range edits {
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

func insertsFirst(e edit) int {
	if e.from == e.to {
		return 0
	}
	return 1
}

// before is the file as it was, after as it will be: its layout is that of terraform fmt.
func (f *file) before() string { return f.ended(string(f.src)) }

// ended is a text with the ends of lines of the file.
func (f *file) ended(text string) string {
	if f.crlf {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

func (f *file) after() (string, error) {
	if len(f.edits) == 0 && f.added == "" {
		return f.before(), nil
	}
	text := f.text(0, len(f.src))
	if f.added != "" {
		if text = strings.TrimRight(text, "\n"); text != "" {
			text += "\n\n"
		}
		text += f.added
	}
	formatted := hclwrite.Format([]byte(text))
	if _, diags := hclsyntax.ParseConfig(formatted, f.path, hcl.InitialPos); diags.HasErrors() {
		return "", fmt.Errorf("the migration of %s went wrong, and nothing was written: %w", f.path, diags)
	}
	return f.ended(string(formatted)), nil
}

// commented makes comments of a part of a configuration, after a line that says why.
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

// comments are the comments in a part of a file, each in lines of its own.
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
