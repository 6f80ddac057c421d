// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestDelayedVisibility checks the habits (deviations from INTERFACE.md) that delay when clients see writes, such as late-updates=1m. The
// results of the server's methods, such as Server.Object, must show a write immediately.
func TestDelayedVisibility(t *testing.T) {
	for name, want := range map[string]string{
		"late-creates": "404 b, 404 b, b b, 404 -",
		"late-updates": "a b, a b, b b, 404 -",
		"late-lists":   "b b, b b, b b, 404 -",
		"slow-deletes": "b b, b b, b b, b -",
	} {
		synctest.Test(t, func(t *testing.T) {
			d := servertest.StartDirect(t, refserver.Options{Habits: []string{name + "=1m"}})
			server := d.Server
			id := servertest.Text(t, d.Do("POST", servertest.Paths["node"], Object{"name": "a", "type": "t"}), "id")
			own := servertest.Paths["node"] + id
			see := func() string {
				truth := "-"
				if doc, ok := server.Object("node", id); ok {
					truth = servertest.Text(t, doc, "name")
				}
				r := httptest.NewRequestWithContext(t.Context(), "GET", own, nil)
				r.Header.Set("Authorization", "Service "+server.AccessID()+" "+server.SecretKey())
				w := httptest.NewRecorder()
				server.ServeHTTP(w, r)
				if w.Code != 200 {
					return fmt.Sprint(w.Code, " ", truth)
				}
				return fmt.Sprint(servertest.Parse(t, w.Body.String())["name"], " ", truth)
			}
			d.Do("PATCH", own, Object{"name": "b"})
			seen := []string{see()}
			time.Sleep(time.Minute - time.Nanosecond)
			seen = append(seen, see())
			time.Sleep(time.Nanosecond)
			seen = append(seen, see())
			if err := server.Remove("node", id); err != nil {
				t.Fatal(err)
			}
			seen = append(seen, see())
			if got := strings.Join(seen, ", "); got != strings.Replace(want, "b -", "404 -", 1) {
				t.Errorf("with %s: %s, want %s", name, got, want)
			}
		})
	}
}
