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

// copyTakeover copies the subdirectory "before" of a test case, which contains a configuration and state of a different provider. It starts
// an engine with the objects in the test case's objects.json.
func copyTakeover(t *testing.T, from string) (directory string, e *providertest.Engine) {
	t.Helper()
	needsMoves(t)
	directory = t.TempDir()
	if err := os.CopyFS(directory, os.DirFS(filepath.Join(from, "before"))); err != nil {
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
	return directory, e
}

func foreignTypes(t *testing.T, directory string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(directory, "terraform.tfstate"))
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

// takeOver runs the migrate subcommand in a directory and applies the result. It fails the test if the report leaves decisions to the user,
// the plan does anything but move objects, or the objects in the engine change.
func takeOver(t *testing.T, directory string, e *providertest.Engine) {
	t.Helper()
	before := e.Export()
	tf := migrateDirectory(t, directory, e)
	run(t, tf, "validate")
	planOnlyMoves(t, tf, e, strings.Count(string(read(t, filepath.Join(directory, "moved.tf"))), "moved {"))
	if d := cmp.Diff(before, e.Export()); d != "" {
		t.Errorf("the engine's objects are others (-before +after):\n%s", d)
	}
}

// migrateDirectory runs the migrate subcommand in a directory and returns a terraform.Terraform for the same directory. It fails the test
// immediately if the report contains the section "For you to decide".
func migrateDirectory(t *testing.T, directory string, e *providertest.Engine, options ...string) *terraform.Terraform {
	t.Helper()
	types := foreignTypes(t, directory)
	var report, problems bytes.Buffer
	status := commandline.Run(t.Context(), migrate.Command(), append(options, directory), nil, &report, &problems)
	if status != 0 || strings.Contains(report.String(), "For you to decide") {
		t.Fatalf("%s\n%s", problems.String(), report.String())
	}
	writeFile(t, filepath.Join(directory, "engine.tf"), e.Config(""))
	tf := terraformtest.New(t, directory, os.Args[0], terraformtest.Reattach(t, map[string]func() tfprotov6.ProviderServer{
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
	directory, e := copyTakeover(t, takeover)
	takeOver(t, directory, e)
}

// TestTakeoverOfCharts checks that sixteen charts, which cover all chart types, can move from a different provider (acme).
func TestTakeoverOfCharts(t *testing.T) {
	t.Parallel()
	directory, e := copyTakeover(t, "testdata/charts")
	takeOver(t, directory, e)
}

// TestTakeoverWithoutState migrates a configuration without its state. The apply must change nothing in the engine, not even attributes
// that the configuration does not declare, and the next plan must be empty.
func TestTakeoverWithoutState(t *testing.T) {
	t.Parallel()
	none := filepath.Join(t.TempDir(), "none.json")
	writeFile(t, none, `{"format_version": "1.0"}`)
	directory, e := copyTakeover(t, takeover)
	before := e.Export()
	tf := migrateDirectory(t, directory, e, "-state", none)
	run(t, tf, "apply", "-input=false", "-auto-approve")
	if d := cmp.Diff(before, e.Export()); d != "" {
		t.Errorf("the engine's objects are others (-before +after):\n%s", d)
	}
	if _, err := tf.Run(t.Context(), "plan", "-input=false", "-detailed-exitcode", "-no-color"); err != nil {
		t.Errorf("the second plan has changes: %v", err)
	}
}

// TestBothProvidersSideBySide moves an alert that refers to an asset. The asset must remain with the other provider (acme), and the alert
// must still refer to it.
func TestBothProvidersSideBySide(t *testing.T) {
	t.Parallel()
	directory, e := copyTakeover(t, "testdata/sides")
	takeOver(t, directory, e)
	for _, kept := range []string{
		"resource \"acme_asset\" \"boiler\"", "id   = acme_asset.boiler.id", "asset = acme_asset.boiler.id", `source = "acme/acme"`,
	} {
		if text := string(read(t, filepath.Join(directory, "main.tf"))); !strings.Contains(text, kept) {
			t.Errorf("the configuration lost %q:\n%s", kept, text)
		}
	}
}
