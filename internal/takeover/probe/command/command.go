// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package command provides the probe subcommand. It tests an engine, reports how its differences from the interface document affect
// configurations, and writes a profile: a file that lets the reference server imitate the engine.
//
// The package imports probe, provider/argument and packages from base. Start reading at Command. report.go formats the report. clean.go
// deletes objects from earlier runs and lists those that remain. Package probe does the actual work, and package provider configures the
// client.
package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/argument"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/probe"
)

const long = `
Finds out how an engine behaves. Reports each difference from what the provider expects, and what it means for your configuration. The
environment variables ENGINE_BASE_URL, ENGINE_ACCESS_ID and ENGINE_SECRET_KEY select the engine; see "help environment".

  export ENGINE_BASE_URL=https://engine.example.com ENGINE_ACCESS_ID=... ENGINE_SECRET_KEY=...
  terraform-provider-engine probe
  terraform-provider-engine probe -write -out engine.json
  terraform-provider-engine reference-server -like engine.json -- terraform test

Without -write, probe sends at most 60 requests, all of them GET. With -write, it creates about 20 objects whose names begin with
terraform-provider-engine-probe-, changes them, and deletes them at the end, even after Ctrl-C. It never changes other objects.

The exit status is 0 if you would notice no difference, 3 if you would notice at least one, 1 if probe failed or objects are or may be left
on the engine, and 2 if the command line is invalid.`

type settings struct {
	write, yes, json, clean bool
	only                    []string
	out                     string
}

type session struct {
	settings
	command        *cobra.Command
	stdout, stderr io.Writer
	progress       *progress.Line
	redact         redact.Redactor
}

// Command returns the probe subcommand.
func Command(version string) *cobra.Command {
	var set settings
	cmd := &cobra.Command{
		Use:               "probe [options]",
		Short:             "finds out how an engine behaves",
		Long:              long,
		Args:              commandline.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := set.check(); err != nil {
				return commandline.UsageError(err)
			}
			stderr := cmd.ErrOrStderr()
			s := &session{
				settings: set, command: cmd, stdout: cmd.OutOrStdout(), stderr: stderr,
				progress: progress.New(stderr), redact: redact.New(os.Getenv("ENGINE_SECRET_KEY")),
			}
			return s.run(cmd.Context(), version, cmd.InOrStdin())
		},
	}
	set.addFlags(cmd)
	return cmd
}

func (s *session) run(ctx context.Context, version string, stdin io.Reader) error {
	client, err := argument.ClientFromEnvironment("terraform-provider-engine/" + version + " probe")
	if err != nil {
		return s.failure(err)
	}
	if s.write && !s.yes {
		if err := confirm(stdin, s.stderr); err != nil {
			return commandline.Exit(commandline.Usage, err)
		}
	} else if s.write {
		s.say("about %d objects will be created and deleted again", probe.ObjectCount)
	}
	ctx, hurry, stop := s.untilSignal(ctx)
	defer stop()
	options := probe.Options{
		Client: client, Write: s.write, Only: s.only, Hurry: hurry, Progress: func(text string) { s.progress.Say("%s", text) },
	}
	if s.clean {
		return s.deleteLeftovers(ctx, options)
	}
	report, err := probe.Run(ctx, options)
	s.progress.Clear()
	return s.finish(ctx, report, err)
}

// untilSignal handles SIGINT and SIGTERM. The first signal cancels the returned context (interrupted), the second closes the returned
// channel (hurry), and the third kills the process. The caller must call stop.
func (s *session) untilSignal(ctx context.Context) (interrupted context.Context, hurry <-chan struct{}, stop func()) {
	interrupted, cancel := context.WithCancel(ctx)
	second, signals := make(chan struct{}), make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		if _, isSignal := <-signals; !isSignal {
			return
		}
		cancel()
		if s.write {
			s.say("interrupted; deleting the objects that this run created")
		}
		if _, isSignal := <-signals; isSignal {
			signal.Stop(signals)
			close(second)
		}
	}()
	return interrupted, second, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

// finish prints the report and writes the profile. If the run failed or was interrupted, finish instead prints the reason and the objects
// still on the engine.
func (s *session) finish(ctx context.Context, report *probe.Report, err error) error {
	interrupted := ctx.Err() != nil // err alone is not enough: it is nil after an interrupt during the final cleanup.
	if err != nil && !interrupted {
		if report != nil && len(report.Left) > 0 {
			s.say("%v", s.failure(err)) // Print the error before the remaining objects.
			s.listLeftovers(report.Left, err)
			return commandline.Exit(commandline.Failure, nil)
		}
		return s.failure(err)
	}
	if report != nil {
		s.listLeftovers(report.Left, nil)
	}
	if interrupted {
		if s.write && report != nil && len(report.Left) == 0 {
			s.say("interrupted; all objects that this run created are deleted")
		} else if !s.write {
			s.say("interrupted")
		}
		return commandline.Exit(commandline.Failure, nil)
	}
	if err := s.print(report); err != nil {
		return s.failure(err)
	}
	if s.out != "" {
		text, err := newProfile(report).Text()
		if err == nil {
			err = newfile.Write(filepath.Dir(s.out), []newfile.File{{Name: filepath.Base(s.out), Text: text}})
		}
		if err != nil {
			return s.failure(err)
		}
	}
	switch {
	case len(report.Left) > 0:
		return commandline.Exit(commandline.Failure, nil)
	case report.Noticed:
		return commandline.Exit(commandline.Noticed, nil)
	}
	return nil
}

func (s *session) say(format string, args ...any) { commandline.Say(s.command, format, args...) }

// failure returns err in a form that is safe to print. It removes secrets, because err may quote an engine response. It also replaces the
// names of provider arguments, such as base_url, with those of environment variables, because this command has no provider block.
func (s *session) failure(err error) error {
	return errors.New(s.redact.Line(argument.InEnvironment(err.Error()), redact.MaxMessage))
}

func (set *settings) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&set.write, "write", false, "also create objects, change them and delete them; asks you for confirmation, unless -yes is set")
	flags.BoolVar(&set.yes, "yes", false, "with -write, do not ask for confirmation")
	flags.StringVar(&set.out, "out", "", "write the profile of the engine to this new `file`, such as engine.json")
	flags.BoolVar(&set.json, "json", false, "print the report as JSON")
	flags.BoolVar(&set.clean, "clean", false, "only delete what earlier runs left: all objects whose names begin with "+probe.NamePrefix)
	flags.Func("only", "probe only this `topic`, see below; may be repeated (default: all topics)", func(topic string) error {
		set.only = append(set.only, topic)
		return commandline.CheckName("topic", topic, probe.Topics())
	})
	commandline.Choices(cmd, "only", probe.Topics()...)
}

// check returns an error if flags contradict each other or the -out file can't be written. The command calls it before the run, because a
// run can take minutes.
func (set *settings) check() error {
	switch {
	case set.clean && (set.write || set.json || set.out != "" || len(set.only) > 0):
		return errors.New("-clean can't be combined with other options")
	case set.yes && !set.write:
		return errors.New("-yes has no effect without -write")
	}
	if set.out == "" {
		return nil
	}
	if _, err := os.Lstat(set.out); err == nil {
		return fmt.Errorf("%s is there already; move it away", set.out)
	}
	if info, err := os.Stat(filepath.Dir(set.out)); err != nil || !info.IsDir() {
		return fmt.Errorf("-out %s: there is no directory %s", set.out, filepath.Dir(set.out))
	}
	return nil
}

// confirm asks the user on the terminal whether the run may write. It returns an error if the user declines or stdin is not a terminal.
func confirm(stdin io.Reader, stderr io.Writer) error {
	if !commandline.IsTerminal(stdin) {
		return errors.New("-write creates objects on the engine, and there is no terminal to ask for confirmation; add -yes if you want this")
	}
	return confirmOn(stdin, stderr)
}

// confirmOn asks for confirmation. Any input other than y or yes counts as no.
func confirmOn(terminal io.Reader, stderr io.Writer) error {
	_, _ = fmt.Fprintf(stderr, "probe creates about %d objects on %s whose names begin with %s, and deletes them again.\nContinue? [y/N] ",
		probe.ObjectCount, document.Visible(os.Getenv("ENGINE_BASE_URL")), probe.NamePrefix)
	line, err := bufio.NewReader(terminal).ReadString('\n')
	response := strings.ToLower(strings.TrimSpace(line))
	if err != nil || response != "y" && response != "yes" {
		return errors.New("you did not agree, so probe has sent no request")
	}
	return nil
}
