// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
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
		return strings.Contains(text, f.value)
	case "icontains":
		return strings.Contains(strings.ToLower(text), strings.ToLower(f.value))
	case "in":
		return slices.ContainsFunc(strings.Split(f.value, ","), func(one string) bool { return f.equal(text, one) })
	default:
		return f.equal(text, f.value)
	}
}

// equal compares two values as the field's type means them.
func (f filter) equal(text, wanted string) bool {
	if text == wanted {
		return true
	}
	if f.field.AnyCase || f.field.Type == Boolean {
		return strings.EqualFold(text, wanted)
	}
	if f.field.Type == Integer || f.field.Type == Number {
		a, errA := strconv.ParseFloat(text, 64)
		b, errB := strconv.ParseFloat(wanted, 64)
		return errA == nil && errB == nil && a == b
	}
	return false
}

// order sorts by the fields that the parameter names, with a minus from the greatest down, and otherwise by creation.
func order(c *collection, objects []*stored, ordering string) []*stored {
	names := strings.Split(ordering, ",")
	for _, name := range slices.Backward(names) {
		name, descending := strings.CutPrefix(strings.TrimSpace(name), "-")
		field := fieldNamed(c.fields, name)
		if field == nil || !field.scalar() {
			continue
		}
		objects = sortBy(field, objects, descending)
	}
	return objects
}

// sortBy sorts by one field and leaves equals in their order.
func sortBy(field *Field, objects []*stored, descending bool) []*stored {
	type keyed struct {
		text   string
		number float64
		object *stored
	}
	keys := make([]keyed, len(objects))
	for i, o := range objects {
		keys[i] = keyed{text: rawText(rawField(o.bytes(), field.Name)), object: o}
		if n, err := strconv.ParseFloat(keys[i].text, 64); err == nil && (field.Type == Integer || field.Type == Number) {
			keys[i].number = n
		}
	}
	slices.SortStableFunc(keys, func(a, b keyed) int {
		by := cmp.Compare(a.text, b.text)
		if field.Type == Integer || field.Type == Number {
			by = cmp.Compare(a.number, b.number)
		}
		if descending {
			return -by
		}
		return by
	})
	for i := range keys {
		objects[i] = keys[i].object
	}
	return objects
}
