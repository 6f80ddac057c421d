// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
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
	return d.foundIn(ctx, conn, doc, exact)
}

// exactSuffix ends the id of an import that shows empty values and spellings too, so that a configuration of what it shows makes the
// same object anew. No id has a slash.
const exactSuffix = "/exact"

// importedState is the state of an object of which the state had nothing to say before.
func (r *objectResource) importedState(ctx context.Context, doc engine.Document, private privateState, diags *diag.Diagnostics) tftypes.Value {
	f := r.foundIn(ctx, r.connection, doc, false)
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
