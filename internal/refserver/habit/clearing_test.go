// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func clearingDifferences() map[string]difference {
	clearing := func(body servertest.Object) func(c *servertest.Client) string {
		return func(c *servertest.Client) string {
			made := c.Made("alert", servertest.Object{
				"description": "d", "tags": []any{servertest.Object{"id": "1"}}, "destinations_list": []any{}, "assets": nil,
			})
			got := c.Do("PATCH", c.Path("alert", made), body)
			now := read(c, "alert", made)
			return fmt.Sprint(got.Status, " ", show(c, now["name"], now["description"], now["tags"]))
		}
	}
	null := clearing(servertest.Object{"name": "n", "description": nil})
	list := clearing(servertest.Object{"name": "n", "tags": []any{}})
	text := clearing(servertest.Object{"name": "n", "description": ""})
	const refused, ignored = `400 "é" "d" [{"id":"1"}]`, `200 "n" "d" [{"id":"1"}]`
	return map[string]difference{
		"null-refused":       {null, refused, `200 "n" null [{"id":"1"}]`},
		"null-ignored":       {null, ignored, `200 "n" null [{"id":"1"}]`},
		"empty-list-refused": {list, refused, `200 "n" "d" []`},
		"empty-list-ignored": {list, ignored, `200 "n" "d" []`},
		"empty-text-refused": {text, refused, `200 "n" "" [{"id":"1"}]`},
		"empty-text-null":    {text, `200 "n" null [{"id":"1"}]`, `200 "n" "" [{"id":"1"}]`},
	}
}
