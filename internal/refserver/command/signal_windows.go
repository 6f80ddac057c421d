// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import "os"

// reachedBySystem returns a function that reports whether the system also sends a signal to the command after "--". Windows sends Ctrl-C,
// Ctrl-Break and the end of the session to all processes in the console and process group. The command is in those of this process.
func reachedBySystem() func(os.Signal) bool {
	return func(os.Signal) bool { return true }
}

// end kills a process. Windows can only ask a whole process group to end, and this process belongs to the same group.
func end(process *os.Process) error { return process.Kill() }
