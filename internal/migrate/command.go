// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

const usage = `Usage: migrate [options] DIR

Rewrites the configuration in DIR, and in the modules below it, from another provider of the engine to this one: types of
resources and data sources, names of attributes, blocks to attributes, references, provider blocks, and moved blocks in
moved.tf, by which the next apply takes the objects over as they are. With the state of the other provider, the plan of
that apply changes nothing, and migrate proves it. What migrate can't decide it leaves as a comment that begins with
"# migrate:", and lists. Keep DIR under version control.

Options:
`

// Exit statuses of the command.
const (
	exitFailure = 1
	exitUsage   = 2
)

// settings are what the command line says.
type settings struct {
	dir    string
	from   []string
	state  string
	dryRun bool
}

// Run is the migrate subcommand; args do not hold the word itself. It gives the exit status: 0 also where something could not
// be decided, 2 for a wrong command line, 1 when nothing was done.
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

// parse reads the command line, in which options may follow DIR.
func parse(args []string, stderr io.Writer) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("migrate", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // The caller tells of an error, once.
	flags.BoolVar(&set.dryRun, "dry-run", false, "print the difference and write nothing")
	flags.Func("from", "local `name` of the provider to migrate from, where the types do not tell; may be repeated", func(name string) error {
		set.from = append(set.from, name)
		return nil
	})
	flags.StringVar(&set.state, "state", "", "`file` with the state that the other provider left, or what terraform show -json prints of it (default: terraform.tfstate in DIR, if it is there)")
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
			return set, fmt.Errorf("one folder at a time, %q is a second one", args[0])
		}
		set.dir, args = args[0], args[1:]
	}
	if set.dir == "" {
		return set, errors.New("no folder is given: migrate DIR")
	}
	return set, nil
}

// run does what the command line says. The report of a dry run goes beside the difference.
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
