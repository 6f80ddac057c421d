// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package newfile

import (
	"os"
	"syscall"
)

// lock locks a directory until it is closed. If another run holds a conflicting lock, it returns false at once.
func lock(directory *os.File, exclusively bool) bool {
	how := syscall.LOCK_SH
	if exclusively {
		how = syscall.LOCK_EX
	}
	return syscall.Flock(int(directory.Fd()), how|syscall.LOCK_NB) == nil
}
