// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

func ruleShape(t failer) *Shape {
	t.Helper()
	optional := schema.StringAttribute{Optional: true}
	need := schema.StringAttribute{Required: true}
	anyJSON := schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}}
	reference := map[string]schema.Attribute{"id": need, "name": optional}
	parameter := map[string]schema.Attribute{
		"name": need, "note": optional, "type": optional, "api_version": optional, "sensitive": schema.BoolAttribute{Optional: true},
		"value": anyJSON, "value_wo": schema.StringAttribute{Optional: true, WriteOnly: true, CustomType: jsontype.Type{}},
		"value_wo_version": schema.NumberAttribute{Optional: true}, "extra": anyJSON,
	}
	config := schema.ListNestedAttribute{Required: true, NestedObject: schema.NestedAttributeObject{Attributes: parameter}}
	return build(t, map[string]schema.Attribute{
		"id":         schema.StringAttribute{Computed: true},
		"name":       need,
		"severity":   schema.StringAttribute{Optional: true, Validators: []validator.String{anyCase{}}},
		"interval":   optional,
		"plain":      schema.StringAttribute{Optional: true, Validators: []validator.String{jsonText{}}},
		"active":     schema.BoolAttribute{Optional: true},
		"rate":       schema.NumberAttribute{Optional: true},
		"limit":      schema.NumberAttribute{Optional: true},
		"value":      anyJSON,
		"words":      schema.ListAttribute{Optional: true, ElementType: types.StringType},
		"tags":       objects(reference),
		"ports":      objects(map[string]schema.Attribute{"port": schema.NumberAttribute{Optional: true}, "label": optional}),
		"outputs":    objects(map[string]schema.Attribute{"name": need, "label": optional}),
		"thresholds": objects(map[string]schema.Attribute{"value": schema.NumberAttribute{Optional: true}, "color": optional}),
		"items": objects(map[string]schema.Attribute{
			"ref_id": need, "label": optional, "words": schema.ListAttribute{Optional: true, ElementType: types.StringType},
			"most":   schema.NumberAttribute{Optional: true},
			"filter": schema.SingleNestedAttribute{Optional: true, Attributes: reference},
			"extra":  anyJSON,
		}),
		"parent": schema.StringAttribute{Optional: true, Validators: []validator.String{identifier{}}},
		"status": optional,
		"target": schema.SingleNestedAttribute{Optional: true, Attributes: map[string]schema.Attribute{
			"id": need, "name": optional, "type": optional,
		}},
		"one": schema.SingleNestedAttribute{Optional: true, Attributes: map[string]schema.Attribute{
			"choice": anyJSON, "label": optional, "extra": anyJSON,
		}},
		"parameters": objects(map[string]schema.Attribute{
			"name": optional, "multiple": schema.BoolAttribute{Optional: true},
			"value": schema.StringAttribute{Optional: true, CustomType: jsontype.Type{}, Validators: []validator.String{manyRule{}}},
		}),
		"steps":        objects(map[string]schema.Attribute{"ref_id": need, "label": optional}),
		"flags":        objects(map[string]schema.Attribute{"on": schema.BoolAttribute{Optional: true}, "extra": anyJSON}),
		"input":        objects(parameter),
		"kinds":        objects(map[string]schema.Attribute{"name": need, "config": config}),
		"custom_types": objects(map[string]schema.Attribute{"name": need, "fields": objects(parameter)}),
		"scope":        optional,
		"scopes":       objects(map[string]schema.Attribute{}),
		"extra":        anyJSON,
	}, Facts{
		Defaults: map[string]any{
			"active": true, "rate": json.Number("5"), "severity": "SEV8", "items.most": json.Number("10000"), "ports.port": json.Number("9"),
		},
		Runtime:    []string{"status"},
		Unsent:     []string{"scope", "scopes"},
		Tombstones: map[string]string{"steps": "deleted"},
	})
}

type manyRule struct{ validator.String }

func (manyRule) SetStringRules(rules *StringRules) { rules.ManyIf = "multiple" }

func objects(attributes map[string]schema.Attribute) schema.Attribute {
	return schema.ListNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: attributes}}
}

// view converts JSON to a Terraform value. Attributes that the JSON lacks are null.
func view(t failer, s *Shape, text string) tftypes.Value {
	t.Helper()
	doc, err := document.Decode([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return viewFrom(t, s, doc)
}

func viewFrom(t failer, s *Shape, doc any) tftypes.Value {
	t.Helper()
	switch doc := doc.(type) {
	case map[string]any:
		members := s.nullMembers()
		for _, a := range s.attrs {
			members[a.name] = viewFrom(t, a.Shape, doc[a.name])
			delete(doc, a.name)
		}
		if text, isText := doc[ExtraName].(string); isText && s.extra {
			members[ExtraName] = tftypes.NewValue(tftypes.String, text)
		}
		delete(doc, ExtraName)
		if len(doc) > 0 {
			t.Fatalf("the shape has no attributes for %s", document.Encode(doc))
		}
		return tftypes.NewValue(s.typ, members)
	case []any:
		elements := []tftypes.Value{}
		for _, element := range doc {
			elements = append(elements, viewFrom(t, s.elem, element))
		}
		return tftypes.NewValue(s.typ, elements)
	case json.Number:
		f, ok := document.Number(doc)
		if !ok {
			t.Fatalf("%s is no number", doc)
		}
		return tftypes.NewValue(s.typ, f)
	default:
		return tftypes.NewValue(s.typ, doc)
	}
}

func docOf(t failer, text string) map[string]any {
	t.Helper()
	doc, err := document.Decode([]byte(text))
	object, ok := doc.(map[string]any)
	if err != nil || !ok {
		t.Fatalf("%s is no document: %v", text, err)
	}
	return object
}
