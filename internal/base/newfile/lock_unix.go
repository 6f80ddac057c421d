// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package newfile

import (
	"os"
	"syscall"
)

// lock locks an open directory until the directory is closed. If another process holds the lock, the function waits.
func lock(directory *os.File) {
	for syscall.Flock(int(directory.Fd()), syscall.LOCK_EX) == syscall.EINTR {
		continue
	}
}
