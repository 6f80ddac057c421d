// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"go.uber.org/goleak"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// TestMain wants no goroutine left when the tests are done.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// eachDefinition runs a test for every object of the registry.
func eachDefinition(t *testing.T, test func(t *testing.T, d *definition)) {
	t.Parallel()
	definitions, err := defineAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range definitions {
		t.Run(d.Name, func(t *testing.T) { test(t, d) })
	}
}

func TestEveryAttributeIsDescribed(t *testing.T) {
	const least = 15 // fewer characters only repeat the name
	eachDefinition(t, func(t *testing.T, d *definition) {
		if d.Summary == "" {
			t.Error("the object has no summary")
		}
		for path, a := range providertest.EveryAttribute(d.allAttributes()) {
			if text := a.GetMarkdownDescription(); len(text) < least || !strings.HasSuffix(text, ".") {
				t.Errorf("%s is described as %q, want a sentence", path, text)
			}
		}
	})
}

func TestEveryDefaultIsDescribed(t *testing.T) {
	eachDefinition(t, func(t *testing.T, d *definition) {
		for path, value := range d.Facts.Defaults {
			text := providertest.AttributeAt(t, d.schema.Attributes, path).GetMarkdownDescription()
			if value == "" {
				value = `""`
			}
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
		for path, a := range providertest.EveryAttribute(d.allAttributes()) { // without timeouts, whose types are their library's
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
		for _, name := range d.Facts.Unsent {
			if d.schema.Attributes[name] == nil {
				t.Errorf("%s is unsent, but no attribute", name)
			}
		}
		if scope, ok := d.Attributes[d.Scope].(schema.StringAttribute); d.Scope != "" && (!ok || !scope.Required) {
			t.Errorf("the scope %s is no required text", d.Scope)
		}
		for name, a := range d.ReadOnly {
			if d.Attributes[name] != nil || !a.IsComputed() {
				t.Errorf("%s is read-only, so it has to be computed and no attribute of the resource", name)
			}
		}
	})
}

func DefinitionOf(t *testing.T, object string) (*definition, error) {
	definitions, err := defineAll(t.Context())
	if err != nil {
		return nil, err
	}
	for _, d := range definitions {
		if d.Name == object {
			return d, nil
		}
	}
	return nil, fmt.Errorf("no object %s", object)
}

// TestSameToViews compares answers about an alert: what no view can declare may differ, everything else may not.
func TestSameToViews(t *testing.T) {
	t.Parallel()
	const single = `{"id": "7", "name": "a", "severity": "SEV1", "rate_value": 5, "status_text": null, "created_at": "1",
		"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 1}]}`
	p := newProvider("test")
	for listed, want := range map[string]bool{
		single: true,
		`{"id": "7", "name": "a", "severity": "SEV1", "rate_value": 5, "status_text": null, "created_at": "1",
			"updated_at": "2", "last_ping": 2, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 2}]}`: true,
		`{"id": "7", "name": "a", "severity": "sev1", "rate_value": "5.0", "status_text": null, "created_at": "1",
			"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 1}]}`: true,
		`{"id": "7", "name": "b", "severity": "SEV1", "rate_value": 5, "status_text": null, "created_at": "1",
			"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 1}]}`: false,
		`{"id": "7", "name": "a", "severity": "SEV1", "rate_value": 5, "status_text": "x", "created_at": "1",
			"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 1}]}`: false,
		`{"id": "7", "name": "a", "severity": "SEV1", "rate_value": 5, "status_text": null, "created_at": "1",
			"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "runs": 1}]}`: false,
	} {
		var a, b engine.Document
		if err := document.DecodeInto([]byte(single), &a); err != nil {
			t.Fatal(err)
		}
		if err := document.DecodeInto([]byte(listed), &b); err != nil {
			t.Fatal(err)
		}
		if got := p.sameToViews(engine.Alerts, a, b); got != want {
			t.Errorf("the same to views: %t, want %t: %s", got, want, listed)
		}
		if got := p.sameToViews(engine.Alerts, b, a); got != want {
			t.Errorf("the other way round: %t, want %t: %s", got, want, listed)
		}
	}
}

// Every collection whose objects are resources has a view.
func TestSameToViewsKnowsEveryCollection(t *testing.T) {
	t.Parallel()
	p := newProvider("test")
	for _, d := range p.definitions {
		doc := engine.Document{"id": "7", "name": "a"}
		if !p.sameToViews(d.Collection("algorithm"), doc, doc) {
			t.Errorf("a %s is not the same as itself", d.Name)
		}
	}
}

// rival is a validator that wants to see other attributes.
type rival struct{ validator.String }

func (rival) Description(context.Context) string { return "none beside another one" }

// TestDefineRefuses has schemas that the short way would answer differently from the framework.
func TestDefineRefuses(t *testing.T) {
	t.Parallel()
	text := attribute.Text("Text.")
	replacing := attribute.Replacing(text)
	withDefault := text
	withDefault.Computed, withDefault.Default = true, stringdefault.StaticString("a")
	computed := text
	computed.Computed = true
	deprecated := text
	deprecated.DeprecationMessage = "Use another one."
	modifiedFlag := attribute.Bool("Flag.")
	modifiedFlag.PlanModifiers = []planmodifier.Bool{boolplanmodifier.RequiresReplace()}
	defaultFlag := attribute.Bool("Flag.")
	defaultFlag.Computed, defaultFlag.Default = true, booldefault.StaticBool(true)
	modifiedList := attribute.List("List.", map[string]schema.Attribute{"name": text})
	modifiedList.PlanModifiers = []planmodifier.List{listplanmodifier.RequiresReplace()}
	within := func(a schema.Attribute) schema.Attribute {
		return attribute.List("List.", map[string]schema.Attribute{"name": text, "member": a})
	}
	kept := text
	kept.PlanModifiers = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}

	for name, c := range map[string]struct {
		attribute schema.Attribute
		want      string // "" where the schema is taken
	}{
		"text":                             {text, ""},
		"text that replaces":               {replacing, ""},
		"text with a default":              {withDefault, ""},
		"list":                             {within(text), ""},
		"text that the engine computes":    {computed, "it: an attribute that the engine computes"},
		"deprecated":                       {deprecated, "it: a deprecation message"},
		"deprecated member":                {within(deprecated), "it: member: a deprecation message"},
		"boolean with a plan modifier":     {modifiedFlag, "it: a plan modifier"},
		"boolean with a default":           {defaultFlag, "it: a computed attribute or one with a default"},
		"list with a plan modifier":        {modifiedList, "it: a plan modifier"},
		"member that replaces":             {within(replacing), "it: member: a plan modifier"},
		"member with a default":            {within(withDefault), "it: member: a computed attribute or one with a default"},
		"member that keeps its state":      {within(kept), "it: member: a plan modifier"},
		"validator of more than itself":    {attribute.Text("Text.", rival{}), "it: the validator provider.rival may need"},
		"validator of more, in a member":   {within(attribute.Text("Text.", rival{})), "it: member: the validator"},
		"member of an object that changes": {attribute.Object("Object.", map[string]schema.Attribute{"member": replacing}), "it: member: a plan modifier"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gate := catalog.Objects()[0]
			gate.Name, gate.Attributes = "gate", map[string]schema.Attribute{"name": text, "it": c.attribute}
			_, err := define(t.Context(), gate)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), "resource of gate: "+c.want)):
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
