// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Exit statuses of all commands, as described by StatusHelp.
const (
	Success = 0
	Failure = 1
	// Unwanted is the status of the rehearse and draw commands if they succeeded, but an alert violated a requirement such as -must-fire.
	Unwanted = 1
	Usage    = 2
	// Unusable is the status of the rehearse and draw commands if a file could not be read or written. For these commands, the status 1
	// (Failure) means Unwanted, so they need a different one.
	Unusable = 2
	// Noticed is the status of the probe command if it succeeded, but the engine differs noticeably from what the provider expects.
	Noticed = 3
	// NotStarted is the exit status of the reference-server command if it could not start the command given after "--". If a signal killed
	// the command given after "--", the exit status is Signaled plus the signal number, as in shells.
	NotStarted = 127
	Signaled   = 128
)

// Statuses returns the exit statuses as a table with the columns status, commands and meaning.
func Statuses() [][3]string {
	return [][3]string{
		{"0", "all commands", "The command did everything."},
		{"1", "all commands, except rehearse and draw", "The command failed."},
		{"1", "adopt", "The command failed, an object could not be adopted, or with -update a difference needs a decision."},
		{"1", "probe", "The command failed, or it left objects on the engine."},
		{"1", "rehearse", "An alert had a status that -fail-on lists, an alert that matches -must-fire did not fire, or the command was interrupted."},
		{"1", "draw", "An alert had the status misconfigured or error, or the command was interrupted."},
		{"2", "all commands", "The command line was invalid, and nothing was done."},
		{"2", "rehearse, draw", "The command line was invalid, or a file could not be read or written."},
		{"3", "probe", "The engine differs from what the provider expects, in a way that you notice."},
		{"127", "reference-server", "The command after -- could not be started."},
		{"128 + n", "reference-server", "The signal n ended the command after --."},
		{"other", "reference-server", "The command after -- ended with this status."},
	}
}

// StatusHelp returns the help topic that describes the exit statuses.
func StatusHelp() *cobra.Command {
	var text strings.Builder
	text.WriteString("A command ends with one of these exit statuses:\n\n")
	for _, row := range Statuses() {
		text.WriteString(row[0] + "\t" + row[1] + ": " + row[2] + "\n")
	}
	return &cobra.Command{Use: "exit-statuses", Short: "what the exit status of each command means", Long: text.String()}
}

// exitError is an error with an exit status. If err is nil, Run prints nothing.
type exitError struct {
	status  int
	err     error
	isUsage bool // the command line is invalid, so report prints how to get help
}

func (e *exitError) Error() string { return fmt.Sprint(e.err) }

func (e *exitError) Unwrap() error { return e.err }

// Exit returns an error that ends a command with the given status. Run prints err if it is not nil.
func Exit(status int, err error) error {
	if status == Success {
		return nil
	}
	return &exitError{status: status, err: err}
}

// UsageError returns an error for an invalid command line. Run prints the error and how to get help.
func UsageError(err error) error { return &exitError{status: Usage, err: err, isUsage: true} }
