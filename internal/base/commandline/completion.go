// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package commandline

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Completion returns the completion command, which prints a shell completion script.
func Completion() *cobra.Command {
	generators := map[string]func(root *cobra.Command, out io.Writer) error{
		"bash":       func(root *cobra.Command, out io.Writer) error { return root.GenBashCompletionV2(out, true) },
		"zsh":        (*cobra.Command).GenZshCompletion,
		"fish":       func(root *cobra.Command, out io.Writer) error { return root.GenFishCompletion(out, true) },
		"powershell": powerShell,
	}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "prints a script that completes command lines in bash, zsh, fish or PowerShell",
		Long: `Prints a script with which your shell completes commands, options and the values of options.

To try it in the shell that is running:

bash	source <(terraform-provider-engine completion bash)
zsh	source <(terraform-provider-engine completion zsh)
fish	terraform-provider-engine completion fish | source
PowerShell	terraform-provider-engine completion powershell | Out-String | Invoke-Expression

To keep it, write the script to the directory in which your shell looks for completions, or add the line above to the file that your shell
reads when it starts. In bash, the completion needs the package bash-completion. In zsh, enable completions first: autoload -U compinit;
compinit.`,
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(cmd.ValidArgs, args[0]) {
				return UsageError(errors.New("name one shell: bash, zsh, fish or powershell"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return generators[args[0]](cmd.Root(), cmd.OutOrStdout())
		},
	}
}

// powerShell writes cobra's PowerShell completion script, modified to complete values after -habit= as well as --habit=.
func powerShell(root *cobra.Command, out io.Writer) error {
	var script strings.Builder
	if err := root.GenPowerShellCompletionWithDesc(&script); err != nil {
		return err
	}
	_, err := io.WriteString(out, strings.Replace(script.String(), `-Like "--*=*"`, `-Like "-*=*"`, 1))
	return err
}

// Directories marks flags whose values are directories. Shells then complete directory names, and error messages ask for a directory.
func Directories(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		annotate(cmd, flag, cobra.BashCompSubdirsInDir, nil)
	}
}

// Prefixes makes shells complete the beginning of a flag's value, such as "alert=", without adding a space after it.
func Prefixes(cmd *cobra.Command, flag string, prefixes ...string) {
	suggest(cmd, flag, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace, prefixes...)
}

// NoFiles keeps shells from completing file names for flags whose values are not files, such as numbers.
func NoFiles(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		suggest(cmd, flag, cobra.ShellCompDirectiveNoFileComp)
	}
}

func suggest(cmd *cobra.Command, flag string, directive cobra.ShellCompDirective, values ...string) {
	suggestFor(cmd, flag, directive, func(string) []string { return values })
}

// suggestFor makes shells offer the values that begin with what the user has typed. It panics if the flag does not exist.
func suggestFor(cmd *cobra.Command, flag string, directive cobra.ShellCompDirective, values func(typed string) []string) {
	complete := func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return withPrefix(values(typed), typed), directive
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err)
	}
}

func withPrefix(values []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(values), func(value string) bool { return !strings.HasPrefix(value, prefix) })
}

// annotate sets a flag annotation. It panics if the flag does not exist.
func annotate(cmd *cobra.Command, flag, key string, values []string) {
	if err := cmd.Flags().SetAnnotation(flag, key, values); err != nil {
		panic(err)
	}
}
