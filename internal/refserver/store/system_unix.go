// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// lock locks the data file so that no other server can open it. The lock is released when the file is closed or the process ends.
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errInUse
	}
	return err
}

// syncDirectory syncs a file's directory. Otherwise, a power failure could undo the creation or renaming of the file.
func syncDirectory(name string) error {
	directory, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	return errors.Join(directory.Sync(), directory.Close())
}
