// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package plain

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

// documentResource is any object of the engine.
type documentResource struct {
	connection *connection.Connection
}

var (
	_ resource.ResourceWithConfigure      = (*documentResource)(nil)
	_ resource.ResourceWithIdentity       = (*documentResource)(nil)
	_ resource.ResourceWithImportState    = (*documentResource)(nil)
	_ resource.ResourceWithValidateConfig = (*documentResource)(nil)
)

// NewResource makes the resource engine_document.
func NewResource() resource.Resource { return &documentResource{} }

// model is the value of the resource. Only a configuration has BodyWO.
type model struct {
	ID            types.String   `tfsdk:"id"`
	Path          types.String   `tfsdk:"path"`
	Body          jsontype.Value `tfsdk:"body"`
	BodyWO        jsontype.Value `tfsdk:"body_wo"`
	BodyWOVersion types.Number   `tfsdk:"body_wo_version"`
}

// identity is what is needed to find the object.
type identity struct {
	Path types.String `tfsdk:"path"`
	ID   types.String `tfsdk:"id"`
}

func (m *model) identity() identity {
	return identity{Path: types.StringValue(writtenPath(m.Path.ValueString())), ID: m.ID}
}

func (r *documentResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_document"
}

func (r *documentResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages any object of the engine by the path of its collection, as JSON: an object of a kind that this provider has no " +
			"resource for. Where there is one, use that: it checks what is declared, knows the engine's defaults and compares by meaning.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, MarkdownDescription: "Identifier of the object, set by the engine.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"path": schema.StringAttribute{
				Required: true, Validators: []validator.String{collectionPath{}}, PlanModifiers: []planmodifier.String{samePath{}},
				MarkdownDescription: pathDescription + " Another path replaces the object.",
			},
			"body": schema.StringAttribute{
				Required: true, CustomType: jsontype.Type{}, Validators: []validator.String{jsonObject{}}, PlanModifiers: []planmodifier.String{sameBody{}},
				MarkdownDescription: "The object, as JSON text: `jsonencode({ name = \"Pump 1\" })`. The keys that are declared are managed, also inside of objects; " +
					"all others are left to the engine and to other people. Arrays are managed as wholes. A key that is taken out is set to null in the engine. " +
					"It is kept in the state as it is: what is secret belongs into `body_wo`.",
			},
			"body_wo": schema.StringAttribute{
				Optional: true, WriteOnly: true, CustomType: jsontype.Type{}, Validators: []validator.String{jsonObject{}},
				MarkdownDescription: "More keys of the object, as JSON text, that Terraform keeps neither in its plan nor in its state. They are put beside those of `body`, " +
					"inside of objects too, and sent with a new object and when `body_wo_version` changes; those inside of a key of `body` also along with each change " +
					"of that key. A key that is taken out stays in the engine. Needs Terraform 1.11 or later.",
			},
			"body_wo_version": schema.NumberAttribute{
				Optional: true, MarkdownDescription: "Version of `body_wo`, any number. Another one sends it again.",
			},
		},
	}
}

func (r *documentResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"path": identityschema.StringAttribute{RequiredForImport: true, Description: "Path of the collection behind /v3/engine/."},
		"id":   identityschema.StringAttribute{RequiredForImport: true, Description: "Identifier of the object, set by the engine."},
	}}
}

func (r *documentResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.connection = connection.From(req.ProviderData, &resp.Diagnostics)
}

// ValidateConfig refuses what is declared twice.
func (r *documentResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if both := overlapping(decoded(config.Body.ValueString()), decoded(config.BodyWO.ValueString())); len(both) > 0 {
		resp.Diagnostics.AddAttributeError(path.Root("body_wo"), "Declared twice",
			fmt.Sprintf("body has %s, and so has body_wo. Take it out of body, which the state keeps, or out of body_wo.", connection.First(both, ", ")))
	}
	if !config.BodyWOVersion.IsNull() && config.BodyWO.IsNull() {
		resp.Diagnostics.AddAttributeError(path.Root("body_wo_version"), "Nothing to send again", "body_wo_version is the version of body_wo, which is not declared.")
	}
}

// ImportState reads an object by "<path>/<id>" or by its identity.
func (r *documentResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	client := r.connection.Use(&resp.Diagnostics)
	where, id, ok := cutID(req.ID)
	if req.ID == "" && req.Identity != nil {
		var given identity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &given)...)
		where, id, ok = given.Path.ValueString(), given.ID.ValueString(), true
	}
	if resp.Diagnostics.HasError() {
		return
	}
	collection, err := engine.Plain(where)
	if !ok || err != nil {
		resp.Diagnostics.AddError("Wrong import id", fmt.Sprintf("%.200q is no id of a document. Expected the path of its collection and its id, as in \"asset/assets/<id>\".", req.ID))
		return
	}
	doc, err := client.Read(ctx, collection, id)
	if engine.IsNotFound(err) {
		resp.Diagnostics.AddError("Nothing to import", fmt.Sprintf("The engine has no object with the id %q at the path %q.", id, collection.Path()))
		return
	}
	if err != nil {
		fail(&resp.Diagnostics, "import", err)
		return
	}
	body, secret := imported(doc)
	if len(secret) > 0 {
		resp.Diagnostics.AddAttributeWarning(path.Root("body"), "Left out of the import", fmt.Sprintf("The object holds values that it marks as "+
			"sensitive, in %s. No state is to keep them: they are not managed. Declare them in body_wo, if they are to be.", connection.First(secret, ", ")))
	}
	state := model{
		ID: types.StringValue(id), Path: types.StringValue(writtenPath(where)), Body: bodyOf(body),
		BodyWO: jsontype.Value{StringValue: types.StringNull()}, BodyWOVersion: types.NumberNull(),
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	note(ctx, resp.Private, adoptedKey, true, &resp.Diagnostics)
	if resp.Identity != nil {
		resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	}
}

// Read shows what the engine's object says about the declared keys. One that is gone keeps its identity, which the framework wants.
func (r *documentResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if r.connection.Use(&resp.Diagnostics) == nil || resp.Diagnostics.HasError() {
		return
	}
	collection, err := engine.Plain(state.Path.ValueString())
	if err != nil {
		fail(&resp.Diagnostics, "read", fmt.Errorf("the path in the state %w", err))
		return
	}
	if resp.Identity != nil {
		resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	}
	id, body := state.ID.ValueString(), decoded(state.Body.ValueString())
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
	silent := silentKeys(ctx, req.Private, &resp.Diagnostics)
	if len(differing(doc, body, silent)) > 0 {
		state.Body = bodyOf(projected(doc, body, silent))
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func bodyOf(body object) jsontype.Value {
	return jsontype.Value{StringValue: types.StringValue(document.Encode(body))}
}

// jsonObject is the text of a JSON object without an id. Text that is not JSON is refused by the type already.
type jsonObject struct{}

// ValidateString implements validator.String.
func (jsonObject) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	value, err := document.Decode([]byte(req.ConfigValue.ValueString()))
	if err != nil {
		return
	}
	body, isObject := value.(object)
	if !isObject {
		resp.Diagnostics.AddAttributeError(req.Path, "Not a JSON object",
			fmt.Sprintf("%s holds %s, and has to be the text of a JSON object, for example jsonencode({ name = \"Pump 1\" }).", req.Path, document.KindOf(value)))
	} else if _, has := body["id"]; has {
		resp.Diagnostics.AddAttributeError(req.Path, "The engine sets the id", fmt.Sprintf("%s has the key id, which the engine sets. Take it out.", req.Path))
	}
}

// Description implements validator.Describer.
func (jsonObject) Description(context.Context) string { return "a JSON object without the key id" }

// MarkdownDescription implements validator.Describer.
func (o jsonObject) MarkdownDescription(ctx context.Context) string { return o.Description(ctx) }

// sameBody plans no change of a body that says the same in other words, nor of an imported one that says all that is declared.
type sameBody struct{}

// PlanModifyString implements planmodifier.String.
func (sameBody) PlanModifyString(ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if req.StateValue.IsNull() || req.PlanValue.IsUnknown() || req.PlanValue.IsNull() {
		return
	}
	before, after := req.StateValue.ValueString(), req.PlanValue.ValueString()
	same := document.SameText(before, after)
	if !same && isAdopted(ctx, req.Private, &resp.Diagnostics) {
		priors, declared := decoded(before), decoded(after)
		same = len(missing(priors, declared)) == 0
		if left := missing(onlyOf(priors, declared), priors); !same && len(left) > 0 {
			slices.Sort(left)
			resp.Diagnostics.AddAttributeWarning(req.Path, "Not all keys of the document are declared", fmt.Sprintf(
				"The configuration does not declare all of %s. What it does not declare stays as it is in the engine and is not managed. To clear a key, declare it as null.", connection.First(left, ", ")))
		}
	}
	if same {
		resp.PlanValue = req.StateValue
	}
}

// missing are the keys of a body that another one says otherwise, or not at all.
func missing(other, body object) []string {
	var keys []string
	for key, want := range body {
		if !says(other[key], want) {
			keys = append(keys, key)
		}
	}
	return keys
}

// Description implements planmodifier.Describer.
func (sameBody) Description(context.Context) string { return "another spelling is no change" }

// MarkdownDescription implements planmodifier.Describer.
func (m sameBody) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }
