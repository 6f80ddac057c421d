// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package action

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestExamples applies each documented example of an action. It also runs the actions that the example starts with -invoke. The next plan
// must be empty, and destroy must remove all objects.
func TestExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../examples/actions/*/action*.tf")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples (%v)", err)
	}
	onDemand := regexp.MustCompile(`-invoke=[\w.]+`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		e := providertest.StartEngine(t, refserver.Options{})
		folder := t.TempDir()
		run := inFolder(t, folder, e)
		terraformtest.Write(t, folder, "provider.tf", terraformtest.Requirement)
		terraformtest.Write(t, folder, "action.tf", string(text))
		terraformtest.Do(t, run, []string{"init"}, []string{"apply", "-auto-approve"}, []string{"plan", "-detailed-exitcode"})
		if invoke := onDemand.FindString(string(text)); invoke != "" {
			terraformtest.Do(t, run, []string{"apply", "-auto-approve", invoke}, []string{"plan", "-detailed-exitcode"})
		}
		terraformtest.Do(t, run, []string{"destroy", "-auto-approve"})
	}
}
