// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
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

// path returns the name of the field as the profile has it, such as alert_items.ref_id.
func (t *trial) path() string {
	if t.inner == "" {
		return t.field
	}
	return t.field + "." + t.inner
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
		for len(rounds) <= at {
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
	case len(asked) == 1 && asked[0].inner == "" && isRejection(answer):
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
		if !slices.Contains(named, t.field) {
			position[t.field]++
			return false
		}
		at := position[t.field]
		position[t.field]++
		if t.inner != "" {
			problems, _ := answer.object()[t.field].([]any)
			if at >= len(problems) {
				return false
			}
			element, _ := problems[at].(map[string]any)
			if _, isNamed := element[t.inner]; !isNamed {
				return false
			}
		}
		t.outcome = rejected
		return true
	})
}

// tryOne sends one value and returns what the engine did with it.
func (r *run) tryOne(ctx context.Context, o *object, t trial) outcome {
	r.tryTogether(ctx, o, []*trial{&t})
	return t.outcome
}
