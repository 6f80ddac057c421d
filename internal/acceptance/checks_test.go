// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestChecksInTerraform plans a mistake in every object whose checks the fast tests try without Terraform.
func TestChecksInTerraform(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	for name, c := range map[string]struct{ body, want string }{
		"dashboard": {
			body: `
				name   = "d"
				assets = [{ id = "" }]`,
			want: `assets[0].id is "", but it has to be a text with at least one character that is no space.`,
		},
		"tab": {
			body: `
				name      = "t"
				dashboard = "d"
				order     = -1`,
			want: "order is -1, but it has to be a whole number, 0 or more.",
		},
		"widget": {
			body: `
				name             = "w"
				tab              = "t"
				type             = "stat"
				labels_placement = "left"`,
			want: `labels_placement is "left", but it has to be "bottom" or "right".`,
		},
		"component": {
			body: `
				type                = "algorithm"
				name                = "c"
				version             = "1.0.0"
				deployment_capacity = "small"
				output              = []
				routines            = []
				custom_types        = []
				input = [{ name = "hours", type = "integer", value = jsonencode("24") }]`,
			want: `input[0].type is "integer", but it has to be a built-in type`,
		},
		"routine": {
			body: `
				name         = "r"
				component_id = "c"
				type         = "inference"
				config       = [{ name = "a", type = "str" }, { name = "a", type = "str" }]
				input        = []
				output       = []`,
			want: `config[1].name is "a", but config[0] has that name already.`,
		},
		"alert": {
			body: `
				name         = "a"
				severity     = "SEV1"
				type         = "cron"
				cron_minutes = "75"
				cron_hours   = "6"
				cron_dom     = "?"
				cron_month   = "*"
				cron_dow     = "*"
				cron_year    = "*"`,
			want: `cron_minutes is "75": "75" is not one of the minutes, 0 to 59. Right is, for example, "0", "0,30" or "*/15".`,
		},
		"function": {
			body: `
				name           = "f"
				function_items = [{ ref_id = "A", type = "EXPRESSION", expression = "$B" }]`,
			want: `function_items[0].expression names $B, but no item of function_items has the ref_id "B"; the items are A.`,
		},
		"node": {
			body: `
				name  = "n"
				type  = "self_hosted"
				extra = jsonencode([])`,
			want: "extra has to be the text of a JSON object",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: factories(),
				Steps: []resource.TestStep{{
					Config:      e.Config("resource \"engine_" + name + "\" \"it\" {\n" + c.body + "\n}\n"),
					PlanOnly:    true,
					ExpectError: words(c.want),
				}},
			})
		})
	}
}
