// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"maps"
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func lists() []Habit {
	return []Habit{
		{
			Name: "no-lists", Summary: "objects that clients create can't be listed: the engine answers 405",
			Quirks: []int{62}, hooks: hooks{onCall: refuseList},
		},
		{
			Name: "short-lists", Summary: "the objects in a list lack the fields that hold arrays or objects",
			Quirks: []int{69}, hooks: hooks{show: shorten},
		},
		{Name: "bare-lists", Summary: "a list is a JSON array of all objects, without pages", Quirks: []int{62}},
		{
			Name: "other-page-parameter", Summary: "the query parameter for the page has this name instead of page",
			Quirks: []int{62}, Default: "p", hooks: hooks{configure: func(s *Settings, p parameter) { s.PageParameter = p.text }},
		},
		{
			Name: "small-pages", Summary: "a page has at most this number of objects",
			Quirks: []int{1}, Default: "3", reads: readNumber,
			hooks: hooks{configure: func(s *Settings, p parameter) { s.PageSize, s.MaxPageSize = p.number, p.number }},
		},
		{Name: "empty-pages", Summary: "a page after the last is empty instead of 404", Quirks: []int{38}},
		{
			Name: "other-order", Summary: "lists begin with the newest object, lists of events and notifications with the oldest",
			Quirks: []int{19, 26},
		},
		{Name: "no-filters", Summary: "the engine ignores the filters of a query and lists every object", Quirks: []int{54}},
	}
}

func shorten(c *Call, doc document.Object) {
	if c.Operation != table.List || !c.Table.Written() {
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
	if c.Operation != table.List || !c.Table.Written() {
		return nil
	}
	r := document.Refuse(http.StatusMethodNotAllowed, "There is no list.")
	r.Header = http.Header{"Allow": {"POST"}}
	return r
}
