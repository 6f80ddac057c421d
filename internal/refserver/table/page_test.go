// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import (
	"errors"
	"strings"
	"testing"
)

// TestPage parses tables in the format of INTERFACE.md. It checks that the parser reports a problem for each invalid row.
func TestPage(t *testing.T) {
	p := readPage(strings.Join([]string{
		"<!-- fields gate -->",
		"| Field | Type | Values | Without a value | Sent |", "|---|---|---|---|---|",
		"| `height` | integer | 1 to 3 | `2` | on create, on update |",
		"| `width` | integer | 1 or 3 | `2` | on creation |",
		"| `depth` | integer |",
		"| `lock` | Lock |  | `null` | on update |",
		"<!-- end -->",
		"| `after` | the end |",
		"<!-- paths gate -->",
		"| Operation | Method | Path | Done |", "|---|---|---|---|",
		"| read | POST | `/v3/engine/gates/<id>/` | 200 |",
		"<!-- end -->",
	}, "\n"))
	if height := p.fields("gate")[0]; height.Type != Integer || *height.Min != 1 || *height.Max != 3 || height.Empty() == nil {
		t.Errorf("the height is %+v", height)
	}
	if routes := p.routes("gate"); len(routes) != 1 || routes[0].Path != "gates/{id}/" {
		t.Errorf("the routes are %v", routes)
	}
	want := []string{
		"must have 5 cells", `width: "1 or 3" is not`, `gate.width: "on creation" is not`, `there is no table "shape Lock"`, `"POST"`,
	}
	found := errors.Join(p.problems...).Error()
	for _, problem := range want {
		if !strings.Contains(found, problem) {
			t.Errorf("%s is not in %s", problem, found)
		}
	}
	if len(p.problems) != len(want) {
		t.Errorf("there are %d problems: %s", len(p.problems), found)
	}
}
