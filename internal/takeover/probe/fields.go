// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// askDefaults looks at the fields of objects that were made without them.
func askDefaults(ctx context.Context, r *run) {
	d := defaults{}
	for _, kind := range kinds() {
		if p := r.plain(ctx, kind); p != nil {
			d.look(p)
		}
	}
	switch {
	case d.open == 0:
		r.unknown("the engine rejects the probe's objects", "own-defaults")
	case d.filled == d.open:
		r.see("own-defaults", true)
		d.found = Facts{} // The habit says it all.
	default:
		r.see("own-defaults", false)
	}
	d.lookAtElements(ctx, r)
	r.facts.Defaults = d.found.Defaults
}

// defaults are what the engine shows in fields that nobody sent. open is the number of fields in which an engine with the habit
// own-defaults shows a value, and filled is the number of those in which this engine does.
type defaults struct {
	found        Facts
	open, filled int
}

// hasOwnDefault reports whether an engine may show a value of its own in a field that nobody sent.
func hasOwnDefault(field *table.Field) bool {
	isWord := len(field.OneOf) > 0 && field.Name != "type"
	isSchedule := strings.HasPrefix(field.Name, "rate_") || strings.HasPrefix(field.Name, "cron_")
	return field.Default == nil && !field.ServerSet && (isWord || field.Type == table.Boolean || field.Numeric()) && !isSchedule
}

// look looks at the fields of a plain object.
func (d *defaults) look(p *object) {
	fields := tableOf(p.kind).Fields
	for i := range fields {
		field := &fields[i]
		isMoving := field.Name == "status" || p.kind == "tab" && field.Name == "order" // The engine sets or counts these.
		if field.ServerSet || field.Required || isMoving {
			continue
		}
		value := p.first[field.Name]
		if hasOwnDefault(field) {
			d.open++
			if !isBlank(value) {
				d.filled++
			}
		}
		d.note(p.kind, field.Name, "", field, value)
	}
}

func isBlank(value any) bool { return value == nil || value == "" }

// lookAtElements looks at the elements of the example objects.
func (d *defaults) lookAtElements(ctx context.Context, r *run) {
	for _, kind := range kinds() {
		o := r.examples[kind]
		if o == nil {
			continue
		}
		doc := r.shown(ctx, o)
		eachField(tableOf(kind), func(name string, field *table.Field) {
			if name == "" || field.ServerSet {
				return
			}
			array, sent := tableOf(kind).Field(name), r.exampleElements(kind, name)
			for i, key := range keys(array, sent) {
				element, _ := sent[i].(map[string]any)
				_, isSent := element[field.Name]
				if shown := elementOf(array, doc[name], key); !isSent && shown != nil && keyName(array) != "" {
					d.note(kind, name, field.Name, field, shown[field.Name])
				}
			}
		})
	}
}

// note notes the engine's value for a field that nobody sent, if it differs from the one in the tables. It knows only booleans, numbers and
// documented words, so that no string of the engine gets into the facts.
func (d *defaults) note(kind, name, inner string, field *table.Field, shown any) {
	isNumber := field.Numeric() || field.Type == table.Text
	var value any
	switch {
	case field.OneOf == nil && !isNumber && field.Type != table.Boolean, isBlank(shown) && field.Default == nil:
		return
	case isBlank(shown):
	case field.OneOf != nil:
		value = word(field, shown)
	case isNumber:
		value = number(field, shown)
	case shown == true || shown == false:
		value = shown
	}
	if isBlank(shown) || value != nil && !sameMeaning(value, field.Default) {
		note(&d.found.Defaults, kind, name, inner, value)
	}
}

// word returns the documented word that an engine shows, or nil. Engines may show avg as average, and the other way round.
func word(field *table.Field, value any) any {
	text, _ := value.(string)
	at := slices.IndexFunc(field.OneOf, func(word string) bool { return strings.EqualFold(word, text) })
	if at < 0 {
		return nil
	}
	return field.OneOf[at]
}

// number returns the number that an engine shows, or nil. An engine may show a number of seconds as a string such as 5m.
func number(field *table.Field, value any) any {
	n, isNumber := amount(value)
	isInterval := slices.Contains([]string{"refresh_interval", "relative_window_time", "stmt_time_window"}, field.Name)
	if text, isText := value.(string); !isNumber && isText && isInterval {
		d, err := time.ParseDuration(text)
		n, isNumber = d.Seconds(), err == nil
	}
	if !isNumber {
		return nil
	}
	return json.Number(strconv.FormatFloat(n, 'f', -1, 64))
}

// clearing asks what an update with an empty value does to one field that has a value.
type clearing struct {
	kind, field  string
	value, empty any
	// what begins the names of the habits.
	what string
}

// askClearing finds out what an update with null or [] does to a field that has a value.
func askClearing(ctx context.Context, r *run) {
	for _, c := range []clearing{
		{"dashboard", "description", "cleared", nil, "null"},
		{"widget", "height", 5, nil, "null"},
		{"dashboard", "tags", r.exampleElements("dashboard", "tags"), []any{}, "empty-list"},
		{"widget", "filter_status", []any{"cleared"}, []any{}, "empty-list"},
	} {
		r.clear(ctx, c)
	}
}

// clear gives a field of the plain object a value, clears it and reads the object. If the engine rejects the value itself, or does not show
// it, clear sees nothing.
func (r *run) clear(ctx context.Context, c clearing) {
	p := r.plain(ctx, c.kind)
	if elements, isArray := c.value.([]any); p == nil || isArray && len(elements) == 0 {
		return
	}
	if !r.update(ctx, p, map[string]any{c.field: c.value}).done() || !hasValue(c, r.shown(ctx, p)) {
		return
	}
	answer := r.update(ctx, p, map[string]any{c.field: c.empty})
	shown := r.shown(ctx, p)
	if shown != nil && (answer.done() || answer.isRejection()) {
		r.see(c.what+"-refused", answer.isRejection())
		r.see(c.what+"-ignored", answer.done() && hasValue(c, shown))
	}
}

// hasValue reports whether an object shows the value that a field got.
func hasValue(c clearing, doc map[string]any) bool {
	elements, isArray := c.value.([]any)
	if !isArray {
		return doc[c.field] != nil && sameMeaning(doc[c.field], c.value)
	}
	field := tableOf(c.kind).Field(c.field)
	return slices.Contains(keys(field, doc[c.field]), keys(field, elements)[0])
}

// askElements asks how the engine stores the elements of arrays, with tags of a dashboard and items of a widget.
func askElements(ctx context.Context, r *run) {
	tags := slices.Clone(r.exampleElements("dashboard", "tags"))
	slices.Reverse(tags)
	if len(tags) > 1 {
		r.askArray(ctx, "dashboard", "tags", tags)
	}
	if items := r.items("B", "C", "A"); items != nil {
		r.askArray(ctx, "widget", "chart_items", items)
	}
}

// askArray makes an object with elements in an array, and then sends only the last of them.
func (r *run) askArray(ctx context.Context, kind, name string, elements []any) {
	field := tableOf(kind).Field(name)
	body := r.requiredOnly(kind)
	if body == nil {
		return
	}
	body[name] = elements
	o := r.createAccepted(ctx, kind, body)
	if o == nil || o.sent[name] == nil {
		return
	}
	doc := r.shown(ctx, o)
	r.seeArray(field, elements, doc[name])
	r.seeNames(field, elements, doc[name])
	sent := keys(field, elements)
	last := len(sent) - 1
	if r.update(ctx, o, map[string]any{name: elements[last:]}).done() {
		if shown := keys(field, r.shown(ctx, o)[name]); slices.Contains(shown, sent[last]) {
			r.see("joined-elements", slices.Contains(shown, sent[0]))
		}
	}
}

// seeArray compares an array of a new object with what was sent: its order, and whether there are further elements.
func (r *run) seeArray(field *table.Field, sent, shown any) {
	want, have := keys(field, sent), keys(field, shown)
	own := slices.DeleteFunc(slices.Clone(have), func(key string) bool { return !slices.Contains(want, key) })
	if len(own) != len(want) {
		return // The engine does not show what it got.
	}
	r.see("own-elements", len(have) > len(own))
	r.see("reordered-elements", !slices.Equal(own, want))
}

// seeNames compares the names in references with those that were sent.
func (r *run) seeNames(field *table.Field, sent []any, shown any) {
	if !field.IsReference() {
		return
	}
	for i, key := range keys(field, sent) {
		reference, _ := sent[i].(map[string]any)
		answered := elementOf(field, shown, key)
		name, _ := answered["name"].(string)
		if name == "" || reference["name"] == nil {
			r.unknown("references come back without names", "renamed-references")
			continue
		}
		r.see("renamed-references", name != reference["name"])
	}
}

// items returns items of a widget with these ref_ids. Each is like the last one of the example object.
func (r *run) items(ids ...string) (items []any) {
	elements := r.exampleElements("widget", "chart_items")
	if len(elements) == 0 {
		return nil
	}
	last, _ := elements[len(elements)-1].(map[string]any)
	for _, id := range ids {
		item := maps.Clone(last)
		item["ref_id"] = id
		items = append(items, item)
	}
	return items
}

// sameMeaning reports whether two texts, numbers or truth values are the same apart from their spelling, such as 5, 5.0 and "5".
func sameMeaning(a, b any) bool {
	if a == nil || b == nil {
		return a == b
	}
	if x, isNumber := amount(a); isNumber {
		y, isNumber := amount(b)
		return isNumber && x == y
	}
	return strings.EqualFold(fmt.Sprint(a), fmt.Sprint(b))
}

var numberText = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// amount returns the number in a value, which may be a text such as "5.0".
func amount(value any) (float64, bool) {
	text := fmt.Sprint(value)
	number, err := strconv.ParseFloat(text, 64)
	return number, err == nil && numberText.MatchString(text)
}

// keyName returns the name of the field that tells the elements of an array apart, or "". An engine may show a text as a reference with an
// id.
func keyName(field *table.Field) string {
	if field.Elements == table.Label {
		return "id"
	}
	return field.Key()
}

// keys returns what tells the elements of an array apart: the id of a reference, the ref_id of an item, or the element itself if it is a
// text.
func keys(field *table.Field, array any) []string {
	elements, _ := array.([]any)
	var all []string
	for _, element := range elements {
		if object, isObject := element.(map[string]any); isObject {
			element = object[keyName(field)]
		}
		all = append(all, fmt.Sprint(element))
	}
	return all
}

// elementOf returns the element of an array with this key, or nil.
func elementOf(field *table.Field, array any, key string) map[string]any {
	elements, _ := array.([]any)
	at := slices.Index(keys(field, array), key)
	if at < 0 {
		return nil
	}
	object, _ := elements[at].(map[string]any)
	return object
}
