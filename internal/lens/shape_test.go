// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestFromSchemaRejectsUnsupportedSchemas(t *testing.T) {
	optional := schema.StringAttribute{Optional: true}
	for name, c := range map[string]struct {
		a     schema.Attribute // the only attribute of the schema; its name is "a"
		facts Facts
		want  string
	}{
		"set": {
			a:    schema.SetAttribute{ElementType: types.StringType},
			want: "a: an attribute of type schema.SetAttribute has no shape",
		},
		"list of numbers": {
			a:    schema.ListAttribute{ElementType: types.Int64Type},
			want: "a: a list of basetypes.Int64Type has no shape",
		},
		"nested map": {
			a:    objects(map[string]schema.Attribute{"b": schema.MapAttribute{ElementType: types.StringType}}),
			want: "a.b: an attribute of type schema.MapAttribute has no shape",
		},
		"default of a missing attribute": {
			a: optional, facts: Facts{Defaults: map[string]any{"a.b": "x"}},
			want: `a default is given for "a.b", which the schema lacks`,
		},
		"default of a different type": {
			a: optional, facts: Facts{Defaults: map[string]any{"a": []any{}}},
			want: "a default does not fit: a: the engine returned [] where a string is expected",
		},
		"unsent":             {a: optional, facts: Facts{Unsent: []string{"a", "b"}}, want: `the facts name "b", which the schema lacks`},
		"changed on its own": {a: optional, facts: Facts{Runtime: []string{"b"}}, want: `the facts name "b", which the schema lacks`},
		"array":              {a: optional, facts: Facts{Arrays: []string{"b"}}, want: `the facts name "b", which the schema lacks`},
		"tombstone": {
			a: optional, facts: Facts{Tombstones: map[string]string{"b": "x"}}, want: `the facts name "b", which the schema lacks`,
		},
		"tombstone of a string": {
			a: optional, facts: Facts{Tombstones: map[string]string{"a": "x"}},
			want: `a tombstone is given for "a", which is not a list of objects`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := FromSchema(schema.Schema{Attributes: map[string]schema.Attribute{"a": c.a}}, c.facts)
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestShapeHasTheTypeOfItsSchema(t *testing.T) {
	attributes := map[string]schema.Attribute{
		"text": schema.StringAttribute{}, "number": schema.NumberAttribute{}, "flag": schema.BoolAttribute{},
		"strings": schema.ListAttribute{ElementType: types.StringType},
		"objects": objects(map[string]schema.Attribute{"text": schema.StringAttribute{}}),
		"object":  schema.SingleNestedAttribute{Attributes: map[string]schema.Attribute{"flag": schema.BoolAttribute{}}},
	}
	s := build(t, attributes, Facts{})
	want := schema.Schema{Attributes: attributes}.Type().TerraformType(t.Context())
	if !s.Type().Equal(want) {
		t.Errorf("got  %s\nwant %s", s.Type(), want)
	}
	if null := s.Null(); !null.IsNull() || !null.Type().Equal(want) {
		t.Errorf("Null is %s", null)
	}
}

// TestKeyAttribute checks which attribute identifies list elements: the first of ref_id, id, name and port that is not an object.
func TestKeyAttribute(t *testing.T) {
	str, number := schema.StringAttribute{}, schema.NumberAttribute{}
	object := schema.SingleNestedAttribute{Attributes: map[string]schema.Attribute{}}
	for want, attributes := range map[string]map[string]schema.Attribute{
		"ref_id": {"port": number, "name": str, "id": str, "ref_id": str},
		"id":     {"port": number, "name": str, "id": str},
		"name":   {"port": number, "name": str, "id": object},
		"port":   {"port": number, "label": str},
		"":       {"label": str, "name": object},
	} {
		got := ""
		if key := build(t, map[string]schema.Attribute{"list": objects(attributes)}, Facts{}).member("list").elem.key; key != nil {
			got = key.name
		}
		if got != want {
			t.Errorf("the key is %q, want %q", got, want)
		}
	}
	if build(t, map[string]schema.Attribute{"name": str}, Facts{}).key != nil {
		t.Error("a resource has a key, though it is one document, whatever its name")
	}
}
