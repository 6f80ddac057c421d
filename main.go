// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Terraform-provider-engine is a Terraform and OpenTofu provider for the engine. Terraform starts it without arguments; the code of
// the provider is in internal/provider. People start it with a subcommand (internal/program): reference-server runs an engine for tests
// (internal/refserver), adopt writes the configuration of an existing engine (internal/takeover/adopt), migrate rewrites configurations of
// another provider (internal/takeover/migrate), rehearse runs the alerts of a plan on recorded data (internal/alerting/rehearsal), draw
// draws the dashboards and alerts of a plan (internal/drawing), and probe finds out how an engine behaves (internal/takeover/probe).
package main

import (
	"os"

	"github.com/engine-platform/terraform-provider-engine/internal/program"
)

// version is set by the linker in released and installed builds.
var version = "dev"

func main() { os.Exit(program.Main(version)) }
