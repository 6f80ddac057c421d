// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/providertest"
)

// TestPlainTextsAreDerived has the engine hold the texts that it runs, though the configuration declares none of them.
func TestPlainTextsAreDerived(t *testing.T) {
	eachItemOwner(t, func(t *testing.T, o itemOwner, e *testEngine) {
		plain := func(name, field, want string) resource.TestCheckFunc {
			return func(state *terraform.State) error {
				items, err := e.items(o, state)
				if err != nil {
					return err
				}
				if got := items[name][field]; got != want {
					return fmt.Errorf("%s of %s is %v, want %s", field, name, got, want)
				}
				return nil
			}
		}
		const queryOfPump = `[{"$match":{"asset":"pump","attribute":"flow"}}]`
		first := e.Config(o.with(`[local.a, local.c]`))
		resource.Test(t, resource.TestCase{
			ProtoV6ProviderFactories: factories(),
			Steps: []resource.TestStep{
				{
					Config: first,
					Check: resource.ComposeAggregateTestCheckFunc(
						plain("A", "query_plain", queryOfPump), plain("C", "expression_plain", providertest.PlainOfA),
						resource.TestCheckNoResourceAttr(o.address(), o.list+".0.query_plain"),
						resource.TestCheckNoResourceAttr(o.address(), o.list+".1.expression_plain"),
					),
				},
				{PreConfig: e.ClearRequests, Config: first, Check: func(*terraform.State) error { return e.wrote(0) }},
				{ResourceName: o.address(), ImportState: true, ImportStateKind: resource.ImportBlockWithID},
				{
					Config:           e.Config(o.with(`[merge(local.a, { query_filter_asset = { id = "spare" } }), merge(local.c, { expression = "$A * 2" })]`)),
					ConfigPlanChecks: updated(o),
					Check: resource.ComposeAggregateTestCheckFunc(
						plain("A", "query_plain", strings.ReplaceAll(queryOfPump, "pump", "spare")),
						plain("C", "expression_plain", strings.ReplaceAll(providertest.PlainOfA, "$A }", "$A * 2 }")),
					),
				},
				{
					Config: e.Config(o.with(`[merge(local.a, { query_plain = "[ ]" }), merge(local.c, { expression_plain = "{ }" })]`)),
					Check:  resource.ComposeAggregateTestCheckFunc(plain("A", "query_plain", "[ ]"), plain("C", "expression_plain", "{ }")),
				},
				{
					Config: first,
					Check:  resource.ComposeAggregateTestCheckFunc(plain("A", "query_plain", queryOfPump), plain("C", "expression_plain", providertest.PlainOfA)),
				},
			},
		})
	})
}
