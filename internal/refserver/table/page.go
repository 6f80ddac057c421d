// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

//go:embed INTERFACE.md
var interfaceText string

// page contains the tables in INTERFACE.md. In this file, the lines <!-- fields alert --> and <!-- end --> enclose the table that lists the
// fields of alerts. A table marked "paths alert" lists the operations on alerts. A table marked "shape AlertItem" lists the fields of that
// nested object.
type page struct {
	rows     map[string][][]string // The cells of each row below the header, by table name.
	problems []error
}

func readPage(text string) *page {
	p := &page{rows: map[string][][]string{}}
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if marker, ok := strings.CutPrefix(line, "<!-- "); ok {
			name = strings.TrimSuffix(strings.TrimSuffix(marker, " -->"), "end")
		} else if name != "" && strings.HasPrefix(line, "|") {
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			p.rows[name] = append(p.rows[name], cells)
		}
	}
	for name, rows := range p.rows {
		p.rows[name] = rows[min(len(rows), 2):]
	}
	return p
}

// Rows returns the rows of a table in INTERFACE.md, such as "habits", without the header. It panics if the number of cells in a row
// is not width.
func Rows(name string, width int) [][]string {
	p := readPage(interfaceText)
	rows := p.table(name, width)
	p.check()
	return rows
}

func (p *page) problem(format string, values ...any) {
	p.problems = append(p.problems, fmt.Errorf(format, values...))
}

// check panics if there are problems with the tables in INTERFACE.md. Users never see this panic, because the file is embedded in the
// binary and checked by tests.
func (p *page) check() {
	if len(p.problems) > 0 {
		panic(fmt.Errorf("INTERFACE.md: %w", errors.Join(p.problems...)))
	}
}

// table returns the rows of a table. It records a problem if the table is missing or a row has more or fewer cells than width.
func (p *page) table(name string, width int) (rows [][]string) {
	for _, row := range p.rows[name] {
		if len(row) != width {
			p.problem("%s: the row %q must have %d cells", name, row, width)
			continue
		}
		rows = append(rows, row)
	}
	if rows == nil {
		p.problem("there is no table %q", name)
	}
	return rows
}

func (p *page) fields(kind string) (fields []Field) {
	for _, row := range p.table("fields "+kind, 5) {
		f := p.field(row)
		switch sent := row[4]; sent {
		case "never": // Clients can't send the field. It counts as set by the server, unless it can be null.
			f.ServerSet = row[3] != "`null`"
		case "on create, required":
			f.CreateOnly, f.Required = true, true
		case "on create, required; on update":
			f.Required = true
		case "on update":
			f.UpdateOnly = true
		case "on create, on update":
		default:
			p.problem("%s.%s: %q is not a value of the column Sent", kind, f.Name, sent)
		}
		fields = append(fields, f)
	}
	return fields
}

func (p *page) shape(name string) (fields []Field) {
	for _, row := range p.table("shape "+name, 4) {
		fields = append(fields, p.field(row))
	}
	return fields
}

// field parses the first four cells of a row: the field's name, its type, its valid values, and what happens if it has no value.
func (p *page) field(row []string) Field {
	f := Field{Name: strings.Trim(row[0], "`")}
	single, isArray := strings.CutPrefix(row[1], "array of ")
	f.Type = FieldType(single)
	switch f.Type {
	case String, Integer, Number, Boolean, Text, JSON:
	case Label:
		f.Shape = "Reference"
	default:
		f.Type, f.Shape = Object, single
	}
	if f.Shape != "" {
		f.Fields = p.shape(f.Shape)
	}
	if isArray {
		f.Type, f.Elements = Array, f.Type
	}
	for values := range strings.SplitSeq(row[2], "; ") {
		if !f.limit(values) {
			p.problem("%s: %q is not a value of the column Values", f.Name, values)
		}
	}
	f.parseEmpty(row[3])
	return f
}

// limit parses one part of a cell in the "Values" column, such as "1 to 3", into f. It returns false if the part is invalid.
func (f *Field) limit(text string) bool {
	var least, most int64
	kind, isID := strings.CutPrefix(text, "the id of the ")
	switch {
	case isID:
		f.References = kind
	case strings.HasPrefix(text, "`"):
		for value := range strings.SplitSeq(text, ", ") {
			f.OneOf = append(f.OneOf, word(value))
		}
	case text == "in upper or lower case":
		f.AnyCase = true
	case text == "a numeric string becomes a number":
		f.NumericText = true
	case scans(text, "at most %d characters", &f.MaxLength):
	case scans(text, "%d to %d", &least, &most):
		f.Min, f.Max = &least, &most
	default:
		return text == ""
	}
	return true
}

func scans(text, format string, values ...any) bool {
	_, err := fmt.Sscanf(text, format, values...)
	return err == nil
}

// parseEmpty parses a cell in the "Without a value" column, such as "required" or a default, and stores the result in f.
func (f *Field) parseEmpty(text string) {
	switch value := word(text); {
	case text == "required":
		f.Required = true
	case text == "set by the engine":
		f.ServerSet = true
	case value == "null" || value == "[]" || !strings.HasPrefix(text, "`"):
	case f.Type == Boolean:
		f.Default = value == "true"
	case f.Type == Integer:
		f.Default = json.Number(value)
	default:
		f.Default = value
	}
}

// word returns the content of a cell such as `rate`, without the backquotes.
func word(cell string) string {
	if value := strings.Trim(cell, "`"); value != `""` {
		return value
	}
	return ""
}

func (p *page) routes(kind string) (routes []Route) {
	for _, row := range p.table("paths "+kind, 4) {
		operation, component, _ := strings.Cut(strings.TrimSuffix(row[0], ")"), " (")
		r := Route{Operation: Operation(operation), Component: component}
		var isBelow bool
		r.Path, isBelow = strings.CutPrefix(strings.ReplaceAll(strings.Trim(row[2], "`"), "<id>", "{id}"), Root)
		if !isBelow || row[1] != r.Operation.Method() || row[3] != fmt.Sprint(r.Operation.Success()) {
			p.problem("paths %s: %q does not fit the operation", kind, row)
		}
		routes = append(routes, r)
	}
	return routes
}
