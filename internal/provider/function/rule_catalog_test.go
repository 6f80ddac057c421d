// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRuleCatalog merges the defaults and a rule from rule_catalog with deep_merge, as a module does. If the rule has cron, the merged rule
// must not have the rate of the defaults.
func TestRuleCatalog(t *testing.T) {
	t.Parallel()
	const text = `
version: 1
defaults: {rate: 5m, severity: SEV4, tags: [plant]}
rules:
  daily: {cron: "0 8 * * ? *", threshold: 0.1, tags: null}
  often: {severity: SEV1}
`
	catalog, err := call(t, "rule_catalog", text)
	if err != nil {
		t.Fatal(err.Text)
	}
	daily := object{"cron": "0 8 * * ? *", "rate": nil, "threshold": "0.1", "thresholds": nil, "tags": nil}
	defaults := object{"rate": "5 minutes", "cron": nil, "severity": "SEV4", "tags": list{object{"id": "plant", "name": nil}}}
	want := object{"version": "1", "defaults": defaults, "rules": object{"daily": daily, "often": object{"severity": "SEV1"}}}
	if diff := cmp.Diff(any(want), catalog); diff != "" {
		t.Fatalf("-want +got:\n%s", diff)
	}
	for layers, want := range map[*list]object{
		{object{"mute": false}, defaults, daily}: {
			"mute": false, "severity": "SEV4", "cron": "0 8 * * ? *",
			"threshold": "0.1",
		},
		{object{"cron": "x"}, defaults, object{"severity": "SEV1"}}: {
			"rate": "5 minutes", "severity": "SEV1",
			"tags": list{object{"id": "plant", "name": nil}},
		},
	} {
		got, err := call(t, "deep_merge", *layers)
		if err != nil {
			t.Fatal(err.Text)
		}
		if diff := cmp.Diff(any(want), got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

func TestRuleCatalogErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"version: 1": "line 1, column 1: the catalog lacks rules",
		"{}":         "the catalog has several mistakes:\nline 1, column 1: the catalog lacks version\nline 1, column 1: the catalog lacks rules",
	} {
		if _, err := call(t, "rule_catalog", text); err == nil || err.Text != want || *err.FunctionArgument != 0 {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
