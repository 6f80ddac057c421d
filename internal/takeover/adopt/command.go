// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package adopt is the adopt subcommand: it writes a configuration of the objects that an engine has, with import blocks, and proves that
// the plan of this configuration is empty. The package does not interpret the engine's documents itself: the provider runs in this process,
// and adopt sends it the requests that Terraform would send.
//
//	command.go    reads the command line
//	adopt.go      takes the steps of a run
//	read.go       reads all objects and checks their number
//	folder.go     reads the files of the folder; blocks.go reads what they declare, labels.go the earlier names
//	write.go      writes resources; object.go, shared.go and secrets.go decide parts of them
//	files.go      decides what goes into which file
//	prove.go      reads the text again and plans it
//	report.go     prints the report
//
// Package hcltext writes expressions, package protocol talks to the provider, package statefile reads states. Start reading at
// Run.
package adopt

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
)

const usage = `Usage: adopt [options]

Writes Terraform configuration for the objects of an existing engine, with import blocks, and proves that its plan is empty.
The engine is the one in the provider's environment variables, such as ENGINE_BASE_URL, ENGINE_ACCESS_ID and ENGINE_SECRET_KEY.

  export ENGINE_BASE_URL=https://engine.example.com ENGINE_ACCESS_ID=... ENGINE_SECRET_KEY=...
  terraform-provider-engine adopt -dir plant -only 'alert=Pump *'

adopt never changes existing files, except the map of names and unfit.json. If you run it again, it writes new objects into new
files, such as alerts_2.tf, and lists objects that are gone. The exit status is 0 if every object could be adopted, and 1 if not.

Options:
`

const (
	exitFailure = 1
	exitUsage   = 2
)

type settings struct {
	dir       string
	labelFile string
	skipState string
	only      map[string][]*regexp.Regexp // patterns of names, by kind
	dryRun    bool
	all       bool
}

// newGlob turns a pattern for names, such as "Pump *", into a regular expression: * matches any text, ? one character.
func newGlob(pattern string) *regexp.Regexp {
	quoted := regexp.QuoteMeta(pattern)
	return regexp.MustCompile("(?s)^" + strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(quoted) + "$")
}

// Run runs the adopt subcommand; args begin after the word adopt. It returns 2 for a wrong command line, 1 if something failed or an object
// was left out, and 0 otherwise.
func Run(ctx context.Context, version string, args []string, stdout, stderr io.Writer) int {
	fail := func(status int, err error) int {
		_, _ = fmt.Fprintf(stderr, "adopt: %s\n", document.VisibleLines(provider.InEnvironment(err.Error())))
		return status
	}
	set, err := parseArguments(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return fail(exitUsage, err)
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	a := &adoption{settings: set, progress: newProgress(stderr)}
	if a.client, err = provider.ClientFromEnvironment("terraform-provider-engine/" + version + " adopt"); err != nil {
		return fail(exitFailure, err)
	}
	if a.provider, err = protocol.Start(ctx, provider.NewServer(version)()); err != nil {
		return fail(exitFailure, err)
	}
	err = a.run(ctx, stdout)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = errors.New("interrupted, and nothing was written")
	}
	if err != nil {
		return fail(exitFailure, err)
	}
	return 0
}

func parseArguments(args []string, stderr io.Writer) (settings, error) {
	set := settings{only: map[string][]*regexp.Regexp{}}
	flags := flag.NewFlagSet("adopt", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // The caller prints an error, once.
	flags.StringVar(&set.dir, "dir", ".", "`folder` of the configuration")
	flags.StringVar(&set.labelFile, "map", "",
		"`file` with the names of the resources; you may edit it (default: adopt.map.json in the folder)")
	flags.StringVar(&set.skipState, "skip-state", "", "state `file`, or the output of terraform show -json: objects in it are skipped")
	flags.BoolVar(&set.all, "all", false, "also write keys that the provider does not know, as extra")
	flags.BoolVar(&set.dryRun, "dry-run", false, "print the files instead of writing them")
	flags.Func("only", "`KIND=GLOB`, such as 'alert=Pump *': adopt only objects of this kind with such names; may be repeated", set.addOnly)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		_, _ = io.WriteString(stderr, usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
	}
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	return set, err
}

func (set *settings) addOnly(text string) error {
	kind, pattern, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("it has to be KIND=GLOB")
	}
	var names []string
	for _, o := range catalog.Objects() {
		names = append(names, o.Name)
		if kind == o.Plural || kind == typeName(o.Name) {
			kind = o.Name
		}
	}
	if !slices.Contains(names, kind) {
		return fmt.Errorf("there is no kind %q; there are %s", kind, strings.Join(names, ", "))
	}
	set.only[kind] = append(set.only[kind], newGlob(pattern))
	return nil
}
