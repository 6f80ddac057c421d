// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package openapi

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

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
	filter := query("filter", "Selects objects with these values. After the name of a field, __contains asks for a part of the "+
		"text, __icontains for a part in upper or lower case, and __in for one of several values, separated by commas.",
		object{
			"type": "object", "properties": filters,
			"patternProperties":    object{"^(" + strings.Join(fields, "|") + ")__(contains|icontains|in)$": object{"type": "string"}},
			"additionalProperties": true,
		})
	filter["style"], filter["explode"] = "form", true
	return []any{
		query("page", "The number of the page, from 1.", object{"type": "integer", "minimum": 1}),
		query("page_size", "The number of objects on a page.", object{"type": "integer", "minimum": 1, "default": 20}),
		query("ordering", "The fields for the order, separated by commas. A minus means from the greatest down.",
			object{"type": "string", "pattern": "^" + name + "(," + name + ")*$"}),
		filter,
	}
}

// listSchema returns the schema of the answer to a list request: one page of objects. results is the schema of the array of these objects.
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
