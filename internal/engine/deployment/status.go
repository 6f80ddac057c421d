// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package deployment

import (
	"maps"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// A deployment answers two questions, which are not one: whether the object is wanted to run, and whether it has to be
// waited for before it can be updated. While an operator stops it, the first answer is no and the second yes.

// Statuses of a deployment (wire shapes section 5). The engine reports one some time after it was asked for.
const (
	startRequested = "StartRequested"
	pending        = "Pending"
	running        = "Running"
	succeeded      = "Succeeded"
	failed         = "Failed"
	stopRequested  = "StopRequested"
)

// IsRunning tells whether an object is meant to run and has not failed to. It is not known of a document that says nothing
// of its deployment.
func IsRunning(doc engine.Document) (runs, known bool) {
	return isWanted(doc) && !hasFailed(doc), isKnown(doc)
}

// Status is the last that the engine said of the deployment, in the spelling of the constants whatever its case; "" where it
// says nothing.
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

// withDeployment is a document with what another one says of the deployment: the answer to a start or a stop may have
// nothing else, and the one to an update may lack it.
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

// isWanted tells whether an object is meant to run: wire shapes section 5 has a field for it, without which the status says
// enough.
func isWanted(doc engine.Document) bool {
	if wanted, ok := doc["deployment_active"].(bool); ok {
		return wanted
	}
	return slices.Contains([]string{startRequested, pending, running}, Status(doc))
}

// mustWait tells whether an object has to stop before it can be updated.
func mustWait(doc engine.Document) bool {
	wanted, _ := doc["deployment_active"].(bool)
	return wanted || slices.Contains([]string{startRequested, pending, running, stopRequested}, Status(doc))
}

func hasFailed(doc engine.Document) bool { return Status(doc) == failed }

// staleReads is how often in a row a status that the object had before a request has to be read before it counts as the
// answer to the request: the engine takes it over some time after.
const staleReads = 5

// watch counts how often a status is read that the object had before.
type watch struct {
	before string
	same   int
}

// isNews tells whether a status says something about what was asked for.
func (w *watch) isNews(status string) bool {
	if status != w.before {
		w.before, w.same = "", 0
		return true
	}
	w.same++
	return w.same > staleReads
}
