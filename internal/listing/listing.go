// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package listing has the list resources, which answer `terraform query` (Terraform 1.14): what the engine has, with what an import
// needs to know of each object.
//
// It imports the catalog, the filters and the connection; the provider says by a Kind how it imports an object. Start reading in
// listing.go, then results.go.
package listing

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/connection"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/filter"
)

// Kind is what a list has to know of a kind of objects.
type Kind struct {
	catalog.Object

	// Above is the kind of the objects that Parent names, nil where it names none.
	Above *catalog.Object
	// Import is the state of an object after an import.
	Import func(ctx context.Context, doc engine.Document, diags *diag.Diagnostics) tftypes.Value
	// Identity is the identity of the object of a state.
	Identity func(state tftypes.Value) tftypes.Value
	// Find reads an object of which only the id is known; nil with an error if there is none.
	Find func(ctx context.Context, conn *connection.Connection, id string, diags *diag.Diagnostics) engine.Document
	// Fail reports an error of an operation.
	Fail func(ctx context.Context, diags *diag.Diagnostics, operation string, err error)
}

// New makes the list resource of a kind.
func New(kind *Kind) list.ListResource { return &objectList{Kind: kind} }

// objectList lists the objects of one kind.
type objectList struct {
	*Kind
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
	filter.Check(req.Config.Raw, &resp.Diagnostics)
}

func (l *objectList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var diags diag.Diagnostics
	client := l.connection.Use(&diags)
	if client == nil {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	r := &results{Kind: l.Kind, connection: l.connection, request: req, parents: map[string]string{}}
	stream.Results = func(push func(list.ListResult) bool) { r.send(ctx, push) }
}
