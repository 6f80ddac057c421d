// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package migrate implements the migrate subcommand, which rewrites a configuration that manages the engine with a different provider. It
// leaves comments and unrelated parts of the configuration unchanged. An attribute that it can't rewrite becomes a comment.
//
// References and values are edited in place (references.go, literal.go). The bodies of resources are assembled from edited parts (body.go,
// dynamic.go, extra.go). The other provider's state shows which values the engine has (state.go, predict.go), and the rewritten resources
// also declare these values (engine_values.go). Package foreign maps the other provider's types and attributes to those of this one.
//
// The package imports provider, catalog and other packages of takeover, but not the client. Start reading at Command, and continue in
// migration.go.
package migrate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

const long = `
Rewrites the configuration in DIR, and in the modules below it, from a different provider of the engine to this one: resource types, attribute
names, blocks, references and provider blocks. It also writes moved blocks to moved.tf, so that the next apply takes over the existing
objects. With the state of the other provider, it also declares the values that the other provider has set. It turns what it can't decide
into comments that begin with "# migrate:", and lists them. Keep DIR under version control, and check the plan before you apply it.

  terraform-provider-engine migrate -dry-run .`

type settings struct {
	dir    string
	from   []string
	state  string
	dryRun bool
	json   bool
}

// Command returns the migrate subcommand. It exits with status 2 for invalid arguments and 1 for other errors. It also exits with status 1
// if it found nothing to rewrite but could not read everything, because it does not follow some modules and symbolic links. Decisions that
// are left to the user don't affect the status.
func Command() *cobra.Command {
	var set settings
	cmd := &cobra.Command{
		Use:   "migrate [options] DIR",
		Short: "rewrites a configuration of a different provider for this one",
		Long:  long,
		Args:  func(_ *cobra.Command, args []string) error { return set.readDir(args) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: commandline.Interruptible(func(ctx context.Context, cmd *cobra.Command) error { return set.run(ctx, cmd) }),
	}
	flags := cmd.Flags()
	flags.BoolVar(&set.dryRun, "dry-run", false, "print the difference and write nothing")
	flags.BoolVar(&set.json, "json", false, "print the report as JSON, with -dry-run also the differences")
	flags.StringArrayVar(&set.from, "from", nil,
		"local `name` of the provider to migrate from, if the resource types do not show it; may be repeated")
	flags.StringVar(&set.state, "state", "",
		"state `file` of the other provider, or its terraform show -json output (default: terraform.tfstate in DIR, if it exists)")
	commandline.NoFiles(cmd, "from")
	return cmd
}

func (set *settings) readDir(args []string) error {
	switch len(args) {
	case 0:
		return commandline.UsageError(errors.New("no directory is given: migrate DIR"))
	case 1:
		set.dir = args[0]
		return nil
	}
	return commandline.UsageError(fmt.Errorf("only one directory at a time: %q is a second one", args[1]))
}

func (set settings) run(ctx context.Context, cmd *cobra.Command) error {
	s, err := loadSchemas()
	if err != nil {
		return err
	}
	m, err := load(ctx, s, set.dir, set.from)
	if err != nil {
		return err
	}
	if err := m.readState(ctx, set.dir, set.state); err != nil {
		return err
	}
	changes, err := m.changes()
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	if !set.dryRun {
		if err := m.write(set.dir, changes); err != nil {
			return err
		}
	}
	m.report.finish(set, changes)
	if err := set.print(cmd, m.report); err != nil {
		return err
	}
	if m.report.isIdle && m.report.isOutside {
		return commandline.Exit(commandline.Failure, nil)
	}
	return nil
}

// print prints the report. In a dry run, it prints the diffs first.
func (set settings) print(cmd *cobra.Command, r report) error {
	to := cmd.OutOrStdout()
	if set.json {
		return document.Print(to, r)
	}
	for _, f := range r.Files {
		if _, err := io.WriteString(to, f.Difference); err != nil {
			return err
		}
	}
	if set.dryRun {
		to = cmd.ErrOrStderr()
	}
	_, err := io.WriteString(to, r.text())
	return err
}
