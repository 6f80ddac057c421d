// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"net/http"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
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
				return jsondoc.NotFound()
			}
			return nil
		}}},
		"delete-answers-204": {hooks: hooks{onRefusal: func(c *Call, r *jsondoc.Refusal) *jsondoc.Refusal {
			if c.Operation == table.Delete && r.Status == http.StatusNotFound {
				return nil
			}
			return r
		}}},
	}
}

func refuseParents(c *Call, doc jsondoc.Object) error {
	if c.Operation != table.Delete {
		return nil
	}
	for _, t := range table.Tables() {
		for field, parent := range t.Parents {
			children, _ := c.Store.ListBy(t.Kind, field, jsondoc.ID(doc))
			if parent == c.Table.Kind && len(children) > 0 {
				return jsondoc.Refuse(http.StatusConflict, "There is a "+t.Kind+" below this object.")
			}
		}
	}
	return nil
}

func refuseActiveDelete(c *Call, doc jsondoc.Object) error {
	active := doc["deployment_active"] == true || slices.Contains([]any{"Pending", "Running", "StopRequested"}, doc["deployment_status"])
	if c.Operation == table.Delete && active {
		return jsondoc.Refuse(http.StatusConflict, "The component must be stopped before it is deleted.")
	}
	return nil
}
