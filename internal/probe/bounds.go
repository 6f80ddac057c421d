// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// longText is the length of a text that is long for a name or a description.
const longText = 1000

// longestText is the length of the longest text that a run sends to find a bound. An engine that accepts it counts as one without a bound.
const longestText = 4000

// bound is a limit of the values of a field.
type bound struct {
	kind, field, inner string
	// limit is the length of the longest text, or the last number in the direction of step. step is -1 for the smallest number, and 1
	// otherwise.
	limit, step int64
	// start is a value that the engine probably accepts: 1 for a length, or the other end of the range of a number.
	start    int64
	isLength bool
	// isDocumented is false if the tables have no bound for the field. Then limit is the length of a text that engines may refuse.
	isDocumented bool
	// within has the limit as its value, beyond the next value after it.
	within, beyond *trial
}

// askBounds finds out which lengths and numbers the engine accepts.
func askBounds(ctx context.Context, r *run) error {
	var all []*bound
	made := map[string]*object{}
	for _, kind := range kinds() {
		p, err := r.plain(ctx, kind)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		made[kind] = p.object
		bounds := r.boundsOf(p.table)
		var trials, beyond []*trial
		for _, b := range bounds {
			trials = append(trials, b.beyond, b.within)
			if b.isDocumented {
				beyond = append(beyond, b.beyond)
			}
		}
		trials = slices.DeleteFunc(trials, func(t *trial) bool { return t == nil })
		if err := r.try(ctx, p.object, trials); err != nil {
			return err
		}
		if err := r.checkKept(ctx, p.object, beyond); err != nil {
			return err
		}
		all = append(all, bounds...)
	}
	isWide := r.seeWide(all)
	hint := int64(0)
	for _, b := range all {
		if b.isDocumented && isWide {
			continue
		}
		good := func(n int64) (bool, error) {
			done, err := r.tryOne(ctx, made[b.kind], *r.trialOf(b, n))
			return done == accepted, err
		}
		found, err := b.search(good, hint)
		if err != nil {
			return err
		}
		if found != b.limit {
			r.noteBound(b, found)
		}
		if !b.isDocumented && found < b.limit {
			hint = found
		}
	}
	return nil
}

// boundsOf returns the bounds of a kind: those of the tables, and one for names and descriptions, whose lengths the tables do not limit.
func (r *run) boundsOf(t *table.Table) []*bound {
	var all []*bound
	add := func(field *table.Field, array string) {
		b := bound{kind: t.Kind, field: field.Name, isDocumented: true}
		if array != "" {
			b.field, b.inner = array, field.Name
		}
		if field.MaxLength > 0 {
			b.limit, b.step, b.start, b.isLength = int64(field.MaxLength), 1, 1, true
			all = append(all, new(b))
		}
		if field.Max != nil {
			b.limit, b.step, b.start = *field.Max, 1, pointed(field.Min)
			all = append(all, new(b))
		}
		if field.Min != nil {
			b.limit, b.step, b.start = *field.Min, -1, pointed(field.Max)
			all = append(all, new(b))
		}
	}
	for i := range t.Fields {
		field := &t.Fields[i]
		add(field, "")
		if field.Elements != table.Object || field.IsReference() {
			continue // An engine may refuse a long id because nothing has it.
		}
		for j := range field.Fields {
			add(&field.Fields[j], field.Name)
		}
	}
	for _, b := range all {
		b.within, b.beyond = r.trialOf(b, b.limit), r.trialOf(b, b.limit+b.step)
	}
	for _, name := range []string{"name", "description"} {
		if t.Field(name) != nil {
			b := &bound{kind: t.Kind, field: name, limit: longText, step: 1, start: 1, isLength: true}
			b.beyond = r.trialOf(b, longText)
			all = append(all, b)
		}
	}
	return all
}

func pointed(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// trialOf returns a trial of a number, or of a text with this length.
func (r *run) trialOf(b *bound, n int64) *trial {
	t := &trial{field: b.field, inner: b.inner, value: n}
	if b.isLength {
		text := ""
		if b.field == "name" && b.inner == "" {
			text = r.cast.name(b.kind) + "-" // The prefix lets a later run find the object.
		}
		t.value = (text + strings.Repeat("x", int(n)))[:n]
	}
	return t
}

// seeWide decides about all bounds together: an engine with the habit has none. If it has some, the facts name those that differ.
func (r *run) seeWide(all []*bound) bool {
	has := func(o outcome) bool {
		return slices.ContainsFunc(all, func(b *bound) bool { return b.isDocumented && b.beyond.outcome == o })
	}
	if !has(accepted) && !has(refused) {
		r.verdicts.untold("wide-values", "the engine refuses updates of the probe's objects")
		return false
	}
	r.verdicts.see("wide-values", !has(refused))
	return !has(refused)
}

// noteBound notes a bound as a fact.
func (r *run) noteBound(b *bound, found int64) {
	path := b.beyond.path()
	switch {
	case b.isLength && found == math.MaxInt64:
		note(&r.facts.MaxLength, b.kind, path, 0)
	case b.isLength:
		note(&r.facts.MaxLength, b.kind, path, int(found))
	case b.step > 0:
		note(&r.facts.Max, b.kind, path, found)
	default:
		note(&r.facts.Min, b.kind, path, found)
	}
}
