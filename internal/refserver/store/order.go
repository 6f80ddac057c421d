// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Order sorts objects by the query parameter ordering. For example, "-severity,name" sorts by severity, the greatest first, then by name
// (quirk 39 in quirks.go). For events and notifications, Order sorts the other way round, because the caller reads the result from its end.
func Order(t *table.Table, objects []*Record, ordering string) []*Record {
	type key struct {
		field      *table.Field
		descending bool
	}
	var keys []key
	for name := range strings.SplitSeq(ordering, ",") {
		name, descending := strings.CutPrefix(strings.TrimSpace(name), "-")
		field := t.Field(name)
		again := slices.ContainsFunc(keys, func(k key) bool { return k.field == field }) // A repeated field does not change the order.
		if field != nil && field.Scalar() && !again {
			keys = append(keys, key{field, descending != t.NewestFirst})
		}
	}
	for _, key := range slices.Backward(keys) {
		objects = sortBy(key.field, objects, key.descending)
	}
	return objects
}

// sortBy sorts objects by one field. Objects with equal values keep their order.
func sortBy(field *table.Field, objects []*Record, descending bool) []*Record {
	type keyed struct {
		text   []byte
		number jsondoc.Decimal // A value that is not a number counts as 0.
		object *Record
	}
	keys := make([]keyed, len(objects))
	for i, o := range objects {
		keys[i] = keyed{text: jsondoc.Text(jsondoc.Field(o.Bytes(), field.Name)), object: o}
		if field.Numeric() {
			keys[i].number, _ = jsondoc.ParseDecimal(keys[i].text)
		}
	}
	compare := func(a, b keyed) int { return bytes.Compare(a.text, b.text) }
	if field.Numeric() {
		compare = func(a, b keyed) int { return a.number.Compare(b.number) }
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
