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
