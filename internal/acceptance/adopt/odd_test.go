// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"encoding/json"
	"fmt"
	"testing"
)

// TestOddTexts checks that the plan is empty after adopt has imported objects with unusual values. These include strings that are special
// to Terraform, its formatter or go-cty, such as "${a}", and unusual JSON values, such as 1e400.
func TestOddTexts(t *testing.T) {
	p := newProject(t)
	objects := map[string][]map[string]any{}
	texts := []string{
		"${a}", "$${a}", "%{ if a }", "%%{", "$", "a\nb\n", "a\n  b\n", "  a\n  b\n", "a\r\nb\r\n", "a\n\n\nb\n", "EOT\na\n",
		"a\n\tb\n", "\"", "\\", "\\n", "\x01", "\x7f", "\u00a0", "\u2028", "\ufeff",
		"e\u0301", "\u212b", "\u1e9b\u0323", "🙂", "水", "#", "//", "/* a */", "null", "true", "1e3", "{\"a\": 1}",
		"a\\\nb\n", "\"${\n", "a ${\"b\"} c\nd\n",
	}
	for i, text := range texts {
		objects["node"] = append(objects["node"], map[string]any{"id": fmt.Sprintf("node-%d", i), "name": text + "x", "type": "self_hosted"})
		dashboard := map[string]any{"id": fmt.Sprintf("dashboard-%d", i), "name": "d", "description": text}
		objects["dashboard"] = append(objects["dashboard"], dashboard)
	}
	values := []string{
		`1.0`, `-0`, `1e400`, `0.1`, `12345678901234567890123`, `null`, `""`, `[]`, `{}`, `{"a":{"b":[null,{"c":null}]}}`,
		`{"":1,"for":2,"a-b":3,"1":4,"${a}":"${b}","é":5,"null":6}`,
		`"<&>"`, `"\u0000"`, `"\u2028"`, `"a\nb\n"`, `[[],[[1,"a",true]]]`, `"{\"a\": 1}"`, `"https://example.com/?a=1&b=2"`,
	}
	objects["component"] = []map[string]any{{
		"id": "c", "name": "c", "type": "algorithm", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	}}
	for i, text := range values {
		var value any = json.RawMessage(text)
		parameter := map[string]any{"name": "p", "type": "any", "value": value, "choices": []any{value, value}}
		objects["routine"] = append(objects["routine"], map[string]any{
			"id": fmt.Sprintf("routine-%d", i), "name": "r", "component_id": "c", "type": "t", "config": []any{parameter},
			"input": []any{}, "output": []any{},
		})
	}
	if err := p.Seed(objects); err != nil {
		t.Fatal(err)
	}
	count := 2*len(texts) + len(values) + 1
	p.adopt(fmt.Sprintf("%d to import, 0 to change", count))
	p.planImports(count)
}
