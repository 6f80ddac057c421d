// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/engine-platform/terraform-provider-engine/internal/acceptance/script"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestScripts runs the scripts in testdata/scripts, which run adopt and Terraform.
func TestScripts(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script.Run(t, "testdata/scripts", nil, func(s *script.Script, env *testscript.Env) (*script.Script, error) {
		s.Engine = providertest.StartEngine(t, refserver.Options{})
		s.Terraform = terraformtest.New(t, s.Dir, self, s.Environment()...)
		env.Vars = append(env.Vars, s.Environment()...)
		return s, os.Symlink(self, env.WorkDir+"/"+terraformtest.Program)
	})
}
