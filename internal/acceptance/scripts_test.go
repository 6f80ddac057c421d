// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/engine-platform/terraform-provider-engine/internal/acceptance/script"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// TestScripts runs the files in testdata/scripts. Package script describes their commands.
func TestScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "testdata/scripts", "")
}

// TestSecretsStayInTheEngine checks that the engine stores secrets, although its responses hide them. A hidden secret must not appear as a
// change in later plans. Each subtest runs an engine that hides secrets in a different way. The scripts are in testdata/secrets.
func TestSecretsStayInTheEngine(t *testing.T) {
	t.Parallel()
	terraformtest.Since(t, terraformtest.NewReattached(t, t.TempDir(), comparedServer), 11, 11)
	for _, habit := range []string{"bare", "masked-secrets", "masked-secrets-null", "masked-secrets-absent"} {
		t.Run(habit, func(t *testing.T) {
			t.Parallel()
			runScripts(t, "testdata/secrets", "", habit)
		})
	}
}

// TestRivals checks an apply while another client changes the same object. The apply must preserve changes to undeclared values. It must
// overwrite changes to declared values and print a warning.
func TestRivals(t *testing.T) {
	t.Parallel()
	for _, c := range [][]string{{"plan", "weak-etags"}, {"plan", "no-etags"}, {"PATCH"}} {
		t.Run(strings.Join(c, " "), func(t *testing.T) {
			t.Parallel()
			runScripts(t, "testdata/rivals", c[0], c[1:]...)
		})
	}
}

// runScripts runs the scripts in a directory, each on an engine with the given habits (deviations from INTERFACE.md).
func runScripts(t *testing.T, directory, moment string, habits ...string) {
	t.Helper()
	configurations, err := filepath.Abs("testdata/configurations")
	if err != nil {
		t.Fatal(err)
	}
	script.Run(t, directory, nil, func(s *script.Script, env *testscript.Env) (*script.Script, error) {
		engine := startDocuments(t, habits...)
		s.Engine = engine.Engine
		s.Terraform = terraformtest.NewReattached(t, s.Dir, comparedServer)
		env.Setenv("CONFIGURATIONS", configurations)
		env.Setenv("MOMENT", moment)
		return s, os.WriteFile(filepath.Join(s.Dir, "provider.tf"), []byte(s.Config("")), 0o600)
	})
}
