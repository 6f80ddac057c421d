// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestFractions declares fractions and large numbers where whole ones are usual: a sentence on the attribute, never one
// about an error in the provider.
func TestFractions(t *testing.T) {
	t.Parallel()
	const widget = "name = \"w\"\ntab = \"t\"\ntype = \"line\"\n"
	e := startEngine(t, refserver.Options{})
	for name, c := range map[string]struct {
		kind, body string
		severity   tfjson.DiagnosticSeverity // "" where nothing is said
		want       string
	}{
		"width": {
			"widget", widget + "width = 20 / 3", tfjson.DiagnosticSeverityWarning,
			"width is 6.666666667, but what engines are known to take is a whole number from 1 to 20.",
		},
		"rate": {
			"alert", "name = \"a\"\nseverity = \"SEV1\"\ntype = \"rate\"\nrate_unit = \"hour\"\nrate_value = 1.5", tfjson.DiagnosticSeverityWarning,
			"rate_value is 1.5, but what engines are known to take is a whole number.",
		},
		"large order":     {"tab", "name = \"t\"\ndashboard = \"d\"\norder = 1e30", "", ""},
		"fraction, order": {"tab", "name = \"t\"\ndashboard = \"d\"\norder = 1.5", tfjson.DiagnosticSeverityWarning, "order is 1.5, but what engines are known to take is a whole number, 0 or more."},
		"limit of items": {
			"widget", widget + "chart_items = [{ ref_id = \"A\", type = \"EXPRESSION\", expression = \"1\", query_limit = 0.5 }]", tfjson.DiagnosticSeverityError,
			"chart_items[0].query_limit is 0.5, but it has to be a whole number from 1 to 10000.",
		},
		"buckets": {"widget", widget + "bucket_count = 1e30 / 7", tfjson.DiagnosticSeverityError, "bucket_count is 1.428571429e+29, but it has to be a whole number, 1 or more."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := validateAlone(t, e, "resource \"engine_"+c.kind+"\" \"it\" {\n"+c.body+"\n}\n")
			switch {
			case c.severity == "" && len(found) == 0:
			case len(found) != 1 || found[0].Severity != c.severity || !strings.Contains(found[0].Detail, c.want):
				t.Errorf("got %+v, want the %s %q", found, c.severity, c.want)
			}
		})
	}
	t.Run("data source", func(t *testing.T) {
		t.Parallel()
		found := validateAlone(t, e, "data \"engine_alert_events\" \"it\" { limit = 1.5 }\n")
		if len(found) != 1 || !strings.Contains(found[0].Detail, "limit is 1.5, but it has to be a whole number, 1 or more.") {
			t.Errorf("got %+v", found)
		}
	})
}
