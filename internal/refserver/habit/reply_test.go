// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func replyDifferences() map[string]difference {
	creates := func(c *servertest.Client) string {
		got := c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": "t"})
		return fmt.Sprint(got.Status, " ", keys(got.Doc))
	}
	updates := func(c *servertest.Client) string {
		node := c.Made("node", nil)
		got := c.Do("PATCH", c.Path("node", node), Object{"name": "other"})
		return fmt.Sprint(got.Status, " ", keys(got.Doc), " ", got.Doc["name"], " ", read(c, "node", node)["name"])
	}
	const whole = "created_at id name status type"
	return map[string]difference{
		"create-answers-id":     {see: creates, with: "201 id", without: "201 " + whole},
		"create-answers-200":    {see: creates, with: "200 " + whole, without: "201 " + whole},
		"update-answers-204":    {see: updates, with: "204  <nil> other", without: "200 " + whole + " other other"},
		"update-answers-empty":  {see: updates, with: "200  <nil> other", without: "200 " + whole + " other other"},
		"update-answers-patch":  {see: updates, with: "200 name other other", without: "200 " + whole + " other other"},
		"update-answers-before": {see: updates, with: "200 " + whole + " é other", without: "200 " + whole + " other other"},
	}
}
