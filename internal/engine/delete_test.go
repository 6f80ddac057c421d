// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func respondWithID(t *testing.T, w http.ResponseWriter, id string) {
	t.Helper()
	respond(t, w, http.StatusOK, fmt.Sprintf(`{"id":%q}`, id))
}

// A list longer than rosterSize does not prove that an object is gone. A successful read of a listed object does.
func TestLongListIsNoProof(t *testing.T) {
	for _, canBeRead := range []bool{true, false} {
		c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
			var page int
			_, err := fmt.Sscan(r.URL.Query().Get("page"), &page)
			switch {
			case err == nil:
				var elements []string
				for n := range 100 {
					elements = append(elements, fmt.Sprintf(`{"id":"a%d-%d"}`, page, n))
				}
				respond(t, w, http.StatusOK, fmt.Sprintf(`{"next":"?page=%d","results":[%s]}`, page+1, strings.Join(elements, ",")))
			case canBeRead && strings.Contains(r.URL.Path, "/a1-0"):
				respondWithID(t, w, "a1-0")
			default:
				respond(t, w, http.StatusNotFound, `{"detail":"Not Found"}`)
			}
		})
		if _, err := c.ReadAgain(t.Context(), Alerts, "7"); err == nil || IsGone(err) != canBeRead {
			t.Errorf("a different object can be read: %t: the error is %v", canBeRead, err)
		}
		if got := log.take(); len(got) > rosterSize/100+6 {
			t.Errorf("it took %d requests", len(got))
		}
	}
}
