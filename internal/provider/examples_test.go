// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestExamples applies every example of the documentation by itself. The test framework plans again after the apply and
// wants no changes.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"resources/*/resource.tf", "data-sources/*/data-source.tf", "functions/*/function.tf"} {
		files, err := filepath.Glob("../../examples/" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no examples match %s (%v)", pattern, err)
		}
		for _, file := range files {
			t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
				t.Parallel()
				example, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				e := startEngine(t, refserver.Options{})
				resource.Test(t, resource.TestCase{
					ProtoV6ProviderFactories: factories(),
					CheckDestroy:             func(*terraform.State) error { return e.checkEmpty() },
					Steps:                    []resource.TestStep{{Config: e.config(string(example))}},
				})
			})
		}
	}
}

// TestWholeExamples applies the examples that name the provider themselves and take its arguments from the environment.
func TestWholeExamples(t *testing.T) {
	for _, folder := range []string{"provider", "complete"} {
		t.Run(folder, func(t *testing.T) {
			e := startEngine(t, refserver.Options{})
			t.Setenv("TF_ACC_PROVIDER_NAMESPACE", "engine-platform")
			t.Setenv("ENGINE_BASE_URL", e.url)
			t.Setenv("ENGINE_ACCESS_ID", e.AccessID())
			t.Setenv("ENGINE_SECRET_KEY", e.SecretKey())
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: factories(),
				CheckDestroy:             func(*terraform.State) error { return e.checkEmpty() },
				Steps:                    []resource.TestStep{{ConfigDirectory: config.StaticDirectory("../../examples/" + folder)}},
			})
		})
	}
}
