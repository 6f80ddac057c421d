// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/filter"
)

// objectList is the list resource of one kind of objects, which answers `terraform query` (Terraform 1.14): what the engine has, with
// what an import needs to know of each object.
type objectList struct {
	*definition
	above      *catalog.Object // the kind of the objects that Parent names; nil if it names none
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
	resp.Schema = schema.Schema{MarkdownDescription: "Lists " + l.Plural + " for `terraform query`. " + l.Summary, Attributes: attributes}
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
	r := &results{objectList: l, request: req, parents: map[string]string{}}
	stream.Results = func(push func(list.ListResult) bool) { r.send(ctx, push) }
}
