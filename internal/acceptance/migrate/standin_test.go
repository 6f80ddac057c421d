// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package migrate

import (
	"context"
	"os"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	fwprovider "github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// The source addresses have no host, because Terraform and OpenTofu each add the host of their own registry.
const (
	engineSource = "engine-platform/engine"
	mirrorSource = "mirror/engine"
	legacySource = "other/legacy"
)

// legacy stands in for a different provider, from which the tests move objects to this one. For objects that move, Terraform needs only
// legacy's schemas. For objects that stay, legacy returns the state unchanged, so plans are always empty.
type legacy struct{ types []string }

func (legacy) Metadata(context.Context, fwprovider.MetadataRequest, *fwprovider.MetadataResponse) {}

func (legacy) Schema(context.Context, fwprovider.SchemaRequest, *fwprovider.SchemaResponse) {}

func (legacy) Configure(context.Context, fwprovider.ConfigureRequest, *fwprovider.ConfigureResponse) {
}

func (legacy) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (l legacy) Resources(context.Context) (all []func() resource.Resource) {
	for _, name := range l.types {
		all = append(all, func() resource.Resource { return legacyResource{name: name} })
	}
	return all
}

// legacyResource is a resource type in the legacy provider. Terraform calls only its Read method, which returns the state unchanged.
type legacyResource struct {
	resource.Resource
	name string
}

func (s legacyResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = s.name
}

func (legacyResource) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (legacyResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema.Attributes = map[string]schema.Attribute{
		"id": schema.StringAttribute{Computed: true}, "name": schema.StringAttribute{Optional: true},
	}
}

func legacyServer(types ...string) func() tfprotov6.ProviderServer {
	return providerserver.NewProtocol6(legacy{types: types})
}

func inDirectory(t *testing.T, directory string, legacyTypes ...string) *terraform.Terraform {
	t.Helper()
	ours := func() tfprotov6.ProviderServer { return provider.NewComparedServer("test", providertest.Difference) }
	return terraformtest.New(t, directory, os.Args[0], terraformtest.Reattach(t, map[string]func() tfprotov6.ProviderServer{
		engineSource: ours, mirrorSource: ours, legacySource: legacyServer(legacyTypes...),
	}))
}

// needsMoves skips the test on OpenTofu versions older than 1.10, which can't move objects to a different provider.
func needsMoves(t *testing.T) {
	t.Helper()
	terraformtest.Since(t, inDirectory(t, t.TempDir()), 8, 10)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
