// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/filter"
)

// objectList lists objects of one kind for "terraform query" (Terraform 1.14 or later). Each result contains the object's identity, which
// Terraform can use to import the object.
type objectList struct {
	*definition
	connection *connection.Connection
}

var (
	_ list.ListResourceWithConfigure      = (*objectList)(nil)
	_ list.ListResourceWithValidateConfig = (*objectList)(nil)
)

func (l *objectList) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + l.Name
}

func (l *objectList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	attributes := map[string]schema.Attribute{}
	for name, description := range filter.Descriptions(l.Object) {
		attributes[name] = schema.StringAttribute{Optional: true, MarkdownDescription: description}
		if name == filter.Filters {
			attributes[name] = schema.MapAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description}
		}
	}
	resp.Schema = schema.Schema{MarkdownDescription: "Lists " + l.Plural + " with `terraform query` (Terraform " +
		"1.14 or later), from a file such as `" + l.Plural + ".tfquery.hcl`. " + l.Summary, Attributes: attributes}
}

func (l *objectList) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	l.connection = connection.From(req.ProviderData, &resp.Diagnostics)
}

func (l *objectList) ValidateListResourceConfig(_ context.Context, req list.ValidateConfigRequest, resp *list.ValidateConfigResponse) {
	filter.Check(req.Config.Raw, filter.Filters, &resp.Diagnostics)
}

func (l *objectList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var diags diag.Diagnostics
	client := l.connection.Use(&diags)
	if client == nil {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	r := &results{objectList: l, request: req, parentNames: map[string]string{}}
	stream.Results = func(push func(list.ListResult) bool) { r.send(ctx, push) }
}

type results struct {
	*objectList
	request     list.ListRequest
	parentNames map[string]string // names by id; "" for a parent that can't be read
}

// send passes the results to Terraform. It reads one object ahead, because the last result within the limit must carry a warning if the
// engine has more objects.
func (r *results) send(ctx context.Context, push func(list.ListResult) bool) {
	selection := filter.Select(r.Object, r.request.Config.Raw)
	var last *list.ListResult
	sent := int64(0)
	for doc, err := range selection.Objects(ctx, r.connection.Reader) {
		if err != nil {
			push(r.failure(ctx, "list", err))
			return
		}
		if sent == r.request.Limit && last != nil {
			r.warnOfRest(ctx, selection, &last.Diagnostics)
			push(*last)
			return
		}
		result := r.listResultOf(ctx, doc)
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

func (r *results) failure(ctx context.Context, operation string, err error) list.ListResult {
	var diags diag.Diagnostics
	r.fail(ctx, &diags, operation, err)
	return list.ListResult{Diagnostics: diags}
}

// warnOfRest warns that the engine has more objects than the limit of the list block allows. Terraform itself does not report this.
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

// listResultOf returns the result for one listed object, or nil if the object has been deleted since it was listed.
func (r *results) listResultOf(ctx context.Context, doc engine.Document) *list.ListResult {
	id, word := documentID(doc), document.String(doc[catalog.TypeWord])
	var found *importResult
	switch {
	case r.HasTypeInPath() && word == "": // the lists of some engines lack the type, which the identity requires
		if found = r.find(ctx, r.connection, id); found.doc == nil {
			return &list.ListResult{Diagnostics: found.diags}
		}
	case r.request.IncludeResource:
		whole, err := r.connection.Reader.ReadAllFields(ctx, r.Collection(word), id)
		if engine.IsNotFound(err) {
			return nil
		}
		if err != nil {
			failed := r.failure(ctx, "read", err)
			return &failed
		}
		if whole[catalog.TypeWord] == nil && r.HasTypeInPath() {
			whole[catalog.TypeWord] = word
		}
		doc = whole
		fallthrough
	default:
		found = r.importResultOf(ctx, r.connection, doc, false)
	}
	result := &list.ListResult{
		DisplayName: document.Visible(r.displayName(ctx, found.view)),
		Identity:    &tfsdk.ResourceIdentity{Raw: r.identity(found.view), Schema: r.request.ResourceIdentitySchema},
	}
	if r.request.IncludeResource {
		result.Resource = &tfsdk.Resource{Raw: found.view, Schema: r.request.ResourceSchema}
		result.Diagnostics = found.diags
	}
	return result
}

// displayName returns the object's name, or its id if it has no name. If the object has a parent, the parent's name comes first, as in "My
// dashboard / My tab".
func (r *results) displayName(ctx context.Context, state tftypes.Value) string {
	name := cmp.Or(tfvalue.String(state, "name"), tfvalue.String(state, "id"))
	if parent := r.parentName(ctx, tfvalue.String(state, r.Scope)); parent != "" {
		return parent + " / " + name
	}
	return name
}

// parentName returns the name of the parent with the given id, or "" if the parent can't be read. It caches the names.
func (r *results) parentName(ctx context.Context, id string) string {
	if r.parent == nil || id == "" {
		return ""
	}
	if name, ok := r.parentNames[id]; ok {
		return name
	}
	doc := readParent(ctx, r.connection, r.parent, id)
	r.parentNames[id], _ = doc["name"].(string)
	return r.parentNames[id]
}
