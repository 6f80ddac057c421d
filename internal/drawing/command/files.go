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

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

// slug converts an address or a name for use in a file name: "Pump 1" becomes pump-1.
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

// write writes the files. It also deletes files of previous runs for objects that no longer exist. It never replaces or deletes a file that
// the draw subcommand did not write.
func (g *gallery) write() (err error) {
	g.progress.Say("writing %s to %s", document.Count(len(g.files), "file"), g.out)
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
		replaces, err := isGenerated(root, f.Path)
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
		if name := entry.Name(); g.names[name] == 0 && generatedName.MatchString(name) {
			if ours, _ := isGenerated(root, name); ours { // Keep a file that can't be read.
				err = errors.Join(err, root.Remove(name))
			}
		}
	}
	return err
}

// generatedName matches the names of files for dashboards, tabs and alerts.
var generatedName = regexp.MustCompile(`^(dashboard|alert)-[a-z0-9_-]+\.(svg|html)$`)

// isGenerated reports whether the draw subcommand wrote a file, judging by the beginning of the file. It returns false for a file that does
// not exist or is not a regular file.
func isGenerated(root *os.Root, name string) (bool, error) {
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
