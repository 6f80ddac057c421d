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

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
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
	doc = withoutDefaultTags(doc, r.defaultTags(r.connection), r.shape.Null())
	view, odd := r.imported(doc)
	r.warnOfUnshown(&resp.Diagnostics, doc, odd)
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
		if _, ok := doc[catalog.TypeWord]; !ok && word != "" {
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
