// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// TestOwnState adopts objects into a folder whose state already has one: the user wrote and applied its resource. No object may get into
// the state twice. If files of an earlier run are gone, adopt must write them again, so that Terraform does not delete their objects.
func TestOwnState(t *testing.T) {
	p := newPlant(t)
	terraformtest.Write(t, p.dir, "main.tf", `terraform {
  required_providers {
    engine = {
      source = "engine-platform/engine"
    }
  }
}

resource "engine_node" "mine" {
  name = "Mine"
  type = "self_hosted"
}
`)
	p.run("init", "-input=false", "-no-color")
	p.run("apply", "-input=false", "-no-color", "-auto-approve")
	p.adopt("0 to import, 0 to change")

	if err := p.Seed(map[string][]map[string]any{"node": {{"id": "n1", "name": "Site", "type": "self_hosted"}}}); err != nil {
		t.Fatal(err)
	}
	p.adopt("1 to import, 0 to change")
	p.adopt("0 to import, 0 to change")
	p.run("apply", "-input=false", "-no-color", "-auto-approve")
	p.adopt("0 to import, 0 to change")
	p.run("plan", "-input=false", "-no-color", "-detailed-exitcode")

	for _, gone := range [][]string{{"nodes.tf"}, {"nodes.tf", "import.tf"}} {
		for _, name := range gone {
			if err := os.Remove(filepath.Join(p.dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		p.adopt("1 to import, 0 to change")
		p.run("plan", "-input=false", "-no-color", "-detailed-exitcode")
	}
}
