// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

type (
	object = map[string]any
	list   = []any
)

// call invokes a provider function through the plugin protocol, with the encoding that Terraform uses.
func call(t testing.TB, name string, arguments ...cty.Value) (cty.Value, *tfprotov6.FunctionError) {
	t.Helper()
	server := provider.NewServer("test")()
	functions, err := server.GetFunctions(t.Context(), &tfprotov6.GetFunctionsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	definition := functions.Functions[name]
	if definition == nil {
		t.Fatalf("the provider has no function %s", name)
	}
	request := &tfprotov6.CallFunctionRequest{Name: name}
	for i, argument := range arguments {
		parameter := definition.VariadicParameter
		if i < len(definition.Parameters) {
			parameter = definition.Parameters[i]
		}
		request.Arguments = append(request.Arguments, encode(t, argument, typeOf(t, parameter.Type)))
	}
	response, err := server.CallFunction(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if response.Error != nil {
		return cty.NilVal, response.Error
	}
	result, err := msgpack.Unmarshal(response.Result.MsgPack, typeOf(t, definition.Return.Type))
	if err != nil {
		t.Fatal(err)
	}
	return result, nil
}

// typeOf converts a plugin protocol type to a cty.Type.
func typeOf(t testing.TB, protocolType json.Marshaler) cty.Type {
	t.Helper()
	text, err := protocolType.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	result, err := ctyjson.UnmarshalType(text)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func encode(t testing.TB, value cty.Value, as cty.Type) *tfprotov6.DynamicValue {
	t.Helper()
	text, err := msgpack.Marshal(value, as)
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.DynamicValue{MsgPack: text}
}

// literal returns the value that Terraform would make of a literal in a configuration. A map becomes an object, a slice becomes a tuple,
// and nil becomes null without a type.
func literal(value any) cty.Value {
	switch value := value.(type) {
	case nil:
		return cty.NullVal(cty.DynamicPseudoType)
	case string:
		return cty.StringVal(value)
	case bool:
		return cty.BoolVal(value)
	case object:
		members := map[string]cty.Value{}
		for name, member := range value {
			members[name] = literal(member)
		}
		return cty.ObjectVal(members)
	case list:
		var elements []cty.Value
		for _, element := range value {
			elements = append(elements, literal(element))
		}
		return cty.TupleVal(elements)
	default:
		number, _, err := big.ParseFloat(fmt.Sprint(value), 10, 512, big.ToNearestEven)
		if err != nil {
			panic(err)
		}
		return cty.NumberVal(number)
	}
}

// show returns a value as indented JSON. Unknown values become "(unknown)".
func show(t testing.TB, value cty.Value) string {
	t.Helper()
	known, err := cty.Transform(value, func(_ cty.Path, v cty.Value) (cty.Value, error) {
		if !v.IsKnown() {
			return cty.StringVal("(unknown)"), nil
		}
		return v, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(ctyjson.SimpleJSONValue{Value: known}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}
