// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment

import (
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// The values of deployment_status (wire shapes section 5). After a start or a stop, the engine changes the status with some delay.
const (
	startRequested = "StartRequested"
	pending        = "Pending"
	running        = "Running"
	succeeded      = "Succeeded"
	failed         = "Failed"
	stopRequested  = "StopRequested"
)

// IsRunning reports whether a component should run and has not failed. known is false if its document has no deployment fields.
func IsRunning(doc engine.Document) (runs, known bool) {
	return isWanted(doc) && !hasFailed(doc), isKnown(doc)
}

// Status returns the deployment_status of a document, or "". It ignores case. For example, it returns "Running" for "running".
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

// withDeployment returns doc with the deployment fields of from. The response to a start may contain only these fields, and the response to
// an update may lack them.
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

// isWanted reports whether the component should run, as deployment_active shows (wire shapes section 5). If that field is missing, isWanted
// infers it from the status.
func isWanted(doc engine.Document) bool {
	if wanted, ok := doc["deployment_active"].(bool); ok {
		return wanted
	}
	return slices.Contains([]string{startRequested, pending, running}, Status(doc))
}

// mustWait reports whether the component is active or stopping, so that an update must wait.
func mustWait(doc engine.Document) bool {
	wanted, _ := doc["deployment_active"].(bool)
	return wanted || slices.Contains([]string{startRequested, pending, running, stopRequested}, Status(doc))
}

func hasFailed(doc engine.Document) bool { return Status(doc) == failed }

// staleReads is the number of reads in a row that may show the old status after a start or a stop, because the engine changes the status
// late. If one more read shows the old status, it counts as the new status. For example, a failed component may have failed again.
const staleReads = 5

// watch decides whether a status is the result of a start or stop, or is still the status from before.
type watch struct {
	before string // the status before the request; empty after a different one was read
	same   int    // how often it was read since
}

// isResult reports whether status, which was just read, is the result of the start or stop, and not the status from before. That is the
// case if the status has changed, or was read more than staleReads times.
func (w *watch) isResult(status string) bool {
	if status != w.before {
		w.before, w.same = "", 0
		return true
	}
	w.same++
	return w.same > staleReads
}
