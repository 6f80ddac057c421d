// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment

import (
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// A document answers two different questions: shall the component run (isWanted), and must it stop before an update (mustWait)? While
// somebody stops it, the first answer is no and the second is yes.

// Values of deployment_status (wire shapes section 5). The engine reports a new status some time after the request for it.
const (
	startRequested = "StartRequested"
	pending        = "Pending"
	running        = "Running"
	succeeded      = "Succeeded"
	failed         = "Failed"
	stopRequested  = "StopRequested"
)

// IsRunning reports whether a component shall run and has not failed. known is false if the document has no deployment fields.
func IsRunning(doc engine.Document) (runs, known bool) {
	return isWanted(doc) && !hasFailed(doc), isKnown(doc)
}

// Status returns the deployment_status of a document, or "". It ignores upper and lower case, and returns the spelling of the constants.
func Status(doc engine.Document) string {
	text, _ := doc["deployment_status"].(string)
	known := []string{startRequested, pending, running, succeeded, failed, stopRequested}
	if i := slices.IndexFunc(known, func(status string) bool { return strings.EqualFold(status, text) }); i >= 0 {
		return known[i]
	}
	return text
}

func isKnown(doc engine.Document) bool {
	_, ok := doc["deployment_active"].(bool)
	return ok || Status(doc) != ""
}

// withDeployment returns doc with the deployment fields of another document. The answer to a start or a stop may have no other fields, and
// the answer to an update may lack them.
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

// isWanted reports whether a component shall run: deployment_active says so (wire shapes section 5). Without that field, the status
// decides.
func isWanted(doc engine.Document) bool {
	if wanted, ok := doc["deployment_active"].(bool); ok {
		return wanted
	}
	return slices.Contains([]string{startRequested, pending, running}, Status(doc))
}

// mustWait reports whether a component must stop before it can be updated.
func mustWait(doc engine.Document) bool {
	wanted, _ := doc["deployment_active"].(bool)
	return wanted || slices.Contains([]string{startRequested, pending, running, stopRequested}, Status(doc))
}

func hasFailed(doc engine.Document) bool { return Status(doc) == failed }

// staleReads bounds how often in a row the status from before a request is ignored. The engine changes the status some time after the
// request. If it stays the same for more reads, it is the result of the request.
const staleReads = 5

// watch tells the status after a request from the status before it.
type watch struct {
	before string // the status before the request; empty after another one was read
	same   int    // how often it was read since
}

// isNews reports whether a status that was read is the result of the request, and not the status from before.
func (w *watch) isNews(status string) bool {
	if status != w.before {
		w.before, w.same = "", 0
		return true
	}
	w.same++
	return w.same > staleReads
}
