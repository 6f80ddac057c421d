// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"maps"
	"slices"
	"testing"
)

func TestCollectionsAreComparable(t *testing.T) {
	again := Components("algorithm")
	if again != Components("algorithm") || again == Components("connector") {
		t.Error("components of one type are not one collection")
	}
	names := []string{Alerts.String(), Components("algorithm").String(), Widgets.String()}
	if !slices.Equal(names, []string{"alert", "component", "widget"}) {
		t.Errorf("the names are %q", names)
	}
}

func TestMergedArrays(t *testing.T) {
	want := map[string]string{"function_items": "deleted"}
	if got := Functions.MergedArrays(); !maps.Equal(got, want) {
		t.Errorf("those of functions are %v, want %v", got, want)
	}
	clear(Functions.MergedArrays())
	if got := Functions.MergedArrays(); !maps.Equal(got, want) {
		t.Errorf("a caller changed those of functions to %v", got)
	}
	for _, col := range []Collection{Alerts, Components("algorithm"), {}} {
		if got := col.MergedArrays(); len(got) > 0 {
			t.Errorf("those of %q are %v, want none", col, got)
		}
	}
}
