// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

func TestStatesHaveAllAttributes(t *testing.T) {
	t.Parallel()
	nested := &tfprotov6.SchemaObject{Attributes: []*tfprotov6.SchemaAttribute{{Name: "a"}, {Name: "b"}}}
	got := withNulls(map[string]any{
		"text": "x", "texts": []any{"y"}, "one": map[string]any{"a": 1}, "some": []any{map[string]any{"b": 2}, map[string]any{}},
	}, []*tfprotov6.SchemaAttribute{
		{Name: "text"}, {Name: "texts"}, {Name: "missing"}, {Name: "one", NestedType: nested}, {Name: "some", NestedType: nested},
	})
	want := map[string]any{
		"text": "x", "texts": []any{"y"}, "missing": nil, "one": map[string]any{"a": 1, "b": nil},
		"some": []any{map[string]any{"a": nil, "b": 2}, map[string]any{"a": nil, "b": nil}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
