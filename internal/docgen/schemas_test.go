// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// served names the provider that the test binary serves when Terraform starts it.
const served = "DOCGEN_TEST_PROVIDER"

var providers = map[string]func() tfprotov6.ProviderServer{
	"engine":      provider.NewServer("dev"),
	"every shape": providerserver.NewProtocol6(shapesProvider{}),
}

// TestMain makes the test binary a provider when Terraform starts it, so that the tests need no build and no server.
func TestMain(m *testing.M) {
	newProvider, ok := providers[os.Getenv(served)]
	if !ok {
		os.Exit(m.Run())
	}
	if err := tf6server.Serve(providerKey, newProvider); err != nil {
		log.Fatal(err)
	}
}

// TestSchemasAreThoseOfTerraform compares with the real command. Sections that the Terraform at hand is too old to print
// are not compared.
func TestSchemasAreThoseOfTerraform(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set: make test sets it and finds the Terraform that this test runs")
	}
	if strings.HasPrefix(string(terraform(t, "", "version")), "OpenTofu") {
		t.Skip("OpenTofu prints a dialect: no write_only, no deprecation messages, empty descriptions")
	}
	for name, newProvider := range providers {
		t.Run(name, func(t *testing.T) {
			theirs := terraformSchemas(t, name)
			ours := ourSchemas(t, newProvider())
			for _, section := range []string{"provider", "resource_schemas", "data_source_schemas"} {
				if theirs[section] == nil {
					t.Errorf("Terraform printed no %s", section)
				}
			}
			for section, want := range theirs {
				if section != "functions" {
					forget(want, "deprecation_message") // A newer Terraform has it; the documentation does not use it.
				}
				if diff := gocmp.Diff(want, ours[section]); diff != "" {
					t.Errorf("%s differs from Terraform's (-Terraform +docgen):\n%s", section, diff)
				}
			}
		})
	}
}

func TestIdentitySchema(t *testing.T) {
	want := map[string]any{"engine_thing": map[string]any{
		"version":    0.0,
		"attributes": map[string]any{"id": map[string]any{"type": "string", "description": "The id.", "required_for_import": true}},
	}}
	got := ourSchemas(t, providers["every shape"]())["resource_identity_schemas"]
	if diff := gocmp.Diff(any(want), got); diff != "" {
		t.Errorf("identity schemas (-want +got):\n%s", diff)
	}
}

func ourSchemas(t *testing.T, server tfprotov6.ProviderServer) map[string]any {
	t.Helper()
	schemas, err := readSchemas(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(schemas)
	if err != nil {
		t.Fatal(err)
	}
	return decode[map[string]any](t, text)
}

// forget takes a key out of all objects in a value.
func forget(value any, key string) {
	switch value := value.(type) {
	case map[string]any:
		delete(value, key)
		for _, inner := range value {
			forget(inner, key)
		}
	case []any:
		for _, inner := range value {
			forget(inner, key)
		}
	}
}

func terraformSchemas(t *testing.T, name string) map[string]any {
	t.Helper()
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "terraform-provider-engine")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "main.tf"), fmt.Sprintf(`terraform {
  required_providers {
    engine = { source = %q }
  }
}`, providerKey))
	write(t, filepath.Join(dir, "terraform.rc"), fmt.Sprintf(`provider_installation {
  dev_overrides {
    %q = %q
  }
  direct {}
}`, providerKey, dir))

	t.Setenv("TF_CLI_CONFIG_FILE", filepath.Join(dir, "terraform.rc"))
	t.Setenv(served, name)
	out := terraform(t, dir, "providers", "schema", "-json")
	all := decode[struct {
		ProviderSchemas map[string]map[string]any `json:"provider_schemas"`
	}](t, out)
	return all.ProviderSchemas[providerKey]
}

// terraform returns what the Terraform that make found prints, or the one on the PATH.
func terraform(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform"), args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return out
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func decode[T any](t *testing.T, text []byte) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}
