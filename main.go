// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Terraform-provider-engine is the Terraform and OpenTofu provider for the engine, a service that ingests, transforms and shows time-based
// data. Terraform starts it without arguments and uses it as a provider (internal/provider). Users run its subcommands (internal/program):
// reference-server runs an engine for tests, adopt writes a configuration for an existing engine, migrate rewrites another provider's
// configurations, rehearse runs a plan's alerts on recorded data, draw renders a plan's dashboards and alerts, and probe reports how an
// engine behaves.
package main

import (
	"os"

	"github.com/engine-platform/terraform-provider-engine/internal/program"
)

// version is set by the linker in releases and by make install.
var version = "dev"

func main() { os.Exit(program.Main(version)) }
