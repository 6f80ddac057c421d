// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// askWords finds out which of the documented words the engine accepts. An engine that rejects some of them rejects configurations for which
// a plan has no error.
func askWords(ctx context.Context, r *run) {
	for _, kind := range kinds() {
		p := r.plain(ctx, kind)
		if p == nil {
			continue
		}
		fields := wordFields(p.table)
		for _, last := range []bool{false, true} { // The type of a schedule decides which other fields count. So it comes last.
			var trials []*trial
			for _, f := range fields {
				if isSchedule := f[0].field == "type" && f[0].inner == ""; isSchedule == last {
					trials = append(trials, f...)
				}
			}
			r.try(ctx, p.object, trials)
		}
		for _, f := range fields {
			r.noteWords(kind, f)
		}
	}
}

// wordFields returns a trial of each word of each field that has a list of values.
func wordFields(t *table.Table) (all [][]*trial) {
	add := func(name, inner string, words []string) {
		var trials []*trial
		for _, word := range words {
			trials = append(trials, &trial{field: name, inner: inner, value: word})
		}
		all = append(all, trials)
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

// noteWords notes the accepted words of a field if the engine rejects some others.
func (r *run) noteWords(kind string, trials []*trial) {
	isUnknown := func(t *trial) bool { return t.outcome == "" }
	var words []string
	for _, t := range trials {
		if word, _ := t.value.(string); t.outcome == accepted {
			words = append(words, word)
		}
	}
	if !slices.ContainsFunc(trials, isUnknown) && len(words) > 0 && len(words) < len(trials) {
		note(&r.facts.Words, kind, trials[0].path(), words)
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
