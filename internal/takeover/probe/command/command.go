// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package command is the probe subcommand: it finds out how an engine behaves, reports what that means for configurations, and writes the
// profile with which the reference server behaves in the same way.
//
// Start reading at Command. report.go prints the report, and clean.go deletes objects of earlier runs and lists those that are left.
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
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/probe"
)

const long = `
Asks an engine how it behaves, and says in which points it differs from what the provider expects and what that means for your
configuration. The engine is the one in the environment variables ENGINE_BASE_URL, ENGINE_ACCESS_ID and ENGINE_SECRET_KEY; see "help
environment".

  export ENGINE_BASE_URL=https://engine.example.com ENGINE_ACCESS_ID=... ENGINE_SECRET_KEY=...
  terraform-provider-engine probe
  terraform-provider-engine probe -write -out engine.json
  terraform-provider-engine reference-server -like engine.json -- terraform test

Without -write, probe only reads: it sends at most 60 GET requests. With -write, it makes about 20 objects whose names begin with
terraform-provider-engine-probe-, changes them, and deletes them at the end, also after Ctrl-C. It touches no other objects.

The exit status is 0 if the run found no difference that you notice, 3 if it found one, 1 if probe failed or objects are or may be left on
the engine, and 2 for an invalid command line.`

type settings struct {
	write, yes, json, clean bool
	only                    []string
	out                     string
}

// session is one run of the subcommand.
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

// run probes the engine and prints the report.
func (s *session) run(ctx context.Context, version string, stdin io.Reader) error {
	client, err := provider.ClientFromEnvironment("terraform-provider-engine/" + version + " probe")
	if err != nil {
		return s.failure(err)
	}
	if s.write && !s.yes {
		if err := ask(stdin, s.stderr); err != nil {
			return commandline.Exit(commandline.Usage, err)
		}
	} else if s.write {
		s.say("about %d objects will be made and deleted again", probe.ObjectCount)
	}
	ctx, hurry, stop := s.untilSignal(ctx)
	defer stop()
	options := probe.Options{
		Client: client, Write: s.write, Only: s.only, Hurry: hurry, Progress: func(text string) { s.progress.Say("%s", text) },
	}
	if s.clean {
		return s.cleanUp(ctx, options)
	}
	report, err := probe.Run(ctx, options)
	s.progress.Clear()
	return s.finish(ctx, report, err)
}

// untilSignal returns a context that ends with the first SIGINT or SIGTERM, and a channel that the second one closes. The third one ends
// the command at once.
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
			s.say("interrupted; deleting the objects that this run made")
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

// finish prints the report, and writes the profile. report is nil if nothing was found out.
func (s *session) finish(ctx context.Context, report *probe.Report, err error) error {
	interrupted := ctx.Err() != nil // Also if it came while the last objects were deleted.
	if err != nil && !interrupted {
		if report != nil && len(report.Left) > 0 {
			s.say("%v", s.failure(err)) // The cause comes before what it left.
			s.sayLeft(report, err)
			return commandline.Exit(commandline.Failure, nil)
		}
		return s.failure(err)
	}
	if report != nil {
		s.sayLeft(report, nil)
	}
	if interrupted {
		if s.write && report != nil && len(report.Left) == 0 {
			s.say("interrupted; every object that this run made is deleted")
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
	case isNoticed(report):
		return commandline.Exit(commandline.Noticed, nil)
	}
	return nil
}

// say prints a message on standard error.
func (s *session) say(format string, args ...any) { commandline.Say(s.command, format, args...) }

// failure returns an error for the user. The error may quote the engine, so secrets are removed.
func (s *session) failure(err error) error {
	return errors.New(s.redact.Line(provider.InEnvironment(err.Error()), redact.MaxMessage))
}

func (set *settings) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&set.write, "write", false, "also make objects, change them and delete them; needs your agreement, or -yes")
	flags.BoolVar(&set.yes, "yes", false, "do not ask before -write")
	flags.StringVar(&set.out, "out", "", "new `file` for the profile of the engine, such as engine.json")
	flags.BoolVar(&set.json, "json", false, "print the report as JSON")
	flags.BoolVar(&set.clean, "clean", false, "only delete what earlier runs left: all objects whose names begin with "+probe.NamePrefix)
	flags.Func("only", "`topic` to ask about, see below; may be repeated (default: all)", func(topic string) error {
		set.only = append(set.only, topic)
		return commandline.CheckName("topic", topic, probe.Topics())
	})
	commandline.Choices(cmd, "only", probe.Topics()...)
}

// check returns an error if flags do not fit together, or if the file of the profile can't be made. A run may take minutes, so check
// reports it before the run.
func (set *settings) check() error {
	switch {
	case set.clean && (set.write || set.json || set.out != "" || len(set.only) > 0):
		return errors.New("-clean goes with no other option")
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

// ask asks the user on a terminal whether the run may write. It returns an error if the user does not agree, or if there is no terminal.
func ask(stdin io.Reader, stderr io.Writer) error {
	if !commandline.IsTerminal(stdin) {
		return errors.New("-write makes objects on the engine, and nobody can be asked here; add -yes if this is intended")
	}
	return askOn(stdin, stderr)
}

func askOn(terminal io.Reader, stderr io.Writer) error {
	_, _ = fmt.Fprintf(stderr, "probe makes about %d objects on %s whose names begin with %s, and deletes them again.\nContinue? [y/N] ",
		probe.ObjectCount, document.Visible(os.Getenv("ENGINE_BASE_URL")), probe.NamePrefix)
	line, err := bufio.NewReader(terminal).ReadString('\n')
	response := strings.ToLower(strings.TrimSpace(line))
	if err != nil || response != "y" && response != "yes" {
		return errors.New("you did not agree, so probe has sent no request")
	}
	return nil
}
