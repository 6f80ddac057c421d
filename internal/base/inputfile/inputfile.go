// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package inputfile reads files and pipes that a user names, up to a maximum size. Canceling the context ends a read, even one that is
// blocked on a pipe. The package imports nothing from this module. Start reading at Open.
package inputfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Stdin is the file name that means standard input.
const Stdin = "-"

// Open returns a reader for a file, a pipe or standard input. The caller must close the reader. Reading fails if the file can't be opened
// or read, if ctx is canceled, or if there are more than limit bytes.
func Open(ctx context.Context, name string, limit int64) io.ReadCloser {
	from, to := io.Pipe()
	stop := context.AfterFunc(ctx, func() { _ = to.CloseWithError(ctx.Err()) })
	go func() {
		defer stop()
		_ = to.CloseWithError(copyTo(to, name, limit, os.O_RDONLY)) // CloseWithError never fails
	}()
	return from
}

// Read returns the content of a file or pipe. It returns the same errors as a reader from Open.
func Read(ctx context.Context, name string, limit int64) (text []byte, err error) {
	from := Open(ctx, name, limit)
	defer func() { err = errors.Join(err, from.Close()) }()
	return io.ReadAll(from)
}

// ReadRegular is like Read, but accepts only regular files and links to them, so that it never blocks on a pipe.
func ReadRegular(name string, limit int64) ([]byte, error) {
	var text bytes.Buffer
	err := copyTo(&text, name, limit, os.O_RDONLY|syscall.O_NONBLOCK)
	return text.Bytes(), err
}

// copyTo copies the content of a file to a writer. flags are those of os.OpenFile. Unless they are O_RDONLY, copyTo rejects anything but a
// regular file.
func copyTo(to io.Writer, name string, limit int64, flags int) (err error) {
	file := os.Stdin
	if name != Stdin || flags != os.O_RDONLY {
		if file, err = os.OpenFile(name, flags, 0); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if flags != os.O_RDONLY && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "read", Path: name, Err: errors.New("it has to be a regular file")}
	}
	n, err := io.Copy(to, io.LimitReader(file, limit+1))
	if err == nil && n > limit {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("it is larger than the maximum of %g MiB", float64(limit)/(1<<20))}
	}
	return err
}
