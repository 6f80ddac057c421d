// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package newfile writes the files of a folder without leaving the folder. It follows no link, takes no place of a file that the
// caller does not know, and leaves no file that is cut off.
//
// It imports the standard library alone. Start reading at Write.
package newfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file to write.
type File struct {
	Name string // within the folder, with slashes
	Text string
	// Replaces says that the file may be there already. It has to be a regular file then, and keeps its permissions.
	Replaces bool
}

// Write writes files into a folder, which has to exist. All texts are on the disk under other names before the first file takes its
// place, and the files take their places in the given order. An error before that leaves the folder as it was.
func Write(folder string, files []File) (err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	staged := make([]string, 0, len(files))
	defer func() {
		for _, name := range staged {
			if name != "" {
				_ = root.Remove(name)
			}
		}
	}()
	for _, f := range files {
		mode, err := f.mode(root)
		if err != nil {
			return err
		}
		name := filepath.FromSlash(f.Name) + "." + rand.Text() + ".new"
		staged = append(staged, name)
		if err := create(root, name, f.Text, mode); err != nil {
			return err
		}
	}
	for i, f := range files {
		if _, err := f.mode(root); err != nil {
			return err
		}
		if err := root.Rename(staged[i], filepath.FromSlash(f.Name)); err != nil {
			return err
		}
		staged[i] = ""
	}
	return nil
}

// mode returns the permissions of the file to be, or an error if its place is taken.
func (f File) mode(root *os.Root) (fs.FileMode, error) {
	const fresh = 0o644
	info, err := root.Lstat(filepath.FromSlash(f.Name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fresh, nil
	case err != nil:
		return 0, err
	case !f.Replaces:
		return 0, fmt.Errorf("%s is there already; move it away", f.Name)
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("%s is a link or a folder, and not a file that can be replaced; put a file in its place, or move it away", f.Name)
	default:
		return info.Mode().Perm(), nil
	}
}

// create writes a file that is not there yet. O_EXCL refuses a link too, whatever it leads to.
func create(root *os.Root, name, text string, mode fs.FileMode) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
