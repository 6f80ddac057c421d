// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Terraform-provider-engine is a Terraform and OpenTofu provider for the engine. Terraform starts it without arguments; the code of
// the provider is in internal/provider. People start it with a subcommand (internal/program): reference-server runs an engine for tests
// (internal/refserver), adopt writes the configuration of an existing engine (internal/takeover/adopt), migrate rewrites configurations of
// another provider (internal/takeover/migrate), rehearse runs the alerts of a plan on recorded data (internal/alerting/rehearsal), draw
// draws the dashboards and alerts of a plan (internal/drawing), and probe finds out how an engine behaves (internal/probe).
package main

import (
	"context"
	"log"
	"os"
	"runtime/debug"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/program"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/logging"
)

// address is the provider's address in the registry: source = "engine-platform/engine".
const address = "registry.terraform.io/engine-platform/engine"

// version is set by the linker in released and installed builds.
var version = "dev"

func main() {
	// A plan, an adoption and a migration allocate much more than they keep. With Go's default, garbage collection would take a third
	// of the processor time.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	// Terraform gives no arguments, and sets this variable. It waits for the provider, so the commands are not even built.
	if len(os.Args) == 1 && os.Getenv("TF_PLUGIN_MAGIC_COOKIE") != "" {
		if err := serve(provider.NewPlugin(version)); err != nil {
			log.Fatal(err)
		}
		return
	}
	debug := func() error { return serve(provider.NewPlugin(version), tf6server.WithManagedDebug()) }
	os.Exit(commandline.Run(context.Background(), program.Command(version, debug), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func serve(newServer func() tfprotov6.ProviderServer, opts ...tf6server.ServeOpt) error {
	logger, err := logging.Configure()
	if err != nil {
		return err
	}
	return tf6server.Serve(address, newServer, append(opts, tf6server.WithGoPluginLogger(logger))...)
}
