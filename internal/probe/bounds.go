// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// longText is the length of a string that is long for a name or a description, whose lengths the interface does not limit.
const longText = 1000

// bound is a limit of the values of a field.
type bound struct {
	kind, field, inner string
	// good is a value that the engine probably accepts. limit is the last value that the interface allows, or longText.
	good, limit int64
	isLength    bool
	atLimit     *trial
}

// askBounds finds out which of the documented lengths and numbers the engine rejects, and the longest name and description.
func askBounds(ctx context.Context, r *run) {
	hint := int64(0) // Engines often use one length for all names.
	for _, kind := range kinds() {
		p := r.plain(ctx, kind)
		if p == nil {
			continue
		}
		bounds := r.boundsOf(p)
		var trials []*trial
		for _, b := range bounds {
			trials = append(trials, b.atLimit)
		}
		r.try(ctx, p.object, trials)
		for _, b := range bounds {
			if b.atLimit.outcome != rejected {
				continue
			}
			good := func(n int64) bool { return r.tryOne(ctx, p.object, *r.trialOf(p, b, n)) == accepted }
			last, isKnown := hint, b.limit == longText && hint > b.good && good(hint) && !good(hint+1)
			if !isKnown {
				last, isKnown = halve(good, b.good, b.limit)
			}
			if !isKnown {
				continue
			}
			if b.limit == longText {
				hint = last
			}
			r.noteBound(b, last)
		}
	}
}

// halve returns the last value from good to bad that the engine accepts. isKnown is false if it rejects even good.
func halve(isGood func(n int64) bool, good, bad int64) (last int64, isKnown bool) {
	if !isGood(good) {
		return 0, false
	}
	for max(good-bad, bad-good) > 1 {
		if middle := good + (bad-good)/2; isGood(middle) {
			good = middle
		} else {
			bad = middle
		}
	}
	return good, true
}

// boundsOf returns the bounds of a kind.
func (r *run) boundsOf(p *plainObject) (all []*bound) {
	add := func(field *table.Field, array string) {
		b := bound{kind: p.kind, field: field.Name}
		if array != "" {
			b.field, b.inner = array, field.Name
		}
		if field.MaxLength > 0 {
			b.good, b.limit, b.isLength = 1, int64(field.MaxLength), true
			all = append(all, new(b))
		} else if isName := field.Name == "name"; array == "" && (isName || field.Name == "description") {
			b.good, b.limit, b.isLength = 1, longText, true
			if isName {
				b.good = int64(len(p.name)) // A shorter name would not show that the object is the probe's.
			}
			all = append(all, new(b))
		}
		if field.Max != nil && field.Min != nil {
			b.good, b.limit = *field.Min, *field.Max
			all = append(all, new(b))
			b.good, b.limit = *field.Max, *field.Min
			all = append(all, new(b))
		}
	}
	for i := range p.table.Fields {
		field := &p.table.Fields[i]
		add(field, "")
		if field.Elements != table.Object || field.IsReference() {
			continue // An engine may reject a long id because nothing has it.
		}
		for j := range field.Fields {
			add(&field.Fields[j], field.Name)
		}
	}
	for _, b := range all {
		b.atLimit = r.trialOf(p, b, b.limit)
	}
	return all
}

// trialOf returns a trial of a number, or of a string with this length.
func (r *run) trialOf(p *plainObject, b *bound, n int64) *trial {
	t := &trial{field: b.field, inner: b.inner, value: n}
	if b.isLength {
		text := ""
		if b.field == "name" && b.inner == "" {
			text = p.name
		}
		t.value = text + strings.Repeat("x", int(n)-len(text))
	}
	return t
}

// noteBound notes a bound as a fact.
func (r *run) noteBound(b *bound, last int64) {
	path := b.atLimit.path()
	switch {
	case b.isLength:
		note(&r.facts.MaxLength, b.kind, path, int(last))
	case b.limit > b.good:
		note(&r.facts.Max, b.kind, path, last)
	default:
		note(&r.facts.Min, b.kind, path, last)
	}
}
