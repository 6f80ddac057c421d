// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package command is the probe subcommand: it asks an engine how it behaves, says what that means for configurations, and writes the
// profile with which the reference server behaves in the same way.
//
// Start reading at Run. report.go prints the answer as text, result.go as JSON and as a profile, and clean.go deletes objects of earlier
// runs and lists those that are left.
package command

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
	"github.com/engine-platform/terraform-provider-engine/internal/probe"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

const usage = `Usage: probe [options]

Asks an engine how it behaves, and says in which points it differs from what the provider expects and what that means for your
configuration. The engine is the one in the provider's environment variables, such as ENGINE_BASE_URL, ENGINE_ACCESS_ID and
ENGINE_SECRET_KEY.

  export ENGINE_BASE_URL=https://engine.example.com ENGINE_ACCESS_ID=... ENGINE_SECRET_KEY=...
  terraform-provider-engine probe
  terraform-provider-engine probe -write -out engine.json
  terraform-provider-engine reference-server -like engine.json -- terraform test

Without -write, probe only reads: it sends at most 60 GET requests. With -write, it makes objects whose names begin with
terraform-provider-engine-probe-, changes them, and deletes them at the end, also after Ctrl-C. It touches no other objects.

The exit status is 0 if nothing differs that you notice, 3 if something does, 1 if probe failed or objects are left on the engine, and 2
for a wrong command line.

Options:
`

const (
	exitFailure = 1
	exitUsage   = 2
	exitNoticed = 3
)

type settings struct {
	write, yes, json, clean bool
	only                    []string
	out                     string
}

// session is one run of the subcommand.
type session struct {
	settings
	stdout, stderr io.Writer
	progress       *progress.Line
	redact         redact.Redactor
}

// Run runs the probe subcommand and returns its exit status: 2 for a wrong command line, 1 if something failed or is left on the engine, 3
// if the engine differs in a way that users notice, and 0 otherwise. args begin after the word probe.
func Run(ctx context.Context, version string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := &session{stdout: stdout, stderr: stderr, progress: progress.New(stderr), redact: redact.New(os.Getenv("ENGINE_SECRET_KEY"))}
	set, err := parseArguments(args, stderr)
	s.settings = set
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		s.say("%s", err)
		return exitUsage
	}
	client, err := provider.ClientFromEnvironment("terraform-provider-engine/" + version + " probe")
	if err != nil {
		return s.fail(err)
	}
	if s.write && !s.yes {
		if err := ask(stdin, stderr); err != nil {
			s.say("%s", err)
			return exitUsage
		}
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, func() {
		if s.write {
			s.say("interrupted; deleting the objects that this run made")
		}
	})()
	options := probe.Options{Client: client, Write: s.write, Only: s.only, Progress: func(text string) { s.progress.Say("%s", text) }}
	if s.clean {
		return s.cleanUp(ctx, options)
	}
	report, err := probe.Run(ctx, options)
	s.progress.Clear()
	return s.finish(ctx, report, err)
}

// finish prints the report, writes the profile and returns the exit status. report is nil if nothing was found out.
func (s *session) finish(ctx context.Context, report *probe.Report, err error) int {
	if report != nil {
		s.sayLeft(report)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		if s.write && report != nil && len(report.Left) == 0 {
			s.say("interrupted; every object that this run made is deleted")
		} else if !s.write {
			s.say("interrupted")
		}
		return exitFailure
	case err != nil:
		return s.fail(err)
	}
	if err := s.print(report); err != nil {
		return s.fail(err)
	}
	if s.out != "" {
		text, err := newProfile(report).Text()
		if err == nil {
			err = newfile.Write(filepath.Dir(s.out), []newfile.File{{Name: filepath.Base(s.out), Text: text}})
		}
		if err != nil {
			return s.fail(err)
		}
	}
	switch {
	case len(report.Left) > 0:
		return exitFailure
	case isNoticed(report):
		return exitNoticed
	}
	return 0
}

// say prints a line on standard error.
func (s *session) say(format string, args ...any) {
	_, _ = fmt.Fprintf(s.stderr, "probe: %s\n", document.VisibleLines(fmt.Sprintf(format, args...)))
}

// fail prints an error. The error may quote the engine, so secrets are removed.
func (s *session) fail(err error) int {
	s.say("%s", s.redact.Line(provider.InEnvironment(err.Error()), redact.MaxMessage))
	return exitFailure
}

func parseArguments(args []string, stderr io.Writer) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("probe", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // The caller prints an error, once.
	flags.BoolVar(&set.write, "write", false, "also make objects, change them and delete them; needs your agreement, or -yes")
	flags.BoolVar(&set.yes, "yes", false, "do not ask before -write")
	flags.StringVar(&set.out, "out", "", "new `file` for the profile of the engine, such as engine.json")
	flags.BoolVar(&set.json, "json", false, "print the answer as JSON")
	flags.BoolVar(&set.clean, "clean", false, "only delete what earlier runs left: all objects whose names begin with "+probe.NamePrefix)
	flags.Func("only", "`topic` to ask about; may be repeated (default: all). The topics are "+strings.Join(probe.Topics(), ", "),
		func(topic string) error {
			set.only = append(set.only, topic)
			return probe.CheckTopics(set.only)
		})
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		_, _ = io.WriteString(stderr, usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
	}
	switch {
	case err != nil:
		return set, err
	case flags.NArg() > 0:
		return set, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case set.clean && (set.write || set.json || set.out != "" || len(set.only) > 0):
		return set, errors.New("-clean has no other options")
	case set.yes && !set.write:
		return set, errors.New("-yes has no effect without -write")
	}
	if _, err := os.Lstat(set.out); set.out != "" && err == nil {
		return set, fmt.Errorf("%s is there already; move it away", set.out)
	}
	return set, nil
}

// ask asks the user on a terminal whether the run may write. It returns an error if the answer is not yes, or if there is no terminal.
func ask(stdin io.Reader, stderr io.Writer) error {
	if !isTerminal(stdin) {
		return errors.New("-write makes objects on the engine, and nobody can be asked here; add -yes if this is intended")
	}
	return askOn(stdin, stderr)
}

func askOn(terminal io.Reader, stderr io.Writer) error {
	_, _ = fmt.Fprintf(stderr, "probe makes objects on %s whose names begin with %s, and deletes them again.\nContinue? [y/N] ",
		document.Visible(os.Getenv("ENGINE_BASE_URL")), probe.NamePrefix)
	line, err := bufio.NewReader(terminal).ReadString('\n')
	answer := strings.ToLower(strings.TrimSpace(line))
	if err != nil || answer != "y" && answer != "yes" {
		return errors.New("you did not agree, so probe has sent no request")
	}
	return nil
}

func isTerminal(r io.Reader) bool {
	file, isFile := r.(*os.File)
	if !isFile {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
