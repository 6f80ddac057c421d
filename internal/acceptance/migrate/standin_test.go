// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package migrate

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// The source addresses of the providers have no host, because Terraform and OpenTofu each add their own registry.
const (
	engineSource = "engine-platform/engine"
	mirrorSource = "mirror/engine"
	legacySource = "other/legacy"
)

// legacy plays the provider that objects move away from. For objects that move, Terraform asks it only for schemas. For objects that stay,
// it reads and plans exactly what the state contains.
type legacy struct {
	tfprotov6.ProviderServer // nil: any call that has no method below panics
	types                    []string
}

func (legacy) GetMetadata(context.Context, *tfprotov6.GetMetadataRequest) (*tfprotov6.GetMetadataResponse, error) {
	return &tfprotov6.GetMetadataResponse{}, nil
}

func (l legacy) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	resp := &tfprotov6.GetProviderSchemaResponse{
		Provider: &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{}}, ResourceSchemas: map[string]*tfprotov6.Schema{},
	}
	for _, name := range l.types {
		resp.ResourceSchemas[name] = &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{Attributes: []*tfprotov6.SchemaAttribute{
			{Name: "id", Type: tftypes.String, Computed: true},
			{Name: "name", Type: tftypes.String, Optional: true},
		}}}
	}
	return resp, nil
}

func (legacy) GetResourceIdentitySchemas(
	context.Context, *tfprotov6.GetResourceIdentitySchemasRequest,
) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return &tfprotov6.GetResourceIdentitySchemasResponse{}, nil
}

func (legacy) ValidateProviderConfig(
	_ context.Context, req *tfprotov6.ValidateProviderConfigRequest,
) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{PreparedConfig: req.Config}, nil
}

func (legacy) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

func (legacy) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	return &tfprotov6.StopProviderResponse{}, nil
}

func (legacy) ValidateResourceConfig(
	context.Context, *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

func (legacy) UpgradeResourceState(
	_ context.Context, req *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	t := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String, "name": tftypes.String}}
	state, err := req.RawState.Unmarshal(t)
	if err != nil {
		return nil, err
	}
	upgraded, err := tfprotov6.NewDynamicValue(t, state)
	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &upgraded}, err
}

func (legacy) ReadResource(_ context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState}, nil
}

func (legacy) PlanResourceChange(
	_ context.Context, req *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	return &tfprotov6.PlanResourceChangeResponse{PlannedState: req.ProposedNewState}, nil
}

func inFolder(t *testing.T, folder string, legacyTypes ...string) *terraform.Terraform {
	t.Helper()
	ours := func() tfprotov6.ProviderServer { return provider.NewComparedServer("test", providertest.Difference) }
	servers := legacyServer(legacyTypes...)
	servers[engineSource], servers[mirrorSource] = ours, ours
	return terraformtest.New(t, folder, os.Args[0], terraformtest.Reattach(t, servers))
}

// needsMoves skips a test on OpenTofu before 1.10, which moves no objects to another provider.
func needsMoves(t *testing.T) {
	t.Helper()
	terraformtest.Since(t, inFolder(t, t.TempDir()), 8, 10)
}

func legacyServer(types ...string) map[string]func() tfprotov6.ProviderServer {
	return map[string]func() tfprotov6.ProviderServer{legacySource: func() tfprotov6.ProviderServer { return legacy{types: types} }}
}

type held struct {
	Mode      string         `json:"mode"`
	Module    string         `json:"module,omitempty"`
	Type      string         `json:"type"`
	Name      string         `json:"name"`
	Provider  string         `json:"provider"`
	Instances []heldInstance `json:"instances"`
}

type heldInstance struct {
	Key           any            `json:"index_key,omitempty"`
	SchemaVersion int            `json:"schema_version"`
	Attributes    map[string]any `json:"attributes"`
}

func holding(typeName, name string, attributes map[string]any) held {
	return held{
		Mode: "managed", Type: typeName, Name: name, Provider: "provider[\"registry.terraform.io/" + legacySource + "\"]",
		Instances: []heldInstance{{Attributes: attributes}},
	}
}

func writeState(t *testing.T, folder string, resources ...held) {
	t.Helper()
	text, err := json.Marshal(map[string]any{
		"version": 4, "terraform_version": "1.5.0", "serial": 1, "lineage": "00000000-0000-0000-0000-000000000001",
		"outputs": map[string]any{}, "resources": resources,
	})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, "terraform.tfstate"), string(text))
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
