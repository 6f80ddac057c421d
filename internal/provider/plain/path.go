// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package plain

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// pathDescription is of both schemas.
const pathDescription = "Path of the collection: the part of its address behind `/v3/engine/`, for example `asset/assets/`. Slashes at its " +
	"ends make no difference."

// collectionPath is a text that is the path of a collection.
type collectionPath struct{}

// ValidateString implements validator.String.
func (collectionPath) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	text := req.ConfigValue.ValueString()
	if _, err := engine.Plain(text); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Not the path of a collection", fmt.Sprintf("%s is %.200q, which %s.", req.Path, text, err))
	} else if strings.HasPrefix(strings.Trim(text, "/")+"/", "v3/engine/") {
		resp.Diagnostics.AddAttributeError(req.Path, "Not the path of a collection",
			fmt.Sprintf("%s begins behind /v3/engine/: take that out.", req.Path))
	}
}

// Description implements validator.Describer.
func (collectionPath) Description(context.Context) string { return "the path of a collection" }

// MarkdownDescription implements validator.Describer.
func (p collectionPath) MarkdownDescription(ctx context.Context) string { return p.Description(ctx) }

// samePath plans no change of a path that leads to the same collection, and another object for one that does not.
type samePath struct{}

// PlanModifyString implements planmodifier.String.
func (samePath) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	switch {
	case req.State.Raw.IsNull() || req.Plan.Raw.IsNull() || req.StateValue.Equal(req.PlanValue):
	case !req.PlanValue.IsUnknown() && strings.Trim(req.StateValue.ValueString(), "/") == strings.Trim(req.PlanValue.ValueString(), "/"):
		resp.PlanValue = req.StateValue
	default:
		resp.RequiresReplace = true
	}
}

// Description implements planmodifier.Describer.
func (samePath) Description(context.Context) string { return "another path replaces the object" }

// MarkdownDescription implements planmodifier.Describer.
func (p samePath) MarkdownDescription(ctx context.Context) string { return p.Description(ctx) }

// writtenPath is how imports and identities write the path of a collection.
func writtenPath(path string) string { return strings.Trim(path, "/") + "/" }

// cutID splits the id of an import, "<path>/<id>".
func cutID(text string) (path, id string, ok bool) {
	at := strings.LastIndexByte(text, '/')
	if at < 0 || at == len(text)-1 {
		return "", "", false
	}
	return text[:at], text[at+1:], true
}
