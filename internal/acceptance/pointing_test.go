// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestMistakesInLists wants the line that Terraform prints to lie in the element with the mistake, also where the resource
// has an attribute of the same name, where lists nest, and where the element comes from elsewhere.
func TestMistakesInLists(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	for name, c := range map[string]struct{ body, want string }{
		"name of a resource's own attribute": {
			body: `
resource "engine_alert" "it" {
  name       = "a"
  severity   = "SEV1"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
  alert_items = [
    { ref_id = "A", type = "EXPRESSION", expression = "1" },
    { # here
      ref_id = "B" # here
      type   = "FORMULA" # here
    }, # here
  ]
}`,
			want: "alert_items[1].type is \"FORMULA\"",
		},
		"list in a list": {
			body: `
resource "engine_component" "it" {
  type                = "algorithm"
  name                = "c"
  version             = "1"
  deployment_capacity = "small"
  input               = []
  routines            = []
  output = [
    { name = "first" },
    { name = "second", fields = [{ name = "a" }, { name = "a" }] }, # here
  ]
}`,
			want: `output[1].fields[1].name is "a"`,
		},
		"object": {
			body: `
resource "engine_function" "it" {
  name = "f"
  type = "rate"
  rate_value = 5
  rate_unit  = "minute"
  target_attribute = { id = "power", type = "float" } # here
}`,
			want: `target_attribute.type is "float"`,
		},
		"element of a local value": {
			body: `
locals { items = [{ ref_id = "A", type = "FORMULA" }] }
resource "engine_widget" "it" {
  name        = "w"
  tab         = "t"
  type        = "line"
  chart_items = local.items # here
}`,
			want: `chart_items[0].type is "FORMULA"`,
		},
		"warning": {
			body: `
resource "engine_widget" "it" {
  name = "w"
  tab  = "t"
  type = "line"
  thresholds = [
    { value = 1, color = "red" },
    { value = 2, color = "#12" }, # here
  ]
}`,
			want: `thresholds[1].color is "#12"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pointsHere(t, validateAlone(t, e, c.body), terraformtest.Versions+e.Config(c.body), c.want)
		})
	}
}

// pointsHere wants one diagnostic with some words, whose lines are marked with "# here" in the configuration.
func pointsHere(t *testing.T, found []tfjson.Diagnostic, config, words string) {
	t.Helper()
	if len(found) != 1 || !strings.Contains(found[0].Detail, words) || found[0].Range == nil {
		t.Fatalf("got %+v, want one with the words %s", found, words)
	}
	lines := strings.Split(config, "\n")
	for line := found[0].Range.Start.Line; line <= found[0].Range.End.Line; line++ {
		if !strings.Contains(lines[line-1], "# here") {
			t.Errorf("%s is shown at line %d, %s", words, line, lines[line-1])
		}
	}
}
