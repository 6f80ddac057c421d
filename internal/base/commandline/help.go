// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// HelpCommand returns the help command, which describes a command or a topic.
func HelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND or TOPIC]",
		Short: "describes a command or a topic",
		Long:  "Describes a command or a topic. Without an argument, it describes terraform-provider-engine, and lists all commands and topics.",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return withPrefix(names(cmd.Root()), typed), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Root().Help()
			}
			if len(args) > 1 {
				return UsageError(errors.New("name one command or topic"))
			}
			if err := CheckName("command or topic", args[0], names(cmd.Root())); err != nil {
				return UsageError(err)
			}
			return child(cmd.Root(), args[0]).Help()
		},
	}
}

func names(root *cobra.Command) (names []string) {
	for _, row := range rowsOf(root.Commands(), func(cmd *cobra.Command) bool { return !cmd.Hidden }) {
		names = append(names, row[0])
	}
	return names
}

// addHelpFlags adds the -help flag to each command. Otherwise, cobra would add one with a description in a different style.
func addHelpFlags(cmd *cobra.Command) {
	if cmd.Flags().Lookup("help") == nil {
		cmd.Flags().BoolP("help", "h", false, "print this help; -h does the same")
	}
	for _, sub := range cmd.Commands() {
		addHelpFlags(sub)
	}
}

// help prints the help for a command or topic. It also rejects arguments after a topic, which cobra would ignore.
func help(cmd *cobra.Command) error {
	if isTopic(cmd) {
		if err := NoArguments(cmd, cmd.Flags().Args()); err != nil {
			return err
		}
	}
	out := cmd.OutOrStdout()
	_, err := io.WriteString(out, helpText(cmd, Width(out)))
	return err
}

// helpText returns the help for a command: usage, description, subcommands and flags. For a topic, it is just the description.
func helpText(cmd *cobra.Command, width int) string {
	if !cmd.Runnable() {
		return Fill(cmd.Long, width)
	}
	usage := cmd.Use
	if cmd.HasParent() {
		usage = cmd.Parent().CommandPath() + " " + cmd.Use
	}
	text := "Usage: " + usage + "\n\n" + Fill(cmd.Long, width)
	text += section("Commands", rowsOf(cmd.Commands(), (*cobra.Command).Runnable), width)
	text += section("Topics of help", rowsOf(cmd.Commands(), isTopic), width)
	var flags [][2]string
	lists := ""
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		value, description := pflag.UnquoteUsage(flag) // the word in backquotes names the value
		name := "-" + flag.Name
		if flag.NoOptDefVal == "" {
			name += " " + strings.ToUpper(value)
		}
		flags = append(flags, [2]string{name, description})
		if names := flag.Annotations[choices]; len(names) > maxInlineChoices {
			lists += "\nValues of -" + flag.Name + ":\n" + columns(names, "  ", width)
		}
	})
	return text + section("Options", flags, width) + lists
}

// maxInlineChoices is the maximum number of values that the help text lists in the description of a flag. Longer lists are printed below
// the flags.
const maxInlineChoices = 7

func isTopic(cmd *cobra.Command) bool { return !cmd.Runnable() && !cmd.Hidden }

// rowsOf returns the names and descriptions of the commands that the filter accepts.
func rowsOf(commands []*cobra.Command, filter func(cmd *cobra.Command) bool) (rows [][2]string) {
	for _, cmd := range commands {
		if filter(cmd) {
			rows = append(rows, [2]string{cmd.Name(), cmd.Short})
		}
	}
	return rows
}

func section(title string, rows [][2]string, width int) string {
	if len(rows) == 0 {
		return ""
	}
	return "\n" + title + ":\n" + table(rows, width)
}
