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
		return fmt.Sprint(c.Do("PATCH", own, servertest.Object{"name": "other"}).Status)
	}
	const plain = "Stopped, 200 true Running, 200 true Running, 200 false Stopped"
	return map[string]difference{
		"no-deployment":           {see, "Stopped, 404, 404, 404", plain},
		"slow-deployment=1h":      {see, "Stopped, 200 true StartRequested, 200 true StartRequested, 200 false StopRequested", plain},
		"start-refused":           {see, "Stopped, 400, 400, 200 false Stopped", plain},
		"start-fails":             {see, "Stopped, 200 true Failed, 200 true Failed, 200 false Stopped", plain},
		"stop-fails":              {see, "Stopped, 200 true Running, 200 true Running, 200 false Failed", plain},
		"never-stops":             {see, "Stopped, 200 true Running, 200 true Running, 200 false StopRequested", plain},
		"update-while-active":     {update, "200", "409"},
		"running-creates":         {see, "Running, 200 true Running, 200 true Running, 200 false Stopped", plain},
		"repeated-starts-refused": {see, "Stopped, 200 true Running, 409, 200 false Stopped", plain},
	}
}
