// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func preconditionDifferences() map[string]difference {
	see := func(c *servertest.Client) string {
		path := c.Path("node", c.Made("node", nil))
		tag := c.Do("GET", path, nil).Header.Get("Etag")
		patch := func(tag string) int {
			r := c.Request("PATCH", path, Object{"description": "x"})
			r.Header.Set("If-Match", tag)
			got, err := c.Send(r)
			if err != nil {
				c.T.Fatal(err)
			}
			return got.Status
		}
		return fmt.Sprint(tag != "", strings.HasPrefix(tag, "W/"), patch(tag), patch(`"other"`))
	}
	return map[string]difference{
		"no-etags":   {see: see, with: "false false 200 200", without: "true false 200 412"},
		"weak-etags": {see: see, with: "true true 412 412", without: "true false 200 412"},
	}
}
