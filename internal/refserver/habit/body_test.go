// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func clearingDifferences() map[string]difference {
	clearing := func(body Object) func(c *servertest.Client) string {
		return func(c *servertest.Client) string {
			made := c.Made("alert", Object{
				"description": "d", "tags": []any{Object{"id": "1"}}, "destinations_list": []any{}, "assets": nil,
			})
			got := c.Do("PATCH", c.Path("alert", made), body)
			now := read(c, "alert", made)
			return fmt.Sprint(got.Status, " ", show(c, now["name"], now["description"], now["tags"]))
		}
	}
	null := clearing(Object{"name": "n", "description": nil})
	list := clearing(Object{"name": "n", "tags": []any{}})
	text := clearing(Object{"name": "n", "description": ""})
	const refused, ignored = `400 "é" "d" [{"id":"1"}]`, `200 "n" "d" [{"id":"1"}]`
	return map[string]difference{
		"null-refused":       {see: null, with: refused, without: `200 "n" null [{"id":"1"}]`},
		"null-ignored":       {see: null, with: ignored, without: `200 "n" null [{"id":"1"}]`},
		"empty-list-refused": {see: list, with: refused, without: `200 "n" "d" []`},
		"empty-list-ignored": {see: list, with: ignored, without: `200 "n" "d" []`},
		"empty-text-refused": {see: text, with: refused, without: `200 "n" "" [{"id":"1"}]`},
		"empty-text-null":    {see: text, with: `200 "n" null [{"id":"1"}]`, without: `200 "n" "" [{"id":"1"}]`},
	}
}

func strictDifferences() map[string]difference {
	create := func(c *servertest.Client) string {
		got := c.Do("POST", servertest.Paths["alert"], c.Minimal("alert", Object{"mute": true}))
		return fmt.Sprint(got.Status, " ", show(c, got.Doc["mute"]))
	}
	update := func(c *servertest.Client) string {
		routine := c.Made("routine", nil)
		other := c.Made("component", nil)["id"]
		tab := c.Made("tab", nil)
		return fmt.Sprint(c.Do("PATCH", c.Path("routine", routine), Object{"component_id": other}).Status,
			c.Do("PATCH", c.Path("tab", tab), Object{"dashboard": tab["dashboard"]}).Status,
			c.Do("PATCH", c.Path("tab", tab), Object{"id": tab["id"], "name": "other"}).Status)
	}
	unknown := func(c *servertest.Client) string {
		got := c.Do("POST", servertest.Paths["component"], c.Minimal("component", Object{
			"mine": 1, "input": []any{Object{"name": "a"}, Object{"name": "b", "yours": 2, "value": Object{"any": 1}}},
		}))
		if got.Status != 201 {
			return fmt.Sprint(got.Status, " ", show(c, got.Doc))
		}
		return fmt.Sprint(got.Status, " ", show(c, got.Doc["mine"], got.Doc["input"]))
	}
	const kept = `201 1 [{"name":"a"},{"name":"b","value":{"any":1},"yours":2}]`
	return map[string]difference{
		"strict-create-ignore": {see: create, with: "201 false", without: "201 true"},
		"strict-create-refuse": {see: create, with: `400 ["This field is accepted only on update."]`, without: "201 true"},
		"strict-update":        {see: update, with: "400 400 200", without: "200 200 200"},
		"unknown-keys-refused": {
			see: unknown, with: `400 {"input":[{},{"yours":["There is no such field."]}],"mine":["There is no such field."]}`, without: kept,
		},
		"unknown-keys-dropped": {see: unknown, with: `201 null [{"name":"a"},{"name":"b","value":{"any":1}}]`, without: kept},
	}
}
