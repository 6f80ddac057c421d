// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package commandline contains what all commands share: command-line parsing, the layout of help and errors, and exit statuses. It is built
// on cobra and imports only base/document and base/nearest from this project. Start reading at Run, which runs a command.
//
//	commandline.go  runs a command line and prints its error
//	dash.go         accepts flags with one dash or two, and rejects unknown flags
//	path.go         explains errors about a flag's file or directory
//	choice.go       flags with a fixed set of values, and suggestions for unknown names
//	help.go         prints help
//	text.go         wraps lines, and formats lists for help
//	report.go       prints tables of results
//	completion.go   the completion command, and completion of flag values
//	status.go       exit statuses
//	interrupt.go    ends a command on SIGINT or SIGTERM
//	zone.go         the -timezone flag
//	glob.go         name patterns for flags such as -must-fire
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

// Run runs a command with args, which do not include the command's name. It prints any error and returns the exit status.
func Run(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true // Completion replaces it
	var helpErr error                               // cobra ignores errors from help functions
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { helpErr = help(cmd) })
	root.SetFlagErrorFunc(flagError)
	addHelpFlags(root)
	if isCompletion(args) {
		return complete(ctx, root, args, stdout)
	}
	args, at, err := doubleDashes(root, args)
	if err == nil {
		root.SetArgs(append([]string{}, args...)) // if args were nil, cobra would use the arguments of the process
		at, err = root.ExecuteContextC(ctx)
	}
	if err == nil {
		err = helpErr
	}
	return report(at, err)
}

// report prints a command's error and returns the exit status. If the command line is invalid, it also prints how to get help.
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

// Say prints a message to standard error, after the command's name. It wraps lines only on a terminal, so that scripts can match whole
// lines.
func Say(cmd *cobra.Command, format string, args ...any) {
	message := document.VisibleLines(cmd.Name() + ": " + fmt.Sprintf(format, args...))
	if width, ok := terminalWidth(cmd.ErrOrStderr()); ok {
		var wrapped []string
		for line := range strings.SplitSeq(message, "\n") {
			wrapped = append(wrapped, wrapLine(line, width)...)
		}
		message = strings.Join(wrapped, "\n")
	}
	_, _ = fmt.Fprintln(cmd.ErrOrStderr(), message)
}

// NoArguments rejects positional arguments. Use it as the Args field of a cobra.Command that accepts only flags.
func NoArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UsageError(fmt.Errorf("unexpected argument %q", args[0]))
	}
	return nil
}

// flagError rewords an error from pflag, because pflag writes flags with two dashes and includes error messages from Go's parsers.
func flagError(_ *cobra.Command, err error) error {
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var unknown *unknownName
	var absent *pflag.NotExistError
	switch {
	case errors.As(err, &absent): // a root flag before a subcommand, as in: -version adopt
		err = fmt.Errorf("there is no option -%s", absent.GetSpecifiedName())
	case errors.As(err, &missing):
		err = fmt.Errorf("-%s needs a value", missing.GetSpecifiedName())
	case errors.As(err, &unknown):
		err = unknown
	case errors.As(err, &invalid):
		problem := map[string]string{
			"bool": "it has to be true or false", "duration": "it has to be a duration such as 30s or 2m",
			"float64": "it has to be a number", "uint64": "it has to be an integer, 0 or more",
		}[invalid.GetFlag().Value.Type()]
		if problem == "" {
			problem = invalid.Unwrap().Error()
		}
		err = fmt.Errorf("-%s %q: %s", invalid.GetFlag().Name, invalid.GetValue(), problem)
	}
	return UsageError(err)
}

func isCompletion(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// complete prints shell completions for the last argument. If the user typed a flag with one dash, the completions also begin with one
// dash, because the shell would otherwise discard them.
func complete(ctx context.Context, root *cobra.Command, args []string, stdout io.Writer) int {
	words, _, _ := doubleDashes(root, args[1:])
	last := args[len(args)-1]
	single := strings.HasPrefix(last, "-") && !strings.HasPrefix(last, "--")
	if single && words[len(words)-1] == last {
		words[len(words)-1] = "-" + last
	}
	var completions bytes.Buffer
	root.SetOut(&completions)
	root.SetArgs(append(args[:1:1], words...))
	if err := root.ExecuteContext(ctx); err != nil {
		return Failure
	}
	for line := range strings.Lines(strings.ReplaceAll(completions.String(), "`", "")) {
		if single {
			line = strings.Replace(line, "--", "-", 1)
		}
		if _, err := io.WriteString(stdout, line); err != nil {
			return Failure
		}
	}
	return Success
}
