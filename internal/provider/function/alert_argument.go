// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/describe"
)

// unknown stands for a value that Terraform knows only after apply.
type unknown = describe.Unknown

// readAlert converts an argument with the attributes of an engine_alert to decoded JSON. Nulls are left out, and unknown values become
// unknown{}. known is false if the whole argument is unknown. An attribute that alerts do not have is an error, because it is probably
// misspelled.
func readAlert(position int64, argument attr.Value) (alert map[string]any, known bool, wrong *tffunction.FuncError) {
	value, err := argument.ToTerraformValue(context.Background())
	switch {
	case err != nil:
		return nil, false, tffunction.NewFuncError(err.Error())
	case classOf(value.Type()) != mapping && classOf(value.Type()) != anything, value.IsNull():
		return nil, false, wrongArgument(position, "the alert is %s, but it has to be an engine_alert or an object of its attributes",
			nounOf(value.Type()))
	case !value.IsKnown():
		return nil, false, nil
	}
	alert, _ = decoded(value).(map[string]any)
	if wrong := misspelledAttributes(alert); len(wrong) > 0 {
		return nil, false, wrongArgument(position, "%s", strings.Join(wrong, "\n"))
	}
	return alert, true, nil
}

// decoded converts a Terraform value to decoded JSON: map[string]any, []any, json.Number and so on. An unknown value becomes unknown{}.
func decoded(value tftypes.Value) any {
	switch {
	case !value.IsKnown():
		return unknown{}
	case value.IsNull():
		return nil
	}
	switch classOf(value.Type()) {
	case mapping:
		object := map[string]any{}
		for name, member := range tfvalue.Object(value) {
			if !member.IsNull() {
				object[name] = decoded(member)
			}
		}
		return object
	case sequence:
		list := []any{}
		for _, element := range tfvalue.List(value) {
			list = append(list, decoded(element))
		}
		return list
	}
	switch {
	case value.Type().Is(tftypes.Bool):
		return tfvalue.Bool(value)
	case value.Type().Is(tftypes.Number):
		return numberOf(tfvalue.Number(value))
	default:
		return tfvalue.Text(value)
	}
}

// numberOf converts a number to a json.Number. For a number that is exact as a float64, it uses strconv, which is ten times as fast.
func numberOf(n *big.Float) json.Number {
	if f, accuracy := n.Float64(); accuracy == big.Exact {
		return json.Number(strconv.FormatFloat(f, 'g', -1, 64))
	}
	return json.Number(n.Text('g', -1))
}

func containsUnknown(value any) bool {
	switch value := value.(type) {
	case unknown:
		return true
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), containsUnknown)
	case []any:
		return slices.ContainsFunc(value, containsUnknown)
	default:
		return false
	}
}

func misspelledAttributes(alert map[string]any) []string {
	attributes := alertAttributes()
	wrong := misspelledMembers("", alert, attributes[""])
	for _, list := range []string{"alert_items", "stmt_thresholds"} {
		elements, _ := alert[list].([]any)
		for i, element := range elements {
			members, _ := element.(map[string]any)
			wrong = append(wrong, misspelledMembers(fmt.Sprintf("%s[%d].", list, i), members, attributes[list])...)
		}
	}
	return wrong
}

func misspelledMembers(path string, members map[string]any, names []string) []string {
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(names, name) {
			wrong = append(wrong, fmt.Sprintf("the alert has %s%s, but there are %s", path, name, strings.Join(names, ", ")))
		}
	}
	return wrong
}

// alertAttributes returns the sorted names of the attributes of an engine_alert, under "", and of its lists of objects.
var alertAttributes = sync.OnceValue(func() map[string][]string {
	objects := catalog.Objects()
	alert := objects[slices.IndexFunc(objects, func(o catalog.Object) bool { return o.Name == "alert" })]
	names := map[string][]string{"": slices.AppendSeq([]string{"id", lens.ExtraName}, maps.Keys(alert.ReadOnly))}
	for name, a := range alert.Attributes {
		names[""] = append(names[""], name)
		if list, ok := a.(schema.ListNestedAttribute); ok {
			names[name] = append(slices.Collect(maps.Keys(list.NestedObject.Attributes)), "id") // as in documents of the engine
		}
	}
	for _, list := range names {
		slices.Sort(list)
	}
	return names
})
