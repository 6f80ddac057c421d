// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// goneTime is how long a run waits until an object is gone that the engine deletes with another one.
const goneTime = 500 * time.Millisecond

// askDeletion finds out how the engine deletes objects, also those with children.
func askDeletion(ctx context.Context, r *run) error {
	if err := askDeletionTwice(ctx, r); err != nil {
		return err
	}
	return askDeletionOfParent(ctx, r)
}

// askDeletionTwice deletes an object, and then deletes it again. A deletion that failed on its way tells nothing, because the engine may
// have done it twice. Then another object is deleted.
func askDeletionTwice(ctx context.Context, r *run) error {
	untold := func(why string) {
		r.verdicts.untold("delete-answers-404", why)
		r.verdicts.untold("delete-answers-204", why)
	}
	for range mostAttempts {
		o, err := r.createAccepted(ctx, "node", examples()["node"].Create)
		if err != nil {
			return err
		}
		if o == nil {
			untold("the engine creates no node")
			return nil
		}
		doc, err := r.shown(ctx, o)
		if err != nil {
			return err
		}
		if doc == nil {
			untold("the engine does not show a new node")
			return nil
		}
		first, err := r.remove(ctx, o)
		if err != nil {
			return err
		}
		if !o.gone {
			untold(refusal(first))
			return nil
		}
		if first.failure != nil {
			continue
		}
		r.verdicts.see("delete-answers-404", first.Status == http.StatusNotFound)
		second, err := r.remove(ctx, o)
		if err != nil {
			return err
		}
		r.verdicts.see("delete-answers-204", second.done())
		return nil
	}
	untold("no deletion was answered at once")
	return nil
}

// askDeletionOfParent deletes a dashboard with a tab.
func askDeletionOfParent(ctx context.Context, r *run) error {
	untold := func(why string) {
		r.verdicts.untold("refused-deletes", why)
		r.verdicts.untold("children-survive", why)
	}
	parent, err := r.createAccepted(ctx, "dashboard", map[string]any{"description": "Made by a probe."})
	if err != nil {
		return err
	}
	if parent == nil {
		untold("the engine creates no dashboard")
		return nil
	}
	child, err := r.createAccepted(ctx, "tab", map[string]any{"dashboard": parent.id})
	if err != nil {
		return err
	}
	var doc map[string]any
	if child != nil {
		if doc, err = r.shown(ctx, child); err != nil {
			return err
		}
	}
	if doc == nil {
		untold("the engine creates no tab that a read shows")
		return nil
	}
	answer, err := r.remove(ctx, parent)
	if err != nil {
		return err
	}
	switch {
	case parent.gone:
		r.verdicts.see("refused-deletes", false)
		survives, err := r.survives(ctx, child)
		if err == nil {
			r.verdicts.see("children-survive", survives)
		}
		return err
	case answer.Status == http.StatusConflict:
		r.verdicts.see("refused-deletes", true)
		r.verdicts.untold("children-survive", "the engine does not delete an object with children")
	default:
		untold(refusal(answer))
	}
	return nil
}

// survives reports whether an object is still there some time after its parent was deleted.
func (r *run) survives(ctx context.Context, o *object) (bool, error) {
	for range engine.Poll(ctx, time.Second, max(goneTime, 2*r.cast.lag)) {
		doc, err := r.shown(ctx, o)
		if doc == nil || err != nil {
			return false, err
		}
	}
	return true, ctx.Err()
}

// refusal describes an answer with which the engine refuses a request.
func refusal(answer *reply) string { return fmt.Sprintf("the engine answers %d", answer.Status) }
