// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"iter"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// EveryAttribute yields all attributes in a schema with their paths, such as "name" and "chart_items.label".
func EveryAttribute(attributes map[string]schema.Attribute) iter.Seq2[string, schema.Attribute] {
	return func(yield func(string, schema.Attribute) bool) {
		visitAttributes(attributes, "", yield)
	}
}

func visitAttributes(attributes map[string]schema.Attribute, prefix string, yield func(string, schema.Attribute) bool) bool {
	for name, a := range attributes {
		path := prefix + name
		if !yield(path, a) {
			return false
		}
		var nested map[string]schema.Attribute
		switch a := a.(type) {
		case schema.ListNestedAttribute:
			nested = a.NestedObject.Attributes
		case schema.SingleNestedAttribute:
			nested = a.Attributes
		}
		if !visitAttributes(nested, path+".", yield) {
			return false
		}
	}
	return true
}

// AttributeAt returns the attribute at a path such as "chart_items.label". It fails the test immediately if there is none.
func AttributeAt(t *testing.T, attributes map[string]schema.Attribute, path string) schema.Attribute {
	t.Helper()
	for p, a := range EveryAttribute(attributes) {
		if p == path {
			return a
		}
	}
	t.Fatalf("there is no attribute %s", path)
	return nil
}
