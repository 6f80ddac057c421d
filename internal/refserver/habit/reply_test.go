// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func replyDifferences() map[string]difference {
	creates := func(c *servertest.Client) string {
		got := c.Do("POST", servertest.Paths["node"], servertest.Object{"name": "n", "type": "t"})
		return fmt.Sprint(got.Status, " ", keys(got.Doc))
	}
	updates := func(c *servertest.Client) string {
		node := c.Made("node", nil)
		got := c.Do("PATCH", c.Path("node", node), servertest.Object{"name": "other"})
		return fmt.Sprint(got.Status, " ", keys(got.Doc), " ", got.Doc["name"], " ", read(c, "node", node)["name"])
	}
	const whole = "created_at id name status type"
	return map[string]difference{
		"create-answers-id":     {creates, "201 id", "201 " + whole},
		"create-answers-200":    {creates, "200 " + whole, "201 " + whole},
		"update-answers-204":    {updates, "204  <nil> other", "200 " + whole + " other other"},
		"update-answers-empty":  {updates, "200  <nil> other", "200 " + whole + " other other"},
		"update-answers-patch":  {updates, "200 name other other", "200 " + whole + " other other"},
		"update-answers-before": {updates, "200 " + whole + " é other", "200 " + whole + " other other"},
	}
}
