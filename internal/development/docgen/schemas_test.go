// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// served is the environment variable that makes the test binary act as a provider when Terraform starts it.
const served = "DOCGEN_TEST_PROVIDER"

// TestMain runs the tests, or serves the provider if Terraform started the test binary.
func TestMain(m *testing.M) {
	if os.Getenv(served) == "" {
		os.Exit(m.Run())
	}
	if err := tf6server.Serve(terraform.ProviderAddress, provider.NewServer("dev")); err != nil {
		log.Fatal(err)
	}
}

// TestSchemasAreThoseOfTerraform checks that docgen prints the same JSON as `terraform providers schema -json`, ignoring parts that the
// installed Terraform is too old to print.
func TestSchemasAreThoseOfTerraform(t *testing.T) {
	run, _ := inDirectory(t)
	var minor int
	if _, err := fmt.Sscanf(string(output(t, run, "version")), "Terraform v1.%d", &minor); err != nil || minor < 11 {
		t.Skip("Terraform before 1.11 prints no write_only; OpenTofu neither, and no deprecation messages and empty descriptions")
	}
	theirs, ours := terraformSchemas(t), ourSchemas(t)
	for _, section := range []string{"provider", "resource_schemas", "data_source_schemas"} {
		if theirs[section] == nil {
			t.Errorf("Terraform printed no %s", section)
		}
	}
	for section, want := range theirs {
		if section != "functions" {
			deleteKey(want, "deprecation_message") // Only newer versions of Terraform print this.
		}
		if diff := gocmp.Diff(want, ours[section]); diff != "" {
			t.Errorf("%s differs from Terraform's (-Terraform +docgen):\n%s", section, diff)
		}
	}
}

// TestNewerSchemas checks the schemas that older versions of Terraform do not print, such as identity schemas.
func TestNewerSchemas(t *testing.T) {
	ours := ourSchemas(t)
	got := ours["resource_identity_schemas"].(map[string]any)["engine_alert"] //nolint:forcetypeassert // The test then fails.
	want := map[string]any{"version": 0.0, "attributes": map[string]any{
		"id": map[string]any{"type": "string", "description": "Identifier of the alert, set by the engine.", "required_for_import": true},
	}}
	if diff := gocmp.Diff(any(want), got); diff != "" {
		t.Errorf("identity schemas (-want +got):\n%s", diff)
	}
	for _, section := range []string{"list_resource_schemas", "action_schemas"} {
		if schemas, _ := ours[section].(map[string]any); len(schemas) == 0 {
			t.Errorf("there are no %s", section)
		}
	}
}

func ourSchemas(t *testing.T) map[string]any {
	t.Helper()
	schemas, err := readSchemas(t.Context(), provider.NewServer("dev")())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(schemas)
	if err != nil {
		t.Fatal(err)
	}
	return decode[map[string]any](t, text)
}

func deleteKey(value any, key string) {
	switch value := value.(type) {
	case map[string]any:
		delete(value, key)
		for _, inner := range value {
			deleteKey(inner, key)
		}
	case []any:
		for _, inner := range value {
			deleteKey(inner, key)
		}
	}
}

func terraformSchemas(t *testing.T) map[string]any {
	t.Helper()
	run, directory := inDirectory(t, served+"=1")
	configuration := fmt.Sprintf("terraform {\n  required_providers {\n    engine = { source = %q }\n  }\n}\n", terraform.ProviderAddress)
	if err := os.WriteFile(filepath.Join(directory, "main.tf"), []byte(configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := decode[struct {
		ProviderSchemas map[string]map[string]any `json:"provider_schemas"`
	}](t, output(t, run, "providers", "schema", "-json"))
	return all.ProviderSchemas[terraform.ProviderAddress]
}

func inDirectory(t *testing.T, environment ...string) (run *terraform.Terraform, directory string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	directory = t.TempDir()
	return terraformtest.New(t, directory, self, environment...), directory
}

func output(t *testing.T, run *terraform.Terraform, arguments ...string) []byte {
	t.Helper()
	text, err := run.Run(t.Context(), arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(text)
}

func decode[T any](t *testing.T, text []byte) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}
