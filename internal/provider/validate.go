// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
)

// isValid reports whether a configuration is valid. It handles only configurations without unknown values. It does not return diagnostics,
// because the framework reports them.
func (d *definition) isValid(ctx context.Context, config tftypes.Value) bool {
	var diags diag.Diagnostics
	return validateMembers(ctx, d.schema.Attributes, config, path.Empty(), &diags) && len(d.checkConfig(config)) == 0
}

// checkConfig runs the checks that involve several attributes. It also rejects keys in "extra" that must be declared as attributes.
func (d *definition) checkConfig(config tftypes.Value) (diags diag.Diagnostics) {
	if d.Check != nil {
		check.Run(d.Check, check.Value{Raw: config, Diags: &diags})
	}
	for _, key := range d.shape.Misplaced(config) {
		at := attributePath(key.Path)
		problem := fmt.Sprintf("which has an attribute of its own. Declare it there and remove it from %s.", at)
		if key.IsDeclared {
			problem = "which is declared as an attribute too. Declare it in one place."
		}
		diags.AddAttributeError(at, "Key is an attribute of its own", fmt.Sprintf("%s contains the key %s, %s", at, key.Key, problem))
	}
	return diags
}

func validateMembers(
	ctx context.Context, attributes map[string]schema.Attribute, object tftypes.Value, at path.Path, diags *diag.Diagnostics,
) bool {
	values := tfvalue.Object(object)
	for name, a := range attributes {
		value := values[name]
		isMissing := value.Type() == nil || value.IsNull()
		if isMissing && !a.IsRequired() {
			continue
		}
		at := at.AtName(name)
		switch {
		case isMissing:
			diags.AddAttributeError(at, "Attribute is missing", at.String()+" is required.")
		case a.IsWriteOnly() || !a.IsRequired() && !a.IsOptional():
			diags.AddAttributeError(at, "Attribute can't be declared", at.String()+" can't be declared, or needs Terraform 1.11.")
		case !validateValue(ctx, a, value, at, diags):
			diags.AddAttributeError(at, "Value is not valid", at.String()+" is not valid.")
		}
	}
	return len(*diags) == 0
}

// validateValue runs an attribute's validators on a value that is known and not null. It returns false if the value does not match the
// attribute's type, or if only the framework can validate this type.
func validateValue(ctx context.Context, a schema.Attribute, value tftypes.Value, at path.Path, diags *diag.Diagnostics) bool {
	switch a := a.(type) {
	case schema.StringAttribute:
		text := check.Value{Raw: value}.Text()
		if a.CustomType != nil && !json.Valid([]byte(text)) {
			return false
		}
		for _, v := range a.Validators {
			resp := validator.StringResponse{}
			v.ValidateString(ctx, validator.StringRequest{Path: at, ConfigValue: types.StringValue(text)}, &resp)
			diags.Append(resp.Diagnostics...)
		}
		return true
	case schema.NumberAttribute:
		req := validator.NumberRequest{Path: at, ConfigValue: types.NumberValue(check.Value{Raw: value}.Number())}
		for _, v := range a.Validators {
			resp := validator.NumberResponse{}
			v.ValidateNumber(ctx, req, &resp)
			diags.Append(resp.Diagnostics...)
		}
		return true
	case schema.BoolAttribute:
		return len(a.Validators) == 0
	case schema.ListAttribute:
		texts := make([]attr.Value, len(tfvalue.List(value)))
		for i, element := range tfvalue.List(value) {
			if element.IsNull() {
				return false
			}
			texts[i] = types.StringValue(tfvalue.String(element))
		}
		req := validator.ListRequest{Path: at, ConfigValue: types.ListValueMust(types.StringType, texts)}
		for _, v := range a.Validators {
			resp := validator.ListResponse{}
			v.ValidateList(ctx, req, &resp)
			diags.Append(resp.Diagnostics...)
		}
		return true
	case schema.ListNestedAttribute:
		for i, element := range tfvalue.List(value) {
			if element.IsNull() {
				return false
			}
			validateMembers(ctx, a.NestedObject.Attributes, element, at.AtListIndex(i), diags)
		}
		return len(a.Validators) == 0
	case schema.SingleNestedAttribute:
		_, isPlain := a.CustomType.(types.ObjectType) // only the framework can validate other types
		validateMembers(ctx, a.Attributes, value, at, diags)
		return isPlain && len(a.Validators) == 0
	default:
		return false
	}
}

// expandConfig replaces each unknown object in a configuration with an object whose members are unknown, and encodes the result.
func expandConfig(config tftypes.Value) (*tfprotov6.DynamicValue, error) {
	config, err := tftypes.Transform(config, expandUnknown)
	if err != nil {
		return nil, err
	}
	expanded, err := tfprotov6.NewDynamicValue(config.Type(), config)
	return &expanded, err
}

func expandUnknown(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
	object, ok := value.Type().(tftypes.Object)
	if !ok || value.IsKnown() {
		return value, nil
	}
	members := make(map[string]tftypes.Value, len(object.AttributeTypes))
	for name, t := range object.AttributeTypes {
		member, err := expandUnknown(nil, tftypes.NewValue(t, tftypes.UnknownValue))
		if err != nil {
			return value, err
		}
		if strings.HasSuffix(name, attribute.WriteOnlySuffix) {
			member = tftypes.NewValue(t, nil) // Terraform before 1.11 accepts only null for write-only attributes
		}
		members[name] = member
	}
	return tftypes.NewValue(object, members), nil
}

// nameAttributes adds the attribute's path to the summary of each warning. Otherwise, Terraform would group warnings with the same summary
// and print only the first one in full.
func nameAttributes(diagnostics []*tfprotov6.Diagnostic) {
	for _, d := range diagnostics {
		if path := tfvalue.PathString(d.Attribute); path != "" && d.Severity == tfprotov6.DiagnosticSeverityWarning {
			d.Summary = path + ": " + d.Summary
		}
	}
}

// shortenPaths shortens the path in each diagnostic to a top-level attribute or list element, and adds the full path to the message. For
// example, alert_items[4].type becomes alert_items[4]. With the full path, Terraform before 1.15 and OpenTofu before 1.12 would point to
// the wrong attribute, in this example the alert's own type.
func shortenPaths(diagnostics []*tfprotov6.Diagnostic) {
	for _, d := range diagnostics {
		steps := d.Attribute.Steps()
		length := min(len(steps), 1)
		if len(steps) > 1 {
			if _, isMember := steps[1].(tftypes.AttributeName); !isMember {
				length = 2
			}
		}
		if length == len(steps) {
			continue
		}
		if full := tfvalue.PathString(d.Attribute); !strings.Contains(d.Detail, full) {
			d.Detail = strings.TrimSpace(d.Detail + fmt.Sprintf("\n\nThis is about %s.", full))
		}
		d.Attribute = tftypes.NewAttributePathWithSteps(steps[:length])
	}
}
