// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// dataFile is the file in which a store keeps its objects. It consists of a header and one line per write (see line.go). A running server
// only appends lines and updates the header. When a store is opened, compact removes outdated versions of objects from the file.
type dataFile struct {
	file   *os.File // Locked, so that no other server can open it.
	name   string
	size   int64  // The offset of the next line.
	sum    uint32 // The checksum of the last line.
	writes int    // The number of lines below the header. The header also contains this number.
	lost   Lost
}

// Lost describes what is missing at the end of a data file. Bytes is the length of an incomplete last line, which Open removes. Writes is
// the number of missing writes that the server had already confirmed to clients.
type Lost struct{ Bytes, Writes int }

var (
	errInUse     = errors.New("in use")
	errForeign   = errors.New("it was not written by a reference server")
	errDirectory = errors.New("is a directory")
	errEmpty     = errors.New("it is empty, but a data file has at least a header")
	errChanged   = errors.New("another process has changed it while this server had it open")
)

// openFile opens the named data file, or creates it if it does not exist. It calls the add function with the changes from each line.
func openFile(name string, add func(changes []Change) error) (f *dataFile, err error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // Otherwise, compacting the file would replace the symbolic link.
	}
	f = &dataFile{name: name}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = f.create()
	case err == nil && info.IsDir():
		err = errDirectory
	case err == nil && !info.Mode().IsRegular():
		err = errForeign
	case err == nil:
		err = f.load(add)
	}
	if err != nil {
		return nil, fileError(name, err)
	}
	return f, nil
}

// openLocked opens and locks the data file. If another server has the file open, it returns an error.
func openLocked(name string, flag int) (*os.File, error) {
	file, err := os.OpenFile(name, flag, 0o600)
	if err != nil {
		return nil, err
	}
	err = lock(file)
	if err == nil { // Another server may have compacted, and thus replaced, the file before the lock.
		var locked, named fs.FileInfo
		if locked, err = file.Stat(); err == nil {
			named, err = os.Stat(name)
		}
		if err == nil && !os.SameFile(locked, named) {
			err = errInUse
		}
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func (f *dataFile) create() (err error) {
	if f.file, err = openLocked(f.name, os.O_RDWR|os.O_CREATE|os.O_EXCL); err != nil {
		return err
	}
	header := headerOf(0)
	f.size = int64(len(header))
	if _, err = f.file.Write(header); err == nil {
		err = errors.Join(f.file.Sync(), syncDirectory(f.name))
	}
	if err != nil { // With an incomplete header, the server could not start again.
		return errors.Join(err, f.file.Close(), os.Remove(f.name))
	}
	return nil
}

// load opens and reads an existing data file. It removes an incomplete last line. If the last line lacks only its line break, load adds the
// line break. If reading fails, load closes the file without changing it.
func (f *dataFile) load(add func(changes []Change) error) (err error) {
	if f.file, err = openLocked(f.name, os.O_RDWR); err != nil {
		return err
	}
	data, err := io.ReadAll(f.file)
	if err == nil {
		err = f.read(data, add)
	}
	if had := int64(len(data)); err == nil && had < f.size { // The last line has no line break.
		_, err = f.file.WriteAt([]byte("\n"), had)
	} else if err == nil {
		f.lost.Bytes = int(had - f.size)
		err = f.file.Truncate(f.size)
	}
	if err == nil {
		err = f.count(f.writes)
	}
	if err != nil {
		return errors.Join(err, f.file.Close())
	}
	return nil
}

func (f *dataFile) count(writes int) error {
	_, err := f.file.WriteAt(headerOf(writes), 0)
	return err
}

// read calls the add function with the changes from each line of data. It ignores an incomplete last line, which is left behind when a
// server is killed while writing or when the file is truncated. Such a line has no line break, and its checksum does not match.
func (f *dataFile) read(data []byte, add func(changes []Change) error) error {
	length, writes, err := readHeader(data)
	if err != nil {
		return err
	}
	f.size = int64(length)
	defer func() { f.lost.Writes = max(0, writes-f.writes) }()
	for number := 2; ; number++ {
		line, _, whole := bytes.Cut(data[f.size:], []byte("\n"))
		if len(line) == 0 && !whole {
			return nil
		}
		changes, sum, err := readLine(line, f.sum)
		if err != nil && !whole && bytes.IndexByte(line, 0) < 0 { // Zero bytes indicate damage, not truncation.
			return nil
		}
		if err == nil {
			err = add(changes)
		}
		if err != nil {
			return &lineError{number, err}
		}
		f.size, f.sum, f.writes = f.size+int64(len(line)+1), sum, f.writes+1
		if !whole {
			return nil
		}
	}
}

// write appends a line for each transaction, syncs the file, and then updates the number of writes in the header. If any of these steps
// fails, write removes the new lines.
func (f *dataFile) write(writes [][]Change) error {
	info, err := f.file.Stat()
	if err == nil && info.Size() != f.size {
		err = errChanged
	}
	if err != nil {
		return fileError(f.name, err)
	}
	lines, sum := []byte(nil), f.sum
	for _, changes := range writes {
		lines, sum = appendLine(lines, changes, sum)
	}
	if _, err = f.file.WriteAt(lines, f.size); err == nil {
		err = f.file.Sync()
	}
	if err == nil { // No sync is needed: after a crash, the number in the header may be too low, but never too high.
		err = f.count(f.writes + len(writes))
	}
	if err != nil {
		return fileError(f.name, errors.Join(err, f.file.Truncate(f.size)))
	}
	f.size, f.sum, f.writes = f.size+int64(len(lines)), sum, f.writes+len(writes)
	return nil
}

// compact replaces the data file with a copy that contains one line per object. If the copy can't be written, for example because the disk
// is full, compact keeps the existing file and returns no error.
func (f *dataFile) compact(objects []Change) error {
	data, sum := headerOf(len(objects)), uint32(0)
	for i := range objects {
		data, sum = appendLine(data, objects[i:i+1], sum)
	}
	copied := f.name + ".compact-copy"
	err := writeSynced(copied, data)
	if runtime.GOOS == "windows" {
		_ = f.file.Close() // Windows can't replace an open file.
	}
	if err == nil {
		err = os.Rename(copied, f.name)
	}
	if err == nil {
		f.size, f.sum, f.writes = int64(len(data)), sum, len(objects)
	} else {
		_ = os.Remove(copied)
	}
	_ = f.file.Close() // The error doesn't matter, because all data has been written.
	if f.file, err = openLocked(f.name, os.O_RDWR); err == nil {
		err = syncDirectory(f.name)
	}
	if err != nil {
		_ = f.file.Close()
		return fileError(f.name, err)
	}
	return nil
}

// writeSynced writes data to a new file and syncs it. If a killed server has left a file with this name behind, writeSynced removes that
// file first.
func writeSynced(name string, data []byte) error {
	_ = os.Remove(name)
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

func (f *dataFile) close() error {
	if err := f.file.Close(); err != nil {
		return fileError(f.name, err)
	}
	return nil
}

// OutOfSpace reports whether a write failed because the disk is full, or because of a quota or a file size limit.
func OutOfSpace(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

type lineError struct {
	number int
	error
}

// fileError returns an error for the user that contains the file name, the cause, and what to do about it.
func fileError(name string, err error) error {
	const mend = "Put back a copy of it, or move it away to begin with an empty engine"
	var system *fs.PathError
	var line *lineError
	switch {
	case errors.Is(err, errInUse):
		return fmt.Errorf("the data file %s is in use, most likely by another reference server with the same file: stop that one "+
			"(fuser or lsof names it), or name another file", name)
	case errors.Is(err, errDirectory):
		return fmt.Errorf("the data file %s %w: name a file in it", name, err)
	case errors.Is(err, errChanged):
		return fmt.Errorf("the data file %s accepts no more writes: %w. Restart the server", name, err)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the data file %s cannot be created: the directory %s does not exist", name, document.Visible(filepath.Dir(name)))
	case errors.As(err, &system):
		return fmt.Errorf("the data file %s: %w", name, err)
	case errors.As(err, &line):
		return fmt.Errorf("the data file %s cannot be used: line %d %w. %s, or delete this line and all below it to keep what "+
			"was written before; the server has not changed the file", name, line.number, line.error, mend)
	}
	return fmt.Errorf("the data file %s cannot be used: %w. %s; the server has not changed the file", name, err, mend)
}
