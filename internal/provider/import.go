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
	"github.com/engine-platform/terraform-provider-engine/internal/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/tfvalue"
)

// ImportState reads an object by its id or its identity. Objects whose path has a type word take "<type>/<id>" too; a bare
// id is looked for under every type.
func (r *objectResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	if r.connection.MayDefer(req.ClientCapabilities.DeferralAllowed) {
		resp.State.Raw = tftypes.NewValue(r.shape.Type(), tftypes.UnknownValue)
		resp.Deferred = &resource.Deferred{Reason: resource.DeferredReasonProviderConfigUnknown}
		return
	}
	if r.connection.Use(&resp.Diagnostics) == nil {
		return
	}
	id := req.ID
	if id == "" && req.Identity != nil {
		id = r.importID(req.Identity.Raw)
	}
	found := r.found
	if found == nil {
		found = r.find(ctx, r.connection, id)
	}
	resp.Diagnostics.Append(found.diags...)
	if found.doc == nil {
		return
	}
	found.memory.keep(ctx, resp.Private, &resp.Diagnostics)
	resp.State.Raw = found.view
	r.identify(resp.Identity, found.view)
}

// found is what an import finds; there is no document with an error.
type found struct {
	doc    engine.Document
	view   tftypes.Value
	memory memory
	diags  diag.Diagnostics
}

// find reads the object of an import id.
func (d *definition) find(ctx context.Context, conn *connection.Connection, importID string) *found {
	var diags diag.Diagnostics
	id, exact := strings.CutSuffix(importID, exactSuffix)
	doc := d.findDocument(ctx, conn, id, &diags)
	if doc == nil {
		return &found{diags: diags}
	}
	doc = d.withoutParentSecrets(ctx, conn, doc)
	return d.foundIn(ctx, withoutDefaultTags(doc, d.defaultTags(conn), d.shape.Null()), exact)
}

// exactSuffix ends the id of an import that shows empty values and spellings too, so that a configuration of what it shows makes the
// same object anew. No id has a slash.
const exactSuffix = "/exact"

// foundIn is what a document says to an import.
func (d *definition) foundIn(ctx context.Context, doc engine.Document, exact bool) *found {
	view, odd := d.imported(doc, exact)
	f := &found{doc: doc}
	d.warnOfUnshown(&f.diags, doc, odd)
	f.view = d.acceptable(ctx, view, &f.diags)
	if exact && f.diags.WarningsCount() > 0 { // What is left out of an import is told, but not that something is empty.
		f.diags = d.foundIn(ctx, doc, false).diags
	}
	if d.Deployable {
		f.memory = memory{}.after(doc)
	}
	return f
}

// importedState is the state of an object of which the state had nothing to say before.
func (r *objectResource) importedState(ctx context.Context, doc engine.Document, private privateState, diags *diag.Diagnostics) tftypes.Value {
	f := r.foundIn(ctx, doc, false)
	diags.Append(f.diags...)
	f.memory.keep(ctx, private, diags)
	return f.view
}

// findDocument reads in bulk: Terraform reads an object once more as soon as it is imported, and imports many at a time.
func (d *definition) findDocument(ctx context.Context, conn *connection.Connection, importID string, diags *diag.Diagnostics) engine.Document {
	words, id := []string(d.PathTypes), importID
	if word, rest, ok := strings.Cut(importID, "/"); ok && len(words) > 0 {
		words, id = []string{word}, rest
	}
	if id == "" || strings.Contains(id, "/") {
		diags.AddError("Wrong import id", fmt.Sprintf("%q is no %s id. Expected %s.", importID, d.Name, d.importForm()))
		return nil
	}
	if len(words) == 0 {
		words = []string{""}
	}
	for _, word := range words {
		doc, err := conn.Reader.ReadWhole(ctx, d.Collection(word), id)
		if engine.IsNotFound(err) {
			continue
		}
		if err != nil {
			d.fail(ctx, diags, "import", err)
			return nil
		}
		if text, _ := doc[catalog.TypeWord].(string); word != "" && !d.PathTypes.EqualTexts(text, word) {
			doc[catalog.TypeWord] = word // given by the path
		}
		return doc
	}
	diags.AddError("Nothing to import", fmt.Sprintf("The engine has no %s with the id %q. Expected %s.%s",
		d.Name, importID, d.importForm(), d.namedLike(ctx, conn.Client, words, id)))
	return nil
}

// mostCompared bounds how many objects of a list are compared with a name.
const mostCompared = 1000

// namedLike says which object has a name that was given in the place of an id, if one has.
func (d *definition) namedLike(ctx context.Context, client *engine.Client, words []string, name string) string {
	for _, word := range words {
		compared := 0
		for doc, err := range client.List(ctx, d.Collection(word), url.Values{"name": {name}}) {
			if compared++; err != nil || compared > mostCompared {
				break // This is a hint; the error is told already.
			}
			if doc["name"] == name {
				return fmt.Sprintf(" %q is the name of the %s with the id %q: import that.", name, d.Name, documentID(doc))
			}
		}
	}
	return ""
}

func (d *definition) importForm() string {
	if len(d.PathTypes) == 0 {
		return "the id that the engine gave it"
	}
	return fmt.Sprintf("its id, or its type and id as in %q", d.PathTypes[0]+"/<id>")
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
