// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rawdocument

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

type documentResource struct {
	connection *connection.Connection
}

var (
	_ resource.ResourceWithConfigure      = (*documentResource)(nil)
	_ resource.ResourceWithIdentity       = (*documentResource)(nil)
	_ resource.ResourceWithImportState    = (*documentResource)(nil)
	_ resource.ResourceWithValidateConfig = (*documentResource)(nil)
)

// NewResource returns the resource engine_document.
func NewResource() resource.Resource { return &documentResource{} }

// model contains the attributes of engine_document. BodyWO is null in plans and states, because the attribute body_wo is write-only.
type model struct {
	ID            types.String   `tfsdk:"id"`
	Path          types.String   `tfsdk:"path"`
	Body          jsontype.Value `tfsdk:"body"`
	BodyWO        jsontype.Value `tfsdk:"body_wo"`
	BodyWOVersion types.Number   `tfsdk:"body_wo_version"`
}

type identity struct {
	Path types.String `tfsdk:"path"`
	ID   types.String `tfsdk:"id"`
}

// save writes the state and the identity. id is nil if Terraform does not support identities (before 1.12).
func (m *model) save(ctx context.Context, state *tfsdk.State, id *tfsdk.ResourceIdentity, diags *diag.Diagnostics) {
	diags.Append(state.Set(ctx, m)...)
	if id != nil {
		diags.Append(id.Set(ctx, identity{Path: types.StringValue(normalPath(m.Path.ValueString())), ID: m.ID})...)
	}
}

func (r *documentResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_document"
}

func (r *documentResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.connection = connection.From(req.ProviderData, &resp.Diagnostics)
}

const notAPath = "Not the path of a collection"

// collectionAt returns the engine collection at a path such as asset/assets/. If the path is invalid, collectionAt adds an error to diags.
func collectionAt(where types.String, diags *diag.Diagnostics) engine.Collection {
	collection, err := engine.Plain(where.ValueString())
	if err != nil {
		diags.AddAttributeError(path.Root("path"), notAPath, "path "+err.Error()+".")
	}
	return collection
}

// rejectMissing adds an error about a collection that does not exist in the engine. err is the engine's 404 response.
func rejectMissing(collection engine.Collection, err error, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root("path"), "No such collection", fmt.Sprintf("The engine has no collection at the path %q, or does not "+
		"show it to this service account: %s\n\nCheck path. The reference server has the collection only if you start it with -collection %s.",
		collection.Path(), err, collection.Path()))
}

// ImportState imports an object by identity or by an import id such as "asset/assets/42".
func (r *documentResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	client := r.connection.Use(&resp.Diagnostics)
	at := strings.LastIndexByte(req.ID, '/')
	where, id := req.ID[:at+1], req.ID[at+1:]
	if req.ID == "" && req.Identity != nil {
		var given identity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &given)...)
		where, id = given.Path.ValueString(), given.ID.ValueString()
	}
	if resp.Diagnostics.HasError() {
		return
	}
	collection, err := engine.Plain(where)
	if id == "" || err != nil {
		resp.Diagnostics.AddError("Invalid import id", fmt.Sprintf("%.200q is not the import id of a document. It has to be the path of its "+
			"collection and its id, as in \"asset/assets/<id>\".", req.ID))
		return
	}
	doc, err := client.Read(ctx, collection, id)
	if engine.IsNotFound(err) {
		resp.Diagnostics.AddError("Nothing to import",
			fmt.Sprintf("The engine has no object with the id %q at the path %q.", id, collection.Path()))
		return
	}
	if err != nil {
		fail(&resp.Diagnostics, "import", err)
		return
	}
	body, secret := importBody(doc)
	if len(secret) > 0 {
		resp.Diagnostics.AddAttributeWarning(path.Root("body"), "Left out of the import", fmt.Sprintf("The object marks values in %s as "+
			"sensitive. The import leaves these keys out, because the state must not have secrets. The provider does not manage them. "+
			"To manage them, declare them in body_wo.", connection.First(secret, ", ")))
	}
	state := model{
		ID: types.StringValue(id), Path: types.StringValue(normalPath(where)), Body: bodyOf(body),
		BodyWO: jsontype.Value{StringValue: types.StringNull()}, BodyWOVersion: types.NumberNull(),
	}
	state.save(ctx, &resp.State, resp.Identity, &resp.Diagnostics)
	savePrivate(ctx, resp.Private, adoptedKey, true, &resp.Diagnostics)
}

// Read replaces the values of the declared keys with the engine's current values.
func (r *documentResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	collection := collectionAt(state.Path, &resp.Diagnostics)
	if r.connection.Use(&resp.Diagnostics) == nil || resp.Diagnostics.HasError() {
		return
	}
	state.save(ctx, &resp.State, resp.Identity, &resp.Diagnostics) // the framework requires an identity even for a deleted object
	id, body := state.ID.ValueString(), decodeObject(state.Body.ValueString())
	doc, isListed, err := r.connection.Reader.Read(ctx, collection, id)
	if isListed && document.ShowsLess(doc, body) {
		doc, err = r.connection.Client.Read(ctx, collection, id)
	}
	if engine.IsNotFound(err) {
		doc, err = r.connection.Client.ReadAgain(ctx, collection, id)
	}
	switch {
	case engine.IsGone(err):
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		fail(&resp.Diagnostics, "read", err)
		return
	}
	var hidden []string
	readPrivate(ctx, req.Private, hiddenKey, &hidden)
	if len(differingKeys(doc, body, hidden)) > 0 {
		state.Body = bodyOf(project(doc, body, hidden))
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func bodyOf(body object) jsontype.Value {
	return jsontype.Value{StringValue: types.StringValue(document.Encode(body))}
}

const (
	// adoptedKey is a private state key. Its value is true from an import until the first update of the attribute body. During this time,
	// the body in the state may contain keys that the configuration does not declare.
	adoptedKey = "adopted"
	// hiddenKey is a private state key. Its value lists keys that the engine accepts in the body but does not return. A read does not treat
	// these keys as missing.
	hiddenKey = "silent"
)

type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// isAdopted reports whether the body in the state may come from an import. It returns the value of adoptedKey in the private state. Without
// adoptedKey, it returns true if hiddenKey is missing, too. Every successful create writes hiddenKey, so the object was then imported, or
// the private state was lost.
func isAdopted(ctx context.Context, private privateState) bool {
	hidden, _ := private.GetKey(ctx, hiddenKey)
	adopted := len(hidden) == 0
	readPrivate(ctx, private, adoptedKey, &adopted)
	return adopted
}

// readPrivate decodes the value of a private state key into target. If there is no such key, target stays unchanged.
func readPrivate(ctx context.Context, private privateState, key string, target any) {
	text, _ := private.GetKey(ctx, key)
	_ = json.Unmarshal(text, target)
}

func savePrivate(ctx context.Context, private privateState, key string, value any, diags *diag.Diagnostics) {
	diags.Append(private.SetKey(ctx, key, []byte(document.Encode(value)))...)
}
