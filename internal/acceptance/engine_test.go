// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// testEngine is a reference server for one test.
type testEngine struct {
	*providertest.Engine
}

func startEngine(t *testing.T, options refserver.Options) *testEngine {
	t.Helper()
	return &testEngine{providertest.StartEngine(t, options)}
}

// comparedServer returns the provider for tests. The provider computes every response twice, with the plugin framework and with its own
// faster code. It fails if the two responses differ.
func comparedServer() tfprotov6.ProviderServer {
	return provider.NewComparedServer("test", providertest.Difference)
}
