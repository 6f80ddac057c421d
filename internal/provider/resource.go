// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// objectResource is the resource of every engine object. What an object is lies in its definition; this file says how
// create, read, update and delete move it.
type objectResource struct {
	*definition
	connection *connection
}

var (
	_ resource.ResourceWithConfigure      = (*objectResource)(nil)
	_ resource.ResourceWithImportState    = (*objectResource)(nil)
	_ resource.ResourceWithValidateConfig = (*objectResource)(nil)
)

func (r *objectResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.name
}

func (r *objectResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.schema
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

// Create sends everything that is declared. The object is in state as soon as it has an id; what the engine's answer lacks
// of the declared fields follows in one update, because an engine may take some fields on update only.
func (r *objectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	client := r.connection.use(&resp.Diagnostics)
	if client == nil {
		return
	}
	planned := req.Plan.Raw
	ctx, cancel := r.bound(ctx, planned, "create")
	defer cancel()
	collection := r.collectionOf(planned)
	doc, err := client.Create(ctx, collection, r.body(planned))
	if err != nil {
		r.fail(ctx, &resp.Diagnostics, "create", err)
		return
	}
	planned = withText(planned, "id", documentID(doc))
	resp.State.Raw = planned

	doc, err = r.complete(ctx, client, doc, planned, &resp.Diagnostics)
	if err != nil {
		r.fail(ctx, &resp.Diagnostics, "complete", err)
		return
	}
	r.warnOfDifferences(&resp.Diagnostics, doc, planned)
}

// complete sends what the answer to a create lacks of the plan.
func (r *objectResource) complete(ctx context.Context, client *engine.Client, doc engine.Document, planned tftypes.Value, diags *diag.Diagnostics) (engine.Document, error) {
	kept, err := r.shape.Project(doc, planned)
	if err != nil {
		return doc, err
	}
	changed, err := r.change(ctx, client, documentID(doc), r.patch(doc, kept, planned), planned, diags)
	if err != nil || changed == nil {
		return doc, err
	}
	return changed, nil
}

// change sends an update and returns the engine's document, nil when there was nothing to send.
func (r *objectResource) change(ctx context.Context, client *engine.Client, id string, patch engine.Document, planned tftypes.Value, diags *diag.Diagnostics) (engine.Document, error) {
	if r.deployable {
		return r.setDeployed(ctx, client, id, patch, planned, diags)
	}
	if len(patch) == 0 {
		return nil, nil
	}
	return client.Update(ctx, r.collectionOf(planned), id, patch)
}

func (r *objectResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	client := r.connection.use(&resp.Diagnostics)
	if client == nil {
		return
	}
	state := req.State.Raw
	doc, err := r.read(ctx, client, state)
	if engine.IsNotFound(err) {
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
}

// read asks the engine for the object of a state, unless the short way did so already.
func (d *definition) read(ctx context.Context, client *engine.Client, state tftypes.Value) (engine.Document, error) {
	if read, ok := ctx.Value(answerKey{}).(answer); ok {
		return read.doc, read.err
	}
	doc, err := client.ReadShared(ctx, d.collectionOf(state), textOf(state, "id"))
	if err == nil && d.deployable {
		showRunning(doc)
	}
	return doc, err
}

// Update sends only what changed. Where elements of arrays change, the engine's current document is read first, so that
// what the configuration does not know of them stays.
func (r *objectResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	client := r.connection.use(&resp.Diagnostics)
	if client == nil {
		return
	}
	prior, planned := req.State.Raw, req.Plan.Raw
	ctx, cancel := r.bound(ctx, planned, "update")
	defer cancel()
	id := textOf(prior, "id")
	var current engine.Document
	var err error
	if r.shape.NeedsDocument(prior, planned) {
		if current, err = client.Read(ctx, r.collectionOf(prior), id); err != nil {
			r.fail(ctx, &resp.Diagnostics, "update", err)
			return
		}
	}
	doc, err := r.change(ctx, client, id, r.patch(current, prior, planned), planned, &resp.Diagnostics)
	if err != nil {
		r.fail(ctx, &resp.Diagnostics, "update", err)
		return
	}
	resp.State.Raw = planned
	if doc != nil {
		r.warnOfDifferences(&resp.Diagnostics, doc, planned)
	}
}

func (r *objectResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	client := r.connection.use(&resp.Diagnostics)
	if client == nil {
		return
	}
	state := req.State.Raw
	ctx, cancel := r.bound(ctx, state, "delete")
	defer cancel()
	var err error
	if r.deployable {
		err = r.deleteDeployed(ctx, client, state, &resp.Diagnostics)
	} else {
		err = client.Delete(ctx, r.collectionOf(state), textOf(state, "id"))
	}
	if err != nil {
		r.fail(ctx, &resp.Diagnostics, "delete", err)
	}
}

// collectionOf is where the engine keeps the object of a plan or state.
func (d *definition) collectionOf(view tftypes.Value) engine.Collection {
	if len(d.pathTypes) == 0 {
		return d.collection("")
	}
	return d.collection(textOf(view, "type"))
}

func (r *objectResource) warnOfDifferences(diags *diag.Diagnostics, doc engine.Document, planned tftypes.Value) {
	for _, difference := range r.shape.Differences(doc, planned) {
		diags.AddAttributeWarning(attributePath(difference.Path), "The engine kept another value",
			"The engine kept "+difference.Engine+" instead of "+difference.Declared+". The next plan will show the difference.")
	}
}
