// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Completion returns the command completion, which prints the script with which a shell completes command lines of this program.
func Completion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "prints a script that completes command lines in bash, zsh, fish or PowerShell",
		Long: `Prints a script with which your shell completes commands, flags and the values of flags.

To try it in the shell that is running:

bash	source <(terraform-provider-engine completion bash)
zsh	source <(terraform-provider-engine completion zsh)
fish	terraform-provider-engine completion fish | source
PowerShell	terraform-provider-engine completion powershell | Out-String | Invoke-Expression

To keep it, write the script to the folder in which your shell looks for completions, or add the line above to the file that your shell
reads at its start. In bash, the completion needs the package bash-completion. In zsh, completions have to be on: autoload -U compinit;
compinit.`,
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(shells, args[0]) {
				return UsageError(errors.New("name one shell: bash, zsh, fish or powershell"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			default:
				return powerShell(root, out)
			}
		},
	}
}

// powerShell writes the script for PowerShell. That of cobra looks for the value in --habit=value only, so one dash is made enough.
func powerShell(root *cobra.Command, out io.Writer) error {
	var script strings.Builder
	if err := root.GenPowerShellCompletionWithDesc(&script); err != nil {
		return err
	}
	_, err := io.WriteString(out, strings.Replace(script.String(), `-Like "--*=*"`, `-Like "-*=*"`, 1))
	return err
}

// Folders makes shells complete folders for flags.
func Folders(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		annotate(cmd, flag, cobra.BashCompSubdirsInDir)
	}
}

// isFolder reports whether the value of a flag is a folder, as Folders says.
func isFolder(flag *pflag.Flag) bool {
	_, ok := flag.Annotations[cobra.BashCompSubdirsInDir]
	return ok
}

// Beginnings makes shells complete the beginnings of a flag's value, such as "alert=". The user goes on typing after them.
func Beginnings(cmd *cobra.Command, flag string, texts ...string) {
	suggest(cmd, flag, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace, texts...)
}

// NoFiles makes shells complete nothing for flags whose values are no files, such as numbers. Without it, they offer files.
func NoFiles(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		suggest(cmd, flag, cobra.ShellCompDirectiveNoFileComp)
	}
}

// suggest makes shells complete those of the texts that begin with what the user typed.
func suggest(cmd *cobra.Command, flag string, directive cobra.ShellCompDirective, texts ...string) {
	suggestFor(cmd, flag, directive, func(string) []string { return texts })
}

// suggestFor is like suggest, but the texts depend on what the user typed. It fails only if the flag does not exist, which is a mistake in
// the program.
func suggestFor(cmd *cobra.Command, flag string, directive cobra.ShellCompDirective, texts func(typed string) []string) {
	complete := func(_ *cobra.Command, _ []string, typed string) (fitting []cobra.Completion, _ cobra.ShellCompDirective) {
		for _, text := range texts(typed) {
			if strings.HasPrefix(text, typed) {
				fitting = append(fitting, text)
			}
		}
		return fitting, directive
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err)
	}
}

// annotate sets an annotation of a flag. It fails only if the flag does not exist, which is a mistake in the program.
func annotate(cmd *cobra.Command, flag, key string, values ...string) {
	if err := cmd.Flags().SetAnnotation(flag, key, values); err != nil {
		panic(err)
	}
}
