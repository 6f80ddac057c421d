// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// readAlert decodes the alert in the first argument of a call. known is false if the whole argument is unknown. readAlert rejects
// attributes that alerts don't have, because they are probably typos.
func readAlert(value tftypes.Value) (alert map[string]any, known bool, wrong *tffunction.FuncError) {
	switch {
	case classOf(value.Type()) != mapping && classOf(value.Type()) != anything, value.IsNull():
		return nil, false, wrongArgument(0, "the alert is %s, but it has to be an engine_alert or an object of its attributes",
			nounOf(value.Type()))
	case !value.IsKnown():
		return nil, false, nil
	}
	alert, _ = decode(value).(map[string]any)
	if wrong := misspelledAttributes(alert); len(wrong) > 0 {
		return nil, false, wrongArgument(0, "%s", strings.Join(wrong, "\n"))
	}
	return alert, true, nil
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

// alertAttributes returns the sorted names of all attributes that an alert may have. The map's key "" contains the attributes of the alert
// itself. Each other key is the name of a list, such as alert_items, and contains the attributes of the list's elements.
var alertAttributes = sync.OnceValue(func() map[string][]string {
	objects := catalog.Objects()
	alert := objects[slices.IndexFunc(objects, func(o catalog.Object) bool { return o.Name == "alert" })]
	names := map[string][]string{"": slices.AppendSeq([]string{"id", lens.ExtraName}, maps.Keys(alert.ReadOnly))}
	for name, a := range alert.Attributes {
		names[""] = append(names[""], name)
		if list, ok := a.(schema.ListNestedAttribute); ok {
			names[name] = append(slices.Collect(maps.Keys(list.NestedObject.Attributes)), "id") // elements in the engine's documents have an id
		}
	}
	for _, list := range names {
		slices.Sort(list)
	}
	return names
})
