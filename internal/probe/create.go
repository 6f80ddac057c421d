// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"time"
)

// mostTries is how often a run makes or changes an object to get an answer to its first attempt.
const mostTries = 4

// askCreates finds out how the engine answers creates, which fields they accept, and by which clock it sets created_at.
func askCreates(ctx context.Context, r *run) error {
	for range mostTries {
		o, answer, err := r.create(ctx, "node", map[string]any{"type": "on-premise"})
		if err != nil {
			return err
		}
		if o == nil {
			for _, habit := range []string{"create-answers-id", "create-answers-200", "other-clock"} {
				r.verdicts.untold(habit, fmt.Sprintf("the engine answers the create of a node with %d", answer.Status))
			}
			break
		}
		if answer.lost {
			continue
		}
		r.seeCreateAnswer(answer)
		if err := r.seeClock(ctx, o, answer); err != nil {
			return err
		}
		break
	}
	for kind, field := range map[string]string{"function": "target_variable", "alert": "stmt_target_variable"} {
		if err := r.askUpdateOnly(ctx, kind, field); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) seeCreateAnswer(answer *reply) {
	switch answer.Status {
	case http.StatusCreated, http.StatusOK:
		r.verdicts.see("create-answers-200", answer.Status == http.StatusOK)
	default:
		r.verdicts.untold("create-answers-200", fmt.Sprintf("a create is answered with %d", answer.Status))
	}
	_, whole := answer.object()["name"]
	_, hasID := answer.object()["id"]
	if hasID {
		r.verdicts.see("create-answers-id", !whole)
	} else {
		r.verdicts.untold("create-answers-id", "the answer to a create has no id")
	}
}

// seeClock compares created_at of a new object with the header Date of the answer to its create. Date has whole seconds.
func (r *run) seeClock(ctx context.Context, o *object, answer *reply) error {
	doc, err := r.shown(ctx, o)
	if err != nil {
		return err
	}
	created, date, known := clockTimes(doc, answer)
	if !known {
		r.verdicts.untold("other-clock", "a new object has no created_at, or the answer to its create has no Date")
		return nil
	}
	earlier, took := date.Sub(created), answer.CameAt.Sub(answer.SentAt)
	switch tolerance := 2*time.Second + took; {
	case earlier > tolerance:
		r.verdicts.see("other-clock", true, roundTime(earlier-took, earlier+time.Second))
	case earlier < -tolerance:
		r.verdicts.untold("other-clock", "the time in created_at is later than the header Date")
		later := roundTime(-earlier-time.Second, -earlier+took)
		r.find("The time in created_at of a new object is about " + later + " later than the header Date.")
	default:
		r.verdicts.see("other-clock", false)
	}
	return nil
}

// clockTimes returns created_at of an object and the header Date of an answer, if both are times.
func clockTimes(doc map[string]any, answer *reply) (created, date time.Time, known bool) {
	text, _ := doc["created_at"].(string)
	created, err := time.Parse(time.RFC3339Nano, text)
	if err == nil {
		date, err = http.ParseTime(answer.Header.Get("Date"))
	}
	return created, date, err == nil
}

// askUpdateOnly creates an object with a field that the interface names only for updates.
func (r *run) askUpdateOnly(ctx context.Context, kind, field string) error {
	body := r.acceptedBody(kind)
	if body == nil {
		r.untoldUpdateOnly("the engine refuses to create a " + kind)
		return nil
	}
	body[field] = "A"
	o, answer, err := r.create(ctx, kind, body)
	if err != nil {
		return err
	}
	if o == nil {
		if isRefusal(answer) {
			r.verdicts.see("strict-create-refuse", true)
			r.verdicts.see("strict-create-ignore", false)
		} else {
			r.untoldUpdateOnly(fmt.Sprintf("the engine answers the create of a %s with %d", kind, answer.Status))
		}
		return nil
	}
	doc, err := r.shown(ctx, o)
	if err != nil || doc == nil {
		return err
	}
	r.verdicts.see("strict-create-refuse", false)
	switch doc[field] {
	case "A":
		r.verdicts.see("strict-create-ignore", false)
	case nil, "":
		r.verdicts.see("strict-create-ignore", true)
	default:
		r.verdicts.untold("strict-create-ignore", "the engine shows another value than the create sent")
	}
	return nil
}

func (r *run) untoldUpdateOnly(why string) {
	r.verdicts.untold("strict-create-ignore", why)
	r.verdicts.untold("strict-create-refuse", why)
}

// acceptedBody returns a body with which the engine has created an object of a kind, without its name. It returns nil if there is none.
func (r *run) acceptedBody(kind string) map[string]any {
	o := r.cast.example[kind]
	if o == nil {
		return nil
	}
	body := maps.Clone(o.sent)
	maps.DeleteFunc(body, func(name string, _ any) bool {
		_, created := examples()[kind].Create[name]
		return !created
	})
	return body
}

// isRefusal reports whether the engine finds fault with the body of a request.
func isRefusal(answer *reply) bool {
	return answer.Status == http.StatusBadRequest || answer.Status == http.StatusUnprocessableEntity
}
