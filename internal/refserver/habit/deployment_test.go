// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func deploymentDifferences() map[string]difference {
	state := func(got servertest.Reply) string {
		if got.Status != 200 {
			return fmt.Sprint(got.Status)
		}
		return fmt.Sprintf("%d %v %v", got.Status, got.Doc["deployment_active"], got.Doc["deployment_status"])
	}
	see := func(c *servertest.Client) string {
		made := c.Made("component", nil)
		own := c.Path("component", made)
		seen := []string{fmt.Sprint(made["deployment_status"])}
		for _, action := range []string{"start", "start", "stop"} {
			seen = append(seen, state(c.Do("POST", own+action+"/", nil)))
		}
		return strings.Join(seen, ", ")
	}
	update := func(c *servertest.Client) string {
		own := c.Path("component", c.Made("component", nil))
		c.Must(200, "POST", own+"start/", nil)
		return fmt.Sprint(c.Do("PATCH", own, Object{"name": "other"}).Status)
	}
	const plain = "Stopped, 200 true Running, 200 true Running, 200 false Stopped"
	return map[string]difference{
		"no-deployment": {see: see, with: "Stopped, 404, 404, 404", without: plain},
		"slow-deployment=1h": {
			see: see, with: "Stopped, 200 true StartRequested, 200 true StartRequested, 200 false StopRequested",
			without: plain,
		},
		"start-refused":           {see: see, with: "Stopped, 400, 400, 200 false Stopped", without: plain},
		"start-fails":             {see: see, with: "Stopped, 200 true Failed, 200 true Failed, 200 false Stopped", without: plain},
		"stop-fails":              {see: see, with: "Stopped, 200 true Running, 200 true Running, 200 false Failed", without: plain},
		"never-stops":             {see: see, with: "Stopped, 200 true Running, 200 true Running, 200 false StopRequested", without: plain},
		"update-while-active":     {see: update, with: "200", without: "409"},
		"running-creates":         {see: see, with: "Running, 200 true Running, 200 true Running, 200 false Stopped", without: plain},
		"repeated-starts-refused": {see: see, with: "Stopped, 200 true Running, 409, 200 false Stopped", without: plain},
	}
}

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
