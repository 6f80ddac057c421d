// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import "os"

// reachedBySystem returns a function that reports whether the system also sends a signal to the command after "--". Windows sends Ctrl-C,
// Ctrl-Break and session-end events to all processes in a console and process group. The command shares both with this process.
func reachedBySystem() func(os.Signal) bool {
	return func(os.Signal) bool { return true }
}

// end kills a process. Windows can ask only a whole process group to exit, and that group includes this process.
func end(process *os.Process) error { return process.Kill() }
