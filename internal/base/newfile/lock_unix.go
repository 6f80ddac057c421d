// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package newfile

import (
	"os"
	"syscall"
)

// lock waits until no other process has locked an open directory, and locks it until it is closed.
func lock(directory *os.File) {
	for syscall.Flock(int(directory.Fd()), syscall.LOCK_EX) == syscall.EINTR {
		continue
	}
}
