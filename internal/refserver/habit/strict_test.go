// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func strictDifferences() map[string]difference {
	create := func(c *servertest.Client) string {
		got := c.Do("POST", servertest.Paths["alert"], c.Minimal("alert", servertest.Object{"mute": true}))
		return fmt.Sprint(got.Status, " ", show(c, got.Doc["mute"]))
	}
	update := func(c *servertest.Client) string {
		routine := c.Made("routine", nil)
		other := c.Made("component", nil)["id"]
		tab := c.Made("tab", nil)
		return fmt.Sprint(c.Do("PATCH", c.Path("routine", routine), servertest.Object{"component_id": other}).Status,
			c.Do("PATCH", c.Path("tab", tab), servertest.Object{"dashboard": tab["dashboard"]}).Status,
			c.Do("PATCH", c.Path("tab", tab), servertest.Object{"id": tab["id"], "name": "other"}).Status)
	}
	unknown := func(c *servertest.Client) string {
		got := c.Do("POST", servertest.Paths["component"], c.Minimal("component", servertest.Object{
			"mine": 1, "input": []any{servertest.Object{"name": "a"}, servertest.Object{"name": "b", "yours": 2, "value": servertest.Object{"any": 1}}},
		}))
		if got.Status != 201 {
			return fmt.Sprint(got.Status, " ", show(c, got.Doc))
		}
		return fmt.Sprint(got.Status, " ", show(c, got.Doc["mine"], got.Doc["input"]))
	}
	const kept = `201 1 [{"name":"a"},{"name":"b","value":{"any":1},"yours":2}]`
	return map[string]difference{
		"strict-create-ignore": {create, "201 false", "201 true"},
		"strict-create-refuse": {create, `400 ["This field is accepted on update alone."]`, "201 true"},
		"strict-update":        {update, "400 400 200", "200 200 200"},
		"unknown-keys-refused": {
			unknown, `400 {"input":[{},{"yours":["There is no such field."]}],"mine":["There is no such field."]}`, kept,
		},
		"unknown-keys-dropped": {unknown, `201 null [{"name":"a"},{"name":"b","value":{"any":1}}]`, kept},
	}
}
