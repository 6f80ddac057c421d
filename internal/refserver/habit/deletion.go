// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// deletions remove objects otherwise. That they take a while is with what is late.
func deletions() []Habit {
	parents := []string{"dashboard", "tab", "component"}
	return []Habit{
		{
			Name: "refused-deletes", Summary: "an object that has others below it cannot be deleted: 409",
			Quirks: []int{66}, Kinds: parents, points: func(*Set, parameter) points { return points{guard: refuseParents} },
		},
		{
			Name: "children-survive", Summary: "the objects below one that is deleted stay",
			Quirks: []int{32}, Kinds: parents, points: func(*Set, parameter) points {
				return points{settings: func(s *Settings) { s.OrphansLive = true }}
			},
		},
		{
			Name: "active-deletes-refused", Summary: "a component that is active cannot be deleted: 409",
			Quirks: []int{5}, Kinds: []string{"component"}, points: func(*Set, parameter) points { return points{guard: refuseActiveDelete} },
		},
		{
			Name: "delete-answers-404", Summary: "a deletion is done and answered with 404",
			Quirks: []int{65}, Kinds: everyKind(), Group: "delete-answers", points: func(*Set, parameter) points {
				return points{reply: func(c *Call, _ *Reply) error {
					if c.Operation == table.Delete {
						return refusal.NotFound()
					}
					return nil
				}}
			},
		},
		{
			Name: "delete-answers-204", Summary: "the deletion of what is gone is answered with 204",
			Quirks: []int{65}, Kinds: everyKind(), Group: "delete-answers", points: func(*Set, parameter) points {
				return points{refusal: func(c *Call, r *refusal.Refusal) *refusal.Refusal {
					if c.Operation == table.Delete && r.Status == http.StatusNotFound {
						return nil
					}
					return r
				}}
			},
		},
	}
}

func refuseParents(c *Call, doc document.Object) error {
	if c.Operation != table.Delete {
		return nil
	}
	for _, t := range table.Tables() {
		for field, parent := range t.Parents {
			children, _ := c.Store.ListBy(t.Kind, field, document.ID(doc))
			if parent == c.Table.Kind && len(children) > 0 {
				return refusal.New(http.StatusConflict, "There is a "+t.Kind+" below this object.")
			}
		}
	}
	return nil
}

func refuseActiveDelete(c *Call, doc document.Object) error {
	active := doc["deployment_active"] == true || slices.Contains([]any{"Pending", "Running", "StopRequested"}, doc["deployment_status"])
	if c.Operation == table.Delete && active {
		return refusal.New(http.StatusConflict, "The component must be stopped before it is deleted.")
	}
	return nil
}
