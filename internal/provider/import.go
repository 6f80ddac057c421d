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

// exactSuffix at the end of an import id, as in "42/exact", requests an exact import. An exact import also stores empty values in the state
// and keeps the format of the engine's values. A configuration generated from this state can create an equal object.
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

// importResultOf converts doc, the engine's document, to the state of an import, a "terraform query" or the first read after a move. An
// exact import (exactSuffix) keeps more values than a normal one. importResultOf removes these values from the state, in this order:
//
//  1. values whose type the parent object declares as secret (secret.go), because a state must not contain secrets;
//  2. default tags, because the provider block declares them;
//  3. strings such as query_plain that equal what the provider would derive (derive.go); an exact import keeps those that differ in their
//     JSON formatting;
//  4. values that are empty, equal the engine's default or change on their own (the method Imported of lens.Shape, or Exact for an exact
//     import);
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
	result.private = result.private.withMarks(d.withTextMarks(nil, view, result.view))
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
		removed := map[string]bool{} // paths that are no longer in view
		for _, problem := range locatedErrors(found) {
			at := problem.Path()
			if isWithin(removed, at) {
				continue
			}
			without, depth := withoutValue(d.schema.Attributes, view, at.Steps())
			if depth == 0 {
				continue
			}
			view = without
			text := problem.Detail()
			if depth < len(at.Steps()) {
				for len(at.Steps()) > depth {
					at = at.ParentPath()
				}
				text += fmt.Sprintf(" Therefore, all of %s is left out.", at)
			}
			removed[at.String()] = true
			problems = append(problems, text)
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

// locatedErrors returns the errors that have a path, sorted by path.
func locatedErrors(found diag.Diagnostics) (located []diag.DiagnosticWithPath) {
	for _, problem := range found.Errors() {
		if problem, ok := problem.(diag.DiagnosticWithPath); ok {
			located = append(located, problem)
		}
	}
	slices.SortStableFunc(located, func(a, b diag.DiagnosticWithPath) int {
		return strings.Compare(a.Path().String(), b.Path().String())
	})
	return located
}

// isWithin reports whether the set contains the given path or one of its parents.
func isWithin(paths map[string]bool, at path.Path) bool {
	for ; len(at.Steps()) > 0; at = at.ParentPath() {
		if paths[at.String()] {
			return true
		}
	}
	return false
}

// withoutValue returns object without the value at a path. An optional attribute becomes null, and a required string becomes "". Any other
// required attribute can't be removed, so the innermost optional attribute that contains it becomes null. depth is the number of path steps
// to the attribute that changed. It is 0 if nothing changed.
func withoutValue(
	attributes map[string]schema.Attribute, object tftypes.Value, at path.PathSteps,
) (without tftypes.Value, depth int) {
	if len(at) == 0 {
		return object, 0
	}
	name, _ := at[0].(path.PathStepAttributeName)
	a, value := attributes[string(name)], tfvalue.Member(object, string(name))
	if a == nil || !tfvalue.IsDeclared(value) {
		return object, 0
	}
	inner := value
	switch a := a.(type) {
	case schema.SingleNestedAttribute:
		inner, depth = withoutValue(a.Attributes, value, at[1:])
	case schema.ListNestedAttribute:
		elements := slices.Clone(tfvalue.List(value))
		if len(at) < 2 {
			break
		}
		if index, isIndex := at[1].(path.PathStepElementKeyInt); isIndex && int(index) < len(elements) {
			if elements[index], depth = withoutValue(a.NestedObject.Attributes, elements[index], at[2:]); depth > 0 {
				depth++
			}
			inner = tftypes.NewValue(value.Type(), elements)
		}
	}
	_, isText := a.(schema.StringAttribute)
	switch {
	case depth > 0:
	case a.IsOptional():
		inner = tftypes.NewValue(value.Type(), nil)
	case isText && tfvalue.String(value) != "":
		inner = tftypes.NewValue(value.Type(), "")
	default:
		return object, 0
	}
	return tfvalue.WithMember(object, string(name), inner), depth + 1
}
