// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func deletionDifferences() map[string]difference {
	children := func(c *servertest.Client) string {
		dashboard := c.Made("dashboard", nil)
		c.Made("tab", Object{"dashboard": dashboard["id"]})
		status := c.Do("DELETE", c.Path("dashboard", dashboard), nil).Status
		return fmt.Sprint(status, len(c.Server.Objects("dashboard")), len(c.Server.Objects("tab")))
	}
	active := func(c *servertest.Client) string {
		own := c.Path("component", c.Made("component", nil))
		c.Must(200, "POST", own+"start/", nil)
		first := c.Do("DELETE", own, nil).Status
		c.Do("POST", own+"stop/", nil)
		return fmt.Sprint(first, c.Do("DELETE", own, nil).Status)
	}
	twice := func(c *servertest.Client) string {
		own := c.Path("node", c.Made("node", nil))
		first, second := c.Do("DELETE", own, nil), c.Do("DELETE", own, nil)
		return fmt.Sprint(first.Status, len(c.Server.Objects("node")), second.Status, c.Do("GET", own, nil).Status)
	}
	return map[string]difference{
		"refused-deletes":        {see: children, with: "409 1 1", without: "204 0 0"},
		"children-survive":       {see: children, with: "204 0 1", without: "204 0 0"},
		"active-deletes-refused": {see: active, with: "409 204", without: "204 404"},
		"delete-answers-404":     {see: twice, with: "404 0 404 404", without: "204 0 404 404"},
		"delete-answers-204":     {see: twice, with: "204 0 204 404", without: "204 0 404 404"},
	}
}
