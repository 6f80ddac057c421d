// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func tables() []*table.Table {
	return []*table.Table{{
		Kind:   "gate",
		Paths:  []string{"gates"},
		Routes: []table.Route{{Operation: table.Read, Path: "gates/{id}/"}},
		Fields: []table.Field{{Name: "height", Type: table.Integer, Required: true, Min: new(int64(2))}},
	}}
}

func TestGenerate(t *testing.T) {
	const text = "a\n<!-- fields gate -->\nold\n<!-- end -->\nb\n<!-- paths gate -->\n<!-- end -->\n"
	want := `a
<!-- fields gate -->
| Field | Type | Values | Without a value | Sent |
|---|---|---|---|---|
| ` + "`height`" + ` | whole number | at least 2 |  | on create, required; on update |
<!-- end -->
b
<!-- paths gate -->
| Operation | Method | Path | Done |
|---|---|---|---|
| read | GET | ` + "`/v3/engine/gates/<id>/`" + ` | 200 |
<!-- end -->
`
	got, err := generate(text, tables())
	if err != nil || got != want {
		t.Errorf("the text is\n%s\nerror %v", got, err)
	}
}

func TestMarkers(t *testing.T) {
	_, err := generate("<!-- fields fence -->\n<!-- end -->\n<!-- fields gate -->\n<!-- end -->\n", tables())
	if err == nil || !strings.Contains(err.Error(), `"fields fence"`) || !strings.Contains(err.Error(), `"paths gate"`) {
		t.Errorf("the error is %v", err)
	}
}
