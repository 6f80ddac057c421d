// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package newfile

import (
	"os"
	"syscall"
)

// lock locks a folder until it is closed. It doesn't wait: if another run holds a conflicting lock, it returns false.
func lock(folder *os.File, exclusively bool) bool {
	how := syscall.LOCK_SH
	if exclusively {
		how = syscall.LOCK_EX
	}
	return syscall.Flock(int(folder.Fd()), how|syscall.LOCK_NB) == nil
}
