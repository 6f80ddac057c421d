// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import "os"

// reachedBySystem returns a function that reports whether the system sends a signal to the command after "--" too. Windows sends Ctrl-C,
// Ctrl-Break and the end of the session to all processes of a console and process group, and the command is in those of this process.
func reachedBySystem() func(os.Signal) bool {
	return func(os.Signal) bool { return true }
}

// end kills a process. Windows can ask a process to end only together with its whole group, to which this process belongs.
func end(process *os.Process) error { return process.Kill() }
