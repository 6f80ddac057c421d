// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// eachDefinition runs a test for every object of the registry.
func eachDefinition(t *testing.T, test func(t *testing.T, d *definition)) {
	t.Parallel()
	definitions, err := defineAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range definitions {
		t.Run(d.name, func(t *testing.T) { test(t, d) })
	}
}

// everyAttribute gives the attributes at every depth by their paths, such as "chart_items.label".
func everyAttribute(attributes map[string]schema.Attribute) iter.Seq2[string, schema.Attribute] {
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

// attributeAt is the attribute of a path; it fails the test when there is none.
func attributeAt(t *testing.T, attributes map[string]schema.Attribute, path string) schema.Attribute {
	t.Helper()
	for p, a := range everyAttribute(attributes) {
		if p == path {
			return a
		}
	}
	t.Fatalf("there is no attribute %s", path)
	return nil
}

func TestEveryAttributeIsDescribed(t *testing.T) {
	const least = 15 // fewer characters only repeat the name
	eachDefinition(t, func(t *testing.T, d *definition) {
		if d.summary == "" {
			t.Error("the object has no summary")
		}
		for path, a := range everyAttribute(d.allAttributes()) {
			if text := a.GetMarkdownDescription(); len(text) < least || !strings.HasSuffix(text, ".") {
				t.Errorf("%s is described as %q, want a sentence", path, text)
			}
		}
	})
}

func TestEveryDefaultIsDescribed(t *testing.T) {
	eachDefinition(t, func(t *testing.T, d *definition) {
		for path, value := range d.facts.Defaults {
			text := attributeAt(t, d.schema.Attributes, path).GetMarkdownDescription()
			want := fmt.Sprintf("The engine's default is %v.", value)
			if !strings.Contains(strings.ReplaceAll(text, "`", ""), want) {
				t.Errorf("%s is described as %q, want %q in it", path, text, want)
			}
		}
	})
}

// Without types of their own the framework builds the types of nested attributes anew at every step of every path.
func TestNestedAttributesKeepTheirTypes(t *testing.T) {
	eachDefinition(t, func(t *testing.T, d *definition) {
		for path, a := range everyAttribute(d.allAttributes()) { // without timeouts, whose types are their library's
			switch a := a.(type) {
			case schema.ListNestedAttribute:
				list, isList := a.CustomType.(types.ListType)
				object, isObject := a.NestedObject.CustomType.(types.ObjectType)
				if !isList || !isObject || !list.ElemType.Equal(object) {
					t.Errorf("the list %s has the type %v with elements of %v, want a list of the same objects", path, a.CustomType, a.NestedObject.CustomType)
					continue
				}
				checkMembers(t, path, object, a.NestedObject.Attributes)
			case schema.SingleNestedAttribute:
				object, isObject := a.CustomType.(types.ObjectType)
				if !isObject {
					t.Errorf("%s has the type %v, want an object", path, a.CustomType)
					continue
				}
				checkMembers(t, path, object, a.Attributes)
			}
		}
	})
}

func checkMembers(t *testing.T, path string, object types.ObjectType, attributes map[string]schema.Attribute) {
	t.Helper()
	if len(object.AttrTypes) != len(attributes) {
		t.Errorf("the type of %s has %d members, the schema %d attributes", path, len(object.AttrTypes), len(attributes))
	}
	for name, a := range attributes {
		if member := object.AttrTypes[name]; member == nil || !member.Equal(a.GetType()) {
			t.Errorf("the type of %s has %v for %s, want %v", path, member, name, a.GetType())
		}
	}
}

// The lens refuses defaults and tombstones of what the schema lacks; these names are checked nowhere else.
func TestNamesAreAttributes(t *testing.T) {
	eachDefinition(t, func(t *testing.T, d *definition) {
		for _, name := range d.facts.Unsent {
			if d.schema.Attributes[name] == nil {
				t.Errorf("%s is unsent, but no attribute", name)
			}
		}
		if scope, ok := d.attributes[d.scope].(schema.StringAttribute); d.scope != "" && (!ok || !scope.Required) {
			t.Errorf("the scope %s is no required text", d.scope)
		}
		for name, a := range d.served {
			if d.attributes[name] != nil || !a.IsComputed() {
				t.Errorf("%s is served, so it has to be computed and no attribute of the resource", name)
			}
		}
	})
}

// The interface document closes some lists of values; lists of examples are open.
func TestListedValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		object         object
		path           string
		taken, refused string // "" where nothing is refused
	}{
		{widget(), "type", "heatmap", ""},
		{widget(), "labels_aggregation", "average", "median"},
		{widget(), "labels_aggregation", "avg", "AVERAGE"},
		{widget(), "labels_placement", "right", "left"},
		{widget(), "line_interpolation_style", "dotted", ""},
		{widget(), "timeseries_type", "area", ""},
		{widget(), "chart_items.type", "METADATA", "metadata"},
		{component(), "type", "bridge", ""},
		{component(), "deployment_capacity", "large", "huge"},
		{component(), "deployment_type", "SERVICE_HOSTED", "SELF_HOSTED"},
		{routine(), "type", "cleaning", ""},
		{alert(), "severity", "SEV8", "SEV9"},
		{alert(), "severity", "sev1", "sev9"},
		{alert(), "type", "cron", "manual"},
		{alert(), "rate_unit", "day", "week"},
		{alert(), "stmt_operator", "ge", "ne"},
		{alert(), "stmt_aggregation", "last", "median"},
		{alert(), "status", "snoozed", ""},
		{node(), "type", "edge", ""},
		{function(), "type", "event", ""},
		{function(), "status", "paused", ""},
		{function(), "rate_unit", "week", ""},
		{function(), "function_items.type", "EXPRESSION", "QUERY_ALL"},
	} {
		t.Run(c.object.name+"/"+c.path+"/"+c.taken, func(t *testing.T) {
			a, ok := attributeAt(t, c.object.attributes, c.path).(schema.StringAttribute)
			if !ok {
				t.Fatalf("%s is no text", c.path)
			}
			if refuses(t, a, c.taken) {
				t.Errorf("%q is refused", c.taken)
			}
			if c.refused != "" && !refuses(t, a, c.refused) {
				t.Errorf("%q is taken", c.refused)
			}
		})
	}
}

func refuses(t *testing.T, a schema.StringAttribute, value string) bool {
	t.Helper()
	var resp validator.StringResponse
	for _, v := range a.Validators {
		v.ValidateString(t.Context(), validator.StringRequest{ConfigValue: types.StringValue(value)}, &resp)
	}
	return resp.Diagnostics.HasError()
}
