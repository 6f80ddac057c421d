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
			Parameters: []tffunction.Parameter{
				tffunction.DynamicParameter{
					Name:                "layers",
					CustomType:          rawType{},
					AllowUnknownValues:  true,
					MarkdownDescription: "List of objects or maps, which may differ in type. The last one has the last word.",
				},
			},
			Return: tffunction.DynamicReturn{CustomType: rawType{}},
		},
		run: runDeepMerge,
	}
}

func runDeepMerge(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	argument, err := rawArgument(ctx, arguments)
	if err != nil {
		return nil, err
	}
	layers, known, err := layersOf(argument)
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

// layersOf are the elements of the argument, objects and maps or null. It is false when one of them is not known as a whole.
func layersOf(argument tftypes.Value) (layers []tftypes.Value, known bool, wrong *tffunction.FuncError) {
	switch argument.Type().(type) {
	case tftypes.List, tftypes.Tuple:
	default:
		if !argument.IsKnown() && kindOf(argument.Type()) == anything {
			return nil, false, nil
		}
		return nil, false, wrongArgument(0, "layers is %s, but it has to be a list of objects", nounOf(argument.Type()))
	}
	if !argument.IsKnown() {
		return nil, false, nil
	}
	known = true
	if err := argument.As(&layers); err != nil {
		return nil, false, tffunction.NewFuncError(err.Error())
	}
	for i, layer := range layers {
		switch kind := kindOf(layer.Type()); {
		case layer.IsNull():
		case kind != mapping && kind != anything:
			wrong = tffunction.ConcatFuncErrors(wrong, wrongArgument(0, "%s is %s, but it has to be an object", layerName(i), nounOf(layer.Type())))
		case !layer.IsKnown():
			known = false
		}
	}
	return layers, known, wrong
}
