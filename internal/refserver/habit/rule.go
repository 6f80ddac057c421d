// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// rules returns the habits (deviations from INTERFACE.md) that make the server reject a create or update, or that change the object to be
// stored. It also returns the own-times habit, which changes responses.
func rules() map[string]hooks {
	return map[string]hooks{
		"whole-numbers":         {onBody: rejectFractions},
		"unique-names":          {onStore: rejectTwins},
		"offered-routines":      {onStore: rejectNotOffered},
		"counted-tabs":          {onStore: countTab},
		"empty-updates-refused": {onBody: rejectEmptyUpdate},
		"short-creates":         {onBody: completeCreate},
		"replaced-items":        {onStore: replaceItems},
		"joined-elements":       {onStore: joinElements},
		"trimmed-texts": {readBody: eachText(func(field *table.Field, text string) any {
			if field.Type == table.JSON {
				return text
			}
			return strings.TrimSpace(text)
		})},
		"own-times": {show: showTimes},
	}
}

// wholeFields are fields about which INTERFACE.md contradicts itself: they accept fractions according to the Interface part, but only
// integers according to the Wire shapes part.
var wholeFields = []string{
	"order", "height", "width", "position_x", "position_y", "min_width", "min_height", "stmt_time_window", "time_window", "rate_value",
}

func rejectFractions(_ *Call, body jsondoc.Object) error {
	found := jsondoc.Problems{}
	for _, name := range wholeFields {
		number, isNumber := body[name].(json.Number)
		if amount, err := number.Float64(); isNumber && (err != nil || amount != math.Trunc(amount)) {
			found[name] = []string{"Must be an integer."}
		}
	}
	return jsondoc.RejectFields(found)
}

func rejectTwins(c *Call, doc, _ jsondoc.Object) error {
	name, _ := doc["name"].(string)
	same, _ := c.Store.ListBy(c.Table.Kind, "name", name)
	for _, other := range same {
		if other.ID() != jsondoc.ID(doc) {
			return jsondoc.RejectFields(jsondoc.Problems{"name": []string{"Another " + c.Table.Kind + " has this name already."}})
		}
	}
	return nil
}

func rejectNotOffered(c *Call, doc, _ jsondoc.Object) error {
	if c.Table.Kind != "routine" {
		return nil
	}
	id, _ := doc["component_id"].(string)
	data, _ := c.Store.Get("component", id)
	component, err := jsondoc.Decode(data)
	if err != nil {
		return err
	}
	offered, _ := component["routines"].([]any)
	if !slices.ContainsFunc(offered, func(one any) bool { return jsondoc.AsObject(one)["name"] == doc["type"] }) {
		return jsondoc.RejectFields(jsondoc.Problems{"type": []string{"The component does not offer this type of routine."}})
	}
	return nil
}

func countTab(c *Call, doc, prior jsondoc.Object) error {
	if c.Table.Kind == "tab" && prior == nil && doc["order"] == nil {
		dashboard, _ := doc["dashboard"].(string)
		tabs, _ := c.Store.ListBy("tab", "dashboard", dashboard)
		doc["order"] = json.Number(strconv.Itoa(len(tabs)))
	}
	return nil
}

func rejectEmptyUpdate(c *Call, body jsondoc.Object) error {
	if c.Operation == table.Update && len(body) == 0 {
		return jsondoc.RejectBody("At least one field must be sent.")
	}
	return nil
}

// completeCreate adds missing required fields, such as input, to a request that creates a component. The added fields are empty.
func completeCreate(c *Call, body jsondoc.Object) error {
	if c.Operation != table.Create || c.Table.Kind != "component" {
		return nil
	}
	for name, empty := range map[string]any{"deployment_capacity": "", "input": []any{}, "output": []any{}, "routines": []any{}} {
		if _, sent := body[name]; !sent {
			body[name] = empty
		}
	}
	return nil
}

// replaceItems makes an update replace all items of a function. The server normally keeps stored items that aren't in the request body, and
// replaceItems removes them from doc, the object to be stored.
func replaceItems(c *Call, doc, prior jsondoc.Object) error {
	sent, given := c.Body["function_items"].([]any)
	if c.Table.Kind != "function" || prior == nil || !given {
		return nil
	}
	before, mentioned := jsondoc.ByID(prior["function_items"]), jsondoc.ByID(sent)
	items, _ := doc["function_items"].([]any)
	doc["function_items"] = slices.DeleteFunc(items, func(item any) bool {
		id := jsondoc.ID(item)
		return before[id] != nil && mentioned[id] == nil
	})
	return nil
}

// joinElements makes an update keep stored array elements that aren't in the request body. It matches elements by key, such as id or name.
// It skips function items, because the server always keeps them.
func joinElements(c *Call, doc, prior jsondoc.Object) error {
	for i := range c.Table.Fields {
		field := &c.Table.Fields[i]
		sent, given := c.Body[field.Name].([]any)
		key := field.Key()
		if prior == nil || !given || len(sent) == 0 || key == "" || field.Name == "function_items" {
			continue
		}
		now, _ := doc[field.Name].([]any)
		before, _ := prior[field.Name].([]any)
		for _, element := range before {
			isSame := func(other any) bool { return jsondoc.AsObject(other)[key] == jsondoc.AsObject(element)[key] }
			if !slices.ContainsFunc(now, isSame) {
				now = append(now, element)
			}
		}
		doc[field.Name] = now
	}
	return nil
}

func showTimes(_ *Call, doc jsondoc.Object) {
	for _, name := range []string{"timestamp_gte", "timestamp_lte"} {
		text, _ := doc[name].(string)
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			doc[name] = jsondoc.Time(at)
		}
	}
}
