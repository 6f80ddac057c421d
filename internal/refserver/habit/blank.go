// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// blanks show what has no value in other ways than null and [].
func blanks() []Habit {
	return []Habit{
		{
			Name: "own-defaults", Summary: "fields without value come back with a default of the engine's own, but for texts, rates and crons",
			Quirks: []int{37}, Kinds: []string{"tab", "widget", "function", "alert"}, points: func(*Set, parameter) points {
				return points{document: fill}
			},
		},
		{
			Name: "bare", Summary: "replies leave out what is null or empty",
			Quirks: []int{11, 37, 249}, Kinds: everyKind(), Group: "blanks", points: func(*Set, parameter) points {
				return points{document: func(c *Call, doc document.Object) { objects(c.Table.Fields, doc, strip) }}
			},
		},
		{
			Name: "padded", Summary: "replies show every field, also of elements: \"\" for text, [] for arrays, {\"id\": \"\", \"name\": \"\"} for references",
			Quirks: []int{11, 37}, Kinds: everyKind(), Group: "blanks", points: func(*Set, parameter) points {
				return points{
					document: func(c *Call, doc document.Object) { objects(c.Table.Fields, doc, pad) },
					body: func(c *Call, body document.Object) error {
						objects(c.Table.Fields, body, unpad)
						return nil
					},
				}
			},
		},
	}
}

// fill gives the fields of a document that have no value one of the engine's own.
func fill(c *Call, doc document.Object) {
	for i := range c.Table.Fields {
		field := &c.Table.Fields[i]
		scheduled := strings.HasPrefix(field.Name, "rate_") || strings.HasPrefix(field.Name, "cron_")
		if value, there := doc[field.Name]; value != nil || !there || scheduled {
			continue
		}
		switch {
		case len(field.OneOf) > 0 && field.Name != "type": // A type would say which schedule counts.
			doc[field.Name] = field.OneOf[0]
		case field.Type == table.Boolean:
			doc[field.Name] = true
		case field.Numeric():
			doc[field.Name] = json.Number("1")
		}
	}
}

// strip leaves out the fields without value, but for the id.
func strip(fields []table.Field, doc document.Object) {
	for i := range fields {
		field := &fields[i]
		if value := doc[field.Name]; value == nil || field.Type != table.JSON && blank(value) {
			delete(doc, field.Name)
		}
	}
}

func blank(value any) bool {
	elements, isArray := value.([]any)
	return value == nil || value == "" || isArray && len(elements) == 0
}

// pad gives every field without value an empty one of its type. Numbers and booleans have none.
func pad(fields []table.Field, doc document.Object) {
	for i := range fields {
		field := &fields[i]
		if doc[field.Name] != nil {
			continue
		}
		switch {
		case field.Type == table.Array:
			doc[field.Name] = []any{}
		case field.IsReference():
			doc[field.Name] = document.Object{"id": "", "name": ""}
		case field.Type == table.String, field.Type == table.Text:
			doc[field.Name] = ""
		default:
			doc[field.Name] = nil
		}
	}
}

// unpad takes the empty values back for which the server has null: it knows no empty word in a list of words, no empty
// text that is a number, and no reference to nothing.
func unpad(fields []table.Field, doc document.Object) {
	for i := range fields {
		field := &fields[i]
		value, there := doc[field.Name]
		switch {
		case !there:
		case value == "" && (field.Numeric() || field.OneOf != nil && !slices.Contains(field.OneOf, "")):
			doc[field.Name] = nil
		case field.Type == table.Object && field.IsReference() && document.AsObject(value)["id"] == "":
			doc[field.Name] = nil
		}
	}
}
