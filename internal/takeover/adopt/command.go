// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package adopt implements the adopt subcommand, which writes a configuration with import blocks for all objects in an engine and verifies
// that its plan is empty. Instead of interpreting the engine's documents itself, the package runs the provider in-process and sends it the
// requests that Terraform would send.
//
//	command.go    parses the command line
//	adopt.go      runs the steps of an adoption
//	object.go     reads the engine's objects and checks their number
//	directory.go  reads the existing configuration; blocks.go reads its blocks, and labels.go the names from earlier runs
//	write.go      writes resources; shared.go chooses locals, and secrets.go writes variables
//	files.go      assigns the resources to files
//	verify.go     parses the new configuration and plans it
//	report.go     prints the report
//
// Package hcltext formats expressions, package protocol calls the provider, and package statefile reads states. Start reading at Command.
package adopt

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/progress"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/argument"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/update"
)

const long = `
Writes Terraform configuration for the objects of an existing engine, with import blocks, and proves that its plan is empty. The engine is
the one in the environment variables ENGINE_BASE_URL, ENGINE_ACCESS_ID and ENGINE_SECRET_KEY; see "help environment".

  export ENGINE_BASE_URL=https://engine.example.com ENGINE_ACCESS_ID=... ENGINE_SECRET_KEY=...
  terraform-provider-engine adopt -dir plant -only 'alert=Pump *'

adopt never changes existing files, except adopt.map.json, which keeps the names of the resources, and unfit.json, which lists the objects
that could not be adopted. If you run it again, it writes new objects into new files, such as alerts_2.tf, and lists objects that are gone
from the engine. The exit status is 0 if every object could be adopted, and 1 if not.

  terraform-provider-engine adopt -update -dir plant -dry-run

With -update, adopt writes no new objects. It compares the objects of the state with the engine, and writes changes that were made there,
such as a threshold that somebody corrected in the web application, into the files of the configuration. It edits only the bytes of the
values, and only if no other object depends on them. Every other difference is listed with its file and line. The exit status is then 1.`

type settings struct {
	dir       string
	labelFile string
	skipState string
	only      map[string][]glob // name patterns, by kind
	dryRun    bool
	all       bool
	update    bool
	state     string // the path from -state, which requires -update
	json      bool
}

// glob is one value of the repeatable -only option.
type glob struct {
	text string         // as the user typed it, such as "alert=Pump *"
	name *regexp.Regexp // matches object names
}

// chooses reports whether -only selects an object with this kind and name. Without -only, all objects are selected.
func (set settings) chooses(kind, name string) bool {
	matches := func(g glob) bool { return g.name.MatchString(name) }
	return len(set.only) == 0 || slices.ContainsFunc(set.only[kind], matches)
}

// checkOnly returns an error if a value of -only matches no name and is therefore probably a typo. origin is the subject of the error
// message: "the engine" or "the state".
func (set settings) checkOnly(origin string, names map[string][]string) error {
	for _, kind := range slices.Sorted(maps.Keys(set.only)) {
		for _, g := range set.only[kind] {
			if !slices.ContainsFunc(names[kind], g.name.MatchString) {
				return fmt.Errorf("-only %q: %s has no %s with such a name; * is any string, and ? is one character", g.text, origin, kind)
			}
		}
	}
	return nil
}

// Command returns the adopt subcommand. Its exit status is 1 after an error or if objects were left out, and 2 for invalid arguments.
func Command(version string) *cobra.Command {
	set := settings{only: map[string][]glob{}}
	cmd := &cobra.Command{
		Use:               "adopt [options]",
		Short:             "writes the configuration of an existing engine",
		Long:              long,
		Args:              set.check,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: commandline.Interruptible(func(ctx context.Context, cmd *cobra.Command) error {
			if err := set.run(ctx, cmd, version); err != nil {
				return &environmentError{err}
			}
			return nil
		}),
	}
	set.addFlags(cmd)
	return cmd
}

// check returns an error for positional arguments and for options that can't be combined.
func (set *settings) check(cmd *cobra.Command, args []string) error {
	for _, name := range []string{"map", "skip-state", "all"} {
		if set.update && cmd.Flags().Changed(name) {
			return commandline.UsageError(fmt.Errorf("-%s has no effect with -update", name))
		}
	}
	if set.state != "" && !set.update {
		return commandline.UsageError(errors.New("-state needs -update"))
	}
	return commandline.NoArguments(cmd, args)
}

// environmentError is an error whose message names environment variables, such as ENGINE_BASE_URL, instead of provider arguments.
type environmentError struct{ err error }

func (e *environmentError) Error() string { return argument.InEnvironment(e.err.Error()) }

func (e *environmentError) Unwrap() error { return e.err }

func (set settings) run(ctx context.Context, cmd *cobra.Command, version string) error {
	client, err := argument.ClientFromEnvironment("terraform-provider-engine/" + version + " adopt")
	if err != nil {
		return err
	}
	inProcess, err := protocol.Start(ctx, provider.NewServer(version)())
	if err != nil {
		return err
	}
	if set.update {
		return set.runUpdate(ctx, cmd, inProcess)
	}
	a := &adoption{settings: set, client: client, provider: inProcess, progress: progress.New(cmd.ErrOrStderr())}
	return a.run(ctx, cmd.OutOrStdout())
}

func (set settings) runUpdate(ctx context.Context, cmd *cobra.Command, inProcess *protocol.Provider) error {
	dir := &configuration.Directory{Path: set.dir}
	f, err := readDirectory(dir)
	if err != nil {
		return err
	}
	arguments, err := f.providerArguments()
	if err != nil {
		return err
	}
	if err := inProcess.Configure(ctx, arguments); err != nil {
		return err
	}
	instances, name, err := statefile.Read(ctx, set.dir, set.state)
	switch {
	case err != nil:
		return err
	case name == "":
		return fmt.Errorf("there is no terraform.tfstate in %s; run: terraform state pull | terraform-provider-engine adopt -update -state -",
			set.dir)
	}
	names := map[string][]string{}
	for _, i := range instances {
		name, _ := i.Attributes["name"].(string)
		kind := strings.TrimPrefix(i.Type, "engine_")
		names[kind] = append(names[kind], name)
	}
	if err := set.checkOnly("the state", names); err != nil {
		return err
	}
	return update.Run(ctx, inProcess, update.Settings{
		Dir: dir, Instances: instances, DryRun: set.dryRun, JSON: set.json,
		Only: func(typeName, name string) bool { return set.chooses(strings.TrimPrefix(typeName, "engine_"), name) },
	}, cmd.OutOrStdout(), cmd.ErrOrStderr())
}

func (set *settings) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&set.dir, "dir", ".", "`directory` of the configuration (default: this directory)")
	flags.StringVar(&set.labelFile, "map", "",
		"`file` with the names of the resources; you may edit it (default: adopt.map.json in the directory)")
	flags.StringVar(&set.skipState, "skip-state", "", "skip the objects in this state: a state `file`, or the output of terraform show -json "+
		"(default: terraform.tfstate in the directory, if it exists)")
	flags.BoolVar(&set.all, "all", false, "also write keys that the provider does not know, in the attribute extra")
	flags.BoolVar(&set.update, "update", false, "write changes that were made in the engine into the configuration of the objects in the state")
	flags.StringVar(&set.state, "state", "", "with -update: state `file` or output of terraform show -json, - for standard input "+
		"(default: terraform.tfstate in the directory)")
	flags.BoolVar(&set.dryRun, "dry-run", false, "print the files instead of writing them")
	flags.BoolVar(&set.json, "json", false, "print the report as JSON")
	flags.Func("only", "adopt only objects that match `KIND=GLOB`, such as 'alert=Pump *': * is any string, ? is one character, "+
		"and at least one object must match; may be repeated", set.addOnly)
	commandline.Directories(cmd, "dir")
	var kinds []string
	for _, o := range catalog.Objects() {
		kinds = append(kinds, o.Name+"=")
	}
	commandline.Prefixes(cmd, "only", kinds...)
}

func (set *settings) addOnly(text string) error {
	kind, pattern, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("it must be KIND=GLOB")
	}
	var names []string
	for _, o := range catalog.Objects() {
		names = append(names, o.Name)
		if kind == o.Plural || kind == typeName(o.Name) {
			kind = o.Name
		}
	}
	if err := commandline.CheckName("kind", kind, names); err != nil {
		return err
	}
	set.only[kind] = append(set.only[kind], glob{text, commandline.Glob(pattern)})
	return nil
}
