// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

func deepMergeFunction() Function {
	return Function{
		Name: "deep_merge",
		definition: tffunction.Definition{
			Summary: "Merges objects and maps at all levels",
			MarkdownDescription: "Merges objects and maps at all levels. (Terraform's own `merge` merges only the top level.) If two " +
				"layers have a value for the same key, the later layer wins:\n\n" +
				"* Objects and maps are merged key by key. In the result, both are objects.\n" +
				"* Lists, tuples, sets, strings, numbers and booleans replace the value of the earlier layer.\n" +
				"* Null removes the key from the result. A typed variable has null for every `optional` attribute that was left out, and would " +
				"remove all of these keys. Leave out such nulls first: `{ for k, v in var.x : k => v if v != null }`. Nulls inside lists stay.\n" +
				"* If one layer has an object, and the next one has a list, string, number or boolean for the same key, the function reports an " +
				"error with the path. To replace one by the other, put a layer with null in between.\n\n" +
				"A value that is known only after the apply stays unknown; the function assumes that it is not null. It ignores a layer that is null.",
			VariadicParameter: tffunction.DynamicParameter{
				Name:                "layers",
				CustomType:          rawType{},
				AllowNullValue:      true,
				AllowUnknownValues:  true,
				MarkdownDescription: "Objects or maps, which may differ in type, as separate arguments or as one list. The last layer wins.",
			},
			Return: tffunction.DynamicReturn{CustomType: rawType{}},
		},
		run: runDeepMerge,
	}
}

func runDeepMerge(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	var given []rawValue
	if err := arguments.Get(ctx, &given); err != nil {
		return nil, err
	}
	layers, known, err := layersOf(given)
	if err != nil || !known {
		return rawValue{tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)}, err
	}
	m := merger{layers: layers}
	merged := objectOf(nil)
	for i, layer := range layers {
		if m.layer = i; !layer.IsNull() {
			merged = m.merge(merged, layer)
		}
	}
	if len(m.conflicts) > 0 {
		return nil, wrongArgument(0, "%s", document.First(m.conflicts, 20, "\n"))
	}
	return rawValue{merged}, nil
}

type merger struct {
	layers    []tftypes.Value
	layer     int      // index of the layer (argument) that is being merged
	path      []string // path of the value that is being merged
	conflicts []string
}

// merge returns value with override merged into it. Both values are at the same path, but override comes from a later argument of the call.
// If their types differ, for example if one is a list and the other is an object, merge records a conflict and returns value unchanged.
func (m *merger) merge(value, override tftypes.Value) tftypes.Value {
	is := classOf(override.Type())
	if value.Type() != nil {
		if was := classOf(value.Type()); was != is && was != anything && is != anything {
			m.addConflict(override)
			return value
		}
	}
	switch {
	case is != mapping || !override.IsKnown():
		return override
	case value.Type() != nil && !value.IsKnown(): // an unknown value may have any members, so the result is unknown too
		return tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)
	}
	members, added := maps.Clone(tfvalue.Object(value)), tfvalue.Object(override)
	if members == nil {
		members = make(map[string]tftypes.Value, len(added))
	}
	for _, key := range slices.Sorted(maps.Keys(added)) {
		if added[key].IsNull() {
			delete(members, key)
			continue
		}
		m.path = append(m.path, key)
		members[key] = m.merge(members[key], added[key])
		m.path = m.path[:len(m.path)-1]
	}
	return objectOf(members)
}

// addConflict records that a layer (one of the objects to merge) can't be merged, because its value at the current path, override, has a
// different type than the value below it. The error message names the layer that set this value: the last earlier layer with a value at
// this path.
func (m *merger) addConflict(override tftypes.Value) {
	at := tftypes.NewAttributePath()
	for _, key := range m.path {
		if hclsyntax.ValidIdentifier(key) {
			at = at.WithAttributeName(key)
		} else {
			at = at.WithElementKeyString(key)
		}
	}
	for i, layer := range slices.Backward(m.layers[:m.layer]) {
		if earlier := tfvalue.Member(layer, m.path...); tfvalue.IsDeclared(earlier) {
			m.conflicts = append(m.conflicts, fmt.Sprintf("%s is %s in %s, but %s in %s; to replace it, put a layer with null between the two",
				tfvalue.PathString(at), nounOf(override.Type()), layerName(m.layer), nounOf(earlier.Type()), layerName(i)))
			return
		}
	}
}

func objectOf(members map[string]tftypes.Value) tftypes.Value {
	types := make(map[string]tftypes.Type, len(members))
	for name, member := range members {
		types[name] = member.Type()
	}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, members)
}

func layerName(i int) string { return fmt.Sprintf("layers[%d]", i) }

// layersOf returns the objects to merge, which are called layers. They are the arguments of the call or, if the only argument is a list,
// the elements of the list. known is false if the list or an entire layer is unknown.
func layersOf(arguments []rawValue) (layers []tftypes.Value, known bool, wrong *tffunction.FuncError) {
	for _, argument := range arguments {
		layers = append(layers, argument.Value)
	}
	isList := len(layers) == 1 && isListed(layers[0].Type())
	if isList {
		if !layers[0].IsKnown() {
			return nil, false, nil
		}
		layers = tfvalue.List(layers[0])
	}
	known = true
	for i, layer := range layers {
		position := int64(i)
		if isList {
			position = 0
		}
		switch class := classOf(layer.Type()); {
		case layer.IsNull():
		case class != mapping && class != anything:
			wrong = tffunction.ConcatFuncErrors(wrong, wrongArgument(position, "%s is %s, but it has to be an object", layerName(i),
				nounOf(layer.Type())))
		case !layer.IsKnown():
			known = false
		}
	}
	return layers, known, wrong
}

// isListed reports whether t is a list or a tuple. It returns false for a set, because its elements have no order.
func isListed(t tftypes.Type) bool { return classOf(t) == sequence && !t.Is(tftypes.Set{}) }
