// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import "os"

// reachedBySystem returns a function that reports whether a signal to this process also reaches the command given after "--". On Windows,
// it always does, because the two processes share a console and a process group.
func reachedBySystem() func(os.Signal) bool {
	return func(os.Signal) bool { return true }
}

// end kills a process, because Windows can ask only a whole process group to exit, and that group would include this process.
func end(process *os.Process) error { return process.Kill() }
