// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package law

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func TestMain(m *testing.M) { terraformtest.Main(m, provider.NewServer("test")) }

// ofEachKind is the number of objects of each kind that TestTerraformAdoptsWhateverAnEngineHolds imports.
const ofEachKind = 8

// TestTerraformAdoptsWhateverAnEngineHolds checks that the real Terraform can import random objects of every kind with the configuration it
// generates. The plan must contain only imports, and the next plan must be empty.
func TestTerraformAdoptsWhateverAnEngineHolds(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	var blocks strings.Builder
	for i, kind := range table.Tables() {
		for j := range ofEachKind {
			id := fmt.Sprintf("%s-%d", kind.Kind, j)
			if err := e.Seed(map[string][]map[string]any{kind.Kind: {{"id": id, "type": "algorithm"}}}); err != nil {
				t.Fatal(err)
			}
			put(t, e, kind.Kind, id, documents(kind).Example(i*ofEachKind+j))
			fmt.Fprintf(&blocks, "import {\n  provider = engine\n  to       = engine_%s.it_%d\n  id       = %q\n}\n\n", kind.Kind, j, id)
		}
	}
	dir := t.TempDir()
	terraformtest.Write(t, dir, "main.tf", terraformtest.Versions+"\n"+e.Config(""))
	terraformtest.Write(t, dir, "import.tf", blocks.String())
	run := terraformtest.NewServed(t, dir)
	terraformtest.Since(t, run, 11, 8)
	if err := run.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	command := func(name string, arguments ...string) string {
		t.Helper()
		output, err := run.Run(t.Context(), append([]string{name, "-input=false", "-no-color"}, arguments...)...)
		if err != nil {
			generated, _ := os.ReadFile(filepath.Join(dir, "generated.tf"))
			t.Fatalf("%v\n%s", err, generated)
		}
		return output
	}
	want := fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy.", ofEachKind*len(table.Tables()))
	if output := command("plan", "-generate-config-out=generated.tf", "-out=import.tfplan"); !strings.Contains(output, want) {
		t.Errorf("%s\nwant %s", output, want)
	}
	command("apply", "import.tfplan")
	if err := os.Remove(filepath.Join(dir, "import.tf")); err != nil {
		t.Fatal(err)
	}
	command("plan", "-detailed-exitcode") // fails if there are changes
}
