// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// ImportState reads an object by its id or its identity. Objects whose path has a type word take "<type>/<id>" too; a bare
// id is looked for under every type.
func (r *objectResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	client := r.connection.Use(&resp.Diagnostics)
	if client == nil {
		return
	}
	id := req.ID
	if id == "" && req.Identity != nil {
		id = r.importID(req.Identity.Raw)
	}
	doc := r.find(ctx, client, id, &resp.Diagnostics)
	if doc == nil {
		return
	}
	view, odd := r.imported(doc)
	r.warnOfUnshown(&resp.Diagnostics, doc, odd)
	view = r.acceptable(ctx, view, &resp.Diagnostics)
	if r.Deployable {
		memory{}.after(doc).keep(ctx, resp.Private, &resp.Diagnostics)
	}
	resp.State.Raw = view
	r.identify(resp.Identity, view)
}

func (r *objectResource) find(ctx context.Context, client *engine.Client, importID string, diags *diag.Diagnostics) engine.Document {
	words, id := []string(r.PathTypes), importID
	if word, rest, ok := strings.Cut(importID, "/"); ok && len(words) > 0 {
		words, id = []string{word}, rest
	}
	if id == "" || strings.Contains(id, "/") {
		diags.AddError("Wrong import id", fmt.Sprintf("%q is no %s id. Expected %s.", importID, r.Name, r.importForm()))
		return nil
	}
	if len(words) == 0 {
		words = []string{""}
	}
	for _, word := range words {
		doc, err := client.Read(ctx, r.Collection(word), id)
		if engine.IsNotFound(err) {
			continue
		}
		if err != nil {
			r.fail(ctx, diags, "import", err)
			return nil
		}
		if text, _ := doc[catalog.TypeWord].(string); word != "" && !r.PathTypes.EqualTexts(text, word) {
			doc[catalog.TypeWord] = word // given by the path
		}
		return doc
	}
	diags.AddError("Nothing to import", fmt.Sprintf("The engine has no %s with the id %q. Expected %s.%s",
		r.Name, importID, r.importForm(), r.namedLike(ctx, client, words, id)))
	return nil
}

// mostCompared bounds how many objects of a list are compared with a name.
const mostCompared = 1000

// namedLike says which object has a name that was given in the place of an id, if one has.
func (r *objectResource) namedLike(ctx context.Context, client *engine.Client, words []string, name string) string {
	for _, word := range words {
		compared := 0
		for doc, err := range client.List(ctx, r.Collection(word), url.Values{"name": {name}}) {
			if compared++; err != nil || compared > mostCompared {
				break // This is a hint; the error is told already.
			}
			if doc["name"] == name {
				return fmt.Sprintf(" %q is the name of the %s with the id %q: import that.", name, r.Name, documentID(doc))
			}
		}
	}
	return ""
}

func (r *objectResource) importForm() string {
	if len(r.PathTypes) == 0 {
		return "the id that the engine gave it"
	}
	return fmt.Sprintf("its id, or its type and id as in %q", r.PathTypes[0]+"/<id>")
}

// acceptable is an imported view without what the checks refuse, so that the configuration that is made of it is valid: whatever an
// engine holds can be adopted. What is left out is told, is not managed, and stays in the engine as it is.
func (d *definition) acceptable(ctx context.Context, view tftypes.Value, diags *diag.Diagnostics) tftypes.Value {
	var left []string
	for {
		before := view
		for _, refused := range d.refusals(ctx, view) {
			at := refused.Path().Steps()
			if without, ok := withdrawn(d.schema.Attributes, view, at); ok {
				view = d.withdrawnSources(without, at)
				left = append(left, refused.Detail())
			}
		}
		if view.Equal(before) {
			break
		}
	}
	if len(left) > 0 {
		diags.AddWarning("Left out of the import", fmt.Sprintf("The engine has values that a configuration of the %s can't declare. They are not managed, and stay as they are. %s",
			d.Name, firstOf(left, " ")))
	}
	return view
}

// refusals are what the validators and the checks refuse of a view.
func (d *definition) refusals(ctx context.Context, view tftypes.Value) []diag.DiagnosticWithPath {
	config := tfvalue.WithMember(view, "id", tftypes.NewValue(tftypes.String, nil))
	var found diag.Diagnostics
	validMembers(ctx, d.schema.Attributes, config, path.Empty(), &found)
	found.Append(d.checked(config)...)
	var refused []diag.DiagnosticWithPath
	for _, one := range found.Errors() {
		if one, ok := one.(diag.DiagnosticWithPath); ok {
			refused = append(refused, one)
		}
	}
	return refused
}

// withdrawn is an object without what is at a path: an optional attribute is null, and a required text is empty. What can't be left
// out goes with what it is in; it is false where that is the whole object.
func withdrawn(attributes map[string]schema.Attribute, object tftypes.Value, at path.PathSteps) (tftypes.Value, bool) {
	if len(at) == 0 {
		return object, false
	}
	name, _ := at[0].(path.PathStepAttributeName)
	a, value := attributes[string(name)], tfvalue.Member(object, string(name))
	if a == nil || !tfvalue.IsDeclared(value) {
		return object, false
	}
	inner, ok := value, false
	switch a := a.(type) {
	case schema.SingleNestedAttribute:
		inner, ok = withdrawn(a.Attributes, value, at[1:])
	case schema.ListNestedAttribute:
		if len(at) > 1 {
			inner, ok = withdrawnElement(a.NestedObject.Attributes, value, at[1:])
		}
	}
	_, isText := a.(schema.StringAttribute)
	switch {
	case ok:
		return tfvalue.WithMember(object, string(name), inner), true
	case a.IsOptional():
		return tfvalue.WithMember(object, string(name), tftypes.NewValue(value.Type(), nil)), true
	case isText && tfvalue.Text(value) != "":
		return tfvalue.WithMember(object, string(name), tftypes.NewValue(value.Type(), "")), true
	default:
		return object, false
	}
}

// withdrawnElement is withdrawn for an element of a list.
func withdrawnElement(attributes map[string]schema.Attribute, list tftypes.Value, at path.PathSteps) (tftypes.Value, bool) {
	index, ok := at[0].(path.PathStepElementKeyInt)
	elements := slices.Clone(tfvalue.List(list))
	if !ok || int(index) >= len(elements) {
		return list, false
	}
	element, ok := withdrawn(attributes, elements[index], at[1:])
	elements[index] = element
	return tftypes.NewValue(list.Type(), elements), ok
}

// withdrawnSources is a view without what a derived text follows from that was left out: the next read would show it again.
func (d *definition) withdrawnSources(view tftypes.Value, at path.PathSteps) tftypes.Value {
	if len(at) != 3 || !at[0].Equal(path.PathStepAttributeName(d.Derived.List)) {
		return view
	}
	for _, text := range d.Derived.Texts {
		if !at[2].Equal(path.PathStepAttributeName(text.Name)) {
			continue
		}
		for _, source := range text.Sources {
			view, _ = withdrawn(d.schema.Attributes, view, path.PathSteps{at[0], at[1], path.PathStepAttributeName(source)})
		}
	}
	return view
}
