// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package newfile writes several files to a directory: either all of them or none. It replaces a file only if the caller allows that, or if
// the file still has the content that the caller read. The package imports nothing from this module. Start reading at Write.
package newfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// File is a file to write.
type File struct {
	Name string // path within the directory, with slashes
	Text string
	// Was is the content of the file when the caller read it, or nil for a new file. Write fails if the content has changed since then.
	Was []byte
	// Replaces allows Write to replace an existing regular file, regardless of its content. The file keeps its permissions.
	Replaces bool
}

// staging is the hidden directory where Write prepares the files. If a process is killed, the next call of Write removes the directory.
const staging = ".terraform-provider-engine.new"

// Write writes files to a directory. It first writes all of them to the staging directory, and then moves them into place in the given
// order. If a step fails, it restores the old files.
func Write(directory string, files []File) (err error) {
	root, err := os.OpenRoot(directory)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	locked, err := root.Open(".")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Close()) }() // ends the lock
	lock(locked)
	if err := root.RemoveAll(staging); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.RemoveAll(staging)) }()
	for i, f := range files {
		_, mode, err := f.current(root)
		if err == nil && !f.isSame() {
			err = stage(root, i, f.Text, mode)
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
		_, err := compare(root, files[i:i+1]) // The file may have changed while Write was moving the files before it.
		if err == nil {
			err = root.Rename(stagedPath(i), filepath.FromSlash(f.Name))
		}
		if err != nil {
			return errors.Join(err, undo(root, files[:i], found))
		}
	}
	return nil
}

// stagedPath returns the path of the file with index i in the staging directory.
func stagedPath(i int) string { return filepath.Join(staging, strconv.Itoa(i)) }

func stage(root *os.Root, i int, text string, mode fs.FileMode) error {
	if err := root.MkdirAll(staging, 0o700); err != nil {
		return err
	}
	return root.WriteFile(stagedPath(i), []byte(text), mode)
}

func (f File) isSame() bool { return f.Was != nil && string(f.Was) == f.Text }

// current returns the content and permissions of the file on disk. For a file that does not exist, it returns nil and the permissions for a
// new file. If Write is not allowed to replace the file, current returns an error.
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

// compare returns the current contents of the files. If any files have changed since the caller read them, the error lists them.
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

// undo restores the files that Write has already replaced.
func undo(root *os.Root, files []File, before [][]byte) (err error) {
	for i, f := range files {
		if failed := f.putBack(root, i, before[i]); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s has its new content: %w", filepath.Join(root.Name(), f.Name), failed))
		}
	}
	return err
}

// putBack restores the old content of a file, or removes the file if it is new. It skips a file that Write did not need to change. If the
// file has changed since Write replaced it, putBack returns an error.
func (f File) putBack(root *os.Root, i int, before []byte) error {
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
	if err := stage(root, i, string(before), mode); err != nil {
		return err
	}
	return root.Rename(stagedPath(i), name)
}
