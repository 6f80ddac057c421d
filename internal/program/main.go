// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package program

import (
	"context"
	"log"
	"os"
	"runtime/debug"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/logging"
)

// address is the provider's address in the Terraform Registry. Configurations can shorten it to "engine-platform/engine".
const address = "registry.terraform.io/engine-platform/engine"

// Main serves the provider if Terraform started the process, and runs a subcommand otherwise. It returns the process's exit status.
func Main(version string) int {
	// Plans, adoptions and migrations allocate much more memory than they retain. With Go's default GOGC, they would spend a third of their
	// CPU time on garbage collection.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	// Terraform sets this variable and passes no arguments. It is waiting for the provider, so don't build the subcommands first.
	if len(os.Args) == 1 && os.Getenv("TF_PLUGIN_MAGIC_COOKIE") != "" {
		if err := serve(provider.NewPlugin(version)); err != nil {
			log.Print(err)
			return 1
		}
		return 0
	}
	debug := func() error { return serve(provider.NewPlugin(version), tf6server.WithManagedDebug()) }
	return commandline.Run(context.Background(), Command(version, debug), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

func serve(newServer func() tfprotov6.ProviderServer, opts ...tf6server.ServeOpt) error {
	logger, err := logging.Configure()
	if err != nil {
		return err
	}
	return tf6server.Serve(address, newServer, append(opts, tf6server.WithGoPluginLogger(logger))...)
}
