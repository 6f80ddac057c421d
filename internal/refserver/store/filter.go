// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Filter is one condition of a list (wire shapes section 1).
type Filter struct {
	field *table.Field
	// operator is empty for equality, else contains, icontains or in.
	operator, value string
}

// Equal is the condition that a field has a value.
func Equal(t *table.Table, field, value string) Filter {
	return Filter{field: t.Field(field), value: value}
}

// Filters reads the conditions of a query. Parameters that are none are ignored (quirk 2).
func Filters(t *table.Table, query url.Values) []Filter {
	var filters []Filter
	for key, values := range query {
		name, operator, _ := strings.Cut(key, "__")
		field := t.Field(name)
		known := slices.Contains([]string{"", "contains", "icontains", "in"}, operator)
		if field == nil || !field.Scalar() || !known {
			continue
		}
		for _, value := range values {
			if operator == "icontains" {
				value = strings.ToLower(value)
			}
			filters = append(filters, Filter{field: field, operator: operator, value: value})
		}
	}
	return filters
}

// Select gives the objects that pass all filters, in order of creation. The first filter on an indexed field
// saves looking at each object.
func (s *Store) Select(kind string, filters []Filter) []*Record {
	objects, indexed := []*Record(nil), false
	for i, f := range filters {
		if f.operator != "" {
			continue
		}
		if objects, indexed = s.ListBy(kind, f.field.Name, f.value); indexed {
			filters = slices.Delete(filters, i, i+1)
			break
		}
	}
	if !indexed {
		objects = s.List(kind)
	}
	if len(filters) == 0 {
		return objects
	}
	var passing []*Record
	for _, o := range objects {
		if Passes(o.Bytes(), filters) {
			passing = append(passing, o)
		}
	}
	return passing
}

// Passes reports whether a document passes all filters.
func Passes(data []byte, filters []Filter) bool {
	return !slices.ContainsFunc(filters, func(f Filter) bool { return !f.passes(data) })
}

// passes reports whether the document has a value that the filter asks for. Null is as good as empty text (quirk 3).
func (f Filter) passes(data []byte) bool {
	text := document.Text(document.Field(data, f.field.Name))
	switch f.operator {
	case "contains":
		return bytes.Contains(text, []byte(f.value))
	case "icontains":
		return strings.Contains(strings.ToLower(string(text)), f.value)
	case "in":
		for one := range strings.SplitSeq(f.value, ",") {
			if f.equal(text, one) {
				return true
			}
		}
		return false
	default:
		return f.equal(text, f.value)
	}
}

// equal compares two values as the field's type means them.
func (f Filter) equal(text []byte, wanted string) bool {
	if string(text) == wanted {
		return true
	}
	if f.field.AnyCase || f.field.Type == table.Boolean {
		return strings.EqualFold(string(text), wanted)
	}
	if f.field.Numeric() {
		a, errA := strconv.ParseFloat(string(text), 64)
		b, errB := strconv.ParseFloat(wanted, 64)
		return errA == nil && errB == nil && a == b
	}
	return false
}

// Order sorts by the fields that the parameter names (quirk 39), with a minus from the greatest down, and otherwise by creation. Of a
// collection that begins with the newest, the order is the other way round: the list shows it from its end.
func Order(t *table.Table, objects []*Record, ordering string) []*Record {
	names := strings.Split(ordering, ",")
	for _, name := range slices.Backward(names) {
		name, descending := strings.CutPrefix(strings.TrimSpace(name), "-")
		field := t.Field(name)
		if field == nil || !field.Scalar() {
			continue
		}
		objects = sortBy(field, objects, descending != t.NewestFirst)
	}
	return objects
}

// sortBy sorts by one field and leaves equals in their order.
func sortBy(field *table.Field, objects []*Record, descending bool) []*Record {
	type keyed struct {
		from, to int
		number   float64
		object   *Record
	}
	keys := make([]keyed, len(objects))
	var texts []byte // Side by side they are compared much faster than in their documents.
	for i, o := range objects {
		text := document.Text(document.Field(o.Bytes(), field.Name))
		keys[i] = keyed{from: len(texts), to: len(texts) + len(text), object: o}
		texts = append(texts, text...)
		if field.Numeric() {
			keys[i].number, _ = strconv.ParseFloat(string(text), 64) // What is no number is as good as 0.
		}
	}
	compare := func(a, b keyed) int { return bytes.Compare(texts[a.from:a.to], texts[b.from:b.to]) }
	if field.Numeric() {
		compare = func(a, b keyed) int { return cmp.Compare(a.number, b.number) }
	}
	slices.SortStableFunc(keys, func(a, b keyed) int {
		if descending {
			a, b = b, a
		}
		return compare(a, b)
	})
	sorted := make([]*Record, len(objects))
	for i := range keys {
		sorted[i] = keys[i].object
	}
	return sorted
}
