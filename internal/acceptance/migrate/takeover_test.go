// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package migrate

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/migrate"
)

const takeover = "../../takeover/migrate/testdata/takeover"

// takenOver copies a configuration and a state of the engine's public provider from the directory "from" to a new directory. It starts an
// engine with the objects that belong to this state.
func takenOver(t *testing.T, from string) (folder string, e *providertest.Engine) {
	t.Helper()
	needsMoves(t)
	folder = t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(from, "before"))); err != nil {
		t.Fatal(err)
	}
	e = providertest.StartEngine(t, refserver.Options{Habits: []string{"more-kinds"}})
	var objects map[string][]map[string]any
	text, err := os.ReadFile(filepath.Join(from, "objects.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &objects); err != nil {
		t.Fatal(err)
	}
	if err := e.Seed(objects); err != nil {
		t.Fatal(err)
	}
	return folder, e
}

func foreignTypes(t *testing.T, folder string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "terraform.tfstate"))
	if err != nil {
		t.Fatal(err)
	}
	var state struct{ Resources []struct{ Type string } }
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, r := range state.Resources {
		types = append(types, r.Type)
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// takeOver runs the migrate subcommand in a directory and applies the result. The report must leave no decision to the user, the plan must
// only move objects, and the engine's objects must not change.
func takeOver(t *testing.T, folder string, e *providertest.Engine) {
	t.Helper()
	before := e.Export()
	tf := migrated(t, folder, e)
	run(t, tf, "validate")
	planOnlyMoves(t, tf, e, strings.Count(string(read(t, filepath.Join(folder, "moved.tf"))), "moved {"))
	if d := cmp.Diff(before, e.Export()); d != "" {
		t.Errorf("the engine's objects are others (-before +after):\n%s", d)
	}
}

// migrated runs the migrate subcommand in a directory and returns a Terraform for the result. The test ends if the report has a section
// "For you to decide".
func migrated(t *testing.T, folder string, e *providertest.Engine, options ...string) *terraform.Terraform {
	t.Helper()
	types := foreignTypes(t, folder)
	var report, problems bytes.Buffer
	status := commandline.Run(t.Context(), migrate.Command(), append(options, folder), nil, &report, &problems)
	if status != 0 || strings.Contains(report.String(), "For you to decide") {
		t.Fatalf("%s\n%s", problems.String(), report.String())
	}
	writeFile(t, filepath.Join(folder, "engine.tf"), e.Config(""))
	tf := terraformtest.New(t, folder, os.Args[0], terraformtest.Reattach(t, map[string]func() tfprotov6.ProviderServer{
		engineSource: func() tfprotov6.ProviderServer { return provider.NewComparedServer("test", providertest.Difference) },
		"acme/acme":  legacyServer(types...),
	}))
	run(t, tf, "fmt", "-check", "-diff", "-recursive")
	if err := tf.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	return tf
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTakeover(t *testing.T) {
	t.Parallel()
	folder, e := takenOver(t, takeover)
	takeOver(t, folder, e)
}

// TestTakeoverOfCharts moves sixteen charts, of every type.
func TestTakeoverOfCharts(t *testing.T) {
	t.Parallel()
	folder, e := takenOver(t, "testdata/charts")
	takeOver(t, folder, e)
}

// TestTakeoverWithoutState runs the migrate subcommand without a Terraform state. The apply must change nothing in the engine, not even
// attributes that the configuration does not declare. The next plan must be empty.
func TestTakeoverWithoutState(t *testing.T) {
	t.Parallel()
	none := filepath.Join(t.TempDir(), "none.json")
	writeFile(t, none, `{"format_version": "1.0"}`)
	folder, e := takenOver(t, takeover)
	before := e.Export()
	tf := migrated(t, folder, e, "-state", none)
	run(t, tf, "apply", "-input=false", "-auto-approve")
	if d := cmp.Diff(before, e.Export()); d != "" {
		t.Errorf("the engine's objects are others (-before +after):\n%s", d)
	}
	if _, err := tf.Run(t.Context(), "plan", "-input=false", "-detailed-exitcode", "-no-color"); err != nil {
		t.Errorf("the second plan has changes: %v", err)
	}
}

// TestBothProvidersSideBySide moves an alert that refers to an asset. The asset must stay with the provider acme, and the alert must
// still refer to it.
func TestBothProvidersSideBySide(t *testing.T) {
	t.Parallel()
	folder, e := takenOver(t, "testdata/sides")
	takeOver(t, folder, e)
	for _, kept := range []string{
		"resource \"acme_asset\" \"boiler\"", "id   = acme_asset.boiler.id", "asset = acme_asset.boiler.id", `source = "acme/acme"`,
	} {
		if text := string(read(t, filepath.Join(folder, "main.tf"))); !strings.Contains(text, kept) {
			t.Errorf("the configuration lost %q:\n%s", kept, text)
		}
	}
}
