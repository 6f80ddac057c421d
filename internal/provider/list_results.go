// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/filter"
)

// results are the answer to one list block.
type results struct {
	*objectList
	request list.ListRequest
	parents map[string]string // names of objects that others are below, by their ids; "" where there is none
}

// send pushes one result after the other. Each waits until it is known whether it is the last: Terraform reads no further than its
// limit, so that this is where a word about the rest has to go.
func (r *results) send(ctx context.Context, push func(list.ListResult) bool) {
	selection := filter.Select(r.Object, r.request.Config.Raw)
	var last *list.ListResult
	sent := int64(0)
	for doc, err := range selection.Objects(ctx, r.connection.Reader) {
		if err != nil {
			push(r.failed(ctx, "list", err))
			return
		}
		if sent == r.request.Limit && last != nil {
			r.warnOfRest(ctx, selection, &last.Diagnostics)
			push(*last)
			return
		}
		result := r.resultOf(ctx, doc)
		if result == nil {
			continue
		}
		if last != nil && !push(*last) {
			return
		}
		if result.Diagnostics.HasError() {
			push(*result)
			return
		}
		last = result
		sent++
	}
	if last == nil {
		last = &list.ListResult{}
	}
	selection.WarnOfIgnored(ctx, r.connection.Client, &last.Diagnostics)
	if last.Identity != nil || len(last.Diagnostics) > 0 {
		push(*last)
	}
}

func (r *results) failed(ctx context.Context, operation string, err error) list.ListResult {
	var diags diag.Diagnostics
	r.fail(ctx, &diags, operation, err)
	return list.ListResult{Diagnostics: diags}
}

// warnOfRest says that the engine has more than Terraform shows. Terraform itself cuts silently, at 100 unless the block says
// otherwise.
func (r *results) warnOfRest(ctx context.Context, selection *filter.Selection, diags *diag.Diagnostics) {
	objects, are := r.Plural, "are"
	if r.request.Limit == 1 {
		objects, are = r.Name, "is"
	}
	summary, wanted := fmt.Sprintf("Only %d %s %s listed, and the engine has more", r.request.Limit, objects, are), "a greater limit"
	if count, known := selection.Count(ctx, r.connection.Client); known && int64(count) > r.request.Limit {
		summary, wanted = fmt.Sprintf("Only %d of %d %s %s listed", r.request.Limit, count, r.Plural, are), fmt.Sprintf("limit = %d", count)
	}
	diags.AddWarning(summary, "Terraform stops at the limit of the list block, which is 100 unless the block sets it. "+
		"To list them all, set "+wanted+" in the block. To list fewer, narrow the list with the arguments in config.")
}

// resultOf is the result for one object of the list, nil for one that is gone meanwhile.
func (r *results) resultOf(ctx context.Context, doc engine.Document) *list.ListResult {
	var diags diag.Diagnostics
	id, _ := doc["id"].(string)
	if word, _ := doc[catalog.TypeWord].(string); r.Typed() && word == "" {
		if doc = r.findDocument(ctx, r.connection, id, &diags); doc == nil {
			return &list.ListResult{Diagnostics: diags}
		}
	}
	if r.request.IncludeResource {
		whole, err := r.connection.Reader.ReadWhole(ctx, r.collectionOfDocument(doc), id)
		if engine.IsNotFound(err) {
			return nil
		}
		if err != nil {
			failed := r.failed(ctx, "read", err)
			return &failed
		}
		if whole[catalog.TypeWord] == nil && r.Typed() {
			whole[catalog.TypeWord] = doc[catalog.TypeWord]
		}
		doc = whole
	}
	found := r.foundIn(ctx, r.connection, doc, false)
	state := found.view
	result := &list.ListResult{
		DisplayName: document.Visible(r.displayName(ctx, state)),
		Identity:    &tfsdk.ResourceIdentity{Raw: r.identity(state), Schema: r.request.ResourceIdentitySchema},
	}
	if r.request.IncludeResource {
		result.Resource = &tfsdk.Resource{Raw: state, Schema: r.request.ResourceSchema}
		result.Diagnostics = found.diags
	}
	return result
}

// collectionOfDocument returns where the engine keeps an object of a list.
func (r *results) collectionOfDocument(doc engine.Document) engine.Collection {
	if !r.Typed() {
		return r.Collection("")
	}
	word, _ := doc[catalog.TypeWord].(string)
	return r.Collection(word)
}

// displayName is the name of an object, after the one of the object that it is below.
func (r *results) displayName(ctx context.Context, state tftypes.Value) string {
	name := cmp.Or(tfvalue.Text(state, "name"), tfvalue.Text(state, "id"))
	if parent := r.parentName(ctx, tfvalue.Text(state, r.Scope)); parent != "" {
		return parent + " / " + name
	}
	return name
}

// parentName is asked for once for each parent. One that can't be read is left out: the name is for people alone.
func (r *results) parentName(ctx context.Context, id string) string {
	if r.above == nil || id == "" {
		return ""
	}
	if name, ok := r.parents[id]; ok {
		return name
	}
	words := []string(r.above.PathTypes)
	if !r.above.Typed() {
		words = []string{""}
	}
	r.parents[id] = ""
	for _, word := range words {
		if doc, _, err := r.connection.Reader.Read(ctx, r.above.Collection(word), id); err == nil {
			r.parents[id], _ = doc["name"].(string)
			break
		}
	}
	return r.parents[id]
}
