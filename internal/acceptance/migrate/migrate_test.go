// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package migrate

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// setUpPlant copies testdata/plant, which contains a configuration and state for the legacy provider, to a new directory. It starts an
// engine that contains the objects in this state, and also returns the number of objects.
func setUpPlant(t *testing.T) (directory string, e *providertest.Engine, objects int) {
	t.Helper()
	directory, e = copyTakeover(t, "testdata/plant")
	for _, documents := range e.Export() {
		objects += len(documents)
	}
	variables := fmt.Sprintf("base_url   = %q\naccess_id  = %q\nsecret_key = %q\n", e.URL, e.AccessID(), e.SecretKey())
	writeFile(t, filepath.Join(directory, "terraform.tfvars"), variables)
	return directory, e, objects
}

// TestGoldenDirectoriesAreValid checks that the migrate subcommand's golden files pass terraform validate and terraform fmt -check.
func TestGoldenDirectoriesAreValid(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("../../takeover/migrate/testdata/*/after")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, c := range cases {
		directory, name := t.TempDir(), filepath.Base(filepath.Dir(c))
		if err := os.CopyFS(directory, os.DirFS(c)); err != nil {
			t.Fatal(err)
		}
		// If main.tofu existed, OpenTofu would ignore main.tf. Override files for the resources in main.tf would then be invalid.
		if err := os.RemoveAll(filepath.Join(directory, "main.tofu")); err != nil {
			t.Fatal(err)
		}
		tf := inDirectory(t, directory)
		run(t, tf, "fmt", "-check", "-diff", "-recursive")
		if slices.Contains([]string{"corners", "undecided", "modules", "public", "tested", "takeover"}, name) {
			continue // These results still use the legacy provider.
		}
		if err := tf.Init(t.Context()); err != nil {
			t.Error(err)
			continue
		}
		if _, err := tf.Run(t.Context(), "validate", "-no-color"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
