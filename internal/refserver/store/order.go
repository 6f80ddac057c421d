// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"math/big"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Order sorts objects by a list of fields. For example, "-severity,name" sorts by descending severity, then by name (quirk 39 in
// quirks.go). Events and notifications are sorted in reverse, because the caller returns the last element of the slice first.
func Order(t *table.Table, objects []*Record, ordering string) []*Record {
	for _, key := range slices.Backward(parseOrdering(t, ordering)) {
		objects = sortBy(key.field, objects, key.descending)
	}
	return objects
}

type sortKey struct {
	field      *table.Field
	descending bool
}

// parseOrdering parses a list of fields such as "-severity,name". It skips repeated and unknown fields, and those with arrays or objects.
func parseOrdering(t *table.Table, ordering string) (keys []sortKey) {
	for name := range strings.SplitSeq(ordering, ",") {
		name, descending := strings.CutPrefix(strings.TrimSpace(name), "-")
		field := t.Field(name)
		again := slices.ContainsFunc(keys, func(k sortKey) bool { return k.field == field })
		if field != nil && field.Scalar() && !again {
			keys = append(keys, sortKey{field, descending != t.NewestFirst})
		}
	}
	return keys
}

// sortBy returns objects sorted by one field. Objects with equal values keep their order. In a numeric field, a value that isn't a number
// counts as 0.
func sortBy(field *table.Field, objects []*Record, descending bool) []*Record {
	type value struct {
		text   string
		number *big.Float
	}
	values := map[*Record]value{}
	for _, o := range objects {
		v := value{text: string(jsondoc.Text(jsondoc.Field(o.Bytes(), field.Name)))}
		if field.Numeric() {
			var ok bool
			if v.number, ok = document.Number(v.text); !ok {
				v.number = new(big.Float)
			}
		}
		values[o] = v
	}
	return slices.SortedStableFunc(slices.Values(objects), func(x, y *Record) int {
		if descending {
			x, y = y, x
		}
		if field.Numeric() {
			return values[x].number.Cmp(values[y].number)
		}
		return strings.Compare(values[x].text, values[y].text)
	})
}
