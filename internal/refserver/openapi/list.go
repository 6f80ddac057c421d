// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package openapi

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// listParameters are the page, the order and the filters of a list (wire shapes section 1).
func listParameters(t *table.Table) []any {
	filters, fields := object{}, []string{}
	for _, f := range t.Fields {
		if f.Scalar() {
			filters[f.Name] = object{"type": "string"}
			fields = append(fields, f.Name)
		}
	}
	query := func(name, description string, schema object) object {
		return object{"name": name, "in": "query", "description": description, "schema": schema}
	}
	name := "-?(" + strings.Join(fields, "|") + ")"
	filter := query("filter", "Shows the objects that have these values. A field with __contains, __icontains or __in behind its "+
		"name asks for a part of the text, a part in any case, or one of several values with commas between them.",
		object{
			"type": "object", "properties": filters,
			"patternProperties":    object{"^(" + strings.Join(fields, "|") + ")__(contains|icontains|in)$": object{"type": "string"}},
			"additionalProperties": true,
		})
	filter["style"], filter["explode"] = "form", true
	return []any{
		query("page", "Which page, from 1.", object{"type": "integer", "minimum": 1}),
		query("page_size", "How many objects a page has.", object{"type": "integer", "minimum": 1, "default": 20}),
		query("ordering", "The field to order by, with a minus from the greatest down; several with commas between them.",
			object{"type": "string", "pattern": "^" + name + "(," + name + ")*$"}),
		filter,
	}
}

// listSchema is a page of a list.
func listSchema(results object) object {
	link := object{"type": []string{"string", "null"}, "format": "uri"}
	return object{
		"type":     "object",
		"required": []string{"count", "next", "previous", "results"},
		"properties": object{
			"count":    object{"type": "integer", "minimum": 0},
			"next":     link,
			"previous": link,
			"results":  object{"type": "array", "items": results},
		},
	}
}
