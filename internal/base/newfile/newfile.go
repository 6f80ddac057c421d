// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package newfile writes files in a directory: all of them, or none. It follows no symbolic links, leaves no partly written files, and
// replaces a file only if the caller allows it and it did not change after the caller read it.
//
// Start reading at Write. stale.go removes the temporary files of runs that were killed.
package newfile

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// File is a file to write.
type File struct {
	Name string // path within the directory, with slashes
	Text string
	// Was is the content that the caller read, or nil without a file. Write fails if it differs now. If Was equals Text, Write only
	// compares.
	Was []byte
	// Replaces allows Write to replace a regular file without comparing it with Was. The file keeps its permissions.
	Replaces bool
}

// Write writes files under temporary names, and then renames them in the given order. On an error, it undoes everything.
func Write(directory string, files []File) (err error) {
	root, err := os.OpenRoot(directory)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	defer lockDirectories(root, files)()
	staged := make([]string, len(files))
	defer func() {
		for _, name := range staged {
			if name != "" {
				_ = root.Remove(name)
			}
		}
	}()
	for i, f := range files {
		_, mode, err := f.current(root)
		if err == nil && !f.isSame() {
			staged[i] = temporary(f.Name)
			err = create(root, staged[i], f.Text, mode)
		}
		if err != nil {
			return err
		}
	}
	found, err := compare(root, files)
	if err != nil {
		return err
	}
	for i, f := range files {
		if f.isSame() {
			continue
		}
		_, err := compare(root, files[i:i+1]) // Somebody may save a file while the files before it are renamed.
		if err == nil {
			err = root.Rename(staged[i], filepath.FromSlash(f.Name))
		}
		if err != nil {
			return errors.Join(err, undo(root, files[:i], found))
		}
		staged[i] = ""
	}
	return nil
}

// isSame reports whether the file is only compared, because the caller does not change it.
func (f File) isSame() bool { return f.Was != nil && string(f.Was) == f.Text }

// current returns the content and permissions of the existing file, or nil and the permissions of a new one. It returns an error if the
// file may not be written.
func (f File) current(root *os.Root) ([]byte, fs.FileMode, error) {
	const fresh = 0o644
	name := filepath.FromSlash(f.Name)
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fresh, nil
	case err != nil:
		return nil, 0, err
	case !f.Replaces && f.Was == nil:
		return nil, 0, fmt.Errorf("%s is there already; move it away", filepath.Join(root.Name(), f.Name))
	case !info.Mode().IsRegular():
		return nil, 0, fmt.Errorf("%s is a link or a directory, and not a file that can be replaced; put a file in its place, or move it away",
			filepath.Join(root.Name(), f.Name))
	}
	text, err := root.ReadFile(name)
	return text, info.Mode().Perm(), err
}

// compare returns the contents of the existing files. Its error lists the files that differ from what the caller has read.
func compare(root *os.Root, files []File) (found [][]byte, err error) {
	var changed []string
	for _, f := range files {
		text, _, err := f.current(root)
		if err != nil {
			return nil, err
		}
		found = append(found, text)
		if f.Was != nil && (text == nil || !bytes.Equal(f.Was, text)) {
			changed = append(changed, filepath.Join(root.Name(), f.Name))
		}
	}
	if len(changed) > 0 {
		return nil, fmt.Errorf("nothing was written, because this has changed since it was read: %s. Run the command again",
			strings.Join(changed, ", "))
	}
	return found, nil
}

// undo restores the files that were written.
func undo(root *os.Root, files []File, before [][]byte) (err error) {
	for i, f := range files {
		if failed := f.putBack(root, before[i]); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s has its new content: %w", filepath.Join(root.Name(), f.Name), failed))
		}
	}
	return err
}

// putBack restores a written file, or removes a new one (before is nil). It fails if the file has changed since.
func (f File) putBack(root *os.Root, before []byte) error {
	if f.isSame() {
		return nil
	}
	name := filepath.FromSlash(f.Name)
	f.Was = []byte(f.Text)
	text, mode, err := f.current(root)
	switch {
	case err != nil:
		return err
	case text == nil || !bytes.Equal(text, f.Was):
		return errors.New("it has changed again")
	case before == nil:
		return root.Remove(name)
	}
	old := temporary(f.Name)
	if err := create(root, old, string(before), mode); err != nil {
		return err
	}
	return root.Rename(old, name)
}

// temporary returns a random name for a new version of a file. isTemporary recognizes it.
func temporary(name string) string { return filepath.FromSlash(name) + "." + rand.Text() + ending }

// O_EXCL makes create fail if the name exists, even as a symbolic link.
func create(root *os.Root, name, text string, mode fs.FileMode) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
