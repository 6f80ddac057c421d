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

// TestGuide runs the commands of the guide. The engine has so many alerts and widgets that their lists have two pages. More objects would
// test no other case, and Terraform writes the whole state for each object that it imports.
func TestGuide(t *testing.T) {
	e := providertest.StartEngine(t, refserver.Options{})
	if count := fill(t, e.Client(t), 13); count != 325 {
		t.Fatalf("there are %d objects", count)
	}
	e.ClearRequests()
	script := "set -e\n" + strings.Join(terraformtest.Blocks(t, "adopt", "sh"), "")
	out, err := inShell(t, e).Run(t.Context(), "-c", script)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n325 to import, 0 to change\n", "Plan: 325 to import, 0 to add, 0 to change, 0 to destroy.",
		"325 imported, 0 added, 0 changed, 0 destroyed",
		"No changes.", "\nSkipped 325: 325 in the state.\n", "There is nothing to write.", "\n0 to import, 0 to change\n",
	} {
		at := strings.Index(out, want)
		if at < 0 {
			t.Fatalf("%q does not follow in\n%s", want, out[max(0, len(out)-3000):])
		}
		out = out[at+1:]
	}
	checkNothingWritten(t, e)
}

// inShell returns a shell with the engine's address and credentials. In this shell, terraform-provider-engine is the test binary.
func inShell(t *testing.T, e *providertest.Engine) *terraform.Terraform {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return terraformtest.Shell(t, t.TempDir(), self, e.Environment()...)
}
