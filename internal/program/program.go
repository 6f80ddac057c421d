// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package program combines the subcommands and the help topics into one command. testdata contains the expected help output of each command
// and the expected errors for invalid command lines. The package may import any package except those in internal/development. Start reading
// at Command.
package program

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	rehearse "github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal/command"
	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	draw "github.com/engine-platform/terraform-provider-engine/internal/drawing/command"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/argument"
	refserver "github.com/engine-platform/terraform-provider-engine/internal/refserver/command"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/migrate"
	probe "github.com/engine-platform/terraform-provider-engine/internal/takeover/probe/command"
)

// introduction is printed above the list of commands if the user passes no arguments.
const introduction = `
The Terraform and OpenTofu provider for the engine. Terraform starts it on its own: "terraform init" installs it if a configuration requires
a provider with source = "engine-platform/engine". You can run these commands:
`

const long = `
The Terraform and OpenTofu provider for the engine, with commands for people who use an engine. An engine is a service that
ingests, transforms and shows time-based data. Terraform starts the provider on its own:
"terraform init" installs it if a configuration requires a provider with source = "engine-platform/engine".

Options begin with one dash or two: -dir plant, -dir=plant, --dir plant and --dir=plant mean the same.`

// Command returns the root command with all subcommands and help topics. With the -debug flag, the root command calls serve to run the
// provider in a debugger.
func Command(version string, serve func() error) *cobra.Command {
	work := []*cobra.Command{
		adopt.Command(version), draw.Command(), migrate.Command(), probe.Command(version), refserver.Command(), rehearse.Command(),
	}
	var debug, showVersion bool
	root := &cobra.Command{
		Use:               "terraform-provider-engine [COMMAND] [options]",
		Long:              long,
		ValidArgsFunction: cobra.NoFileCompletions,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			err := commandline.CheckName("command", args[0], names(cmd.Commands()))
			if err == nil {
				err = fmt.Errorf("write the command %s without -- before it", args[0])
			}
			return commandline.UsageError(err)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch out := cmd.OutOrStdout(); {
			case debug:
				return serve()
			case showVersion:
				return printVersion(out, version)
			default:
				return introduce(out, work)
			}
		},
	}
	root.Flags().BoolVar(&showVersion, "version", false, "print the version")
	root.Flags().BoolVar(&debug, "debug", false, "wait for a debugger and print the TF_REATTACH_PROVIDERS value that Terraform needs")
	help := commandline.HelpCommand()
	root.SetHelpCommand(help)
	root.AddCommand(work...)
	root.AddCommand(
		help, commandline.Completion(), versionCommand(version),
		commandline.StatusHelp(), environmentHelp(), refserver.HabitHelp(), refserver.ControlHelp(),
	)
	return root
}

func names(commands []*cobra.Command) (names []string) {
	for _, cmd := range commands {
		if cmd.Runnable() && !cmd.Hidden {
			names = append(names, cmd.Name())
		}
	}
	return names
}

func introduce(out io.Writer, work []*cobra.Command) error {
	text := introduction
	for _, cmd := range work {
		text += cmd.Name() + "\t" + cmd.Short + "\n"
	}
	text = commandline.Fill(text, commandline.Width(out)) + "For more, run: terraform-provider-engine help [COMMAND]\n"
	_, err := io.WriteString(out, text)
	return err
}

func versionCommand(version string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "version [options]",
		Short:             "prints the version, with that of Go and the platform, as a line or with -json",
		Long:              "Prints the version of the provider, the version of Go that built it, and the platform, in one line.",
		Args:              commandline.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !asJSON {
				return printVersion(cmd.OutOrStdout(), version)
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
				Version  string `json:"version"`
				Go       string `json:"go"`
				Platform string `json:"platform"`
			}{version, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, `print an object with "version", "go" and "platform"`)
	return cmd
}

func printVersion(out io.Writer, version string) error {
	_, err := fmt.Fprintf(out, "terraform-provider-engine %s (%s, %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

func environmentHelp() *cobra.Command {
	var text strings.Builder
	text.WriteString("The provider, adopt and probe read these variables:\n\n")
	for _, v := range argument.Variables() {
		text.WriteString(v.Name + "\t" + v.Description + "\n")
	}
	text.WriteString(`
reference-server expects ENGINE_ACCESS_ID and ENGINE_SECRET_KEY from its clients, and reads this variable:

ENGINE_CONTROL_TOKEN	token of requests to the control API, see "help control-api"

All commands use these variables:

COLUMNS	width of the help, in characters. Default: that of the terminal, or 80.
NO_COLOR	no effect, because no command prints colors.
TERM	dumb means that adopt, probe, rehearse and draw show no progress. Without a terminal, they never show it.

Terraform passes this variable to the provider:

TF_LOG	level of the log, such as debug. TF_LOG_PROVIDER and TF_LOG_PROVIDER_ENGINE set it only for the provider.
`)
	return &cobra.Command{Use: "environment", Short: "the environment variables", Long: text.String()}
}
