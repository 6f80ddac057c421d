// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// objectResource is the resource of every engine object, as the framework asks for it. What an object is lies in its
// definition; apply.go says how a change is carried out.
type objectResource struct {
	*definition
	connection *connection.Connection

	// What was done before the framework was asked to report it: the one read, the one apply or the one import of a resource
	// that is made for one call; nil in all others.
	answered *answer
	done     *outcome
	found    *found
}

// answer is the engine's answer to a read.
type answer struct {
	doc engine.Document
	err error
}

var (
	_ resource.ResourceWithConfigure      = (*objectResource)(nil)
	_ resource.ResourceWithIdentity       = (*objectResource)(nil)
	_ resource.ResourceWithImportState    = (*objectResource)(nil)
	_ resource.ResourceWithValidateConfig = (*objectResource)(nil)
)

func (r *objectResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.Name
}

func (r *objectResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.schema
}

func (r *objectResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = r.identitySchema
}

func (r *objectResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	if req.ProviderData != nil { // there is none while Terraform only validates
		r.connection = connection.From(req.ProviderData, &resp.Diagnostics)
	}
}

// ValidateConfig runs the checks of the object that concern several attributes.
func (r *objectResource) ValidateConfig(_ context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	resp.Diagnostics.Append(r.checked(req.Config.Raw)...)
}

func (r *objectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	done := r.applied(ctx, change{config: req.Config.Raw, prior: resp.State.Raw, planned: req.Plan.Raw})
	resp.State.Raw, resp.Diagnostics = done.state, done.diags
	done.memory.keep(ctx, resp.Private, &resp.Diagnostics)
	r.identify(resp.Identity, done.state)
}

func (r *objectResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	recalled := recall(ctx, req.Private)
	done := r.applied(ctx, change{config: req.Config.Raw, prior: req.State.Raw, planned: req.Plan.Raw, memory: &recalled})
	resp.State.Raw, resp.Diagnostics = done.state, done.diags
	done.memory.keep(ctx, resp.Private, &resp.Diagnostics)
	r.identify(resp.Identity, done.state)
}

// Delete leaves the state as it is; the framework empties it when there is no error.
func (r *objectResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	resp.Diagnostics = r.applied(ctx, change{prior: req.State.Raw, planned: r.shape.Null()}).diags
}

// applied carries out a change with the provider's client.
func (r *objectResource) applied(ctx context.Context, c change) *outcome {
	if r.done != nil {
		return r.done
	}
	refused := &outcome{state: c.prior}
	if r.connection.Use(&refused.diags) == nil {
		return refused
	}
	if r.awaitsTags(r.connection, c) {
		connection.RefuseUnknownTags(&refused.diags)
		return refused
	}
	return r.apply(ctx, r.connection, c)
}

// Read shows what the engine's object says about the attributes of the state. One that is gone keeps its identity: the
// framework takes an object without for an error of the provider.
func (r *objectResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	if r.connection.MayDefer(req.ClientCapabilities.DeferralAllowed) {
		r.identify(resp.Identity, req.State.Raw)
		resp.Deferred = &resource.Deferred{Reason: resource.DeferredReasonProviderConfigUnknown}
		return
	}
	if r.connection.Use(&resp.Diagnostics) == nil {
		return
	}
	state, read := req.State.Raw, r.answered
	if read == nil {
		read = r.read(ctx, r.connection, state)
	}
	if engine.IsGone(read.err) {
		r.identify(resp.Identity, state)
		resp.State.RemoveResource(ctx)
		return
	}
	if read.err != nil {
		r.fail(ctx, &resp.Diagnostics, "read", read.err)
		return
	}
	if r.isBare(state) {
		resp.State.Raw = r.readBare(ctx, read.doc, resp)
		r.identify(resp.Identity, resp.State.Raw)
		return
	}
	recalled := recall(ctx, req.Private)
	own := recalled.elements()
	view, err := r.projected(r.shape.WithoutElements(read.doc, state, own), own, state)
	if err != nil {
		r.fail(ctx, &resp.Diagnostics, "read", err)
		return
	}
	if r.Deployable {
		var after memory
		after, view = r.recollect(recalled, read.doc, view, &resp.Diagnostics)
		after.keep(ctx, resp.Private, &resp.Diagnostics)
	}
	resp.State.Raw = view
	r.identify(resp.Identity, view)
}

// read asks the engine for the object of a state. One that is not found is asked for again: only what is proven to be gone
// may leave a state.
func (d *definition) read(ctx context.Context, conn *connection.Connection, state tftypes.Value) *answer {
	id, err := d.idOf(state)
	if err != nil {
		return &answer{err: err}
	}
	col := d.collectionOf(state)
	doc, isListed, err := conn.Reader.Read(ctx, col, id)
	if isListed && !d.shape.Equals(doc, state) && document.ShowsLess(doc, d.shape.Overlay(nil, state)) {
		doc, err = conn.Client.Read(ctx, col, id)
	}
	if engine.IsNotFound(err) {
		doc, err = conn.Client.ReadAgain(ctx, col, id)
	}
	if err == nil && d.Deployable {
		showRunning(doc)
		conn.See(id, doc)
	}
	return &answer{doc: d.shown(conn, doc, state), err: err}
}

// idOf is the id of the object of a state, which only a state that was edited by hand lacks.
func (d *definition) idOf(state tftypes.Value) (string, error) {
	id := tfvalue.Text(state, "id")
	if id == "" {
		return "", fmt.Errorf("the state of this %s has no id, so that it can't be found in the engine: take it out of the state "+
			"with terraform state rm, and import it by its id", d.Name)
	}
	return id, nil
}

// collectionOf is where the engine keeps the object of a plan or state.
func (d *definition) collectionOf(view tftypes.Value) engine.Collection {
	if len(d.PathTypes) == 0 {
		return d.Collection("")
	}
	return d.Collection(tfvalue.Text(view, catalog.TypeWord))
}
