// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// undocumented is a word that no list of values has.
const undocumented = "probed"

// askWords finds out which words the engine accepts in fields that have a list of values.
func askWords(ctx context.Context, r *run) error {
	var all []*wordField
	for _, kind := range kinds() {
		p, err := r.plain(ctx, kind)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		fields := wordFields(p.table)
		for _, last := range []bool{false, true} { // The type of a schedule decides which other fields count. So it comes last.
			var trials []*trial
			for _, f := range fields {
				if isSchedule := f.field == "type" && f.inner == ""; isSchedule == last {
					trials = append(trials, f.trials...)
				}
			}
			if err := r.try(ctx, p.object, trials); err != nil {
				return err
			}
		}
		var opened []*trial
		for _, f := range fields {
			opened = append(opened, f.trials[0])
		}
		if err := r.checkKept(ctx, p.object, opened); err != nil {
			return err
		}
		all = append(all, fields...)
	}
	r.seeWords(all)
	return nil
}

// wordField is a field that has a list of values.
type wordField struct {
	kind, field, inner string
	// trials has the undocumented word first, then the documented ones.
	trials []*trial
}

func wordFields(t *table.Table) []*wordField {
	var all []*wordField
	add := func(name, inner string, words []string) {
		f := &wordField{kind: t.Kind, field: name, inner: inner}
		for _, word := range append([]string{undocumented}, words...) {
			f.trials = append(f.trials, &trial{field: name, inner: inner, value: word})
		}
		all = append(all, f)
	}
	for i := range t.Fields {
		field := &t.Fields[i]
		// The status of an alert is left alone: a change of it makes an event, which nobody can delete.
		if len(field.OneOf) > 0 && !field.ServerSet && field.Name != "status" {
			add(field.Name, "", field.OneOf)
		}
		for j := range field.Fields {
			if inner := &field.Fields[j]; len(inner.OneOf) > 0 && field.Elements == table.Object && !field.IsReference() {
				add(field.Name, inner.Name, inner.OneOf)
			}
		}
	}
	return all
}

// seeWords decides about all fields together: an engine with the habit accepts other words everywhere. If only some fields do, the facts
// say so.
func (r *run) seeWords(all []*wordField) {
	open := slices.ContainsFunc(all, func(f *wordField) bool { return f.trials[0].outcome == accepted })
	closed := slices.ContainsFunc(all, func(f *wordField) bool { return f.trials[0].outcome == refused })
	if !open && !closed {
		r.verdicts.untold("more-kinds", "the engine refuses updates of the probe's objects")
		return
	}
	r.verdicts.see("more-kinds", !closed)
	for _, f := range all {
		if f.trials[0].outcome == accepted {
			if closed {
				note(&r.facts.Words, f.kind, f.trials[0].path(), []string{})
			}
			continue
		}
		words, isWhole := []string{}, true
		for _, t := range f.trials[1:] {
			if word, _ := t.value.(string); t.outcome == accepted {
				words = append(words, word)
			}
			isWhole = isWhole && t.outcome != ""
		}
		if isWhole && len(words) > 0 && len(words) < len(f.trials)-1 {
			note(&r.facts.Words, f.kind, f.trials[0].path(), words)
		}
	}
}

// note writes a value into a map of facts.
func note[T any](facts *map[string]map[string]T, kind, field string, value T) {
	if *facts == nil {
		*facts = map[string]map[string]T{}
	}
	if (*facts)[kind] == nil {
		(*facts)[kind] = map[string]T{}
	}
	(*facts)[kind][field] = value
}
