// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Package guides tests guides that are read from beginning to end. Its tests process the code blocks in order. The language of a block,
// such as sh or text, says what to do with the block.
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
