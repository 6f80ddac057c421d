// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/calculation/calculationtest"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// wantProblems validates a configuration and compares the problems, as providertest.WantProblems does.
func wantProblems(t *testing.T, typeName string, config map[string]any, want ...string) {
	t.Helper()
	providertest.WantProblems(t, provider.NewServer("test")(), typeName, config, want...)
}

// TestRunPanics runs a check that panics.
func TestRunPanics(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	check.Run(func(check.Value) { panic("oh") }, check.Value{Diags: &diags})
	if len(diags) != 1 || diags[0].Detail() != "The object could not be checked: oh. This is a mistake of the provider." {
		t.Errorf("got %v", diags)
	}
}

// TestHostileExpressions validates expressions that would crash or hang a JavaScript engine. JavaScript that a rehearsal does not support
// is not a mistake.
func TestHostileExpressions(t *testing.T) {
	t.Parallel()
	for i, expression := range calculationtest.Hostile() {
		problems := providertest.Problems(t, provider.NewServer("test")(), "engine_alert", map[string]any{
			"name": "a", "severity": "SEV1", "type": "rate", "rate_value": 1, "rate_unit": "minute",
			"alert_items": []any{providertest.QueryItem("A"), providertest.ExpressionItem("B", expression)},
		})
		if isLegal := i > 0 && i < len(calculationtest.Table()); isLegal && len(problems) > 0 {
			t.Errorf("%.100s: %v", expression, problems)
		}
	}
}
