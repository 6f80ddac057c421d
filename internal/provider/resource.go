// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/bulk"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// objectResource is the resource of every engine object, as the framework asks for it. What an object is lies in its
// definition; apply.go says how a change is carried out.
type objectResource struct {
	*definition
	connection *connection
}

var (
	_ resource.ResourceWithConfigure      = (*objectResource)(nil)
	_ resource.ResourceWithIdentity       = (*objectResource)(nil)
	_ resource.ResourceWithImportState    = (*objectResource)(nil)
	_ resource.ResourceWithValidateConfig = (*objectResource)(nil)
)

func (r *objectResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.name
}

func (r *objectResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.schema
}

func (r *objectResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = r.identitySchema
}

func (r *objectResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.connection = connectionFrom(req.ProviderData, &resp.Diagnostics)
}

// ValidateConfig runs the checks of the object that concern several attributes.
func (r *objectResource) ValidateConfig(_ context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	if r.check != nil {
		r.check(part{value: req.Config.Raw, diags: &resp.Diagnostics})
	}
}

func (r *objectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	done := r.applied(ctx, change{config: req.Config.Raw, prior: resp.State.Raw, planned: req.Plan.Raw})
	resp.State.Raw, resp.Diagnostics = done.state, done.diags
	r.identify(resp.Identity, done.state)
}

func (r *objectResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	done := r.applied(ctx, change{config: req.Config.Raw, prior: req.State.Raw, planned: req.Plan.Raw})
	resp.State.Raw, resp.Diagnostics = done.state, done.diags
	r.identify(resp.Identity, done.state)
}

// Delete leaves the state as it is; the framework empties it when there is no error.
func (r *objectResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	resp.Diagnostics = r.applied(ctx, change{prior: req.State.Raw, planned: r.shape.Null()}).diags
}

// applied carries out a change with the provider's client.
func (r *objectResource) applied(ctx context.Context, c change) outcome {
	refused := outcome{state: c.prior}
	client := r.connection.use(&refused.diags)
	if client == nil {
		return refused
	}
	return r.apply(ctx, client, c)
}

// Read shows what the engine's object says about the attributes of the state. One that is gone keeps its identity: the
// framework takes an object without for an error of the provider.
func (r *objectResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	if r.connection.use(&resp.Diagnostics) == nil {
		return
	}
	state := req.State.Raw
	doc, err := r.read(ctx, r.connection.reader, state)
	if engine.IsNotFound(err) {
		r.identify(resp.Identity, state)
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		r.fail(ctx, &resp.Diagnostics, "read", err)
		return
	}
	view, err := r.projected(doc, state)
	if err != nil {
		r.fail(ctx, &resp.Diagnostics, "read", err)
		return
	}
	resp.State.Raw = view
	r.identify(resp.Identity, view)
}

// read asks the engine for the object of a state, unless the short way did so already.
func (d *definition) read(ctx context.Context, reader *bulk.Reader, state tftypes.Value) (engine.Document, error) {
	if read, ok := ctx.Value(answerKey{}).(answer); ok {
		return read.doc, read.err
	}
	doc, err := reader.Read(ctx, d.collectionOf(state), textOf(state, "id"))
	if err == nil && d.deployable {
		showRunning(doc)
	}
	return doc, err
}

// collectionOf is where the engine keeps the object of a plan or state.
func (d *definition) collectionOf(view tftypes.Value) engine.Collection {
	if len(d.pathTypes) == 0 {
		return d.collection("")
	}
	return d.collection(textOf(view, "type"))
}
