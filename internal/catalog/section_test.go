// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"maps"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// TestSections checks that each attribute of an object is in exactly one section, and that MemberOrder contains the attributes of all
// nested objects.
func TestSections(t *testing.T) {
	t.Parallel()
	members := map[string]bool{"id": true, "extra": true}
	for _, o := range Objects() {
		var got []string
		for _, section := range o.Sections {
			got = append(got, section.Attributes...)
		}
		slices.Sort(got)
		var want []string
		for _, attributes := range []map[string]schema.Attribute{o.Attributes, o.ProviderOnly, o.ReadOnly} {
			want = slices.AppendSeq(want, maps.Keys(attributes))
			addMembers(members, attributes)
		}
		slices.Sort(want)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("the sections of %s lack attributes (-) or have others (+):\n%s", o.Name, diff)
		}
	}
	order := MemberOrder()
	slices.Sort(order)
	if diff := gocmp.Diff(slices.Sorted(maps.Keys(members)), order); diff != "" {
		t.Errorf("MemberOrder lacks names (-) or has others (+):\n%s", diff)
	}
}

// addMembers adds the names of all attributes in nested objects to the names map.
func addMembers(names map[string]bool, attributes map[string]schema.Attribute) {
	for _, a := range attributes {
		var nested map[string]schema.Attribute
		switch a := a.(type) {
		case schema.ListNestedAttribute:
			nested = a.NestedObject.Attributes
		case schema.SingleNestedAttribute:
			nested = a.Attributes
		}
		for name := range nested {
			names[name] = true
		}
		addMembers(names, nested)
	}
}
