// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import "testing"

func TestTextsOrNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		meaning          NumericMeaning
		engine, declared string
		same             bool
	}{
		{Seconds(), "300", "300.0", true},
		{Seconds(), "5m", "300", true},
		{Seconds(), "300", "5m", true},
		{Seconds(), "1h30m", "90 m", true},
		{Seconds(), "1500ms", "1.5", true},
		{Seconds(), "5m", "5", false},
		{Seconds(), "1M", "1m", false},
		{Seconds(), "soon", "soon", false}, // package lens compares identical strings itself
		{Seconds(), "", "0", false},
		{RateValue(), "5.0", "5", true},
		{RateValue(), "5m", "5", true},
		{RateValue(), "5h", "5", true},
		{RateValue(), "5m", "5 m", true},
		{RateValue(), "5m", "5h", false},
		{RateValue(), "5m", "300", false},
		{RateValue(), "5 minutes", "5", false},
	} {
		if same := c.meaning.EqualStrings(c.engine, c.declared); same != c.same {
			t.Errorf("%q says %q: %v", c.engine, c.declared, same)
		}
	}
	for engine, want := range map[string]string{"5.0": "5", "5m": "5m", "0.50": "0.5", "": "", "soon": "soon"} {
		if got := Seconds().Canonical(engine); got != want {
			t.Errorf("%q is shown as %q, want %q", engine, got, want)
		}
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	severities := OneOf("SEV1", "SEV2").OrLowerCase()
	labels := OneOf("last", "average").Also("avg", "average")
	for got, want := range map[string]string{
		severities.Canonical("sev1"): "SEV1", severities.Canonical("SEV2"): "SEV2", severities.Canonical("sev9"): "sev9",
		labels.Canonical("AVG"): "average", labels.Canonical("LAST"): "last", labels.Canonical("median"): "median",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
