// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"pgregory.net/rapid"
)

func TestLabels(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Low flow":                  "low_flow",
		"  Low -- flow!":            "low_flow",
		"Größe Ä":                   "grosse_a",
		"Śródmieście Łódź":          "srodmiescie_lodz",
		"Ångström's œuvre":          "angstroms_oeuvre",
		"5 bar":                     "alert_5_bar",
		"Насос":                     "alert_8d3c8e0a",
		"Насос P1":                  "alert_8d3c8e0a",
		"Pump насосы 1":             "alert_8d3c8e0a",
		"水":                         "alert_8d3c8e0a",
		"🙂":                         "alert_8d3c8e0a",
		"":                          "alert_8d3c8e0a",
		"Ⅳ ﬁlter":                   "iv_filter",
		"m³/h":                      "m3_h",
		strings.Repeat("x", 60):     strings.Repeat("x", 60),
		strings.Repeat("x", 61):     strings.Repeat("x", 60),
		strings.Repeat("long ", 20): strings.TrimSuffix(strings.Repeat("long_", 12), "_"),
	} {
		if got := labelOf(text, "alert", "8d3c8e0a-52f4"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text, id := rapid.String().Draw(t, "text"), rapid.String().Draw(t, "id")
		if label := labelOf(text, "alert", id); !hclsyntax.ValidIdentifier(label) {
			t.Fatalf("%q of %q and %q is no identifier", label, text, id)
		}
	})
}

func TestNaturalOrder(t *testing.T) {
	t.Parallel()
	names := []string{"", "1", "2", "02", "10", "a", "a 2", "a 2b", "a 10", "ab"}
	for i, a := range names {
		for j, b := range names {
			if got := compareNatural(a, b); cmp.Compare(got, 0) != cmp.Compare(i, j) {
				t.Errorf("%q and %q: %d", a, b, got)
			}
		}
	}
}

func TestThousands(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := thousands(n); got != want {
			t.Errorf("%d is %s", n, got)
		}
	}
}
