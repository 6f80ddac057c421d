// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"encoding/json"
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
func (d *defaults) look(p *plainObject) {
	for i := range p.table.Fields {
		field := &p.table.Fields[i]
		_, isSent := p.created[field.Name]
		isMoving := field.Name == "status" || p.kind == "tab" && field.Name == "order" // The engine sets or counts these.
		if isSent || field.ServerSet || field.Required || isMoving {
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
