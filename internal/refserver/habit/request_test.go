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

func schemeDifferences() map[string]difference {
	scheme := func(c *servertest.Client) string {
		credentials := " " + c.Server.AccessID() + " " + c.Server.SecretKey()
		text := ""
		for _, word := range []string{"Service", "Bearer", "bearer"} {
			r := c.Request("GET", servertest.Paths["node"], nil)
			r.Header.Set("Authorization", word+credentials)
			got, err := c.Send(r)
			if err != nil {
				c.T.Fatal(err)
			}
			text += fmt.Sprint(got.Status) + got.Header.Get("Www-Authenticate") + " "
		}
		return text
	}
	return map[string]difference{
		"other-scheme": {see: scheme, with: "401Bearer 200 401Bearer ", without: "200 401Service 401Service "},
	}
}

func preconditionDifferences() map[string]difference {
	see := func(c *servertest.Client) string {
		path := c.Path("node", c.CreateMinimal("node", nil))
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
		return servertest.JSON(c.T, seen)
	}
	reads := func(c *servertest.Client) string { return many(c, "GET", servertest.Paths["node"], nil) }
	writes := func(c *servertest.Client) string {
		statuses := many(c, "POST", servertest.Paths["node"], Object{"name": "n", "type": "t"})
		return fmt.Sprint(len(c.Server.Objects("node"))) + statuses
	}
	rejectedWrites := func(c *servertest.Client) string {
		refused := false
		for range 60 {
			got := c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": "t"})
			refused = refused || got.Status == http.StatusServiceUnavailable && got.Doc["detail"] != nil
		}
		return fmt.Sprint(len(c.Server.Objects("node")), refused)
	}
	requestID := func(c *servertest.Client) string {
		return fmt.Sprint(c.Do("GET", servertest.Paths["node"], nil).Header.Get("X-Request-Id") != "")
	}
	return map[string]difference{
		"dated-429":           {see: reads, with: `{"200":true,"429":true}`, without: `{"200":true}`},
		"failed-after-write":  {see: writes, with: `60{"201":true,"503":true}`, without: `60{"201":true}`},
		"refused-after-write": {see: rejectedWrites, with: `60 true`, without: `60 false`},
		"no-request-id":       {see: requestID, with: "false", without: "true"},
	}
}

func TestChanceIsReproducible(t *testing.T) {
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
