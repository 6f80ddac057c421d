// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"fmt"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func deepMergeFunction() Function {
	return Function{
		Name: "deep_merge",
		definition: tffunction.Definition{
			Summary: "One object of several, merged in depth",
			MarkdownDescription: "Merges objects and maps in all their depth; what Terraform's own `merge` does at the top only. Of two layers that say something of " +
				"the same thing the later one wins:\n\n" +
				"* Objects and maps are merged key by key. The result has objects alone.\n" +
				"* Lists, tuples and sets replace what was there, and so do texts, numbers and booleans.\n" +
				"* Null unsets: the key is gone from the result, which has no null but within lists. A typed variable has null for every `optional` " +
				"attribute that was left out, and would unset them all; `{ for k, v in var.x : k => v if v != null }` takes those out before.\n" +
				"* An object in the place of a list or of a text, number or boolean, or the other way round, is an error that says the path. A null in a " +
				"layer between the two makes way.\n\n" +
				"A value that is not known before the apply stays unknown where it is, and counts as one that is not null. " +
				"A layer that is null as a whole is left out.",
			VariadicParameter: tffunction.DynamicParameter{
				Name:                "layers",
				CustomType:          rawType{},
				AllowNullValue:      true,
				AllowUnknownValues:  true,
				MarkdownDescription: "Objects or maps, which may differ in type, one by one or as one list. The last one has the last word.",
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
	merged := layered{}
	var conflicts conflicts
	for i, layer := range layers {
		merged.add(layer, layerName(i), nil, &conflicts)
	}
	if err := conflicts.error(); err != nil {
		return nil, err
	}
	return rawValue{merged.value()}, nil
}

func layerName(i int) string { return fmt.Sprintf("layers[%d]", i) }

// layersOf returns the layers: the arguments, or the elements of the list if the only argument is a list. Each layer is an object, a map or
// null. known is false if a whole layer is unknown.
func layersOf(arguments []rawValue) (layers []tftypes.Value, known bool, wrong *tffunction.FuncError) {
	for _, argument := range arguments {
		layers = append(layers, argument.Value)
	}
	isList := len(layers) == 1 && isListed(layers[0].Type())
	if isList {
		if !layers[0].IsKnown() {
			return nil, false, nil
		}
		if err := layers[0].As(&layers); err != nil {
			return nil, false, tffunction.NewFuncError(err.Error())
		}
	}
	known = true
	for i, layer := range layers {
		position := int64(i)
		if isList {
			position = 0
		}
		switch kind := kindOf(layer.Type()); {
		case layer.IsNull():
		case kind != mapping && kind != anything:
			wrong = tffunction.ConcatFuncErrors(wrong, wrongArgument(position, "%s is %s, but it has to be an object", layerName(i), nounOf(layer.Type())))
		case !layer.IsKnown():
			known = false
		}
	}
	return layers, known, wrong
}

// isListed reports whether t is a list or a tuple. A set has no order, so its elements cannot be layers.
func isListed(t tftypes.Type) bool { return kindOf(t) == sequence && !t.Is(tftypes.Set{}) }
