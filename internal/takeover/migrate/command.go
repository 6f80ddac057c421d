// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate is the migrate subcommand: it rewrites Terraform configurations so that they use this provider instead of another
// provider for the engine. All other text stays byte for byte, comments included. An attribute that migrate can't rewrite becomes a comment
// and is listed in the report.
//
// migrate edits the text of the files and does not print them from a syntax tree. References are edited in place (references.go,
// literal.go). The bodies of resources are put together from edited parts (body.go, dynamic.go, extra.go). Package foreign says which types
// and attributes of this provider replace the old ones.
//
// If there is a Terraform state, migrate can do more. From the state it derives the objects that the engine should have (predict.go), and
// puts them into a reference server. There it moves the resources to this provider, as Terraform does for moved blocks (prove.go). The
// rewritten resources declare the values in the state after this move (seen.go). At the end they are validated and planned (prove.go).
//
// Start reading at Run, then in migration.go.
package migrate

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

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

const (
	exitFailure = 1
	exitUsage   = 2
)

type settings struct {
	dir    string
	from   []string
	state  string
	dryRun bool
}

// Run runs the migrate subcommand; args begin after the word migrate. It returns 0 if the configuration was rewritten, even if the user
// still has to decide something, 2 for a wrong command line, and 1 if nothing was done.
func Run(args []string, stdout, stderr io.Writer) int {
	status := exitUsage
	set, err := parse(args, stderr)
	if err == nil {
		status, err = exitFailure, set.run(stdout, stderr)
	}
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	_, _ = fmt.Fprintf(stderr, "migrate: %s\n", document.VisibleLines(err.Error()))
	return status
}

func parse(args []string, stderr io.Writer) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("migrate", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // The caller prints an error, once.
	flags.BoolVar(&set.dryRun, "dry-run", false, "print the difference and write nothing")
	const from = "local `name` of the provider to migrate from, if the resource types do not show it; may be repeated"
	flags.Func("from", from, func(name string) error {
		set.from = append(set.from, name)
		return nil
	})
	flags.StringVar(&set.state, "state", "",
		"state `file` of the other provider, or its terraform show -json output (default: terraform.tfstate in DIR, if it exists)")
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

// run migrates the folder. With -dry-run, it writes no files: it prints the difference to stdout and the report to stderr.
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
	var differences []byte
	for _, c := range changes {
		differences = append(differences, c.difference()...)
	}
	_, err = stdout.Write(differences)
	_, err2 := io.WriteString(stderr, m.report.text(len(changes)))
	return errors.Join(err, err2)
}

type report struct {
	resources, data int // numbers of rewritten ones
	empty           int // number of empty values that were left out

	decisions []remark // decisions that the user has to make
	notes     []remark // other changes that migrate made
}

// remark is a message about a line of a configuration file. Lines are counted in the file before the migration.
type remark struct {
	file string
	line int
	text string
}

// undecided adds a message to the report about something that the user has to decide, such as an attribute that became a comment.
func (r *report) undecided(at hcl.Range, format string, arguments ...any) {
	r.decisions = append(r.decisions, remark{at.Filename, at.Start.Line, fmt.Sprintf(format, arguments...)})
}

func (r *report) note(at hcl.Range, format string, arguments ...any) {
	r.notes = append(r.notes, remark{at.Filename, at.Start.Line, fmt.Sprintf(format, arguments...)})
}

func (r *report) text(files int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Resources rewritten: %d. Data sources: %d. Files changed: %d.\n", r.resources, r.data, files)
	if r.empty > 0 {
		fmt.Fprintf(&text, "Empty values left out, because the engine does not need them: %d.\n", r.empty)
	}
	list(&text, "For you to decide", r.decisions)
	list(&text, "Other changes", r.notes)
	return document.VisibleLines(text.String())
}

func list(text *strings.Builder, title string, remarks []remark) {
	if len(remarks) == 0 {
		return
	}
	slices.SortStableFunc(remarks, func(a, b remark) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	fmt.Fprintf(text, "\n%s (line numbers are from before the migration):\n", title)
	for _, m := range slices.Compact(remarks) {
		fmt.Fprintf(text, "  %s:%d: %s\n", m.file, m.line, m.text)
	}
}
