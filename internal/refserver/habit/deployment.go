// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func deployments() []Habit {
	return []Habit{
		{
			Name: "no-deployment", Summary: "the engine has no start and no stop: it answers 404",
			Quirks: []int{64}, hooks: hooks{onPath: refuseActions},
		},
		{
			Name: "slow-deployment", Summary: "each change of a deployment status takes this time",
			Quirks: []int{64}, Default: "100ms", reads: readTime, hooks: hooks{configure: func(s *Settings, p parameter) {
				s.changeCourse(func(next string, delay time.Duration) (string, time.Duration) { return next, max(delay, p.time) })
			}},
		},
		{
			Name: "start-refused", Summary: "a start is refused with 400", Group: "starts",
			Quirks: []int{64}, hooks: refuseOperations(document.RefuseBody("The component cannot be started."), table.Start),
		},
		{
			Name: "start-fails", Summary: "a start ends with the status Failed", Group: "starts",
			Quirks: []int{64}, hooks: replaceStatus("Running", "Failed"),
		},
		{
			Name: "stop-fails", Summary: "a stop ends with the status Failed", Group: "stops",
			Quirks: []int{64}, hooks: replaceStatus("Stopped", "Failed"),
		},
		{
			Name: "never-stops", Summary: "a stop never ends: the status stays StopRequested", Group: "stops",
			Quirks: []int{64}, hooks: replaceStatus("Stopped", ""),
		},
		{Name: "update-while-active", Summary: "an active component can be updated", Quirks: []int{44}},
		{
			Name: "running-creates", Summary: "a new component runs",
			Quirks: []int{4}, hooks: hooks{onStore: runAtOnce},
		},
		{
			Name: "repeated-starts-refused", Summary: "starting a started component, or stopping a stopped one, is refused with 409",
			Quirks: []int{6}, hooks: hooks{onStored: refuseRepetition},
		},
	}
}

// refuseActions answers 404 to the paths of starts and stops, whatever the method.
func refuseActions(r *http.Request) error {
	path, isComponent := strings.CutPrefix(strings.TrimSuffix(r.URL.Path, "/"), table.Root+"component/")
	last := path[strings.LastIndexByte(path, '/')+1:]
	if isComponent && strings.Count(path, "/") == 2 && (last == "start" || last == "stop") {
		return document.NotFound()
	}
	return nil
}

func refuseOperations(r *document.Refusal, operations ...table.Operation) hooks {
	return hooks{onCall: func(c *Call) error {
		if slices.Contains(operations, c.Operation) {
			return r
		}
		return nil
	}}
}

// changeCourse adds a function that changes the next deployment status and the delay before it. If changeCourse was called before, the new
// function gets the results of the earlier functions.
func (s *Settings) changeCourse(change func(next string, delay time.Duration) (string, time.Duration)) {
	before := s.Course
	s.Course = func(next string, delay time.Duration) (string, time.Duration) {
		if before != nil {
			next, delay = before(next, delay)
		}
		return change(next, delay)
	}
}

// replaceStatus returns hooks that replace one deployment status by another: "Running" by "Failed", for example. If the new status is "", a
// component keeps the status that it has.
func replaceStatus(status, by string) hooks {
	return hooks{configure: func(s *Settings, _ parameter) {
		s.changeCourse(func(next string, delay time.Duration) (string, time.Duration) {
			if next == status {
				next = by
			}
			return next, delay
		})
	}}
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
		return document.Refuse(http.StatusConflict, "The component is in that state already.")
	}
	return nil
}
