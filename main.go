// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Terraform-provider-engine is a Terraform and OpenTofu provider for the engine. Terraform starts it without arguments; the code of
// the provider is in internal/provider. People start it with a subcommand: reference-server runs an engine for tests
// (internal/refserver), adopt writes the configuration of an existing engine (internal/takeover/adopt), migrate rewrites configurations of
// another provider (internal/takeover/migrate), rehearse runs the alerts of a plan on recorded data (internal/alerting/rehearsal), draw
// draws the dashboards and alerts of a plan (internal/drawing), and probe finds out how an engine behaves (internal/probe).
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

	rehearse "github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal/command"
	draw "github.com/engine-platform/terraform-provider-engine/internal/drawing/command"
	probe "github.com/engine-platform/terraform-provider-engine/internal/probe/command"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/logging"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/command"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/migrate"
)

// address is the provider's address in the registry: source = "engine-platform/engine".
const address = "registry.terraform.io/engine-platform/engine"

// version is set by the linker in released and installed builds.
var version = "dev"

const usage = `Terraform and OpenTofu start this provider themselves. You can run these subcommands; each explains itself with -help:

  reference-server   runs an engine on this machine, to try and test configurations
  adopt              writes the configuration of an existing engine
  migrate            rewrites a configuration of another provider for this one
  rehearse           runs the alerts of a plan on recorded data
  draw               draws the dashboards and alerts of a plan
  probe              finds out how an engine behaves

Options:
`

func main() {
	// A plan, an adoption and a migration allocate much more than they keep. With Go's default, garbage collection would take a third
	// of the processor time.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
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
		case "draw":
			os.Exit(draw.Run(ctx, os.Args[2:], os.Stdout, os.Stderr))
		case "probe":
			os.Exit(probe.Run(ctx, version, os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
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
	return tf6server.Serve(address, newServer, append(opts, tf6server.WithGoPluginLogger(logger))...)
}
