// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"os"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestGuide checks that the commands in the adopt guide work and write formatted files.
func TestGuide(t *testing.T) {
	e := providertest.StartEngine(t, refserver.Options{Habits: []string{"small-pages=20"}})
	for range 13 {
		fillByOthers(t, e.Client(t))
	}
	e.ClearRequests()
	script := "set -e\n" + strings.Join(terraformtest.Blocks(t, "adopt", "sh"), "") + "\nterraform fmt -check -diff -recursive"
	out, err := inShell(t, e).Run(t.Context(), "-c", script)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n130 to import, 0 to change\n", "Plan: 130 to import, 0 to add, 0 to change, 0 to destroy.",
		"130 imported, 0 added, 0 changed, 0 destroyed",
		"No changes.", "\nSkipped 130: 130 in the state.\n", "There is nothing to write.", "\n0 to import, 0 to change\n",
	} {
		at := strings.Index(out, want)
		if at < 0 {
			t.Fatalf("%q does not follow in\n%s", want, out[max(0, len(out)-3000):])
		}
		out = out[at+1:]
	}
	checkNothingWritten(t, e)
}

// inShell returns a terraform.Terraform that runs shell commands. The environment contains the engine's address and credentials. In these
// commands, terraform-provider-engine is the test binary.
func inShell(t *testing.T, e *providertest.Engine) *terraform.Terraform {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return terraformtest.Shell(t, t.TempDir(), self, e.Environment()...)
}
