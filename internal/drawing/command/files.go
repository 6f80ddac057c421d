// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

// slug turns a text into a part of a file name: "Pump 1" becomes pump-1.
func slug(text string) string {
	text = strings.ToLower(text)
	for _, prefix := range []string{"engine_dashboard.", "engine_alert."} {
		text = strings.Replace(text, prefix, "", 1)
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' })
	name := strings.Join(words, "-")
	const longest = 80
	if len(name) > longest {
		name = strings.TrimRight(name[:longest], "-")
	}
	if name == "" {
		return "unnamed"
	}
	return name
}

const svgStart = `<?xml version="1.0" encoding="UTF-8"?>` + "\n<!-- " + sheet.Mark + " -->\n"

// write writes the files. It replaces a file only if the draw subcommand made that file. Earlier pictures and pages of removed objects are
// deleted.
func (a *artist) write() (err error) {
	a.progress.Say("writing %d files to %s", len(a.files), a.set.out)
	if err := os.MkdirAll(a.set.out, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(a.set.out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	files := make([]newfile.File, 0, len(a.files))
	for _, f := range a.files {
		replaces, err := isOurs(root, f.Path)
		if err != nil {
			return err
		}
		files = append(files, newfile.File{Name: f.Path, Text: f.text, Replaces: replaces})
	}
	if err := newfile.Write(a.set.out, files); err != nil {
		return err
	}
	entries, err := fs.ReadDir(root.FS(), ".")
	for _, entry := range entries {
		if name := entry.Name(); a.names[name] == 0 && drawnName.MatchString(name) {
			if ours, _ := isOurs(root, name); ours { // A file that can't be read is not ours.
				err = errors.Join(err, root.Remove(name))
			}
		}
	}
	return err
}

// drawnName matches the names of pictures and pages of dashboards, tabs and alerts.
var drawnName = regexp.MustCompile(`^(dashboard|alert)-[a-z0-9_-]+\.(svg|html)$`)

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
	begin := make([]byte, max(len(svgStart), len(sheet.HTMLStart)))
	n, err := io.ReadFull(opened, begin)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	text := string(begin[:n])
	ours := strings.HasPrefix(text, svgStart) || strings.HasPrefix(text, sheet.HTMLStart)
	return ours, errors.Join(err, opened.Close())
}
