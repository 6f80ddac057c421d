// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// strictness takes less from clients than the server does.
func strictness() []Habit {
	create := func(name, summary string, mode table.UpdateOnly) Habit {
		return Habit{
			Name: name, Summary: summary, Quirks: []int{40}, Kinds: []string{"widget", "alert", "function"}, Group: "strict-create",
			points: func(*Set, parameter) points {
				return points{settings: func(s *Settings) { s.UpdateOnly = mode }}
			},
		}
	}
	unknown := func(name, summary string, body func(c *Call, body document.Object) error) Habit {
		return Habit{
			Name: name, Summary: summary, Quirks: []int{20}, Kinds: everyKind(), Group: "unknown-keys",
			points: func(*Set, parameter) points { return points{body: body} },
		}
	}
	return []Habit{
		create("strict-create-ignore", "a create ignores the fields that the interface names for updates alone", table.Ignore),
		create("strict-create-refuse", "a create refuses the fields that the interface names for updates alone, with 400", table.Reject),
		{
			Name: "strict-update", Summary: "an update refuses the parent of an object and what the engine sets, with 400",
			Quirks: []int{8, 60}, Kinds: []string{"tab", "widget", "component", "routine"},
			points: func(*Set, parameter) points { return points{body: refuseFixed} },
		},
		unknown("unknown-keys-refused", "keys that the interface does not name are refused with 400, also in elements",
			func(c *Call, body document.Object) error {
				if found := unknownKeys(c.Table.Fields, body); len(found) > 0 {
					return refusal.Fields(found)
				}
				return nil
			}),
		unknown("unknown-keys-dropped", "keys that the interface does not name are ignored, also in elements",
			func(c *Call, body document.Object) error {
				objects(c.Table.Fields, body, func(fields []table.Field, doc document.Object) {
					for name := range doc {
						if !known(fields, name) {
							delete(doc, name)
						}
					}
				})
				return nil
			}),
	}
}

// refuseFixed refuses what an object cannot change: its parent and what the engine sets. The id may be sent (interface section
// 2.3).
func refuseFixed(c *Call, body document.Object) error {
	found := refusal.Problems{}
	for i := range c.Table.Fields {
		field := &c.Table.Fields[i]
		fixed := field.CreateOnly || field.References != "" || field.ServerSet && field.Name != "id"
		if _, sent := body[field.Name]; sent && fixed {
			found[field.Name] = []string{"This field cannot be changed."}
		}
	}
	if c.Operation == table.Update && len(found) > 0 {
		return refusal.Fields(found)
	}
	return nil
}

func known(fields []table.Field, name string) bool {
	return slices.ContainsFunc(fields, func(field table.Field) bool { return field.Name == name })
}

// unknownKeys names the keys that no table knows, where they stand.
func unknownKeys(fields []table.Field, doc document.Object) refusal.Problems {
	found := refusal.Problems{}
	for name := range doc {
		if !known(fields, name) {
			found[name] = []string{"There is no such field."}
		}
	}
	for i := range fields {
		field := &fields[i]
		switch value := doc[field.Name].(type) {
		case document.Object:
			if inner := unknownKeys(field.Fields, value); field.Type == table.Object && len(inner) > 0 {
				found[field.Name] = inner
			}
		case []any:
			if inner, bad := unknownInElements(field, value); bad {
				found[field.Name] = inner
			}
		}
	}
	return found
}

// unknownInElements gives the problems of each element, and whether there are any.
func unknownInElements(field *table.Field, elements []any) (problems []any, bad bool) {
	for _, element := range elements {
		inner := refusal.Problems{}
		if object := document.AsObject(element); object != nil && len(field.Fields) > 0 {
			inner = unknownKeys(field.Fields, object)
		}
		problems = append(problems, inner)
		bad = bad || len(inner) > 0
	}
	return problems, bad
}
