// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

const usage = `Usage: migrate [options] DIR

Rewrites the configuration in DIR, and in the modules below it, from another provider of the engine to this one: resource
types, attribute names, blocks, references and provider blocks. It also writes moved blocks to moved.tf, so that the next apply
takes over the existing objects. If the state of the other provider is there, migrate proves that the plan of that apply
changes nothing. It turns what it can't decide into comments that begin with "# migrate:", and lists them.
Keep DIR under version control.

Options:
`

// Exit statuses of the command.
const (
	exitFailure = 1
	exitUsage   = 2
)

// settings holds the options of the command line.
type settings struct {
	dir    string
	from   []string
	state  string
	dryRun bool
}

// Run runs the migrate subcommand; args begin after the word migrate. It returns the exit status: 0 if the configuration was
// rewritten, even if decisions are left, 2 for a wrong command line, and 1 if nothing was done.
func Run(args []string, stdout, stderr io.Writer) int {
	set, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		_, _ = fmt.Fprintf(stderr, "migrate: %s\n", document.VisibleLines(err.Error()))
		return exitUsage
	}
	if err := set.run(stdout, stderr); err != nil {
		_, _ = fmt.Fprintf(stderr, "migrate: %s\n", document.VisibleLines(err.Error()))
		return exitFailure
	}
	return 0
}

// parse parses the command line. Options may follow DIR.
func parse(args []string, stderr io.Writer) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("migrate", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // The caller prints an error, once.
	flags.BoolVar(&set.dryRun, "dry-run", false, "print the difference and write nothing")
	flags.Func("from", "local `name` of the provider to migrate from, if the resource types do not show it; may be repeated", func(name string) error {
		set.from = append(set.from, name)
		return nil
	})
	flags.StringVar(&set.state, "state", "", "state `file` of the other provider, or its terraform show -json output (default: terraform.tfstate in DIR, if it exists)")
	flags.Usage = func() {
		_, _ = io.WriteString(stderr, usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		flags.SetOutput(io.Discard)
	}
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return set, err
		}
		if args = flags.Args(); len(args) == 0 {
			break
		}
		if set.dir != "" {
			return set, fmt.Errorf("only one folder at a time: %q is a second one", args[0])
		}
		set.dir, args = args[0], args[1:]
	}
	if set.dir == "" {
		return set, errors.New("no folder is given: migrate DIR")
	}
	return set, nil
}

// run runs the migration. A dry run prints the difference to stdout and the report to stderr.
func (set settings) run(stdout, stderr io.Writer) error {
	s, err := loadSchemas()
	if err != nil {
		return err
	}
	m, err := load(s, set.dir, set.from)
	if err != nil {
		return err
	}
	if m.state, err = readState(set.dir, set.state); err != nil {
		return err
	}
	changes, err := m.proven(context.Background())
	if err != nil {
		return err
	}
	if !set.dryRun {
		if err := write(set.dir, changes); err != nil {
			return err
		}
		_, err = io.WriteString(stdout, m.report.text(len(changes)))
		return err
	}
	for _, c := range changes {
		if _, err := stdout.Write(c.difference()); err != nil {
			return err
		}
	}
	_, err = io.WriteString(stderr, m.report.text(len(changes)))
	return err
}
