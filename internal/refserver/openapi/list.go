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
	names := "(" + strings.Join(fields, "|") + ")"
	query := func(name, description string, schema object) object {
		return object{"name": name, "in": "query", "description": description, "schema": schema}
	}
	filter := query("filter", "Selects objects with these values. After the name of a field, __contains asks for a substring, "+
		"__icontains for a substring in upper or lower case, and __in for one of several values, separated by commas.",
		object{
			"type": "object", "properties": filters, "additionalProperties": true,
			"patternProperties": object{"^" + names + "__(contains|icontains|in)$": object{"type": "string"}},
		})
	filter["style"], filter["explode"] = "form", true
	return []any{
		query("page", "The number of the page, from 1.", object{"type": "integer", "minimum": 1}),
		query("page_size", "The number of objects on a page.", object{"type": "integer", "minimum": 1, "default": 20}),
		query("ordering", "The fields for the order, separated by commas. A minus before a field means descending order.",
			object{"type": "string", "pattern": "^-?" + names + "(,-?" + names + ")*$"}),
		filter,
	}
}

// listSchema returns the schema for one page of a list whose objects have the given schema.
func listSchema(member object) object {
	link := object{"type": []string{"string", "null"}, "format": "uri"}
	return object{
		"type":     "object",
		"required": []string{"count", "next", "previous", "results"},
		"properties": object{
			"count": object{"type": "integer", "minimum": 0}, "next": link, "previous": link,
			"results": object{"type": "array", "items": member},
		},
	}
}
