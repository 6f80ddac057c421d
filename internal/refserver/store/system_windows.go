// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// lock keeps other servers from a file until it is closed or this process ends. What is locked is a byte behind all others, so
// that everybody can still read the file.
func lock(file *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	behind := &windows.Overlapped{OffsetHigh: math.MaxInt32}
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, behind)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errInUse
	}
	return err
}

// syncFolder does nothing: Windows can't be asked for it.
func syncFolder(string) error { return nil }
