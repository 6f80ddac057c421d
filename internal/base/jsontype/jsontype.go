// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package jsontype provides a Terraform attribute type for JSON-encoded strings. Unlike HashiCorp's jsontypes library, it does not quote
// invalid JSON in errors, because the string may be a secret that the user forgot to wrap in jsonencode. It imports base/document.
package jsontype

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Type is the type of a JSON-encoded string. Strings that differ only in whitespace or the order of keys are equal.
type Type struct{ basetypes.StringType }

// Value is a value of Type.
type Value struct{ basetypes.StringValue }

var (
	_ basetypes.StringTypable                    = Type{}
	_ basetypes.StringValuableWithSemanticEquals = Value{}
	_ xattr.ValidateableAttribute                = Value{}
)

// String implements attr.Type.
func (Type) String() string { return "jsontype.Type" }

// Equal implements attr.Type.
func (Type) Equal(other attr.Type) bool {
	_, ok := other.(Type)
	return ok
}

// ValueType implements attr.Type.
func (Type) ValueType(context.Context) attr.Value { return Value{} }

// ValueFromString implements basetypes.StringTypable.
func (Type) ValueFromString(_ context.Context, text basetypes.StringValue) (basetypes.StringValuable, diag.Diagnostics) {
	return Value{text}, nil
}

// ValueFromTerraform implements attr.Type.
func (t Type) ValueFromTerraform(ctx context.Context, from tftypes.Value) (attr.Value, error) {
	value, err := t.StringType.ValueFromTerraform(ctx, from)
	if err != nil {
		return nil, err
	}
	text, ok := value.(basetypes.StringValue)
	if !ok {
		return nil, fmt.Errorf("a string is read as %T", value)
	}
	return Value{text}, nil
}

// Type implements attr.Value.
func (Value) Type(context.Context) attr.Type { return Type{} }

// Equal implements attr.Value.
func (v Value) Equal(other attr.Value) bool {
	o, ok := other.(Value)
	return ok && v.StringValue.Equal(o.StringValue)
}

// StringSemanticEquals implements basetypes.StringValuableWithSemanticEquals. Invalid JSON is not equal to any other string.
func (v Value) StringSemanticEquals(_ context.Context, other basetypes.StringValuable) (bool, diag.Diagnostics) {
	o, ok := other.(Value)
	if !ok {
		return false, nil
	}
	have, errHave := document.Decode([]byte(v.ValueString()))
	want, errWant := document.Decode([]byte(o.ValueString()))
	return errHave == nil && errWant == nil && reflect.DeepEqual(have, want), nil
}

// ValidateAttribute implements xattr.ValidateableAttribute.
func (v Value) ValidateAttribute(_ context.Context, req xattr.ValidateAttributeRequest, resp *xattr.ValidateAttributeResponse) {
	if v.IsNull() || v.IsUnknown() || json.Valid([]byte(v.ValueString())) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Not JSON",
		fmt.Sprintf("%s has to be a JSON-encoded string. Write it with jsonencode(...), even if the value is a plain string.", req.Path))
}
