// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// deletions returns the habits (switches) with which the server imitates engines that delete objects differently. The habits that delay a
// deletion are in late.go.
func deletions() []Habit {
	return []Habit{
		{
			Name: "refused-deletes", Summary: "an object with children can't be deleted: the engine answers 409",
			Quirks: []int{66}, hooks: hooks{onStored: refuseParents},
		},
		{Name: "children-survive", Summary: "the children of a deleted object stay", Quirks: []int{32}},
		{
			Name: "active-deletes-refused", Summary: "an active component can't be deleted: the engine answers 409",
			Quirks: []int{5}, hooks: hooks{onStored: refuseActiveDelete},
		},
		{
			Name: "delete-answers-404", Summary: "a successful deletion is answered with 404",
			Quirks: []int{65}, Group: "delete-answers", hooks: hooks{onReply: func(c *Call, _ *Reply) error {
				if c.Operation == table.Delete {
					return document.NotFound()
				}
				return nil
			}},
		},
		{
			Name: "delete-answers-204", Summary: "the deletion of an object that does not exist is answered with 204",
			Quirks: []int{65}, Group: "delete-answers", hooks: hooks{onRefusal: func(c *Call, r *document.Refusal) *document.Refusal {
				if c.Operation == table.Delete && r.Status == http.StatusNotFound {
					return nil
				}
				return r
			}},
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
				return document.Refuse(http.StatusConflict, "There is a "+t.Kind+" below this object.")
			}
		}
	}
	return nil
}

func refuseActiveDelete(c *Call, doc document.Object) error {
	active := doc["deployment_active"] == true || slices.Contains([]any{"Pending", "Running", "StopRequested"}, doc["deployment_status"])
	if c.Operation == table.Delete && active {
		return document.Refuse(http.StatusConflict, "The component must be stopped before it is deleted.")
	}
	return nil
}
