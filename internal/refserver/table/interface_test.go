// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// pages is the folder with the two original documents about the engine, from which the tables are written. It is not in the repository.
const pages = "../../../../shared"

func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(pages, name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the interface document is no part of the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

type documented struct {
	kind, name, fieldType string
	// required is "yes" or "no". It is empty if the interface document does not say whether the field is required.
	required string
	update   bool
	notes    string
}

var (
	fieldSection = regexp.MustCompile(`^### 2\.\d ([A-Z][a-z]+)`)
	// listed matches a complete list of values, such as "One of: rate, cron". examples matches a list of examples: other values are valid
	// too.
	listed   = regexp.MustCompile(`One of:? ([\w, ]+)`)
	examples = regexp.MustCompile(`(?:examples given:|the placeholder lists) ([\w, ]+)`)
	members  = regexp.MustCompile(`(\w+): string`)
)

// documentedFields reads all fields from section 2 of the engine's interface document. The fields of function items have the kind "item".
func documentedFields(text string) []documented {
	var found []documented
	kind, section, update := "", "", false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if match := fieldSection.FindStringSubmatch(line); match != nil {
			section = strings.ToLower(match[1])
			kind, update = section, false
		}
		switch {
		case strings.HasPrefix(line, "### 2.9"):
			return found
		case strings.HasPrefix(line, "Fields") && strings.Contains(line, "on update"):
			update = true
		case strings.HasPrefix(line, "Function item object"):
			kind = "item"
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if !strings.HasPrefix(line, "|") || len(cells) < 2 || cells[0] == "Field" {
			continue
		}
		d := documented{kind: kind, fieldType: cells[1], update: update, notes: strings.Join(cells[1:], " ")}
		if len(cells) == 4 {
			d.required, _, _ = strings.Cut(cells[2], " ")
			d.update = d.update || strings.Contains(cells[2], "(update)")
		}
		for name := range strings.SplitSeq(cells[0], ", ") {
			known := slices.ContainsFunc(found, func(other documented) bool { return other.kind == kind && other.name == name })
			if d.name = name; !known { // The document repeats fields that an update accepts too.
				found = append(found, d)
			}
		}
	}
	return found
}

// TestInterfaceFields compares the field tables with the two original documents about the engine. Each field of the interface document must
// be in a field table, which accepts the same values. The wire shapes page must name all other fields of the tables.
func TestInterfaceFields(t *testing.T) {
	fields := map[string][]table.Field{}
	for _, written := range table.Tables() {
		fields[written.Kind] = written.Fields
	}
	fields["item"] = written(fields["function"], "function_items").Fields
	seen := map[string]bool{}
	for _, d := range documentedFields(page(t, "engine-interface.md")) {
		seen[d.kind+"."+d.name] = true
		f := written(fields[d.kind], d.name)
		if f == nil {
			t.Errorf("%s has no field %s", d.kind, d.name)
			continue
		}
		for _, problem := range d.differences(f) {
			t.Errorf("%s.%s: %s", d.kind, d.name, problem)
		}
	}
	if len(seen) != 122 {
		t.Errorf("the document names %d fields", len(seen))
	}
	shapes := page(t, "wire-shapes.md")
	for kind, list := range fields {
		for _, f := range list {
			if !seen[kind+"."+f.Name] && !regexp.MustCompile(`\b`+f.Name+`\b`).MatchString(shapes) && !strings.HasPrefix(f.Name, "cron_") {
				t.Errorf("no page names the field %s.%s", kind, f.Name)
			}
		}
	}
}

func written(fields []table.Field, name string) *table.Field {
	at := slices.IndexFunc(fields, func(f table.Field) bool { return f.Name == name })
	if at < 0 {
		return nil
	}
	return &fields[at]
}

// widened has the fields that accept more values than the interface document names. Other clients send such values (quirks 247 and 250 in
// quirks.go).
var widened = []string{"relative_window_time", "deployment_capacity"}

func (d documented) differences(f *table.Field) []string {
	var found []string
	differ := func(format string, values ...any) { found = append(found, fmt.Sprintf(format, values...)) }
	isWidened := slices.Contains(widened, d.name)
	if !slices.Contains(d.types(), typeOf(*f)) && (!isWidened || f.Type != table.Text) ||
		strings.Contains(d.fieldType, "numeric string") != (f.NumericText && f.Type == table.Number) {
		differ("is a %s, in the document %s", typeOf(*f), d.fieldType)
	}
	for _, member := range members.FindAllStringSubmatch(d.fieldType, -1) {
		if inner := written(f.Fields, member[1]); inner == nil || inner.Type != table.String {
			differ("its objects have no text %s", member[1])
		}
	}
	if d.required != "" && f.Required != (d.required == "yes") {
		differ("required is %v, in the document %s", f.Required, d.required)
	}
	if f.UpdateOnly != d.update && f.Name != "id" {
		differ("accepted on update alone is %v", f.UpdateOnly)
	}
	if f.Numeric() && d.fieldType != "value (unquoted in the payload)" && (f.Min != nil || f.Max != nil) {
		differ("has a bound, in the document none")
	}
	taken := f.OneOf
	closed := values(listed, d.notes)
	if isWidened {
		taken = slices.DeleteFunc(slices.Clone(taken), func(value string) bool { return !slices.Contains(closed, value) })
	}
	if closed != nil && !slices.Equal(slices.Sorted(slices.Values(taken)), slices.Sorted(slices.Values(closed))) {
		differ("takes %v, in the document one of %v", f.OneOf, closed)
	}
	for _, example := range values(examples, d.notes) {
		if f.OneOf != nil && !slices.Contains(f.OneOf, example) {
			differ("takes %v and not the example %s", f.OneOf, example)
		}
	}
	return found
}

// types returns the field types of the package table that fit the type in the interface document.
func (d documented) types() []string {
	switch word, _, _ := strings.Cut(d.fieldType, " ("); {
	case strings.HasPrefix(word, "array of"):
		return []string{"object[]"}
	case word == "array" && strings.Contains(d.notes, "(strings)"):
		return []string{"string[]", "string or reference[]"}
	case word == "array" || word == "as above":
		return []string{"object[]", "string[]"}
	case strings.HasPrefix(word, "object"):
		return []string{"object"}
	case word == "value":
		return []string{"number", "integer", "boolean"}
	case word == "number or numeric string":
		return []string{"number"}
	default:
		return []string{word}
	}
}

// values returns the values in a text such as "One of: rate, cron". It returns nil if the text does not match the pattern in the parameter
// list.
func values(list *regexp.Regexp, text string) []string {
	match := list.FindStringSubmatch(text)
	if match == nil {
		return nil
	}
	if from, to, isRange := strings.Cut(match[1], " to "); isRange {
		prefix, found := strings.TrimRight(from, "0123456789"), []string{}
		var first, last int
		_, _ = fmt.Sscan(from[len(prefix):], &first)
		_, _ = fmt.Sscan(strings.TrimPrefix(to, prefix), &last)
		for n := first; n <= last; n++ {
			found = append(found, fmt.Sprint(prefix, n))
		}
		return found
	}
	return strings.Split(strings.TrimSpace(match[1]), ", ")
}

// TestInterfaceRoutes checks that the routes in the tables are the operations in section 4 of the interface document.
func TestInterfaceRoutes(t *testing.T) {
	placeholder := strings.NewReplacer("<component_type>", "algorithm", "?component_id=<component_id>", "")
	id := regexp.MustCompile(`<\w+>`)
	compared := 0
	for line := range strings.Lines(page(t, "engine-interface.md")) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "| "), " | ")
		if len(cells) < 4 || !strings.HasPrefix(cells[2], table.Root) {
			continue
		}
		compared++
		word, _, _ := strings.Cut(strings.ToLower(cells[0]), " ")
		path := id.ReplaceAllString(placeholder.Replace(strings.TrimPrefix(cells[2], table.Root)), "{id}")
		owner, route := served(table.Operation(word), path)
		switch {
		case route == nil:
			t.Errorf("no table has the operation %s on %s", word, cells[2])
		case route.Operation.Method() != cells[1]:
			t.Errorf("%s on %s is a %s", word, cells[2], route.Operation.Method())
		case len(cells) > 4 && fmt.Sprint(route.Operation.Success()) != cells[4]:
			t.Errorf("%s on %s answers %d", word, cells[2], route.Operation.Success())
		default:
			compareBody(t, owner, route.Operation, cells[3])
		}
	}
	if compared != 37 {
		t.Errorf("%d operations are compared", compared)
	}
}

func served(operation table.Operation, path string) (*table.Table, *table.Route) {
	for _, written := range table.Tables() {
		for _, route := range written.Routes {
			if route.Operation == operation && route.Path == path {
				return written, &route
			}
		}
	}
	return nil, nil
}

// compareBody compares the fields that an operation accepts with its request body in the interface document. It skips an operation for
// which the document only refers to another section.
func compareBody(t *testing.T, owner *table.Table, operation table.Operation, body string) {
	t.Helper()
	if strings.Contains(body, "fields of") || body == "none" {
		return
	}
	sent := strings.Split(strings.TrimPrefix(body, "any of "), ", ")
	for _, f := range owner.Fields {
		taken := !f.ServerSet && (operation == table.Create && !f.UpdateOnly || operation == table.Update && !f.CreateOnly)
		if taken != slices.Contains(sent, f.Name) {
			t.Errorf("%s: the %s takes %s is %v, in the document it holds %s", owner.Kind, operation, f.Name, taken, body)
		}
	}
}
