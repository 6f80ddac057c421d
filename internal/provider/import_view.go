// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// foundIn returns the view of a document that an import, a list of terraform query and the first read after a move show. It leaves
// out, in this order:
//
//  1. values of types that the object above declares as secret (parent_types.go): no state is to have them;
//  2. the provider's default tags (derive.go): they are declared for the provider, not for the object;
//  3. texts that the provider derives from other attributes (derive.go): it derives the same again. With exact, only those that are
//     what would be derived;
//  4. attributes that are empty, hold the engine's default or change by themselves (lens.Imported): nobody has to declare them. With
//     exact, lens.Exact says which of them stay;
//  5. values of another form than their attribute, which are told (lens.MismatchError);
//  6. values that the validators or the checks refuse, which are told (acceptable): the configuration made of the view is valid.
func (d *definition) foundIn(ctx context.Context, conn *connection.Connection, doc engine.Document, exact bool) *found {
	doc = withoutDefaultTags(d.withoutParentSecrets(ctx, conn, doc), d.defaultTags(conn), d.shape.Null())
	f := &found{doc: doc}
	f.view, f.diags = d.importView(ctx, doc, exact)
	if exact && f.diags.WarningsCount() > 0 { // What is left out of an import is told, but not that something is empty.
		_, f.diags = d.importView(ctx, doc, false)
	}
	if d.Deployable {
		f.memory = memory{}.after(doc)
	}
	return f
}

// importView returns the view of a document without what steps 3 to 6 of foundIn leave out, and what is told of that.
func (d *definition) importView(ctx context.Context, doc engine.Document, exact bool) (view tftypes.Value, diags diag.Diagnostics) {
	view, odd := d.imported(doc, exact)
	d.warnOfUnshown(&diags, doc, odd)
	return d.acceptable(ctx, view, &diags), diags
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
			d.Name, connection.First(left, " ")))
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
