// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// deployments returns the habits (deviations from INTERFACE.md) that affect starting, stopping and deleting objects.
func deployments() map[string]hooks {
	return map[string]hooks{
		"slow-deployment":         {reads: readTime, start: func(s *Set, p parameter, _ *hooks) { s.minDelay = p.time }},
		"start-fails":             {start: func(s *Set, _ parameter, _ *hooks) { s.statuses["Running"] = "Failed" }},
		"stop-fails":              {start: func(s *Set, _ parameter, _ *hooks) { s.statuses["Stopped"] = "Failed" }},
		"never-stops":             {start: func(s *Set, _ parameter, _ *hooks) { s.statuses["Stopped"] = "" }},
		"running-creates":         {onStore: runAtOnce},
		"repeated-starts-refused": {onStored: rejectRepetition},
		"refused-deletes":         {onStored: rejectParents},
		"active-deletes-refused":  {onStored: rejectActiveDelete},
	}
}

func runAtOnce(c *Call, doc, prior jsondoc.Object) error {
	if c.Table.Deployable && prior == nil {
		doc["deployment_active"], doc["deployment_status"] = true, "Running"
	}
	return nil
}

func rejectRepetition(c *Call, doc jsondoc.Object) error {
	active := doc["deployment_active"] == true
	if c.Operation == table.Start && active || c.Operation == table.Stop && !active {
		return jsondoc.Reject(http.StatusConflict, "The component is in that state already.")
	}
	return nil
}

func rejectParents(c *Call, doc jsondoc.Object) error {
	if c.Operation != table.Delete {
		return nil
	}
	for _, t := range table.Tables() {
		for field, parent := range t.Parents {
			children, _ := c.Store.ListBy(t.Kind, field, jsondoc.ID(doc))
			if parent == c.Table.Kind && len(children) > 0 {
				return jsondoc.Reject(http.StatusConflict, "There is a "+t.Kind+" below this object.")
			}
		}
	}
	return nil
}

func rejectActiveDelete(c *Call, doc jsondoc.Object) error {
	active := doc["deployment_active"] == true || slices.Contains([]any{"Pending", "Running", "StopRequested"}, doc["deployment_status"])
	if c.Operation == table.Delete && active {
		return jsondoc.Reject(http.StatusConflict, "The component must be stopped before it is deleted.")
	}
	return nil
}
