// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// lock locks the data file so that no other server can open it until the file is closed or the process ends. It locks a byte beyond the end
// of the file, so that other processes can still read the content.
func lock(file *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	behind := &windows.Overlapped{OffsetHigh: math.MaxInt32}
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, behind)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errInUse
	}
	return err
}

// syncDirectory does nothing, because Windows has no function for syncing a directory.
func syncDirectory(string) error { return nil }
