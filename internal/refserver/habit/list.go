// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"maps"
	"net/http"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func lists() map[string]behavior {
	return map[string]behavior{
		"no-lists":             {hooks: hooks{onCall: refuseList}},
		"short-lists":          {hooks: hooks{show: shorten}},
		"other-page-parameter": {hooks: hooks{configure: func(s *Settings, p parameter) { s.PageParameter = p.text }}},
		"small-pages": {
			reads: readNumber,
			hooks: hooks{configure: func(s *Settings, p parameter) { s.PageSize, s.MaxPageSize = p.number, p.number }},
		},
	}
}

func shorten(c *Call, doc jsondoc.Object) {
	if c.Operation != table.List || !c.Table.Written() {
		return
	}
	maps.DeleteFunc(doc, func(_ string, value any) bool {
		switch value.(type) {
		case []any, jsondoc.Object:
			return true
		}
		return false
	})
}

func refuseList(c *Call) error {
	if c.Operation != table.List || !c.Table.Written() {
		return nil
	}
	r := jsondoc.Refuse(http.StatusMethodNotAllowed, "There is no list.")
	r.Header = http.Header{"Allow": {"POST"}}
	return r
}
