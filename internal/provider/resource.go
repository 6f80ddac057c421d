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

type objectResource struct {
	*definition
	connection *connection.Connection
}

type readResult struct {
	doc         engine.Document // the engine's document, without default tags that are not in the state
	err         error
	isUnchanged bool // the read changes neither the state nor the private state, and causes no diagnostics
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
	if req.ProviderData != nil { // nil during validation
		r.connection = connection.From(req.ProviderData, &resp.Diagnostics)
	}
}

// ValidateConfig runs the checks that involve several attributes. The framework itself runs the validators of individual attributes.
func (r *objectResource) ValidateConfig(_ context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	resp.Diagnostics.Append(r.checkConfig(req.Config.Raw)...)
}

func (r *objectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	result := r.applyChange(ctx, change{config: req.Config.Raw, prior: resp.State.Raw, planned: req.Plan.Raw})
	resp.State.Raw, resp.Diagnostics = result.state, result.diags
	result.private.save(ctx, resp.Private, &resp.Diagnostics)
	r.setIdentity(resp.Identity, result.state)
}

func (r *objectResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	m := readPrivate(ctx, req.Private)
	result := r.applyChange(ctx, change{config: req.Config.Raw, prior: req.State.Raw, planned: req.Plan.Raw, private: &m})
	resp.State.Raw, resp.Diagnostics = result.state, result.diags
	result.private.save(ctx, resp.Private, &resp.Diagnostics)
	r.setIdentity(resp.Identity, result.state)
}

// Delete deletes the object. If this succeeds, the framework removes the object from the state.
func (r *objectResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	resp.Diagnostics = r.applyChange(ctx, change{prior: req.State.Raw, planned: r.shape.Null()}).diags
}

// applyChange returns the result of a create, update or delete. The provider server may have made the change before it called the framework
// (calls.go). In this case, ctx contains the result. Otherwise, applyChange makes the change.
func (r *objectResource) applyChange(ctx context.Context, c change) *applyResult {
	return resultOf(ctx, func() *applyResult {
		rejected := &applyResult{state: c.prior}
		if r.connection.Use(&rejected.diags) == nil {
			return rejected
		}
		if r.awaitsTags(r.connection, c) {
			connection.RejectUnknownTags(&rejected.diags)
			return rejected
		}
		return r.apply(ctx, r.connection, c)
	})
}

// Read replaces the state with the engine's current values. It sets the identity even if the object has been deleted, because the framework
// requires an identity.
func (r *objectResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := req.State.Raw
	if r.connection.MayDefer(req.ClientCapabilities.DeferralAllowed) {
		r.setIdentity(resp.Identity, state)
		resp.Deferred = &resource.Deferred{Reason: resource.DeferredReasonProviderConfigUnknown}
		return
	}
	if r.connection.Use(&resp.Diagnostics) == nil {
		return
	}
	m := readPrivate(ctx, req.Private)
	result := resultOf(ctx, func() *readResult { return r.read(ctx, r.connection, state, m) })
	switch {
	case engine.IsGone(result.err):
		r.setIdentity(resp.Identity, state)
		resp.State.RemoveResource(ctx)
		return
	case result.err != nil:
		r.fail(ctx, &resp.Diagnostics, "read", result.err)
		return
	case r.isIDOnly(state):
		resp.State.Raw = r.readIDOnly(ctx, result.doc, resp)
		r.setIdentity(resp.Identity, resp.State.Raw)
		return
	}
	view, err := r.projectState(r.shape.WithoutElements(result.doc, state, m.marks), m.marks, state)
	if err != nil {
		r.fail(ctx, &resp.Diagnostics, "read", err)
		return
	}
	if r.Deployable {
		m, view = r.showDeployment(m, result.doc, view, &resp.Diagnostics)
		m.save(ctx, resp.Private, &resp.Diagnostics)
	}
	resp.State.Raw = view
	r.setIdentity(resp.Identity, view)
}

// read returns the engine's document for the object in the state. The document may come from a cached list. If the list entry lacks fields
// that the state contains, read requests the object individually. If the object seems to be missing, read requests it again to make sure,
// because Terraform drops missing objects from the state.
func (d *definition) read(ctx context.Context, conn *connection.Connection, state tftypes.Value, m privateData) *readResult {
	id, err := d.idOf(state)
	if err != nil {
		return &readResult{err: err}
	}
	col := d.collectionOf(state)
	doc, isListed, err := conn.Reader.Read(ctx, col, id)
	for {
		if engine.IsNotFound(err) {
			doc, err = conn.Client.ReadAgain(ctx, col, id)
		}
		if err != nil {
			return &readResult{err: err}
		}
		if d.Deployable {
			addRunning(doc)
			conn.NoteRead(id, doc)
		}
		tags := d.defaultTags(conn)
		if conn.TagsUnknown && d.hasDefaultTags() && !d.isIDOnly(state) {
			tags = connection.TagsOf(doc) // any tag that is missing from the state may be one of the default_tags, which are unknown
		}
		result := &readResult{doc: withoutDefaultTags(doc, tags, state)}
		result.isUnchanged = d.isUnchanged(result.doc, state, m)
		if result.isUnchanged || !isListed || !document.ShowsLess(doc, d.shape.Overlay(nil, state)) {
			return result
		}
		isListed = false
		doc, err = conn.Client.Read(ctx, col, id)
	}
}

func (d *definition) isUnchanged(doc engine.Document, state tftypes.Value, m privateData) bool {
	marks := m.marks
	return !d.isIDOnly(state) &&
		d.shape.Equals(d.shape.WithoutElements(doc, state, marks), state) && len(d.replacedStrings(doc, marks, state)) == 0 &&
		(!d.Deployable || m.deploymentFacts == m.after(doc).deploymentFacts && !m.hidesOwedStart(state))
}

func (d *definition) idOf(state tftypes.Value) (string, error) {
	id := tfvalue.String(state, "id")
	if id == "" {
		return "", fmt.Errorf("the state of this %s has no id, so that it can't be found in the engine: remove it from the state "+
			"with terraform state rm, and import it by its id", d.Name)
	}
	return id, nil
}

// collectionOf returns the collection that contains the object in a plan or state (view). A component's collection depends on its type.
func (d *definition) collectionOf(view tftypes.Value) engine.Collection {
	return d.Collection(tfvalue.String(view, catalog.TypeWord))
}
