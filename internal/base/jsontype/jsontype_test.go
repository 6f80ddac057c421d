// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package jsontype_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
)

func value(text string) jsontype.Value {
	return jsontype.Value{StringValue: basetypes.NewStringValue(text)}
}

func TestSemanticEquality(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[2]}`, ` { "b" : [ 2 ] , "a" : 1 } `, true},
		{`"a"`, `"\u0061"`, true},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`1`, `1.0`, false},
		{`9007199254740993`, `9007199254740992`, false},
		{`[1,2]`, `[2,1]`, false},
		{`hush`, `hush`, false},
		{`1`, `1 2`, false},
	} {
		if got, diags := value(c.a).StringSemanticEquals(t.Context(), value(c.b)); got != c.want || len(diags) > 0 {
			t.Errorf("%s and %s: %t, want %t (%v)", c.a, c.b, got, c.want, diags)
		}
	}
	if got, _ := value(`1`).StringSemanticEquals(t.Context(), basetypes.NewStringValue(`1`)); got {
		t.Error("a value of another type is equal")
	}
}

func TestValuesOfTerraform(t *testing.T) {
	t.Parallel()
	for _, raw := range []any{`{"a": 1}`, nil, tftypes.UnknownValue} {
		in := tftypes.NewValue(tftypes.String, raw)
		got, err := jsontype.Type{}.ValueFromTerraform(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		out, err := got.ToTerraformValue(t.Context())
		if err != nil || !out.Equal(in) || !got.Type(t.Context()).Equal(jsontype.Type{}) || !got.Equal(got) {
			t.Errorf("%s comes back as %s (%v)", in, out, err)
		}
	}
	if _, err := (jsontype.Type{}).ValueFromTerraform(t.Context(), tftypes.NewValue(tftypes.Bool, true)); err == nil {
		t.Error("a boolean is read")
	}
	for _, other := range []attr.Type{basetypes.StringType{}, basetypes.BoolType{}} {
		if (jsontype.Type{}).Equal(other) {
			t.Errorf("%s is the same type", other)
		}
	}
}
