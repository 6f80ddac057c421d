// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package modules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// mistakes has every mistake that the table in the guide "alert-sets" lists.
const mistakes = `
module "alerts" {
  source = "./alert-set"

  assets = {
    pump-1 = { id = "pump-1", attributes = { flow = "flow" } }
    tank-1 = { id = "tank-1", attributes = { level = "level" } }
  }
  rules     = { flow-low = { attribute = "flow", operator = "lt", threshold = 10 } }
  overrides = {
    "pump-9/flow-low" = { threshold = 9 }
    "pump-1/flow-low" = { severity = "SEV9", treshold = 9, text = "below {treshold}" }
  }
}
`

// refusal matches a row of the table of mistakes in the guide "alert-sets", and captures the error message. If the message ends
// with " ...", only the part before it counts.
var refusal = regexp.MustCompile("(?m)^\\| .* \\| `(.*?)(?: \\.\\.\\.)?` \\|$")

// TestRefusals makes each mistake of the table in the guide "alert-sets". Terraform must print the error message that the table quotes,
// including the asset and the rule, such as "Asset pump-1, rule flow-low".
func TestRefusals(t *testing.T) {
	t.Parallel()
	a := newAuthor(t, terraformtest.Build(t))
	if err := os.CopyFS(filepath.Join(a.folder, "alert-set"), os.DirFS(root+"/examples/modules/alert-set")); err != nil {
		t.Fatal(err)
	}
	terraformtest.Write(t, a.folder, "main.tf", mistakes)
	a.run("terraform init", false)
	output := a.run(terraformtest.Program+" reference-server -quiet -- terraform plan", true)
	guide, err := os.ReadFile(root + "/templates/guides/alert-sets.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := refusal.FindAllStringSubmatch(string(guide), -1)
	if len(rows) != 5 {
		t.Fatalf("the guide lists %d mistakes: %v", len(rows), rows)
	}
	for _, row := range rows {
		asset, problem, named := strings.Cut(row[1], ": ")
		if !strings.Contains(output, asset) || named && !strings.Contains(output, problem) {
			t.Errorf("%q is not among\n%s", row[1], output)
		}
	}
}
