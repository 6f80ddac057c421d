// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package adopt tests the adopt subcommand with a real Terraform binary. The test binary also acts as the provider and as the subcommand.
package adopt

import (
	"context"
	"log"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/logging"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv("TF_PLUGIN_MAGIC_COOKIE") != "":
		logger, err := logging.Configure()
		if err != nil {
			log.Fatal(err)
		}
		if err := tf6server.Serve(terraform.ProviderAddress, provider.NewServer("test"), tf6server.WithGoPluginLogger(logger)); err != nil {
			log.Fatal(err)
		}
	case filepath.Base(os.Args[0]) == terraformtest.Program:
		os.Exit(commandline.Run(context.Background(), adopt.Command("test"), os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	default:
		os.Exit(m.Run())
	}
}
