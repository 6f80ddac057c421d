// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func limitDifferences() map[string]difference {
	many := func(c *servertest.Client, method, path string, body any) string {
		seen := map[int]bool{}
		for range 60 {
			got := c.Do(method, path, body)
			seen[got.Status] = true
			if after := got.Header.Get("Retry-After"); after != "" {
				at, err := http.ParseTime(after)
				if wait := time.Until(at); err != nil || wait > time.Second {
					c.T.Errorf("Retry-After is %s (%v)", after, err)
				}
			}
			if got.Status == http.StatusServiceUnavailable && (got.Doc != nil || !strings.HasPrefix(got.Body, "<html>")) {
				c.T.Errorf("the gateway says %s", got.Body)
			}
		}
		return show(c, seen)
	}
	reads := func(c *servertest.Client) string { return many(c, "GET", servertest.Paths["node"], nil) }
	writes := func(c *servertest.Client) string {
		statuses := many(c, "POST", servertest.Paths["node"], Object{"name": "n", "type": "t"})
		return show(c, len(c.Server.Objects("node"))) + statuses
	}
	refusedWrites := func(c *servertest.Client) string {
		refused := false
		for range 60 {
			got := c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": "t"})
			refused = refused || got.Status == http.StatusServiceUnavailable && got.Doc["detail"] != nil
		}
		return fmt.Sprint(len(c.Server.Objects("node")), refused)
	}
	sizes := func(c *servertest.Client) string {
		small := c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": strings.Repeat("t", 4000)})
		large := c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": strings.Repeat("t", 4200)})
		return fmt.Sprint(small.Status, large.Status)
	}
	requestID := func(c *servertest.Client) string {
		return fmt.Sprint(c.Do("GET", servertest.Paths["node"], nil).Header.Get("X-Request-Id") != "")
	}
	return map[string]difference{
		"dated-429":           {see: reads, with: `{"200":true,"429":true}`, without: `{"200":true}`},
		"failed-after-write":  {see: writes, with: `60{"201":true,"503":true}`, without: `60{"201":true}`},
		"refused-after-write": {see: refusedWrites, with: `60 true`, without: `60 false`},
		"small-bodies":        {see: sizes, with: "201 413", without: "201 201"},
		"no-request-id":       {see: requestID, with: "false", without: "true"},
	}
}

func TestChanceRepeats(t *testing.T) {
	sequence := func(seed uint64) string {
		c := servertest.Serve(t, refserver.Options{Habits: []string{"dated-429=0.3", "failed-after-write=0.3"}, Seed: seed})
		text := ""
		for range 40 {
			text += fmt.Sprint(c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": "t"}).Status, " ")
		}
		return text
	}
	first, again, other := sequence(1), sequence(1), sequence(2)
	if first != again || first == other {
		t.Errorf("the statuses are\n%s\n%s\nand of another seed\n%s", first, again, other)
	}
}
