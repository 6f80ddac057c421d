// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package newfile writes files inside a folder. It follows no symbolic links and leaves no partly written files. It replaces an existing
// file only if the caller allows it.
//
// Start reading at Write.
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
	Name string // path within the folder, with slashes
	Text string
	// Replaces allows Write to replace an existing regular file with the name in the field Name. The file keeps its permissions.
	Replaces bool
}

// Write writes files into an existing folder. It first writes all texts under temporary names, and then renames them in the given order. An
// error before the first rename leaves the folder unchanged.
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

func (f File) mode(root *os.Root) (fs.FileMode, error) {
	const fresh = 0o644
	info, err := root.Lstat(filepath.FromSlash(f.Name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fresh, nil
	case err != nil:
		return 0, err
	case !f.Replaces:
		return 0, fmt.Errorf("%s is there already; move it away", filepath.Join(root.Name(), f.Name))
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("%s is a link or a folder, and not a file that can be replaced; put a file in its place, or move it away",
			filepath.Join(root.Name(), f.Name))
	default:
		return info.Mode().Perm(), nil
	}
}

// O_EXCL makes create fail if the name exists, even as a symbolic link.
func create(root *os.Root, name, text string, mode fs.FileMode) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
