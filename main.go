// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Terraform-provider-engine is a Terraform and OpenTofu provider for the engine. Terraform starts it without arguments; the provider's code
// is in internal/provider. People start it with a subcommand (internal/program). reference-server runs an engine for tests
// (internal/refserver), adopt writes a configuration for an existing engine (internal/takeover/adopt), migrate rewrites another provider's
// configurations (internal/takeover/migrate), rehearse runs a plan's alerts on recorded data (internal/alerting/rehearsal), draw renders a
// plan's dashboards and alerts (internal/drawing), and probe reports how an engine behaves (internal/takeover/probe).
package main

import (
	"os"

	"github.com/engine-platform/terraform-provider-engine/internal/program"
)

// version is set by the linker in release and installed builds.
var version = "dev"

func main() { os.Exit(program.Main(version)) }
