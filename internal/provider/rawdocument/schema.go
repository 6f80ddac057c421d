// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rawdocument

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/connection"
)

const pathDescription = "Path of the collection. It is the part of its address after `/v3/engine/`, for example `asset/assets/`. " +
	"You can omit the slash at the end."

func (r *documentResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages any object of the engine as JSON, by the path of its collection. Use it only for kinds of objects " +
			"that have no resource of their own. A resource of its own, such as `engine_alert`, also checks the configuration, knows the " +
			"engine's defaults, and compares values by their meaning.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, MarkdownDescription: "Identifier of the object, set by the engine.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"path": schema.StringAttribute{
				Required: true, Validators: []validator.String{collectionPath{}},
				PlanModifiers:       []planmodifier.String{samePath{}},
				MarkdownDescription: pathDescription + " If it changes, Terraform replaces the object.",
			},
			"body": schema.StringAttribute{
				Required: true, CustomType: jsontype.Type{}, Validators: []validator.String{attribute.JSONObject{}},
				PlanModifiers: []planmodifier.String{sameBody{}},
				MarkdownDescription: "The object, as a JSON-encoded string: `jsonencode({ name = \"Pump 1\" })`. The provider manages the declared keys, including " +
					"those in nested objects, and leaves all other keys as they are. It manages an array as a whole. If you remove a key, the provider " +
					"sets the key to null in the engine. The state has the body in plain text, so put secrets into `body_wo`.",
			},
			"body_wo": schema.StringAttribute{
				Optional: true, WriteOnly: true, CustomType: jsontype.Type{}, Validators: []validator.String{attribute.JSONObject{}},
				MarkdownDescription: "More keys of the object, as a JSON-encoded string. Terraform stores them neither in its plan nor in its state. The " +
					"provider adds them to the keys of `body`, including those of nested objects. It sends them when the object is new and when " +
					"`body_wo_version` changes. If `body` and `body_wo` both have an object under the same key, each change of the object in " +
					"`body` also sends its part of `body_wo`. If you remove a key from `body_wo`, its value stays in the engine. Needs " +
					"Terraform 1.11 or later.",
			},
			"body_wo_version": schema.NumberAttribute{
				Optional: true, MarkdownDescription: "Version of `body_wo`, any number. If it changes, the provider sends `body_wo` again.",
			},
		},
	}
}

func (r *documentResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"path": identityschema.StringAttribute{RequiredForImport: true, Description: "Path of the collection after /v3/engine/."},
		"id":   identityschema.StringAttribute{RequiredForImport: true, Description: "Identifier of the object, set by the engine."},
	}}
}

// ValidateConfig rejects keys that are in both body and body_wo. It also rejects body_wo_version without body_wo.
func (r *documentResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if both := overlappingKeys(decodeObject(config.Body.ValueString()), decodeObject(config.BodyWO.ValueString())); len(both) > 0 {
		resp.Diagnostics.AddAttributeError(path.Root("body_wo"), "Declared twice", fmt.Sprintf(
			"Both body and body_wo declare %s. Remove it from body, which the state keeps, or from body_wo.", connection.First(both, ", ")))
	}
	if !config.BodyWOVersion.IsNull() && config.BodyWO.IsNull() {
		resp.Diagnostics.AddAttributeError(path.Root("body_wo_version"), "Nothing to send again",
			"body_wo_version is the version of body_wo, but body_wo is not declared.")
	}
}

// collectionPath validates the path of an engine collection, such as asset/assets/.
type collectionPath struct{ attribute.Undescribed }

func (collectionPath) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	text, problem := req.ConfigValue.ValueString(), ""
	if _, err := engine.Plain(text); err != nil {
		problem = fmt.Sprintf("%s is %.200q, which %s.", req.Path, text, err)
	} else if strings.HasPrefix(strings.Trim(text, "/")+"/", "v3/engine/") {
		problem = fmt.Sprintf("%s begins with v3/engine/, which the provider adds itself. Remove it.", req.Path)
	}
	if problem != "" {
		resp.Diagnostics.AddAttributeError(req.Path, notAPath, problem)
	}
}

// samePath is the plan modifier of the path attribute. A new path replaces the object, unless only leading or trailing slashes differ.
type samePath struct{ attribute.Undescribed }

func (samePath) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	switch {
	case req.State.Raw.IsNull() || req.Plan.Raw.IsNull() || req.StateValue.Equal(req.PlanValue):
	case !req.PlanValue.IsUnknown() && normalPath(req.StateValue.ValueString()) == normalPath(req.PlanValue.ValueString()):
		resp.PlanValue = req.StateValue
	default:
		resp.RequiresReplace = true
	}
}

// normalPath returns a path in the form that imports and identities use. For example, "/asset/assets" becomes "asset/assets/".
func normalPath(path string) string { return strings.Trim(path, "/") + "/" }

// sameBody is the plan modifier of the body attribute. It keeps the body from the state if the planned body is the same JSON in a different
// format. After an import, no configuration has declared the keys in the state yet. Therefore, sameBody also keeps the body from the state
// if the planned body equals it except for missing keys.
type sameBody struct{ attribute.Undescribed }

func (sameBody) PlanModifyString(ctx context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if req.StateValue.IsNull() || req.PlanValue.IsUnknown() || req.PlanValue.IsNull() {
		return
	}
	before, after := req.StateValue.ValueString(), req.PlanValue.ValueString()
	same := document.SameJSON(before, after)
	if !same && isAdopted(ctx, req.Private) {
		prior, declared := decodeObject(before), decodeObject(after)
		same = len(differingKeys(prior, declared, nil)) == 0
		if left := differingKeys(commonPart(prior, declared), prior, nil); !same && len(left) > 0 {
			resp.Diagnostics.AddAttributeWarning(req.Path, "Not all keys of the document are declared", fmt.Sprintf(
				"The configuration does not declare all of %s. The engine keeps the undeclared values, and the provider does not manage them. "+
					"To clear a key, declare it as null.", connection.First(left, ", ")))
		}
	}
	if same {
		resp.PlanValue = req.StateValue
	}
}
