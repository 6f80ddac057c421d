// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// deletions returns the habits with which the server imitates engines that delete objects differently. The habits that delay a
// deletion are in late.go.
func deletions() map[string]behavior {
	return map[string]behavior{
		"refused-deletes":        {hooks: hooks{onStored: refuseParents}},
		"active-deletes-refused": {hooks: hooks{onStored: refuseActiveDelete}},
		"delete-answers-404": {hooks: hooks{onReply: func(c *Call, _ *Reply) error {
			if c.Operation == table.Delete {
				return document.NotFound()
			}
			return nil
		}}},
		"delete-answers-204": {hooks: hooks{onRefusal: func(c *Call, r *document.Refusal) *document.Refusal {
			if c.Operation == table.Delete && r.Status == http.StatusNotFound {
				return nil
			}
			return r
		}}},
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
