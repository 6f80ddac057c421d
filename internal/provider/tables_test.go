// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// TestTables compares the provider's schemas with the reference server's tables of fields. The two were written independently, from the
// engine's interface document, so a difference means that one of them is wrong.
func TestTables(t *testing.T) {
	t.Parallel()
	definitions, err := defineAll()
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]*table.Table{}
	for _, written := range table.Tables() {
		tables[written.Kind] = written
	}
	for _, d := range definitions {
		wanted, ok := tables[d.Name]
		if !ok {
			t.Errorf("the reference server has no table of %s", d.Name)
			continue
		}
		delete(tables, d.Name)
		c := comparison{t: t, definition: d}
		c.fields(d.Name, "", d.allAttributes(), wanted.Fields)
	}
	for kind := range tables {
		t.Errorf("the provider has no object %s", kind)
	}
}

type comparison struct {
	t *testing.T
	*definition
}

func (c comparison) fields(where, path string, attributes map[string]schema.Attribute, fields []table.Field) {
	unseen := map[string]bool{}
	for name := range attributes {
		unseen[name] = name != "id" && name != lens.ExtraName
	}
	for _, f := range fields {
		a, ok := attributes[f.Name]
		delete(unseen, f.Name)
		switch {
		case !ok && (f.ServerSet || slices.Contains(slices.Collect(maps.Values(c.Facts.Tombstones)), f.Name)):
		case !ok:
			c.t.Errorf("%s: the provider lacks %s", where, f.Name)
		default:
			c.field(where+"."+f.Name, path+f.Name, a, f)
		}
	}
	for name, missing := range unseen {
		if missing {
			c.t.Errorf("%s: the reference server lacks %s", where, name)
		}
	}
}

func (c comparison) field(where, path string, a schema.Attribute, f table.Field) {
	isSent := a.IsRequired() || slices.Contains(c.Facts.Arrays, path) // a create sends [] for undeclared arrays
	if top := path == f.Name; top && isSent != f.Required && f.Name != "type" && f.Name != "deployment_type" {
		c.t.Errorf("%s: required is %v in the provider, %v in the reference server", where, a.IsRequired(), f.Required)
	}
	if want, ok := c.Facts.Defaults[path]; !f.ServerSet && (ok != (f.Default != nil) || ok && fmt.Sprint(want) != fmt.Sprint(f.Default)) {
		c.t.Errorf("%s: the default is %v in the provider, %v in the reference server", where, want, f.Default)
	}
	switch a := a.(type) {
	case schema.StringAttribute:
		if a.CustomType != nil {
			c.isOneOf(where, f, table.JSON, table.Array)
			return
		}
		if !f.NumericText { // a NumericText field accepts both "5" and 5
			c.isOneOf(where, f, table.String, table.Text)
		}
		c.values(where, a, f)
	case schema.NumberAttribute:
		c.isOneOf(where, f, table.Integer, table.Number, table.Text)
	case schema.BoolAttribute:
		c.isOneOf(where, f, table.Boolean)
	case schema.ListAttribute:
		c.isOneOf(where, f, table.Array)
	case schema.ListNestedAttribute:
		c.isOneOf(where, f, table.Array)
		c.fields(where, path+".", a.NestedObject.Attributes, f.Fields)
	case schema.SingleNestedAttribute:
		c.isOneOf(where, f, table.Object)
		c.fields(where, path+".", a.Attributes, f.Fields)
	}
}

func (c comparison) isOneOf(where string, f table.Field, types ...table.FieldType) {
	if !slices.Contains(types, f.Type) {
		c.t.Errorf("%s: the reference server takes a %s, the provider sends one of %v", where, f.Type, types)
	}
}

// values compares the valid values of a string attribute with those in the reference server's table. If the interface document does not
// list all values, the provider accepts any value, and the attribute's description must contain the known values.
func (c comparison) values(where string, a schema.StringAttribute, f table.Field) {
	for _, v := range a.Validators {
		o, ok := v.(attribute.Enum)
		if !ok {
			continue
		}
		accepted := slices.Sorted(maps.Keys(o.Synonyms))
		accepted = append(accepted, o.Values...)
		slices.Sort(accepted)
		if known := slices.Sorted(slices.Values(f.OneOf)); !slices.Equal(accepted, known) {
			c.t.Errorf("%s: one of %v in the provider, of %v in the reference server", where, accepted, known)
		}
		return
	}
	for _, value := range f.OneOf {
		if value != "" && !strings.Contains(a.MarkdownDescription, "`"+value+"`") {
			c.t.Errorf("%s: the description does not name the value %s", where, value)
		}
	}
}
