// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// askDefaults looks at the fields of objects that were made without them.
func askDefaults(ctx context.Context, r *run) error {
	d := defaults{synonyms: r.verdicts.of("synonyms").with > 0}
	for _, kind := range kinds() {
		p, err := r.plain(ctx, kind)
		if err != nil {
			return err
		}
		if p != nil {
			d.look(p)
		}
	}
	switch {
	case d.open == 0:
		r.verdicts.untold("own-defaults", "the engine refuses the probe's objects")
	case d.filled == d.open:
		r.verdicts.see("own-defaults", true)
		d.found = Facts{} // The habit says it all.
	default:
		r.verdicts.see("own-defaults", false)
	}
	if err := d.lookAtElements(ctx, r); err != nil {
		return err
	}
	r.facts.Defaults = d.found.Defaults
	return nil
}

// defaults are what the engine shows in fields that nobody sent. open is the number of fields in which an engine with the habit
// own-defaults shows a value, and filled is the number of those in which this engine does.
type defaults struct {
	found        Facts
	open, filled int
	// synonyms is true if the engine shows avg as average and the other way round.
	synonyms bool
}

// look looks at the fields of a plain object.
func (d *defaults) look(p *plainObject) {
	for i := range p.table.Fields {
		field := &p.table.Fields[i]
		_, sent := p.created[field.Name]
		isMoving := field.Name == "status" || p.kind == "tab" && field.Name == "order" // The habits own-status and counted-tabs.
		if sent || field.ServerSet || field.Required || isMoving {
			continue
		}
		value := p.first[field.Name]
		if hasOwnDefault(field) {
			d.open++
			if value != nil && value != "" {
				d.filled++
			}
		}
		if value, differs := d.own(field, value); differs {
			note(&d.found.Defaults, p.kind, field.Name, value)
		}
	}
}

// lookAtElements looks at the elements of the example objects.
func (d *defaults) lookAtElements(ctx context.Context, r *run) error {
	for _, kind := range kinds() {
		o := r.cast.example[kind]
		if o == nil {
			continue
		}
		var doc map[string]any
		for i := range tableOf(kind).Fields {
			field := &tableOf(kind).Fields[i]
			if field.Elements != table.Object || field.IsReference() || keyName(field) == "" || len(r.exampleElements(kind, field.Name)) == 0 {
				continue
			}
			if doc == nil {
				var err error
				if doc, err = r.shown(ctx, o); err != nil || doc == nil {
					return err
				}
			}
			d.lookAtArray(kind, field, r.exampleElements(kind, field.Name), doc[field.Name])
		}
	}
	return nil
}

// lookAtArray looks at the elements of one array that the run sent.
func (d *defaults) lookAtArray(kind string, array *table.Field, sent []any, shown any) {
	for i, key := range keys(array, sent) {
		element, _ := sent[i].(map[string]any)
		answered := elementOf(array, shown, key)
		if answered == nil {
			continue
		}
		for j := range array.Fields {
			field := &array.Fields[j]
			if _, isSent := element[field.Name]; isSent || field.ServerSet {
				continue
			}
			if value, differs := d.own(field, answered[field.Name]); differs {
				note(&d.found.Defaults, kind, array.Name+"."+field.Name, value)
			}
		}
	}
}

// own returns the engine's value for a field that nobody sent, and whether the tables have another one. It knows only truth values, numbers
// and documented words, so that no text of the engine gets into the facts.
func (d *defaults) own(field *table.Field, shown any) (value any, differs bool) {
	isNumber := field.Numeric() || field.Type == table.Text
	switch {
	case field.OneOf == nil && !isNumber && field.Type != table.Boolean:
		return nil, false
	case shown == nil || shown == "":
		return nil, field.Default != nil
	case field.OneOf != nil:
		value = d.word(field, shown)
	case isNumber:
		value = number(field, shown)
	case shown == true || shown == false:
		value = shown
	}
	return value, value != nil && !sameMeaning(value, field.Default)
}

// word returns the documented word that an engine shows, or nil.
func (d *defaults) word(field *table.Field, value any) any {
	text, _ := value.(string)
	switch {
	case d.synonyms && text == "average":
		text = "avg"
	case d.synonyms && text == "avg":
		text = "average"
	}
	at := slices.IndexFunc(field.OneOf, func(word string) bool { return strings.EqualFold(word, text) })
	if at < 0 {
		return nil
	}
	return field.OneOf[at]
}

// number returns the number that an engine shows, or nil. An engine may show a number of seconds as a text such as 5m.
func number(field *table.Field, value any) any {
	n, isNumber := amount(value)
	if text, isText := value.(string); !isNumber && isText && isInterval(field.Name) {
		n, isNumber = seconds(text)
	}
	if !isNumber {
		return nil
	}
	return json.Number(strconv.FormatFloat(n, 'f', -1, 64))
}
