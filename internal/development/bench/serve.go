// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/logging"
)

// serveWord is the first argument that makes this program serve a provider; the second is the provider's name.
const serveWord = "serve"

// Names of providers that this program can serve.
const (
	echoProvider       = "echo"
	silentEchoProvider = "silent-echo"
	frameworkProvider  = "framework"
)

func serve(name string) error {
	servers := map[string]func() tfprotov6.ProviderServer{
		echoProvider:       newEchoServer,
		silentEchoProvider: newEchoServer,
		frameworkProvider:  provider.NewFrameworkServer(terraform.ProviderVersion),
	}
	server, ok := servers[name]
	if !ok {
		return fmt.Errorf("there is no provider %q to serve", name)
	}
	if name == echoProvider {
		return tf6server.Serve(terraform.ProviderAddress, server)
	}
	logger, err := logging.Configure()
	if err != nil {
		return err
	}
	return tf6server.Serve(terraform.ProviderAddress, server, tf6server.WithGoPluginLogger(logger))
}
