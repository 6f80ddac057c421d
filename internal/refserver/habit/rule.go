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

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// rules are other rules for what objects may be and become.
func rules() []Habit {
	habit := func(name, summary string, quirk int, kinds []string, p points) Habit {
		return Habit{Name: name, Summary: summary, Quirks: []int{quirk}, Kinds: kinds, points: func(*Set, parameter) points { return p }}
	}
	return []Habit{
		{
			Name: "more-kinds", Summary: "the lists of values are open: other severities, types and words are taken and come back",
			Quirks: []int{24, 82}, Kinds: []string{"widget", "component", "routine", "alert", "function"},
			points: func(*Set, parameter) points { return points{settings: func(s *Settings) { s.AnyValue = true }} },
		},
		habit("wide-values", "texts may be longer and numbers greater and less than the wire shapes page says", 81,
			[]string{"tab", "widget", "alert", "function"}, points{settings: func(s *Settings) { s.AnySize = true }}),
		habit("whole-numbers", "places, sizes, orders, time windows and rates that are no whole numbers are refused with 400", 80,
			[]string{"tab", "widget", "alert", "function"}, points{body: refuseFractions}),
		habit("unique-names", "a second object of a kind with the same name is refused with 400", 50, everyKind(), points{store: refuseTwins}),
		habit("offered-routines", "the type of a routine must be one that its component offers, else 400", 42, []string{"routine"},
			points{store: refuseNotOffered}),
		habit("counted-tabs", "a tab that is created without an order is the last of its dashboard", 22, []string{"tab"}, points{store: countTab}),
		habit("empty-updates-refused", "an update without any field is refused with 400", 46, everyKind(), points{body: refuseNothing}),
		habit("short-creates", "a component may be created without its capacity, input, output and routines", 251, []string{"component"},
			points{body: completeCreate}),
		habit("replaced-items", "an update replaces the items of a function as a whole", 48, []string{"function"}, points{store: replaceItems}),
		habit("joined-elements", "an update leaves the elements of an array that it does not mention, unless it sends none", 49,
			[]string{"dashboard", "widget", "component", "routine", "alert"}, points{store: joinElements}),
		habit("trimmed-texts", "texts are stored without the white space at their ends", 13, everyKind(), points{body: trim}),
		habit("own-times", "times come back with microseconds and in UTC", 13, []string{"widget"}, points{document: showTimes}),
	}
}

// wholeFields are those that the wire shapes page calls whole numbers and the interface document numbers.
var wholeFields = []string{
	"order", "height", "width", "position_x", "position_y", "min_width", "min_height", "stmt_time_window", "time_window", "rate_value",
}

func refuseFractions(_ *Call, body document.Object) error {
	found := refusal.Problems{}
	for _, name := range wholeFields {
		number, isNumber := body[name].(json.Number)
		if amount, err := number.Float64(); isNumber && (err != nil || amount != math.Trunc(amount)) {
			found[name] = []string{"Must be a whole number."}
		}
	}
	if len(found) > 0 {
		return refusal.Fields(found)
	}
	return nil
}

func refuseTwins(c *Call, doc, _ document.Object) error {
	name, _ := doc["name"].(string)
	same, _ := c.Store.ListBy(c.Table.Kind, "name", name)
	for _, other := range same {
		if other.ID() != document.ID(doc) {
			return refusal.Fields(refusal.Problems{"name": []string{"There is a " + c.Table.Kind + " with this name already."}})
		}
	}
	return nil
}

func refuseNotOffered(c *Call, doc, _ document.Object) error {
	if c.Table.Kind != "routine" {
		return nil
	}
	id, _ := doc["component_id"].(string)
	data, _ := c.Store.Get("component", id)
	component, err := document.Decode(data)
	if err != nil {
		return err
	}
	offered, _ := component["routines"].([]any)
	if !slices.ContainsFunc(offered, func(one any) bool { return document.AsObject(one)["name"] == doc["type"] }) {
		return refusal.Fields(refusal.Problems{"type": []string{"The component offers no such routine."}})
	}
	return nil
}

func countTab(c *Call, doc, prior document.Object) error {
	if c.Table.Kind == "tab" && prior == nil && doc["order"] == nil {
		dashboard, _ := doc["dashboard"].(string)
		tabs, _ := c.Store.ListBy("tab", "dashboard", dashboard)
		doc["order"] = json.Number(strconv.Itoa(len(tabs)))
	}
	return nil
}

func refuseNothing(c *Call, body document.Object) error {
	if c.Operation == table.Update && len(body) == 0 {
		return refusal.Body("At least one field must be sent.")
	}
	return nil
}

// completeCreate gives a new component what the interface document requires.
func completeCreate(c *Call, body document.Object) error {
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

// replaceItems takes out the items that a function had and that were not sent.
func replaceItems(c *Call, doc, prior document.Object) error {
	sent, given := c.Body["function_items"].([]any)
	if c.Table.Kind != "function" || prior == nil || !given {
		return nil
	}
	before, mentioned := document.ByID(prior["function_items"]), document.ByID(sent)
	items, _ := doc["function_items"].([]any)
	doc["function_items"] = slices.DeleteFunc(items, func(item any) bool {
		id := document.ID(item)
		return before[id] != nil && mentioned[id] == nil
	})
	return nil
}

// joinElements puts the elements back that an array had and whose keys were not sent. The items of functions are joined
// anyway.
func joinElements(c *Call, doc, prior document.Object) error {
	for i := range c.Table.Fields {
		field := &c.Table.Fields[i]
		sent, given := c.Body[field.Name].([]any)
		name := key(field)
		if prior == nil || !given || len(sent) == 0 || name == "" || field.Name == "function_items" {
			continue
		}
		now, _ := doc[field.Name].([]any)
		before, _ := prior[field.Name].([]any)
		for _, element := range before {
			same := func(other any) bool { return document.AsObject(other)[name] == document.AsObject(element)[name] }
			if !slices.ContainsFunc(now, same) {
				now = append(now, element)
			}
		}
		doc[field.Name] = now
	}
	return nil
}

func trim(c *Call, body document.Object) error {
	values(c.Table.Fields, body, func(field *table.Field, value any) any {
		if text, isText := value.(string); isText && field.Type != table.JSON {
			return strings.TrimSpace(text)
		}
		return value
	})
	return nil
}

func showTimes(_ *Call, doc document.Object) {
	for _, name := range []string{"timestamp_gte", "timestamp_lte"} {
		text, _ := doc[name].(string)
		if at, err := time.Parse(time.RFC3339, text); err == nil {
			doc[name] = document.Time(at)
		}
	}
}
