// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

// slug turns a name into a part of a file name: "Pump 1" becomes pump-1.
func slug(name string) string {
	name = strings.ToLower(name)
	for _, prefix := range []string{"engine_dashboard.", "engine_alert."} {
		name = strings.Replace(name, prefix, "", 1)
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' })
	const maxLength = 80
	name = strings.Join(words, "-")
	return cmp.Or(strings.TrimRight(name[:min(len(name), maxLength)], "-"), "unnamed")
}

const svgStart = `<?xml version="1.0" encoding="UTF-8"?>` + "\n<!-- " + sheet.Mark + " -->\n"

// write writes the files. It replaces a file only if the draw subcommand wrote that file. It deletes pictures and pages of removed objects.
func (g *gallery) write() (err error) {
	g.progress.Say("writing %d files to %s", len(g.files), g.out)
	if err := os.MkdirAll(g.out, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(g.out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	files := make([]newfile.File, 0, len(g.files))
	for _, f := range g.files {
		replaces, err := isOurs(root, f.Path)
		if err != nil {
			return err
		}
		files = append(files, newfile.File{Name: f.Path, Text: f.content, Replaces: replaces})
	}
	if err := newfile.Write(g.out, files); err != nil {
		return err
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	for _, entry := range entries {
		if name := entry.Name(); g.names[name] == 0 && ownName.MatchString(name) {
			if ours, _ := isOurs(root, name); ours { // A file that can't be read is not ours.
				err = errors.Join(err, root.Remove(name))
			}
		}
	}
	return err
}

// ownName matches the names of pictures and pages of dashboards, tabs and alerts.
var ownName = regexp.MustCompile(`^(dashboard|alert)-[a-z0-9_-]+\.(svg|html)$`)

// isOurs reports whether a file exists and begins exactly like the files of the draw subcommand.
func isOurs(root *os.Root, name string) (bool, error) {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	opened, err := root.Open(name)
	if err != nil {
		return false, err
	}
	begin, err := io.ReadAll(io.LimitReader(opened, int64(max(len(svgStart), len(sheet.HTMLStart)))))
	ours := strings.HasPrefix(string(begin), svgStart) || strings.HasPrefix(string(begin), sheet.HTMLStart)
	return ours, errors.Join(err, opened.Close())
}
