// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"fmt"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

type file struct {
	configuration.File
	body  *hclsyntax.Body // nil for a JSON file
	added string          // text to add at the end
	isNew bool
}

func parseFile(path string, src []byte) (*file, error) {
	if strings.HasSuffix(path, ".json") {
		return &file{File: configuration.File{Path: path, Src: src}}, nil
	}
	body, err := configuration.ParseNative(path, src)
	return &file{File: configuration.File{Path: path, Src: src}, body: body}, err
}

func (f *file) isOverride() bool { return configuration.IsOverride(f.Path) }

// after returns the migrated file, formatted as terraform fmt would. New lines end with CRLF if all old lines do.
func (f *file) after() (string, error) {
	if !f.IsEdited() && f.added == "" {
		return string(f.Src), nil
	}
	text := f.Text(0, len(f.Src))
	if f.added != "" {
		if text = strings.TrimRight(text, "\r\n"); text != "" {
			text += "\n\n"
		}
		text += f.added
	}
	formatted := hclwrite.Format([]byte(text))
	if f.HasCRLF() {
		formatted = configuration.WithCRLF(formatted)
	}
	if _, diags := hclsyntax.ParseConfig(formatted, f.Path, hcl.InitialPos); diags.HasErrors() {
		return "", fmt.Errorf("the migration of %s failed, and nothing was written: %w", f.Path, diags)
	}
	return string(formatted), nil
}

// change is a configuration file that the migration edits or creates, with its new contents.
type change struct {
	*file
	after string
}

func (c change) difference() []byte {
	from := "a/" + c.Path
	if c.isNew {
		from = "/dev/null"
	}
	return c.Difference(from, c.after)
}

// write writes the changed files. It writes the moved blocks first, so that a second run can finish the migration if this one is killed. If
// any configuration file has changed since it was read, write returns an error and changes nothing.
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
				text = string(f.Src)
			}
			switch one := (newfile.File{Name: f.Path, Text: text, Was: f.Src}); {
			case f.isNew && !isChanged:
			case path.Base(f.Path) == movedFile:
				moved = append(moved, one)
			default:
				files = append(files, one)
			}
		}
	}
	return newfile.Write(dir, append(moved, files...))
}

// asComments comments out part of a configuration. The first line is "# migrate: " followed by the reason.
func asComments(why, text string) string {
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
