// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"go.uber.org/goleak"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func eachDefinition(t *testing.T, test func(t *testing.T, d *definition)) {
	t.Parallel()
	definitions, err := defineAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range definitions {
		t.Run(d.Name, func(t *testing.T) { test(t, d) })
	}
}

func TestEveryAttributeIsDescribed(t *testing.T) {
	const least = 15 // a shorter description can only repeat the attribute's name
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

// TestNestedAttributesKeepTheirTypes checks that every list and object has a custom type. Otherwise, the framework would rebuild the type
// whenever it is needed, which is slow.
func TestNestedAttributesKeepTheirTypes(t *testing.T) {
	eachDefinition(t, func(t *testing.T, d *definition) {
		for path, a := range providertest.EveryAttribute(d.allAttributes()) { // does not include timeouts, whose types come from a library
			switch a := a.(type) {
			case schema.ListNestedAttribute:
				object := attribute.ObjectType(a.NestedObject.Attributes)
				if !object.Equal(a.NestedObject.CustomType) || !(types.ListType{ElemType: object}).Equal(a.CustomType) {
					t.Errorf("the list %s has the type %v with elements of %v", path, a.CustomType, a.NestedObject.CustomType)
				}
			case schema.SingleNestedAttribute:
				if !attribute.ObjectType(a.Attributes).Equal(a.CustomType) {
					t.Errorf("%s has the type %v", path, a.CustomType)
				}
			}
		}
	})
}

// TestNamesAreAttributes checks that the attribute names in package catalog exist in the schema. For example, the scope of tabs in the
// catalog is "dashboard", so a tab must have the required attribute dashboard.
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

// TestEquivalentDocuments checks that two documents count as equal if they differ only in the form of their values, or in fields that the
// schema does not contain.
func TestEquivalentDocuments(t *testing.T) {
	t.Parallel()
	const alert = `{"id": "7", "name": "a", "severity": "SEV1", "rate_value": 5, "status_text": null, "created_at": "1",
		"updated_at": "1", "last_ping": 1, "alert_items": [{"id": "i", "ref_id": "A", "type": "QUERY", "runs": 1}]}`
	p := newProvider("test")
	for name, c := range map[string]struct {
		replaced []string // pairs of old and new strings in the JSON
		same     bool
	}{
		"equal":                 {same: true},
		"fields of the engine":  {replaced: []string{`"last_ping": 1`, `"last_ping": 2`, `"runs": 1`, `"runs": 2`}, same: true},
		"spelling":              {replaced: []string{"SEV1", "sev1", `"rate_value": 5`, `"rate_value": "5.0"`}, same: true},
		"name":                  {replaced: []string{`"name": "a"`, `"name": "b"`}},
		"field that was empty":  {replaced: []string{`"status_text": null`, `"status_text": "x"`}},
		"field that is missing": {replaced: []string{`"type": "QUERY", `, ""}},
	} {
		var a, b engine.Document
		if err := document.DecodeInto([]byte(alert), &a); err != nil {
			t.Fatal(err)
		}
		if err := document.DecodeInto([]byte(strings.NewReplacer(c.replaced...).Replace(alert)), &b); err != nil {
			t.Fatal(err)
		}
		if ab, ba := p.equalAttributes(engine.Alerts, a, b), p.equalAttributes(engine.Alerts, b, a); ab != c.same || ba != c.same {
			t.Errorf("%s: the same to views: %t and the other way round %t, want %t", name, ab, ba, c.same)
		}
	}
}
