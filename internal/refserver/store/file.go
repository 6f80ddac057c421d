// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	boltErrors "go.etcd.io/bbolt/errors"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store/pagecheck"
)

// dataFile is the bbolt file that keeps the documents; format.go says how. Nothing that may be wrong with the file is a panic.
type dataFile struct {
	name string
	db   *bbolt.DB
	sum  checksum // Of all that it holds.
	lost bool     // bbolt has given up in the middle of its work, and can't even be closed.
}

var (
	errForeign = errors.New("it was not written by a reference server")
	errEmpty   = errors.New("it is empty, which no reference server leaves behind")
)

// openFile opens the file, or makes it. What it holds is checked by load.
func openFile(name string) (*dataFile, error) {
	made, err := check(name)
	if err != nil {
		return nil, fileError(name, err)
	}
	f := &dataFile{name: name}
	err = guarded(func() (err error) {
		f.db, err = bbolt.Open(name, 0o600, &bbolt.Options{Timeout: time.Second, FreelistType: bbolt.FreelistMapType})
		return err
	})
	if err == nil {
		return f, nil
	}
	if made && !errors.Is(err, boltErrors.ErrTimeout) {
		_ = os.Remove(name) // Half a file would keep the next start from making one.
	}
	return nil, fileError(name, err)
}

// check reads the pages of a file that is there; made means that there is none. bbolt must not see a file that fails.
func check(name string) (made bool, err error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = file.Close() }() // It is only read.
	info, err := file.Stat()
	switch {
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, errForeign
	case info.Size() == 0:
		return false, errEmpty
	}
	return false, pagecheck.Check(file, info.Size())
}

// guarded does what reads or writes the mapped file: bbolt panics on what it does not expect, and the system faults where a
// file was cut off after it was opened.
func guarded(work func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			err = &fault{fmt.Errorf("it changed under the server: %v", cause)}
		}
	}()
	return work()
}

// fault is a panic that was caught.
type fault struct{ error }

// write makes the changes in one transaction.
func (f *dataFile) write(changes []change) error {
	sum := f.sum
	err := guarded(func() error {
		return f.db.Update(func(tx *bbolt.Tx) error { return sum.put(tx, changes) })
	})
	if err != nil {
		var caught *fault
		f.lost = errors.As(err, &caught)
		return fileError(f.name, err)
	}
	f.sum = sum
	return nil
}

// load gives all documents as changes that make them, those of a kind in order of creation. A file of the format without
// checksums gets them.
func (f *dataFile) load(add func(c change) error) error {
	var found content
	err := guarded(func() error { return f.db.View(found.read) })
	if err == nil {
		f.sum = found.sum
		for _, c := range found.changes {
			err = errors.Join(err, add(c))
		}
	}
	if err == nil && found.version < version {
		err = guarded(func() error { return f.db.Update(found.convert) })
	}
	if err != nil {
		return fileError(f.name, err)
	}
	return nil
}

func (f *dataFile) close() error {
	if f.lost {
		return fmt.Errorf("the data file %s can't be used any more: start the server anew", f.name)
	}
	if err := guarded(f.db.Close); err != nil {
		return fileError(f.name, err)
	}
	return nil
}

// OutOfSpace reports whether there was no room for a write.
func OutOfSpace(err error) bool {
	return slices.ContainsFunc([]syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}, func(full syscall.Errno) bool {
		return errors.Is(err, full) || strings.HasSuffix(err.Error(), full.Error()) // bbolt does not wrap what growing ends with.
	})
}

// fileError names the file, and what can be done about it.
func fileError(name string, err error) error {
	var system *fs.PathError
	switch {
	case errors.Is(err, boltErrors.ErrTimeout), errors.Is(err, pagecheck.ErrChanged):
		return fmt.Errorf("the data file %s is in use, most likely by another reference server with the same file: stop that one "+
			"(fuser or lsof names it), or name another file", name)
	case errors.As(err, &system), OutOfSpace(err):
		return fmt.Errorf("the data file %s: %w", name, err)
	case errors.Is(err, pagecheck.ErrForeign):
		err = errForeign
	}
	return fmt.Errorf("the data file %s cannot be used: %w. Put back a copy of it, or move it away to begin with an empty engine; "+
		"nothing was changed in it", name, err)
}
