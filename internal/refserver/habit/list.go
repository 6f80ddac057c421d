// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"maps"
	"net/http"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/refusal"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// lists answer collections in other ways, or not at all.
func lists() []Habit {
	set := func(name, summary string, quirks []int, standard string, reads reader, change func(s *Settings, p parameter)) Habit {
		return Habit{
			Name: name, Summary: summary, Quirks: quirks, Kinds: everyKind(), Default: standard, reads: reads,
			points: func(_ *Set, p parameter) points {
				return points{settings: func(s *Settings) { change(s, p) }}
			},
		}
	}
	return []Habit{
		{
			Name: "no-lists", Summary: "nothing that is created can be listed: 405",
			Quirks: []int{62}, Kinds: everyKind(), points: func(*Set, parameter) points { return points{begin: refuseList} },
		},
		{
			Name: "short-lists", Summary: "lists leave out the arrays and the objects in what they list",
			Quirks: []int{69}, Kinds: everyKind(), points: func(*Set, parameter) points { return points{document: shorten} },
		},
		set("bare-lists", "a list is an array of all objects, without pages", []int{62}, "", nil,
			func(s *Settings, _ parameter) { s.BareLists = true }),
		set("other-page-parameter", "another parameter of the query counts the pages, and page is ignored", []int{62}, "p", nil,
			func(s *Settings, p parameter) { s.PageParameter = p.text }),
		set("small-pages", "a page has no more objects than these", []int{1}, "3", readNumber,
			func(s *Settings, p parameter) { s.PageSize, s.MaxPageSize = p.number, p.number }),
		set("empty-pages", "a page past the end is empty, not 404", []int{38}, "", nil,
			func(s *Settings, _ parameter) { s.EmptyPages = true }),
		set("other-order", "lists begin with the newest object, and those of events and notifications with the oldest", []int{19, 26}, "", nil,
			func(s *Settings, _ parameter) { s.OtherOrder = true }),
		set("no-filters", "the filters of a query are ignored: every object is listed", []int{54}, "", nil,
			func(s *Settings, _ parameter) { s.NoFilters = true }),
	}
}

// shorten leaves in a list what fits into a row of a table.
func shorten(c *Call, doc document.Object) {
	if c.Operation != table.List || !slices.Contains(everyKind(), c.Table.Kind) {
		return
	}
	maps.DeleteFunc(doc, func(_ string, value any) bool {
		switch value.(type) {
		case []any, document.Object:
			return true
		}
		return false
	})
}

func refuseList(c *Call) error {
	if c.Operation != table.List || !slices.Contains(everyKind(), c.Table.Kind) {
		return nil
	}
	r := refusal.New(http.StatusMethodNotAllowed, "There is no list.")
	r.Header = http.Header{"Allow": {"POST"}}
	return r
}
