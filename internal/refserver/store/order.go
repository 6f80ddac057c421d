// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Order sorts by the fields that the parameter names (quirk 39), with a minus from the greatest down, and otherwise by creation. Of a
// collection that begins with the newest, the order is the other way round: the list shows it from its end.
func Order(t *table.Table, objects []*Record, ordering string) []*Record {
	type key struct {
		field      *table.Field
		descending bool
	}
	var keys []key
	for name := range strings.SplitSeq(ordering, ",") {
		name, descending := strings.CutPrefix(strings.TrimSpace(name), "-")
		field := t.Field(name)
		again := slices.ContainsFunc(keys, func(k key) bool { return k.field == field }) // It can't change the order any more.
		if field != nil && field.Scalar() && !again {
			keys = append(keys, key{field, descending != t.NewestFirst})
		}
	}
	for _, key := range slices.Backward(keys) {
		objects = sortBy(key.field, objects, key.descending)
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
		compare = func(a, b keyed) int {
			return cmp.Or(cmp.Compare(a.number, b.number), exact(texts[a.from:a.to], texts[b.from:b.to]))
		}
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

// exact compares numbers that are the same as far as a float64 tells.
func exact(a, b []byte) int {
	if bytes.Equal(a, b) {
		return 0
	}
	x, _ := document.ParseDecimal(a)
	y, _ := document.ParseDecimal(b)
	return x.Compare(y)
}
