// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func kindTable(t *table.Table) string {
	rows := [][]string{{"Field", "Type", "Values", "Without a value", "Sent"}}
	for i := range t.Fields {
		f := &t.Fields[i]
		rows = append(rows, []string{code(f.Name), typeText(f), valuesText(f), emptyText(f), sentText(t, f)})
	}
	return markdown(rows)
}

// shapeTable returns a Markdown table of the fields of inner objects, such as AlertItem. For a reference, its column "Without a value"
// says "left out", because the engine adds no missing fields to references.
func shapeTable(shape *table.Field) string {
	rows := [][]string{{"Field", "Type", "Values", "Without a value"}}
	for i := range shape.Fields {
		f := &shape.Fields[i]
		empty := "left out"
		if !shape.IsReference() || f.Required {
			empty = emptyText(f)
		}
		rows = append(rows, []string{code(f.Name), typeText(f), valuesText(f), empty})
	}
	return markdown(rows)
}

func pathTable(t *table.Table) string {
	rows := [][]string{{"Operation", "Method", "Path", "Done"}}
	for _, r := range t.Routes {
		operation := string(r.Operation)
		if r.Component != "" {
			operation += " (" + r.Component + ")"
		}
		path := table.Root + strings.ReplaceAll(r.Path, "{id}", "<id>")
		rows = append(rows, []string{operation, r.Operation.Method(), code(path), fmt.Sprint(r.Operation.Success())})
	}
	return markdown(rows)
}

func typeText(f *table.Field) string {
	switch f.Type {
	case table.Array:
		element := string(f.Elements)
		if f.Elements == table.Object {
			element = f.Shape
		}
		return "array of " + strings.ReplaceAll(strings.Replace(element, "json", "any JSON", 1), "reference", "Reference")
	case table.Object:
		return f.Shape
	case table.Integer:
		return "whole number"
	case table.Number:
		if f.NumericText {
			return "number, also as text"
		}
		return "number"
	case table.JSON:
		return "any JSON"
	default:
		return string(f.Type)
	}
}

// valuesText returns the text of the column "Values": the values that a field accepts.
func valuesText(f *table.Field) string {
	var bounds []string
	if f.OneOf != nil {
		var values []string
		for _, value := range f.OneOf {
			if value == "" {
				value = `""`
			}
			values = append(values, code(value))
		}
		bounds = append(bounds, strings.Join(values, ", "))
	}
	if f.AnyCase {
		bounds = append(bounds, "in upper or lower case")
	}
	if f.MaxLength > 0 {
		bounds = append(bounds, fmt.Sprintf("at most %d characters", f.MaxLength))
	}
	switch {
	case f.Min != nil && f.Max != nil:
		bounds = append(bounds, fmt.Sprintf("%d to %d", *f.Min, *f.Max))
	case f.Min != nil:
		bounds = append(bounds, fmt.Sprintf("at least %d", *f.Min))
	}
	if f.References != "" {
		bounds = append(bounds, "the id of a "+f.References)
	}
	return strings.Join(bounds, "; ")
}

// emptyText returns the text of the column "Without a value": what the engine answers if the field has no value.
func emptyText(f *table.Field) string {
	switch empty := f.Empty().(type) {
	case nil:
		if f.Required || f.ServerSet {
			return ""
		}
		return code("null")
	case []any:
		if f.Required {
			return ""
		}
		return code("[]")
	case string:
		if empty == "" {
			return code(`""`)
		}
		return code(empty)
	default:
		return code(fmt.Sprint(empty))
	}
}

// sentText returns the text of the column "Sent", for example "on create, required".
func sentText(t *table.Table, f *table.Field) string {
	switch {
	case f.ServerSet, !t.Written():
		return "never"
	case f.CreateOnly:
		return "on create, required"
	case f.Required:
		return "on create, required; on update"
	case f.UpdateOnly:
		return "on update"
	default:
		return "on create, on update"
	}
}

func code(text string) string { return "`" + text + "`" }

// markdown formats rows as a Markdown table. The first row is the header.
func markdown(rows [][]string) string {
	var text strings.Builder
	for i, row := range rows {
		text.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			text.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	return text.String()
}
