// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package commandline is the style that all commands of the program share: how a command line is read, how help and errors look, and which
// exit statuses there are. It is built on cobra, and imports only base/document and base/nearest of this project. Run a command of a package with Run, also
// in tests.
//
//	commandline.go  runs a command line and prints its error
//	dash.go         lets flags begin with one dash or two, and finds the flag that was meant
//	path.go         names the flag if its file or folder can't be used
//	choice.go       flags that accept only some names, and "did you mean"
//	help.go         the help texts
//	text.go         wraps texts, and sets names in columns
//	completion.go   the command completion, and what the shells ask
//	status.go       the exit statuses
//	interrupt.go    ends a command with SIGINT and SIGTERM
//	zone.go         the flag -timezone
//	glob.go         patterns of names, as -only and -must-fire take them
package commandline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/nearest"
)

// Run runs a command with the given arguments, without its name, and returns the exit status. It prints the error, if there is one.
func Run(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true // The command completion of this package has the style of the others.
	var helpErr error                               // cobra ignores errors of help.
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { helpErr = help(cmd) })
	root.SetFlagErrorFunc(flagError)
	addHelpFlags(root)
	if isCompletion(args) {
		return complete(ctx, root, args, stdout)
	}
	args, at, err := doubleDashes(root, args)
	if err == nil {
		root.SetArgs(append([]string{}, args...)) // With nil, cobra would take the arguments of the process.
		at, err = root.ExecuteContextC(ctx)
	}
	if err == nil {
		err = helpErr
	}
	return report(at, err)
}

// report prints the error of a command, and returns its exit status. After a wrong command line, it also prints how to get help.
func report(cmd *cobra.Command, err error) int {
	if err == nil {
		return Success
	}
	exit := &exitError{status: Failure, err: err}
	errors.As(err, &exit)
	if exit.err != nil {
		Say(cmd, "%s", withFlag(cmd, exit.err))
	}
	if !exit.isUsage {
		return exit.status
	}
	stderr := cmd.ErrOrStderr()
	var unknown *unknownName
	if errors.As(exit.err, &unknown) && nearest.Name(unknown.name, unknown.known) == "" {
		_, _ = fmt.Fprint(stderr, columns(unknown.known, "  ", Width(stderr)))
	}
	_, _ = fmt.Fprintf(stderr, "See %s -help.\n", cmd.CommandPath())
	return exit.status
}

// Say prints a message on standard error, after the name of the command. On a terminal, long lines are wrapped; elsewhere they stay whole,
// because programs look for them.
func Say(cmd *cobra.Command, format string, args ...any) {
	text := document.VisibleLines(cmd.Name() + ": " + fmt.Sprintf(format, args...))
	if width, ok := terminalWidth(cmd.ErrOrStderr()); ok {
		var wrapped []string
		for line := range strings.SplitSeq(text, "\n") {
			wrapped = append(wrapped, wrapLine(line, width)...)
		}
		text = strings.Join(wrapped, "\n")
	}
	_, _ = fmt.Fprintln(cmd.ErrOrStderr(), text)
}

// NoArguments is cobra.Command.Args of commands that have only flags.
func NoArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UsageError(fmt.Errorf("unexpected argument %q", args[0]))
	}
	return nil
}

// flagError returns the error of a flag in the words of this program. pflag names flags with two dashes, and speaks of Go's parsers.
func flagError(_ *cobra.Command, err error) error {
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var unknown *unknownName
	var absent *pflag.NotExistError
	switch {
	case errors.As(err, &absent): // A flag of the program that is not one of the command, as in: -version adopt
		err = fmt.Errorf("there is no flag -%s", absent.GetSpecifiedName())
	case errors.As(err, &missing):
		err = fmt.Errorf("-%s needs a value", missing.GetSpecifiedName())
	case errors.As(err, &unknown):
		err = unknown
	case errors.As(err, &invalid):
		err = fmt.Errorf("-%s %q: %w", invalid.GetFlag().Name, invalid.GetValue(), valueError(invalid))
	}
	return UsageError(err)
}

// valueError returns what is wrong with the value of a flag.
func valueError(invalid *pflag.InvalidValueError) error {
	switch invalid.GetFlag().Value.Type() {
	case "bool":
		return errors.New("it has to be true or false")
	case "duration":
		return errors.New("it has to be a duration such as 30s or 2m")
	case "float64":
		return errors.New("it has to be a number")
	case "uint64":
		return errors.New("it has to be a whole number, 0 or more")
	}
	return invalid.Unwrap()
}

func isCompletion(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// complete answers a shell that asks how the last of the arguments may go on. If the user began a flag with one dash, the answer has one
// dash too. Otherwise the shell would drop it.
func complete(ctx context.Context, root *cobra.Command, args []string, stdout io.Writer) int {
	words, _, _ := doubleDashes(root, args[1:])
	last := args[len(args)-1]
	single := strings.HasPrefix(last, "-") && !strings.HasPrefix(last, "--")
	if single && words[len(words)-1] == last {
		words[len(words)-1] = "-" + last
	}
	var answer bytes.Buffer
	root.SetOut(&answer)
	root.SetArgs(append(args[:1:1], words...))
	if err := root.ExecuteContext(ctx); err != nil {
		return Failure
	}
	for line := range strings.Lines(strings.ReplaceAll(answer.String(), "`", "")) {
		if single {
			line = strings.Replace(line, "--", "-", 1)
		}
		if _, err := io.WriteString(stdout, line); err != nil {
			return Failure
		}
	}
	return Success
}
