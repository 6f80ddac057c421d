// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// doubleDashes returns args with two dashes before each known flag, so that users can write flags with one dash, as in Terraform. pflag
// alone would read -plan as the flags -p, -l, -a and -n. Arguments after "--" are unchanged. cmd is the command that args invoke. err
// describes the first flag or command that does not exist.
func doubleDashes(root *cobra.Command, args []string) (words []string, cmd *cobra.Command, err error) {
	cmd = root
	failed := cmd
	for at := 0; at < len(args); at++ {
		arg := args[at]
		name, isFlag := strings.CutPrefix(arg, "-")
		switch {
		case arg == "--":
			return append(words, args[at:]...), failed, err
		case !isFlag || name == "":
			sub := child(cmd, arg)
			if sub == cmd && cmd.HasSubCommands() && err == nil { // a misspelled command; without this error, its flags would be reported as unknown
				failed, err = cmd, cmd.ValidateArgs([]string{arg})
			}
			cmd = sub
			words = append(words, arg)
			continue
		}
		name, value, hasValue := strings.Cut(strings.TrimPrefix(name, "-"), "=")
		flag := flagNamed(cmd, name)
		if flag == nil {
			if err == nil {
				failed, err = cmd, UsageError(&unknownName{"option", name, flagNames(cmd)})
			}
			words = append(words, arg)
			continue
		}
		word := "--" + flag.Name
		if hasValue {
			word += "=" + value
		}
		words = append(words, word)
		if takesNext := !hasValue && flag.NoOptDefVal == ""; takesNext && at+1 < len(args) {
			at++
			words = append(words, args[at])
		}
	}
	if err == nil {
		failed = cmd
	}
	return words, failed, err
}

// child returns the subcommand with the given name, or cmd itself if there is none.
func child(cmd *cobra.Command, name string) *cobra.Command {
	for _, sub := range cmd.Commands() {
		if sub.Name() == name {
			return sub
		}
	}
	return cmd
}

func flagNamed(cmd *cobra.Command, name string) *pflag.Flag {
	if name == "h" {
		name = "help"
	}
	return cmd.Flags().Lookup(name)
}

func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, "-"+flag.Name) })
	return names
}
