// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package guides tests guides that tell a story. It processes their code blocks in order, depending on the language of each block.
package guides

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

func TestMain(m *testing.M) {
	terraformtest.Main(m, func() tfprotov6.ProviderServer { return provider.NewServer("test")() })
}
