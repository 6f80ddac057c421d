// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func deployments() map[string]behavior {
	return map[string]behavior{
		"no-deployment": {hooks: hooks{onPath: refuseActions}},
		"slow-deployment": {reads: readTime, hooks: hooks{configure: func(s *Settings, p parameter) {
			s.changeCourse(func(next string, delay time.Duration) (string, time.Duration) { return next, max(delay, p.time) })
		}}},
		"start-refused":           {hooks: refuseOperations(jsondoc.RefuseBody("The component cannot be started."), table.Start)},
		"start-fails":             {hooks: replaceStatus("Running", "Failed")},
		"stop-fails":              {hooks: replaceStatus("Stopped", "Failed")},
		"never-stops":             {hooks: replaceStatus("Stopped", "")},
		"running-creates":         {hooks: hooks{onStore: runAtOnce}},
		"repeated-starts-refused": {hooks: hooks{onStored: refuseRepetition}},
	}
}

// refuseActions answers 404 to the paths of starts and stops, whatever the method.
func refuseActions(r *http.Request) error {
	path, isComponent := strings.CutPrefix(strings.TrimSuffix(r.URL.Path, "/"), table.Root+"component/")
	last := path[strings.LastIndexByte(path, '/')+1:]
	if isComponent && strings.Count(path, "/") == 2 && (last == "start" || last == "stop") {
		return jsondoc.NotFound()
	}
	return nil
}

func refuseOperations(r *jsondoc.Refusal, operations ...table.Operation) hooks {
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

func runAtOnce(c *Call, doc, prior jsondoc.Object) error {
	if c.Table.Deployable && prior == nil {
		doc["deployment_active"], doc["deployment_status"] = true, "Running"
	}
	return nil
}

func refuseRepetition(c *Call, doc jsondoc.Object) error {
	active := doc["deployment_active"] == true
	if c.Operation == table.Start && active || c.Operation == table.Stop && !active {
		return jsondoc.Refuse(http.StatusConflict, "The component is in that state already.")
	}
	return nil
}
