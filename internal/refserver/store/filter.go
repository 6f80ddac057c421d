// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// Filter is a condition from the query of a list request, such as name__contains=pump.
type Filter struct {
	field *table.Field
	// operator is "contains", "icontains" or "in". It is "" if the field must equal the value.
	operator, value string
}

// Equal returns a filter that selects the objects whose field has the given value.
func Equal(t *table.Table, field, value string) Filter {
	return Filter{field: t.Field(field), value: value}
}

// maxFilters is the maximum number of filters in a list request. maxValues is the maximum total number of values in filters such as
// id__in=1,2 (quirk 188 in quirks.go).
const (
	maxFilters = 50
	maxValues  = 1000
)

// Filters returns the filters in the query of a list request. It ignores query parameters that are not filters, and filters on unknown
// fields (quirk 2 in quirks.go). If there are too many filters or values, it returns a rejection with status 400.
func Filters(t *table.Table, query url.Values) ([]Filter, error) {
	var filters []Filter
	alternatives := 0
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
			if operator == "in" {
				alternatives += 1 + strings.Count(value, ",")
			}
			filters = append(filters, Filter{field: field, operator: operator, value: value})
		}
	}
	if len(filters) > maxFilters || alternatives > maxValues {
		return nil, jsondoc.RejectBody(fmt.Sprintf("A list request may have at most %d filters, with at most %d values after __in.", maxFilters,
			maxValues))
	}
	return filters, nil
}

// Select returns the objects that match all filters, oldest first. It may modify the filters slice.
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

// Passes reports whether an object's JSON matches all filters.
func Passes(data []byte, filters []Filter) bool {
	return !slices.ContainsFunc(filters, func(f Filter) bool { return !f.passes(data) })
}

// passes reports whether an object's JSON matches the filter. A null field counts as "" (quirk 3 in quirks.go).
func (f Filter) passes(data []byte) bool {
	text := jsondoc.Text(jsondoc.Field(data, f.field.Name))
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

// equal reports whether a field's value (text) equals the value in the query (wanted). Numbers are compared by value, so 5 equals 5.0. Case
// doesn't matter for booleans and for fields with AnyCase.
func (f Filter) equal(text []byte, wanted string) bool {
	if string(text) == wanted {
		return true
	}
	if f.field.AnyCase || f.field.Type == table.Boolean {
		return strings.EqualFold(string(text), wanted)
	}
	if f.field.Numeric() {
		a, okA := document.Number(string(text))
		b, okB := document.Number(wanted)
		return okA && okB && a.Cmp(b) == 0
	}
	return false
}
