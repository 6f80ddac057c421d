// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package configuration_test

import (
	"slices"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

func TestSelect(t *testing.T) {
	t.Parallel()
	got := configuration.Select([]string{
		"override.tf", "main.tf", "main.tofu", "a.tf.json", ".hidden.tf", "#main.tf#", "main.tf~", "x_override.tofu.json", "README.md",
	})
	if want := []string{"main.tofu", "a.tf.json", "override.tf", "x_override.tofu.json"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	declared := configuration.NewDeclarations()
	for name, text := range map[string]string{
		"main.tf": `
variable "given" {}
variable "size" { default = 1 }
locals {
  list  = [var.size, local.other]
  other = upper("${var.given}!")
  self  = local.self
  late  = timestamp()
}`,
		"a.tf.json": `{"locals": {"json": "${var.given} in JSON"}}`,
	} {
		body, err := configuration.Parse(name, []byte(text))
		if err == nil {
			err = declared.Add(body)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	scope := &configuration.Scope{
		Declared: declared, Given: map[string]cty.Value{"given": cty.StringVal("a")},
		Other: func(names []string) cty.Value {
			if slices.Equal(names, []string{"engine_node", "n"}) {
				return cty.ObjectVal(map[string]cty.Value{"id": cty.StringVal("n-1")})
			}
			return cty.DynamicVal
		},
	}
	for text, want := range map[string]cty.Value{
		`local.list[1]`:          cty.StringVal("A!"),
		`local.list[0] + 1`:      cty.NumberIntVal(2),
		`local.json`:             cty.StringVal("a in JSON"),
		`local.self`:             cty.DynamicVal,
		`local.late`:             cty.DynamicVal,
		`local.none`:             cty.DynamicVal,
		`data.engine_node.n.id`:  cty.DynamicVal,
		`engine_node.n.id`:       cty.StringVal("n-1"),
		`"${each.key}-${var.x}"`: cty.UnknownVal(cty.String).RefineNotNull(),
	} {
		expr, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		more := map[string]cty.Value{"each": cty.ObjectVal(map[string]cty.Value{"key": cty.StringVal("k")})}
		if got := scope.Value(expr, more); !got.RawEquals(want) && (want.IsKnown() || got.IsKnown()) {
			t.Errorf("%s is %#v, want %#v", text, got, want)
		}
	}
}
