// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// defaults are the values that the engine shows in fields that nobody sent.
type defaults struct {
	found map[string]map[string]any // by kind and field; nil if the engine shows no value
	// open is the number of fields that an engine with the habit own-defaults fills, and filled the number that this engine fills.
	open, filled int
}

// askDefaults looks at the fields that the creates of the run's objects did not contain.
func askDefaults(ctx context.Context, r *run) {
	d := defaults{found: map[string]map[string]any{}}
	for _, kind := range kinds() {
		if p := r.plain(ctx, kind); p != nil {
			d.lookAtFields(p)
		}
	}
	switch {
	case d.open == 0:
		r.unknown("the engine rejects the probe's objects", "own-defaults")
	case d.filled == d.open:
		r.see("own-defaults", true)
		clear(d.found) // The habit covers them.
	default:
		r.see("own-defaults", false)
	}
	for _, kind := range kinds() {
		if o := r.examples[kind]; o != nil {
			d.lookAtElements(o, r.shown(ctx, o))
		}
	}
	if len(d.found) > 0 {
		r.facts.Defaults = d.found
	}
}

// hasOwnDefault reports whether an engine may show a value of its own in a field that nobody sent.
func hasOwnDefault(field *table.Field) bool {
	isWord := len(field.OneOf) > 0 && field.Name != "type"
	isSchedule := strings.HasPrefix(field.Name, "rate_") || strings.HasPrefix(field.Name, "cron_")
	return field.Default == nil && !field.ServerSet && (isWord || field.Type == table.Boolean || field.Numeric()) && !isSchedule
}

func isBlank(value any) bool { return value == nil || value == "" }

// lookAtFields looks at the fields of a plain object.
func (d *defaults) lookAtFields(p *object) {
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
		d.note(p.kind, field.Name, field, value)
	}
}

// lookAtElements looks at the elements of an example object. It skips references, which have no defaults.
func (d *defaults) lookAtElements(o *object, doc map[string]any) {
	for _, array := range tableOf(o.kind).Fields {
		if array.Elements != table.Object || array.IsReference() || keyName(&array) == "" {
			continue
		}
		elements, _ := o.sent[array.Name].([]any)
		for _, element := range elements {
			sent, _ := element.(map[string]any)
			shown := elementOf(&array, doc[array.Name], keyOf(&array, element))
			for i := range array.Fields {
				field := &array.Fields[i]
				if _, isSent := sent[field.Name]; !isSent && !field.ServerSet && shown != nil {
					d.note(o.kind, array.Name+"."+field.Name, field, shown[field.Name])
				}
			}
		}
	}
}

// note adds a default that differs from the one in the tables. It accepts only booleans, numbers and documented words, so that the facts
// contain no string of the engine.
func (d *defaults) note(kind, path string, field *table.Field, shown any) {
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
	if !isBlank(shown) && (value == nil || sameMeaning(value, field.Default)) {
		return
	}
	if d.found[kind] == nil {
		d.found[kind] = map[string]any{}
	}
	d.found[kind][path] = value
}

// word returns the documented word that an engine shows, or nil. Engines may show avg as AVG.
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
	n, isNumber := document.Number(value)
	isInterval := slices.Contains([]string{"refresh_interval", "relative_window_time", "stmt_time_window"}, field.Name)
	if text, isText := value.(string); !isNumber && isText && isInterval {
		d, err := time.ParseDuration(text)
		n, isNumber = big.NewFloat(d.Seconds()), err == nil
	}
	if !isNumber {
		return nil
	}
	return document.FromNumber(n)
}
