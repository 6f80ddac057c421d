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

// defaults collects the values that the engine returns for fields that no request set.
type defaults struct {
	// found contains the engine's defaults that differ from the interface document, by kind and field. The value nil means that the engine
	// has no default for the field.
	found map[string]map[string]any
	// An engine with the own-defaults habit (a deviation from INTERFACE.md) fills in certain fields that a create request omits. open
	// counts the fields that such an engine would fill in for the run's objects, and filled counts those that this engine has filled in. If
	// the counts are equal, the engine has the habit.
	open, filled int
}

// probeDefaults determines the engine's defaults. These are the values it returns for fields that the run's create requests did not set.
func probeDefaults(ctx context.Context, r *run) {
	d := defaults{found: map[string]map[string]any{}}
	for _, kind := range kinds() {
		if p := r.minimalObject(ctx, kind); p != nil {
			d.addFromFields(p)
		}
	}
	switch {
	case d.open == 0:
		r.noteUnknown("the engine rejects the probe's objects", "own-defaults")
	case d.filled == d.open:
		r.observe("own-defaults", true)
		clear(d.found) // The habit already implies them.
	default:
		r.observe("own-defaults", false)
	}
	for _, kind := range kinds() {
		if o := r.examples[kind]; o != nil {
			d.addFromElements(o, r.readLatest(ctx, o))
		}
	}
	if len(d.found) > 0 {
		r.facts.Defaults = d.found
	}
}

// hasOwnDefault reports whether an engine with the own-defaults habit (a deviation from INTERFACE.md) sets this field itself if a request
// omits it.
func hasOwnDefault(field *table.Field) bool {
	isWord := len(field.OneOf) > 0 && field.Name != "type"
	isSchedule := strings.HasPrefix(field.Name, "rate_") || strings.HasPrefix(field.Name, "cron_")
	return field.Default == nil && !field.ServerSet && (isWord || field.Type == table.Boolean || field.Numeric()) && !isSchedule
}

func isEmpty(value any) bool { return value == nil || value == "" }

// addFromFields adds the engine's defaults for the fields that the create request of a minimal object did not contain, if they differ from
// the documented defaults.
func (d *defaults) addFromFields(p *object) {
	fields := tableOf(p.kind).Fields
	for i := range fields {
		field := &fields[i]
		isComputed := field.Name == "status" || p.kind == "tab" && field.Name == "order" // The engine computes these.
		if field.ServerSet || field.Required || isComputed {
			continue
		}
		value := p.first[field.Name]
		if hasOwnDefault(field) {
			d.open++
			if !isEmpty(value) {
				d.filled++
			}
		}
		d.add(p.kind, field.Name, field, value)
	}
}

// addFromElements adds to d the defaults of array elements. The run sent these elements in an example object. Each value that only the
// engine's document (doc) contains is a default. addFromElements skips references.
func (d *defaults) addFromElements(o *object, doc map[string]any) {
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
					d.add(o.kind, array.Name+"."+field.Name, field, shown[field.Name])
				}
			}
		}
	}
}

// add adds a default to d.found if it differs from the documented default. It accepts only booleans, numbers, and strings that the
// interface document lists as values of the field, so that the results contain no private data.
func (d *defaults) add(kind, path string, field *table.Field, shown any) {
	isNumber := field.Numeric() || field.Type == table.Text
	var value any
	switch {
	case field.OneOf == nil && !isNumber && field.Type != table.Boolean, isEmpty(shown) && field.Default == nil:
		return
	case isEmpty(shown):
	case field.OneOf != nil:
		value = documentedWord(field, shown)
	case isNumber:
		value = numberOf(field, shown)
	case shown == true || shown == false:
		value = shown
	}
	if !isEmpty(shown) && (value == nil || sameMeaning(value, field.Default)) {
		return
	}
	if d.found[kind] == nil {
		d.found[kind] = map[string]any{}
	}
	d.found[kind][path] = value
}

// documentedWord returns the documented value that equals the given value regardless of case, such as avg for AVG, or nil if there is none.
func documentedWord(field *table.Field, value any) any {
	text, _ := value.(string)
	at := slices.IndexFunc(field.OneOf, func(word string) bool { return strings.EqualFold(word, text) })
	if at < 0 {
		return nil
	}
	return field.OneOf[at]
}

// numberOf returns value as a number, or nil if it is not one. For interval fields, it converts strings such as 5m to seconds.
func numberOf(field *table.Field, value any) any {
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
