// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http"
)

// probeKey is a key that no engine knows.
const probeKey = "probe_unknown_key"

// askUpdates finds out how the engine answers updates, and which updates it refuses.
func askUpdates(ctx context.Context, r *run) error {
	dashboard, err := r.createAccepted(ctx, "dashboard", map[string]any{"description": "Made by a probe."})
	if err != nil {
		return err
	}
	if dashboard == nil {
		r.untoldAll("the engine refuses to create a dashboard", "update-answers-204", "update-answers-empty", "update-answers-patch",
			"update-answers-before", "empty-updates-refused", "strict-update", "unknown-keys-refused", "unknown-keys-dropped")
		return nil
	}
	asks := []func(context.Context, *run, *object) error{
		askUpdateAnswers, askEmptyUpdates, askFixedFields, askUnknownKeys, askUnknownElementKeys,
	}
	for _, ask := range asks {
		if err := ask(ctx, r, dashboard); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) untoldAll(why string, habits ...string) {
	for _, habit := range habits {
		r.verdicts.untold(habit, why)
	}
}

// askUpdateAnswers looks at the answer to an update of one field.
func askUpdateAnswers(ctx context.Context, r *run, dashboard *object) error {
	habits := []string{"update-answers-204", "update-answers-empty", "update-answers-patch", "update-answers-before"}
	for try := range mostTries {
		before, after := dashboard.sent["description"], fmt.Sprintf("Changed %d times.", try+1)
		answer, err := r.update(ctx, dashboard, map[string]any{"description": after})
		if err != nil {
			return err
		}
		if answer.failures > 0 {
			continue // The first attempt may have made the change, so the answer to the second shows no difference.
		}
		found := ""
		_, whole := answer.object()["name"]
		switch shown := answer.object()["description"]; {
		case answer.Status == http.StatusNoContent:
			found = "update-answers-204"
		case answer.done() && len(bytes.TrimSpace(answer.Body)) == 0:
			found = "update-answers-empty"
		case answer.done() && !whole && shown == after:
			found = "update-answers-patch"
		case answer.done() && whole && shown == before:
			found = "update-answers-before"
		case !answer.done() || shown != after:
			r.untoldAll(fmt.Sprintf("the answer to an update, a %d, has an unusual form", answer.Status), habits...)
			return nil
		}
		for _, habit := range habits {
			r.verdicts.see(habit, habit == found)
		}
		return nil
	}
	return nil
}

// askEmptyUpdates sends updates without a field, and with the id as the only field.
func askEmptyUpdates(ctx context.Context, r *run, dashboard *object) error {
	node, err := r.createAccepted(ctx, "node", examples()["node"].Create)
	if err != nil {
		return err
	}
	for _, o := range []*object{dashboard, node} {
		if o == nil {
			continue
		}
		empty, err := r.update(ctx, o, map[string]any{})
		if err != nil {
			return err
		}
		if !empty.done() && !isRefusal(empty) {
			r.verdicts.untold("empty-updates-refused", fmt.Sprintf("an update without any field is answered with %d", empty.Status))
			continue
		}
		r.verdicts.see("empty-updates-refused", isRefusal(empty))
		withID, err := r.update(ctx, o, map[string]any{"id": o.id})
		if err != nil {
			return err
		}
		if isRefusal(withID) && empty.done() {
			r.find("The engine refuses an update that sends only the id of the object, but accepts one without any field.")
		}
	}
	return nil
}

// askFixedFields sends updates with fields that no update can change, and with the values that they have.
func askFixedFields(ctx context.Context, r *run, dashboard *object) error {
	shown, err := r.shown(ctx, dashboard)
	if err != nil {
		return err
	}
	if created := shown["created_at"]; created != nil {
		plain := map[string]any{"description": "Sent with its time."}
		if err := r.seeRefusal(ctx, dashboard, plain, map[string]any{"created_at": created}, "strict-update"); err != nil {
			return err
		}
	}
	tab, err := r.createAccepted(ctx, "tab", map[string]any{"dashboard": dashboard.id})
	if err != nil || tab == nil {
		return err
	}
	plain := map[string]any{"name": r.cast.name("tab")}
	return r.seeRefusal(ctx, tab, plain, map[string]any{"dashboard": dashboard.id}, "strict-update")
}

// seeRefusal sends an update with plain and further fields. It sees the habit if the engine refuses the update, but accepts one with plain
// alone.
func (r *run) seeRefusal(ctx context.Context, o *object, plain, further map[string]any, habit string) error {
	body := maps.Clone(plain)
	maps.Copy(body, further)
	answer, err := r.update(ctx, o, body)
	if err != nil {
		return err
	}
	if answer.done() {
		r.verdicts.see(habit, false)
		return nil
	}
	alone, err := r.update(ctx, o, plain)
	if err != nil {
		return err
	}
	if isRefusal(answer) && alone.done() {
		r.verdicts.see(habit, true)
	} else {
		r.verdicts.untold(habit, fmt.Sprintf("the engine answers an update of a %s with %d", o.kind, answer.Status))
	}
	return nil
}

// askUnknownKeys sends a key that no engine knows.
func askUnknownKeys(ctx context.Context, r *run, dashboard *object) error {
	before := r.verdicts.of("unknown-keys-refused").without
	plain := map[string]any{"description": "Sent with another key."}
	err := r.seeRefusal(ctx, dashboard, plain, map[string]any{probeKey: "A"}, "unknown-keys-refused")
	if err != nil {
		return err
	}
	if r.verdicts.of("unknown-keys-refused").without == before {
		if r.verdicts.of("unknown-keys-refused").with > 0 {
			r.verdicts.see("unknown-keys-dropped", false)
		}
		return nil
	}
	doc, err := r.shown(ctx, dashboard)
	if err == nil && doc != nil {
		r.verdicts.see("unknown-keys-dropped", doc[probeKey] == nil)
	}
	return err
}

// askUnknownElementKeys creates an alert with a threshold that has a key which no engine knows.
func askUnknownElementKeys(ctx context.Context, r *run, _ *object) error {
	const array = "stmt_thresholds"
	body := r.acceptedBody("alert")
	if body[array] == nil {
		return nil
	}
	body[array] = []any{map[string]any{"value": 5, "status": "warning", probeKey: "A"}}
	o, answer, err := r.create(ctx, "alert", body)
	if err != nil {
		return err
	}
	if o == nil {
		if isRefusal(answer) {
			r.verdicts.see("unknown-keys-refused", true)
			r.verdicts.see("unknown-keys-dropped", false)
		}
		return nil
	}
	r.verdicts.see("unknown-keys-refused", false)
	doc, err := r.shown(ctx, o)
	if err != nil {
		return err
	}
	elements, _ := doc[array].([]any)
	if len(elements) > 0 {
		element, _ := elements[0].(map[string]any)
		r.verdicts.see("unknown-keys-dropped", element[probeKey] == nil)
	}
	return nil
}
