// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"math/big"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// attributesOf returns the Terraform type of each field in the struct T. The keys are the fields' tfsdk tags.
func attributesOf[T any]() map[string]attr.Type {
	object, _ := typeOf(reflect.TypeFor[T]()).(types.ObjectType)
	return object.AttrTypes
}

func typeOf(t reflect.Type) attr.Type {
	if t == reflect.TypeFor[*big.Float]() {
		return types.NumberType
	}
	switch t.Kind() {
	case reflect.Pointer:
		return typeOf(t.Elem())
	case reflect.Slice:
		return types.ListType{ElemType: typeOf(t.Elem())}
	case reflect.Map:
		return types.MapType{ElemType: typeOf(t.Elem())}
	case reflect.Struct:
		members := map[string]attr.Type{}
		for field := range t.Fields() {
			members[field.Tag.Get("tfsdk")] = typeOf(field.Type)
		}
		return types.ObjectType{AttrTypes: members}
	case reflect.Int, reflect.Int64:
		return types.Int64Type
	case reflect.Float64:
		return types.Float64Type
	default:
		return types.StringType
	}
}
