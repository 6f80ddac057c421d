// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// ImportState imports an object by import id or identity. The import id of a component can be "<id>" or "<type>/<id>". Without a type,
// ImportState tries every known type.
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
	result := resultOf(ctx, func() *importResult { return r.find(ctx, r.connection, id) })
	resp.Diagnostics.Append(result.diags...)
	if result.doc == nil {
		return
	}
	result.private.save(ctx, resp.Private, &resp.Diagnostics)
	resp.State.Raw = result.view
	r.setIdentity(resp.Identity, result.view)
}

// importResult is the result of an import. doc is nil if the import failed.
type importResult struct {
	doc     engine.Document
	view    tftypes.Value
	private privateData
	diags   diag.Diagnostics
}

// exactSuffix is the suffix of an import id, as in "42/exact", that requests an exact import. An exact import also stores empty values in
// the state and keeps the format of the engine's values. A configuration generated from this state can create an equal object.
const exactSuffix = "/exact"

// find imports the object with the given import id. Terraform often imports many objects in one run, so find may read them in bulk.
func (d *definition) find(ctx context.Context, conn *connection.Connection, importID string) *importResult {
	result := &importResult{}
	id, exact := strings.CutSuffix(importID, exactSuffix)
	words, form := []string(d.PathTypes), "the id that the engine gave it"
	if d.HasTypeInPath() {
		form = fmt.Sprintf("its id, or its type and id as in %q", d.PathTypes[0]+"/<id>")
		if word, rest, ok := strings.Cut(id, "/"); ok {
			words, id = []string{word}, rest
		}
	} else {
		words = []string{""}
	}
	if id == "" || strings.Contains(id, "/") {
		result.diags.AddError("Invalid import id", fmt.Sprintf("%q is no %s id. Expected %s.", importID, d.Name, form))
		return result
	}
	for _, word := range words {
		doc, err := conn.Reader.ReadAllFields(ctx, d.Collection(word), id)
		if engine.IsNotFound(err) {
			continue
		}
		if err != nil {
			d.fail(ctx, &result.diags, "import", err)
			return result
		}
		if text, _ := doc[catalog.TypeWord].(string); word != "" && !d.PathTypes.EqualStrings(text, word) {
			doc[catalog.TypeWord] = word // some engines do not return the type
		}
		return d.importResultOf(ctx, conn, doc, exact)
	}
	result.diags.AddError("Nothing to import", fmt.Sprintf("The engine has no %s with the id %q. Expected %s.%s",
		d.Name, importID, form, d.hintAtName(ctx, conn.Client, words, id)))
	return result
}

// hintAtName returns a sentence with the id of the object that has the given name, or "" if no object has it. It helps users who pass a
// name as the import id.
func (d *definition) hintAtName(ctx context.Context, client *engine.Client, words []string, name string) string {
	for _, word := range words {
		for _, doc := range d.objectsNamed(ctx, client, d.Collection(word), name) {
			return fmt.Sprintf(" %q is the name of the %s with the id %q. Import that id.", name, d.Name, documentID(doc))
		}
	}
	return ""
}

// importResultOf converts doc to an imported state. Imports, "terraform query" and the first read after a move use it. The state omits
// these values, which importResultOf removes in this order:
//
//  1. values whose type the parent object declares as secret (secret.go), because a state must not contain secrets;
//  2. default tags, because the provider block declares them;
//  3. derived strings such as query_plain (derive.go); an exact import leaves out only strings that are identical to the derived ones;
//  4. values that are empty, equal the engine's default or change on their own (lens.Imported); an exact import keeps some (lens.Exact);
//  5. values whose JSON type does not match their attribute, with a warning (lens.MismatchError);
//  6. values that validation rejects, with a warning.
func (d *definition) importResultOf(ctx context.Context, conn *connection.Connection, doc engine.Document, exact bool) *importResult {
	doc = withoutDefaultTags(d.withoutParentSecrets(ctx, conn, doc), d.defaultTags(conn), d.shape.Null())
	result := &importResult{doc: doc}
	view, mismatches := d.shape.Imported(d.withoutDerived(doc, d.shape.Null(), false))
	if exact {
		view, mismatches = d.shape.Exact(d.withoutDerived(doc, d.shape.Null(), true))
		view = d.withStrings(view, d.emptyStrings(doc, view))
	}
	if len(mismatches) > 0 {
		d.warnOfMismatches(&result.diags, doc, mismatches)
	}
	result.view = d.withoutInvalid(ctx, view, &result.diags)
	if exact && result.diags.WarningsCount() > 0 { // use the warnings of a normal import, which do not concern empty values
		result.diags = d.importResultOf(ctx, conn, doc, false).diags
	}
	if d.Deployable {
		result.private = privateData{}.after(doc)
	}
	return result
}

// withoutInvalid validates an imported state as if it were a configuration. It returns the state without the invalid values, and warns that
// the provider does not manage them. The values stay in the engine.
func (d *definition) withoutInvalid(ctx context.Context, view tftypes.Value, diags *diag.Diagnostics) tftypes.Value {
	var problems []string
	for {
		before := view
		config := tfvalue.WithMember(view, "id", tftypes.NewValue(tftypes.String, nil))
		var found diag.Diagnostics
		validateMembers(ctx, d.schema.Attributes, config, path.Empty(), &found)
		found.Append(d.checkConfig(config)...)
		for _, problem := range found.Errors() {
			located, ok := problem.(diag.DiagnosticWithPath)
			if !ok {
				continue
			}
			at := located.Path().Steps()
			if without, ok := withoutValue(d.schema.Attributes, view, at); ok {
				view = d.withoutSources(without, at)
				problems = append(problems, problem.Detail())
			}
		}
		if view.Equal(before) {
			break
		}
	}
	if len(problems) > 0 {
		diags.AddWarning("Left out of the import", fmt.Sprintf(
			"The engine has values that a configuration of the %s can't declare. They are not managed, and stay as they are. %s",
			d.Name, connection.First(problems, " ")))
	}
	return view
}

// withoutValue returns object without the value at a path. An optional attribute becomes null, and a required string becomes "". For any
// other required attribute, the closest optional attribute that contains it becomes null. If nothing can be removed, withoutValue returns
// object and false.
func withoutValue(attributes map[string]schema.Attribute, object tftypes.Value, at path.PathSteps) (tftypes.Value, bool) {
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
		inner, ok = withoutValue(a.Attributes, value, at[1:])
	case schema.ListNestedAttribute:
		elements := slices.Clone(tfvalue.List(value))
		if len(at) < 2 {
			break
		}
		if index, isIndex := at[1].(path.PathStepElementKeyInt); isIndex && int(index) < len(elements) {
			elements[index], ok = withoutValue(a.NestedObject.Attributes, elements[index], at[2:])
			inner = tftypes.NewValue(value.Type(), elements)
		}
	}
	_, isText := a.(schema.StringAttribute)
	switch {
	case ok:
	case a.IsOptional():
		inner = tftypes.NewValue(value.Type(), nil)
	case isText && tfvalue.String(value) != "":
		inner = tftypes.NewValue(value.Type(), "")
	default:
		return object, false
	}
	return tfvalue.WithMember(object, string(name), inner), true
}

// withoutSources returns view without the attributes from which a string such as query_plain is derived. The argument at is the path of the
// string itself, which the caller has removed. If these attributes stayed in the state, the next read would derive the string again and
// report that the engine's string differs. For any other path, withoutSources returns view unchanged.
func (d *definition) withoutSources(view tftypes.Value, at path.PathSteps) tftypes.Value {
	if len(at) != 3 || !at[0].Equal(path.PathStepAttributeName(d.Derived.List)) {
		return view
	}
	for _, text := range d.Derived.Strings {
		if !at[2].Equal(path.PathStepAttributeName(text.Name)) {
			continue
		}
		for _, source := range text.Sources {
			view, _ = withoutValue(d.schema.Attributes, view, path.PathSteps{at[0], at[1], path.PathStepAttributeName(source)})
		}
	}
	return view
}
