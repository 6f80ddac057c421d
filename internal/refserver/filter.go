// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"bytes"
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// filter is one condition of a list (wire shapes section 1).
type filter struct {
	field *Field
	// operator is empty for equality, else contains, icontains or in.
	operator, value string
}

// filtersOf reads the filters of a query. Parameters that are none are ignored (quirk 2).
func filtersOf(t target, query url.Values) []filter {
	var filters []filter
	for key, values := range query {
		name, operator, _ := strings.Cut(key, "__")
		field := fieldNamed(t.collection.fields, name)
		known := slices.Contains([]string{"", "contains", "icontains", "in"}, operator)
		if field == nil || !field.scalar() || !known {
			continue
		}
		for _, value := range values {
			if operator == "icontains" {
				value = strings.ToLower(value)
			}
			filters = append(filters, filter{field: field, operator: operator, value: value})
		}
	}
	if t.parent != nil {
		filters = append(filters, filter{field: fieldNamed(t.collection.fields, t.parent.collection.kind), value: t.parent.id})
	}
	if t.component != "" {
		filters = append(filters, filter{field: fieldNamed(t.collection.fields, "type"), value: t.component})
	}
	return filters
}

// passes reports whether the document has a value that the filter asks for. Null is as good as empty text (quirk 3).
func (f filter) passes(document []byte) bool {
	text := rawText(rawField(document, f.field.Name))
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
func (f filter) equal(text []byte, wanted string) bool {
	if string(text) == wanted {
		return true
	}
	if f.field.AnyCase || f.field.Type == Boolean {
		return strings.EqualFold(string(text), wanted)
	}
	if f.field.number() {
		a, errA := strconv.ParseFloat(string(text), 64)
		b, errB := strconv.ParseFloat(wanted, 64)
		return errA == nil && errB == nil && a == b
	}
	return false
}

// order sorts by the fields that the parameter names, with a minus from the greatest down, and otherwise by creation. Of a
// collection that begins with the newest, the order is the other way round: the list shows it from its end.
func order(c *collection, objects []*stored, ordering string) []*stored {
	names := strings.Split(ordering, ",")
	for _, name := range slices.Backward(names) {
		name, descending := strings.CutPrefix(strings.TrimSpace(name), "-")
		field := fieldNamed(c.fields, name)
		if field == nil || !field.scalar() {
			continue
		}
		objects = sortBy(field, objects, descending != c.newestFirst)
	}
	return objects
}

// sortBy sorts by one field and leaves equals in their order.
func sortBy(field *Field, objects []*stored, descending bool) []*stored {
	type keyed struct {
		from, to int
		number   float64
		object   *stored
	}
	keys := make([]keyed, len(objects))
	var texts []byte // Side by side they are compared much faster than in their documents.
	for i, o := range objects {
		text := rawText(rawField(o.bytes(), field.Name))
		keys[i] = keyed{from: len(texts), to: len(texts) + len(text), object: o}
		texts = append(texts, text...)
		if field.number() {
			keys[i].number, _ = strconv.ParseFloat(string(text), 64) // What is no number is as good as 0.
		}
	}
	compare := func(a, b keyed) int { return bytes.Compare(texts[a.from:a.to], texts[b.from:b.to]) }
	if field.number() {
		compare = func(a, b keyed) int { return cmp.Compare(a.number, b.number) }
	}
	slices.SortStableFunc(keys, func(a, b keyed) int {
		if descending {
			a, b = b, a
		}
		return compare(a, b)
	})
	sorted := make([]*stored, len(objects))
	for i := range keys {
		sorted[i] = keys[i].object
	}
	return sorted
}
