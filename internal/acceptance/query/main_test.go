// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package query

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

func TestMain(m *testing.M) {
	terraformtest.Main(m, func() tfprotov6.ProviderServer { return provider.NewComparedServer("test", providertest.Difference) })
}

// inFolder returns a Terraform that works in a folder on an engine. It skips the test if Terraform is older than 1.14, which has no
// terraform query.
func inFolder(t *testing.T, folder string, e *providertest.Engine) *terraform.Terraform {
	t.Helper()
	run := terraformtest.NewServed(t, folder, e.Environment()...)
	terraformtest.Since(t, run, 14, terraformtest.Never)
	return run
}
