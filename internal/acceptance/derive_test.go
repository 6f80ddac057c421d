// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// TestPlainTextsAreDerived has the engine hold the texts that it runs, though the configuration declares none of them.
func TestPlainTextsAreDerived(t *testing.T) {
	eachItemOwner(t, func(t *testing.T, o itemOwner, e *testEngine) {
		run := startProviders(t, factories())
		applied := func(config, action, query, expression string) {
			t.Helper()
			if got := run.applied(t, config)[o.address()]; got != action {
				t.Errorf("the plan is %q, want %q", got, action)
			}
			items := run.items(t, e, o)
			if got := items["A"]["query_plain"]; got != query {
				t.Errorf("query_plain of A is %v, want %s", got, query)
			}
			if got := items["C"]["expression_plain"]; got != expression {
				t.Errorf("expression_plain of C is %v, want %s", got, expression)
			}
		}
		const query = `[{"$match":{"asset":"pump","attribute":"flow"}}]`
		const expression = providertest.PlainOfA
		first := e.Config(o.with(`[local.a, local.c]`))
		applied(first, "create", query, expression)
		for _, item := range elementsOf(run.state(t)[o.address()], o.list) {
			if item["query_plain"] != nil || item["expression_plain"] != nil {
				t.Errorf("the state has the texts: %v", item)
			}
		}
		e.ClearRequests()
		run.planEmpty(t)
		if err := e.wrote(0); err != nil {
			t.Error(err)
		}
		run.imports(t, first, o.address())
		applied(e.Config(o.with(`[merge(local.a, { query_filter_asset = { id = "spare" } }), merge(local.c, { expression = "$A * 2" })]`)), "update",
			strings.ReplaceAll(query, "pump", "spare"), strings.ReplaceAll(expression, "$A }", "$A * 2 }"))
		applied(e.Config(o.with(`[merge(local.a, { query_plain = "[ ]" }), merge(local.c, { expression_plain = "{ }" })]`)), "update", "[ ]", "{ }")
		applied(first, "update", query, expression)
		run.destroy(t, e)
	})
}
