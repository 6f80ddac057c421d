// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package servertest

import (
	"encoding/json"
	"strconv"
	"strings"
)

// EmptyJSON is what is answered for a field without value.
func (r Row) EmptyJSON() string {
	switch {
	case r.Array && r.Kind != "json":
		return "[]"
	case r.Fallback == "":
		return "null"
	case r.Fallback == `""`:
		return r.Fallback
	case r.Kind == "string":
		return strconv.Quote(r.Fallback)
	default:
		return r.Fallback
	}
}

// Good gives values that the field takes.
func (c *Client) Good(r Row) []any {
	c.T.Helper()
	if r.Array {
		element := r
		element.Array, element.OneOf = false, nil
		if r.Kind == "label" {
			return []any{[]any{"a", "b"}, []any{Object{"id": "1", "name": "a"}}, []any{}}
		}
		return []any{c.Good(element), []any{}}
	}
	if r.References != "" {
		return []any{c.Made(r.References, nil)["id"]}
	}
	if shape, ok := Shapes[r.Kind]; ok {
		whole := Object{"unknown_key": 1.0}
		for _, inner := range Rows(shape) {
			if !inner.Set {
				whole[inner.Name] = c.Good(inner)[0]
			}
		}
		return []any{whole}
	}
	return r.goodScalars()
}

func (r Row) goodScalars() []any {
	if len(r.OneOf) > 0 {
		var values []any
		for _, one := range r.OneOf {
			values = append(values, one)
		}
		return values
	}
	switch r.Kind {
	case "boolean":
		if r.Name == "deleted" {
			return []any{false} // True takes the item out.
		}
		return []any{true, false}
	case "integer":
		values := []any{1.0, json.Number("1.0")}
		if r.Min != "" {
			values = append(values, json.Number(r.Min))
		}
		if r.Max != "" {
			values = append(values, json.Number(r.Max))
		}
		return values
	case "number":
		values := []any{1.5, 2.0, -1e-7}
		if r.NumText {
			values = append(values, "12", " 1.5 ")
		}
		return values
	case "text":
		values := []any{"30s", 30.0, 0.5, -1.0, ""}
		if r.NumText {
			values = append(values, "12", " 1.5 ", "0x1")
		}
		return values
	case "json":
		return []any{Object{"asset": "1"}, 5.0, "x", true, []any{1.0, nil}}
	default:
		return []any{strings.Repeat("é", max(1, r.Length)), ""}
	}
}

// Bad gives values that the field does not take.
func (r Row) Bad() []any {
	if r.Array {
		values := []any{"x", 5.0, true, Object{}}
		if r.Kind != "json" {
			values = append(values, []any{nil}, []any{5.0}, []any{[]any{}})
		}
		return values
	}
	if shape, ok := Shapes[r.Kind]; ok {
		values := []any{"x", 5.0, true, []any{}}
		for _, inner := range Rows(shape) {
			if inner.Required {
				values = append(values, Object{})
			}
		}
		return values
	}
	return r.badScalars()
}

func (r Row) badScalars() []any {
	values := []any{Object{}, []any{}}
	switch r.Kind {
	case "boolean":
		return append(values, "true", 1.0)
	case "integer", "number":
		values = append(values, "x", "", true, "0x1", "1 2", json.Number("1e400"))
		if !r.NumText {
			values = append(values, "1")
		}
		if r.Kind == "integer" {
			values = append(values, 1.5)
		}
		if r.Min != "" {
			values = append(values, json.Number(r.Min+".5")) // Below a negative bound, or no whole number.
		}
		if r.Min == "0" || r.Min == "1" {
			values = append(values, -1.0)
		}
		return values
	case "text":
		return append(values, true)
	case "json":
		return nil
	}
	values = append(values, 5.0, true)
	if len(r.OneOf) > 0 {
		values = append(values, "none of them", r.OneOf[0]+" ")
	}
	if r.Length > 0 {
		values = append(values, strings.Repeat("é", r.Length+1))
	}
	if r.References != "" {
		values = append(values, "00000000-0000-4000-8000-000000000000")
	}
	return values
}
