// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// trial is one value that the engine accepts or rejects in a field.
type trial struct {
	// field is the name of a field, such as height or alert_items. inner is the name of a field of its elements, or "".
	field, inner string
	value        any
	outcome      outcome
}

// outcome is what the engine did with the value of a trial. It is "" if the run could not find out.
type outcome string

const (
	accepted outcome = "accepted"
	rejected outcome = "rejected"
)

// newTrial returns a trial of a field, or of a field of the elements of an array. array is "" for other fields.
func newTrial(array, field string, value any) *trial {
	if array == "" {
		return &trial{field: field, value: value}
	}
	return &trial{field: array, inner: field, value: value}
}

// eachField calls see for each field of a table, and for each field of the elements of an array. It leaves out the fields of references,
// because an engine may reject a long id because nothing has it.
func eachField(t *table.Table, see func(array string, field *table.Field)) {
	for i := range t.Fields {
		field := &t.Fields[i]
		see("", field)
		for j := range field.Fields {
			if field.Elements == table.Object && !field.IsReference() {
				see(field.Name, &field.Fields[j])
			}
		}
	}
}

// try sends the values of all trials in a few updates of one object. One update has at most one value for each field, and one new element
// for each value in an element.
func (r *run) try(ctx context.Context, o *object, all []*trial) {
	var rounds [][]*trial
	count := map[string]int{}
	for _, t := range all {
		at := 0
		if t.inner == "" {
			at = count[t.field]
			count[t.field]++
		}
		if len(rounds) <= at {
			rounds = append(rounds, nil)
		}
		rounds[at] = append(rounds[at], t)
	}
	for _, round := range rounds {
		r.tryTogether(ctx, o, round)
	}
}

// tryTogether sends one update with the values of all trials. If the engine rejects the update, it sends the values again without those
// that the engine named. If the engine named none, tryTogether tries each half.
func (r *run) tryTogether(ctx context.Context, o *object, asked []*trial) {
	if len(asked) == 0 || r.err != nil {
		return
	}
	answer := r.update(ctx, o, r.trialBody(o.kind, asked))
	switch rest := notNamed(answer, asked); {
	case answer.done():
		for _, t := range asked {
			t.outcome = accepted
		}
	case len(rest) < len(asked):
		r.tryTogether(ctx, o, rest)
	case len(asked) > 1 && answer.Status != http.StatusConflict:
		r.tryTogether(ctx, o, asked[:len(asked)/2])
		r.tryTogether(ctx, o, asked[len(asked)/2:])
	case len(asked) == 1 && asked[0].inner == "" && answer.isRejection():
		asked[0].outcome = rejected // Nothing else in the update can be the reason.
	}
}

// trialBody returns the body of an update with the values of all trials. An element of the body is like the first one of the example
// object, with another key.
func (r *run) trialBody(kind string, asked []*trial) map[string]any {
	body := map[string]any{}
	for i, t := range asked {
		if t.inner == "" {
			body[t.field] = t.value
			continue
		}
		element := map[string]any{}
		if base := r.exampleElements(kind, t.field); len(base) > 0 {
			object, _ := base[0].(map[string]any)
			maps.Copy(element, object)
		}
		if key := keyName(tableOf(kind).Field(t.field)); key != "" {
			element[key] = fmt.Sprintf("T%d", i)
		}
		element[t.inner] = t.value
		elements, _ := body[t.field].([]any)
		body[t.field] = append(elements, element)
	}
	return body
}

// notNamed notes which values the engine rejected, and returns the trials that the answer does not name. A rejected element is named by its
// position: {"alert_items": [{}, {"ref_id": ["..."]}]}.
func notNamed(answer *reply, asked []*trial) []*trial {
	named := answer.rejected()
	position := map[string]int{}
	return slices.DeleteFunc(slices.Clone(asked), func(t *trial) bool {
		at := position[t.field]
		position[t.field]++
		isNamed := slices.Contains(named, t.field)
		if isNamed && t.inner != "" {
			var element map[string]any
			if problems, _ := answer.object()[t.field].([]any); at < len(problems) {
				element, _ = problems[at].(map[string]any)
			}
			_, isNamed = element[t.inner]
		}
		if isNamed {
			t.outcome = rejected
		}
		return isNamed
	})
}

// askWords finds out which of the documented words the engine accepts. An engine that rejects some of them rejects configurations for which
// a plan has no error.
func askWords(ctx context.Context, r *run) {
	for _, kind := range kinds() {
		p := r.plain(ctx, kind)
		if p == nil {
			continue
		}
		var fields [][]*trial
		var first, last []*trial // The type of a schedule decides which other fields count. So it comes last.
		eachField(tableOf(kind), func(array string, field *table.Field) {
			// The status of an alert is left alone: a change of it makes an event, which nobody can delete.
			if len(field.OneOf) == 0 || array == "" && (field.ServerSet || field.Name == "status") {
				return
			}
			var trials []*trial
			for _, word := range field.OneOf {
				trials = append(trials, newTrial(array, field.Name, word))
			}
			if fields = append(fields, trials); array == "" && field.Name == "type" {
				last = append(last, trials...)
			} else {
				first = append(first, trials...)
			}
		})
		r.try(ctx, p, first)
		r.try(ctx, p, last)
		for _, trials := range fields {
			r.noteWords(kind, trials)
		}
	}
}

// noteWords notes the accepted words of a field if the engine rejects some others.
func (r *run) noteWords(kind string, trials []*trial) {
	var words []string
	for _, t := range trials {
		if word, _ := t.value.(string); t.outcome == accepted {
			words = append(words, word)
		}
	}
	isUnknown := slices.ContainsFunc(trials, func(t *trial) bool { return t.outcome == "" })
	if !isUnknown && len(words) > 0 && len(words) < len(trials) {
		note(&r.facts.Words, kind, trials[0].field, trials[0].inner, words)
	}
}

// longText is the length of a string that is long for a name or a description, whose lengths the interface does not limit.
const longText = 1000

// bound is a limit of the values of a field.
type bound struct {
	array, field string
	// good is a value that the engine probably accepts. limit is the last value that the interface allows, or longText.
	good, limit int64
	// text begins the strings whose length is tried. It is nil for a number.
	text *string
}

// trial returns a trial of a number, or of a string with this length.
func (b *bound) trial(n int64) *trial {
	if b.text == nil {
		return newTrial(b.array, b.field, n)
	}
	return newTrial(b.array, b.field, *b.text+strings.Repeat("x", int(n)-len(*b.text)))
}

// askBounds finds out which of the documented lengths and numbers the engine rejects, and the longest name and description.
func askBounds(ctx context.Context, r *run) {
	hint := int64(0) // Engines often use one length for all names.
	for _, kind := range kinds() {
		p := r.plain(ctx, kind)
		if p == nil {
			continue
		}
		bounds := boundsOf(p)
		var trials []*trial
		for _, b := range bounds {
			trials = append(trials, b.trial(b.limit))
		}
		r.try(ctx, p, trials)
		for i, b := range bounds {
			if trials[i].outcome != rejected {
				continue
			}
			isGood := func(n int64) bool {
				t := b.trial(n)
				r.tryTogether(ctx, p, []*trial{t})
				return t.outcome == accepted
			}
			last, isKnown := hint, b.limit == longText && hint > b.good && isGood(hint) && !isGood(hint+1)
			if !isKnown {
				last, isKnown = halve(isGood, b.good, b.limit)
			}
			if isKnown && b.limit == longText {
				hint = last
			}
			switch {
			case !isKnown:
			case b.text != nil:
				note(&r.facts.MaxLength, kind, trials[i].field, trials[i].inner, int(last))
			case b.limit > b.good:
				note(&r.facts.Max, kind, trials[i].field, trials[i].inner, last)
			default:
				note(&r.facts.Min, kind, trials[i].field, trials[i].inner, last)
			}
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
func boundsOf(p *object) (all []*bound) {
	eachField(tableOf(p.kind), func(array string, field *table.Field) {
		switch {
		case field.MaxLength > 0:
			all = append(all, &bound{array, field.Name, 1, int64(field.MaxLength), new("")})
		case array == "" && field.Name == "name": // A shorter name would not show that the object is the probe's.
			all = append(all, &bound{array, field.Name, int64(len(p.name)), longText, &p.name})
		case array == "" && field.Name == "description":
			all = append(all, &bound{array, field.Name, 1, longText, new("")})
		}
		if field.Max != nil && field.Min != nil {
			all = append(all, &bound{array, field.Name, *field.Min, *field.Max, nil}, &bound{array, field.Name, *field.Max, *field.Min, nil})
		}
	})
	return all
}

// note writes a value into a map of facts. inner is the name of a field of the elements of a field, or "".
func note[T any](facts *map[string]map[string]T, kind, field, inner string, value T) {
	if *facts == nil {
		*facts = map[string]map[string]T{}
	}
	if (*facts)[kind] == nil {
		(*facts)[kind] = map[string]T{}
	}
	(*facts)[kind][strings.TrimSuffix(field+"."+inner, ".")] = value
}
