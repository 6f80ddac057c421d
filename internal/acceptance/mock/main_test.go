// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package mock tests that the provider's functions work in tests of modules which mock the provider (mock_provider). No engine runs.
package mock

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

func TestMain(m *testing.M) {
	terraformtest.Main(m, func() tfprotov6.ProviderServer { return provider.NewServer("test")() })
}
