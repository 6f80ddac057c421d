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

// importResultOf converts doc to the state of an import, a "terraform query" or the first read after a move. An exact import (exactSuffix)
// keeps more values than a normal one. importResultOf removes these values from the state, in this order:
//
//  1. values whose type the parent object declares as secret (secret.go), because a state must not contain secrets;
//  2. default tags, because the provider block declares them;
//  3. derived strings such as query_plain (derive.go); an exact import keeps those that differ from what the provider would derive;
//  4. values that are empty, equal the engine's default or change on their own (lens.Imported, or lens.Exact for an exact import);
//  5. values whose JSON type does not match their attribute, with a warning (lens.MismatchError);
//  6. values that validation rejects, with a warning.
