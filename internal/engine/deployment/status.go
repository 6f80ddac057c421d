// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment

import (
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// Values of deployment_status (interface document, section 5 of "Wire shapes"). After a start or stop, the status changes with a delay.
const (
	startRequested = "StartRequested"
	pending        = "Pending"
	running        = "Running"
	succeeded      = "Succeeded"
	failed         = "Failed"
	stopRequested  = "StopRequested"
)

// IsRunning reports whether a component should be running and has not failed. It returns known = false if doc has no deployment fields.
func IsRunning(doc engine.Document) (runs, known bool) {
	return isWanted(doc) && !hasFailed(doc), isKnown(doc)
}

// Status returns a document's deployment_status, or "". It normalizes the case of known values, such as "running" to "Running".
func Status(doc engine.Document) string {
	status, _ := doc["deployment_status"].(string)
	known := []string{startRequested, pending, running, succeeded, failed, stopRequested}
	if i := slices.IndexFunc(known, func(name string) bool { return strings.EqualFold(name, status) }); i >= 0 {
		return known[i]
	}
	return status
}

func isKnown(doc engine.Document) bool {
	_, ok := doc["deployment_active"].(bool)
	return ok || Status(doc) != ""
}

// withDeployment returns doc with its deployment fields replaced by those of another document (from). It is needed because some engines
// return only these fields in response to a start, and some omit them from the response to an update.
func withDeployment(doc, from engine.Document) engine.Document {
	if !isKnown(from) {
		return doc
	}
	doc = maps.Clone(doc)
	for _, field := range []string{"deployment_active", "deployment_status"} {
		if value, ok := from[field]; ok {
			doc[field] = value
		}
	}
	return doc
}

// isWanted reports whether the component should be running, according to deployment_active (interface document, section 5 of "Wire
// shapes"). If that field is missing, the status decides.
func isWanted(doc engine.Document) bool {
	if wanted, ok := doc["deployment_active"].(bool); ok {
		return wanted
	}
	return slices.Contains([]string{startRequested, pending, running}, Status(doc))
}

// IsActive reports whether a component is starting, running or stopping, or should be running. It must be stopped before an update.
func IsActive(doc engine.Document) bool {
	wanted, _ := doc["deployment_active"].(bool)
	return wanted || slices.Contains([]string{startRequested, pending, running, stopRequested}, Status(doc))
}

func hasFailed(doc engine.Document) bool { return Status(doc) == failed }

// staleReads is the number of consecutive reads after a start or stop that may still return the previous status, because the engine updates
// the status with a delay. If even more reads return this status, it is the new status, which happens to be the same. For example, a
// component that had failed has failed again.
const staleReads = 5

// watch determines whether a status is up to date. After a start or stop request, a read may still return the old status for a while.
type watch struct {
	before string // the status before the request; "" once a different status was read
	same   int    // how many times that status has been read since the request
}

// isResult reports whether a status that was just read is the result of the start or stop. This is the case if it differs from the status
// before the request, or if the old status has been read more than staleReads times since the request.
func (w *watch) isResult(status string) bool {
	if status != w.before {
		w.before, w.same = "", 0
		return true
	}
	w.same++
	return w.same > staleReads
}
