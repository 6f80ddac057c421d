// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Terraform-provider-engine is a Terraform and OpenTofu provider for the engine, with the engine's reference server inside
// it. Terraform starts it without arguments; people start it with a word: reference-server; adopt, which writes the
// configuration of an engine that is there already; migrate, which rewrites configurations of another provider; or rehearse,
// which runs the alerts of a plan on data. Start reading in internal/provider for the first, in internal/refserver, internal/adopt,
// internal/migrate and internal/rehearsal for the others.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime/debug"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/adopt"
	"github.com/engine-platform/terraform-provider-engine/internal/logging"
	"github.com/engine-platform/terraform-provider-engine/internal/migrate"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/command"
	rehearse "github.com/engine-platform/terraform-provider-engine/internal/rehearsal/command"
)

// address is where configurations find the provider: source = "engine-platform/engine".
const address = "registry.terraform.io/engine-platform/engine"

// version is set by the linker in released and installed builds.
var version = "dev"

const usage = `Terraform and OpenTofu start this provider themselves. Its subcommands are for people, each with -help:

  reference-server   an engine to try and test configurations on
  adopt              writes the configuration of an engine that is there already
  migrate            rewrites a configuration of another provider
  rehearse           runs the alerts of a plan on recorded data

Options:
`

func main() {
	ctx := context.Background()
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "reference-server":
			os.Exit(command.Run(ctx, os.Args[2:], os.Stdout, os.Stderr))
		case "adopt":
			os.Exit(adopt.Run(ctx, version, os.Args[2:], os.Stdout, os.Stderr))
		case "migrate":
			os.Exit(migrate.Run(os.Args[2:], os.Stdout, os.Stderr))
		case "rehearse":
			os.Exit(rehearse.Run(ctx, os.Args[2:], os.Stdout, os.Stderr))
		}
	}

	debug := flag.Bool("debug", false, "wait for a debugger and print the TF_REATTACH_PROVIDERS value that Terraform needs")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "There is no subcommand %q.\n\n", flag.Arg(0))
		flag.Usage()
		os.Exit(2)
	}

	var opts []tf6server.ServeOpt
	if *debug {
		opts = append(opts, tf6server.WithManagedDebug())
	}
	if err := serve(provider.NewServer(version), opts...); err != nil {
		log.Fatal(err)
	}
}

func serve(newServer func() tfprotov6.ProviderServer, opts ...tf6server.ServeOpt) error {
	logger, err := logging.Configure()
	if err != nil {
		return err
	}
	// What the calls of a plan leave behind is large beside what stays, so that collecting it as often as usual takes a third of
	// the processor time.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	return tf6server.Serve(address, newServer, append(opts, tf6server.WithGoPluginLogger(logger))...)
}
