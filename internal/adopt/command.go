// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package adopt is the adopt subcommand: it writes the configuration of the objects that an engine has, with import blocks, and
// proves that the plan of it is empty. What each object says comes from the provider itself, which runs in this process and is
// asked what Terraform would ask it; so there is no second opinion on documents here.
//
//	command.go    the command line
//	adopt.go      the steps of a run
//	read.go       all objects are read, and counted
//	folder.go     the files that are there already, and blocks.go what they declare; state.go a state, labels.go the names of earlier runs
//	write.go      the resources of objects; order.go, addresses.go, shared.go, secrets.go and extra.go decide parts of them
//	files.go      what goes into which file
//	prove.go      the text is read again and planned
//	report.go     what a run says at its end
//
// Package hcltext writes expressions, package protocol talks to the provider. It imports the client, the catalog and the
// provider. Start reading at Run.
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

	"github.com/engine-platform/terraform-provider-engine/internal/adopt/protocol"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

const usage = `Usage: adopt [options]

Writes the configuration of the objects that an engine has, with import blocks, and proves that its plan is empty. The engine
is found by the provider's environment variables: ENGINE_BASE_URL, ENGINE_ACCESS_ID, ENGINE_SECRET_KEY and the others.

  export ENGINE_BASE_URL=https://engine.example.com ENGINE_ACCESS_ID=... ENGINE_SECRET_KEY=...
  terraform-provider-engine adopt -dir plant -only 'alert=Pump *'

No file that is there is changed, but for the map of names and unfit.json. Another run writes what is new into new files, such
as alerts_2.tf, and lists what is gone. The exit status is 0 when everything fits, 1 when something does not.

Options:
`

// Exit statuses of the command.
const (
	exitFailure = 1
	exitUsage   = 2
)

// settings are what the command line says.
type settings struct {
	dir       string
	labelFile string
	skipState string
	only      map[string][]glob // by kind
	dryRun    bool
	all       bool
}

// glob is a pattern of names: * stands for any text, ? for one character.
type glob struct{ *regexp.Regexp }

func newGlob(pattern string) glob {
	quoted := regexp.QuoteMeta(pattern)
	return glob{regexp.MustCompile("(?s)^" + strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(quoted) + "$")}
}

func (g glob) matches(name string) bool { return g.MatchString(name) }

// Run is the adopt subcommand of a provider of some version; args do not hold the word itself. It gives the exit status: 2 for a
// wrong command line, 1 when something fails or does not fit, else 0.
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

// parseArguments reads the command line.
func parseArguments(args []string, stderr io.Writer) (settings, error) {
	set := settings{only: map[string][]glob{}}
	flags := flag.NewFlagSet("adopt", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // The caller tells of an error, once.
	flags.StringVar(&set.dir, "dir", ".", "`folder` of the configuration")
	flags.StringVar(&set.labelFile, "map", "", "`file` that keeps the names of the resources, which may be edited (default: adopt.map.json in the folder)")
	flags.StringVar(&set.skipState, "skip-state", "", "`file` of a state, or what terraform show -json prints: what is in it is skipped")
	flags.BoolVar(&set.all, "all", false, "also write, as extra, the keys that the engine has and the provider does not know")
	flags.BoolVar(&set.dryRun, "dry-run", false, "print what would be written, and write nothing")
	flags.Func("only", "`KIND=GLOB`, such as 'alert=Pump *': adopt only these, by their names; may be repeated", set.addOnly)
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
