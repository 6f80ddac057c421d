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

// trial is one value that the engine accepts or refuses in a field.
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
	refused  outcome = "refused"
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
func (r *run) try(ctx context.Context, o *object, all []*trial) error {
	rounds := [][]*trial{}
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
		if err := r.tryTogether(ctx, o, round); err != nil {
			return err
		}
	}
	return nil
}

// tryTogether sends one update with the values of all trials. If the engine refuses the update, it sends the values again without those
// that the engine named. If the engine named none, tryTogether tries each half.
func (r *run) tryTogether(ctx context.Context, o *object, asked []*trial) error {
	if len(asked) == 0 {
		return nil
	}
	answer, err := r.update(ctx, o, r.trialBody(o.kind, asked))
	if err != nil {
		return err
	}
	switch rest := notNamed(answer, asked); {
	case answer.done():
		for _, t := range asked {
			t.outcome = accepted
		}
		return nil
	case len(rest) < len(asked):
		return r.tryTogether(ctx, o, rest)
	case len(asked) == 1 && asked[0].inner == "" && isRefusal(answer):
		asked[0].outcome = refused // Nothing else in the update can be the reason.
		return nil
	case len(asked) == 1 || answer.Status == http.StatusConflict:
		return nil
	}
	middle := len(asked) / 2
	if err := r.tryTogether(ctx, o, asked[:middle]); err != nil {
		return err
	}
	return r.tryTogether(ctx, o, asked[middle:])
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

// notNamed notes which values the engine refused, and returns the trials that the answer does not name. A refused element is named by its
// position: {"alert_items": [{}, {"ref_id": ["..."]}]}.
func notNamed(answer *reply, asked []*trial) []*trial {
	named := answer.refused()
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
		t.outcome = refused
		return true
	})
}

// tryOne sends one value and reports what the engine did with it.
func (r *run) tryOne(ctx context.Context, o *object, t trial) (outcome, error) {
	err := r.tryTogether(ctx, o, []*trial{&t})
	return t.outcome, err
}

// checkKept sends accepted values again and reads the object. It takes back the outcome of values that the engine does not show: the
// engine ignored or changed them.
func (r *run) checkKept(ctx context.Context, o *object, all []*trial) error {
	all = slices.DeleteFunc(slices.Clone(all), func(t *trial) bool { return t.outcome != accepted })
	if len(all) == 0 {
		return nil
	}
	answer, err := r.update(ctx, o, r.trialBody(o.kind, all))
	if err != nil || !answer.done() {
		return err
	}
	doc, err := r.shown(ctx, o)
	if err != nil || doc == nil {
		return err
	}
	for _, t := range all {
		kept := sameMeaning(doc[t.field], t.value)
		if t.inner != "" {
			elements, _ := doc[t.field].([]any)
			kept = slices.ContainsFunc(elements, func(element any) bool {
				object, _ := element.(map[string]any)
				return sameMeaning(object[t.inner], t.value)
			})
		}
		if !kept {
			t.outcome = ""
		}
	}
	return nil
}
