// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package inputfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRead(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, read := range []func(limit int64) ([]byte, error){
		func(limit int64) ([]byte, error) { return Read(t.Context(), name, limit) },
		func(limit int64) ([]byte, error) { return ReadRegular(name, limit) },
	} {
		if text, err := read(5); err != nil || string(text) != "12345" {
			t.Errorf("%q %v", text, err)
		}
		var wrong *fs.PathError
		if _, err := read(4); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "larger than the maximum of") {
			t.Errorf("more bytes than the limit: %v", err)
		}
	}
	if _, err := Read(t.Context(), name+"2", 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if text, err := Read(t.Context(), "/dev/zero", 1<<20); err == nil {
		t.Errorf("an endless file has %d bytes", len(text))
	}
}

// TestPipe checks that a blocked read from a pipe can be canceled. Without a writer, even opening the pipe blocks.
func TestPipe(t *testing.T) {
	t.Parallel()
	for name, hasWriter := range map[string]bool{"without a writer": false, "without data": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pipe := filepath.Join(t.TempDir(), "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := ReadRegular(pipe, 5); err == nil || !strings.Contains(err.Error(), "regular file") {
				t.Errorf("got %v", err)
			}
			if hasWriter {
				writer, err := os.OpenFile(pipe, os.O_RDWR, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = writer.Close() }()
				if _, err := writer.WriteString("1"); err != nil {
					t.Fatal(err)
				}
			}
			ctx, cancel := context.WithCancel(t.Context())
			from := Open(ctx, pipe, 5)
			if hasWriter {
				if n, err := from.Read(make([]byte, 5)); n != 1 || err != nil {
					t.Errorf("read %d bytes: %v", n, err)
				}
			}
			cancel()
			if _, err := from.Read(make([]byte, 5)); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		})
	}
}
