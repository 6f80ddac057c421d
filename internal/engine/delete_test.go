// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func answerObjectWithID(t *testing.T, w http.ResponseWriter, id string) {
	t.Helper()
	answer(t, w, http.StatusOK, fmt.Sprintf(`{"id":%q}`, id))
}

// A list longer than rosterSize is not enough proof: the client must also find one of the listed objects.
func TestALongListProvesLittle(t *testing.T) {
	for _, answers := range []bool{true, false} {
		c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
			var page int
			_, err := fmt.Sscan(r.URL.Query().Get("page"), &page)
			switch {
			case err == nil:
				var elements []string
				for n := range 100 {
					elements = append(elements, fmt.Sprintf(`{"id":"a%d-%d"}`, page, n))
				}
				answer(t, w, http.StatusOK, fmt.Sprintf(`{"next":"?page=%d","results":[%s]}`, page+1, strings.Join(elements, ",")))
			case answers && strings.Contains(r.URL.Path, "/a1-0"):
				answerObjectWithID(t, w, "a1-0")
			default:
				answer(t, w, http.StatusNotFound, `{"detail":"Not Found"}`)
			}
		})
		if _, err := c.ReadAgain(t.Context(), Alerts, "7"); err == nil || IsGone(err) != answers {
			t.Errorf("another object answers: %t: the error is %v", answers, err)
		}
		if got := log.take(); len(got) > rosterSize/100+6 {
			t.Errorf("it took %d requests", len(got))
		}
	}
}
