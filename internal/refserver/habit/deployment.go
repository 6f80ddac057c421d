// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// deployments start and stop components otherwise.
func deployments() []Habit {
	habit := func(name, summary string, quirk int, group, standard string, points func(set *Set, p parameter) points) Habit {
		return Habit{
			Name: name, Summary: summary, Quirks: []int{quirk}, Kinds: []string{"component"}, Group: group, Default: standard,
			reads: readTime, points: points,
		}
	}
	return []Habit{
		habit("no-deployment", "there is no start and no stop: 404", 64, "", "", func(*Set, parameter) points {
			return points{begin: refuse(refusal.NotFound(), table.Start, table.Stop)}
		}),
		habit("slow-deployment", "this time lies between two states of a deployment", 64, "", "100ms", func(_ *Set, p parameter) points {
			return course(func(next string, delay time.Duration) (string, time.Duration) { return next, max(delay, p.time) })
		}),
		habit("start-refused", "a start is refused with 400", 64, "starts", "", func(*Set, parameter) points {
			return points{begin: refuse(refusal.Body("The component cannot be started."), table.Start)}
		}),
		habit("start-fails", "a start ends in Failed", 64, "starts", "", func(*Set, parameter) points {
			return course(instead("Running", "Failed"))
		}),
		habit("stop-fails", "a stop ends in Failed", 64, "stops", "", func(*Set, parameter) points {
			return course(instead("Stopped", "Failed"))
		}),
		habit("never-stops", "a stop never ends", 64, "stops", "", func(*Set, parameter) points {
			return course(instead("Stopped", ""))
		}),
		habit("update-while-active", "a component can be updated while it is active", 44, "", "", func(*Set, parameter) points {
			return points{settings: func(s *Settings) { s.ActiveUpdates = true }}
		}),
		habit("running-creates", "a component runs as soon as it is created", 4, "", "", func(*Set, parameter) points {
			return points{store: runAtOnce}
		}),
		habit("repeated-starts-refused", "start of what is started and stop of what is stopped is refused with 409", 6, "", "",
			func(*Set, parameter) points { return points{guard: refuseRepetition} }),
	}
}

// refuse answers some operations.
func refuse(r *refusal.Refusal, operations ...table.Operation) func(c *Call) error {
	return func(c *Call) error {
		for _, operation := range operations {
			if c.Operation == operation {
				return r
			}
		}
		return nil
	}
}

// course changes what follows in a deployment, after what other habits made of it.
func course(change func(next string, delay time.Duration) (string, time.Duration)) points {
	return points{settings: func(s *Settings) {
		before := s.Course
		s.Course = func(next string, delay time.Duration) (string, time.Duration) {
			if before != nil {
				next, delay = before(next, delay)
			}
			return change(next, delay)
		}
	}}
}

// instead has another state follow than the one.
func instead(of, state string) func(next string, delay time.Duration) (string, time.Duration) {
	return func(next string, delay time.Duration) (string, time.Duration) {
		if next == of {
			next = state
		}
		return next, delay
	}
}

func runAtOnce(c *Call, doc, prior document.Object) error {
	if c.Table.Deployable && prior == nil {
		doc["deployment_active"], doc["deployment_status"] = true, "Running"
	}
	return nil
}

func refuseRepetition(c *Call, doc document.Object) error {
	active := doc["deployment_active"] == true
	if c.Operation == table.Start && active || c.Operation == table.Stop && !active {
		return refusal.New(http.StatusConflict, "The component is in that state already.")
	}
	return nil
}
