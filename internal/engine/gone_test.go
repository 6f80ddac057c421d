// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
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

// Callers that need the same list share one request for it. A caller whose context ends leaves without waiting for the others, and takes no
// result from them.
func TestCallersOfOneListLeaveOnTheirOwn(t *testing.T) {
	for name, firstLeaves := range map[string]bool{"the first leaves": true, "the second leaves": false} {
		t.Run(name, func(t *testing.T) {
			listing, release := make(chan struct{}, 2), make(chan struct{})
			c := inMemory(t, Config{RequestTimeout: 2 * time.Second, MaxRetries: -1}, func(w http.ResponseWriter, r *http.Request) {
				if !r.URL.Query().Has("page") {
					answer(t, w, http.StatusNotFound, `{"detail":"Not Found"}`)
					return
				}
				listing <- struct{}{}
				select {
				case <-release:
					answer(t, w, http.StatusOK, `[]`)
				case <-r.Context().Done():
				}
			})
			leaving, leave := context.WithCancel(t.Context())
			contexts := [2]context.Context{t.Context(), leaving}
			if firstLeaves {
				contexts = [2]context.Context{leaving, t.Context()}
			}
			left, stayed := make(chan error, 1), make(chan error, 1)
			for i, ctx := range contexts {
				result := stayed
				if ctx == leaving {
					result = left
				}
				go func() { result <- errorOf(c.ReadAgain(ctx, Alerts, "7")) }()
				if i == 0 {
					<-listing
				}
			}
			leave()
			select {
			case err := <-left:
				if !errors.Is(err, context.Canceled) || IsGone(err) {
					t.Errorf("the caller that left got %v", err)
				}
			case err := <-stayed:
				t.Fatalf("a caller that waits for the list ended with %v before the other left", err)
			}
			close(release)
			if err := <-stayed; !IsGone(err) {
				t.Errorf("the caller that stayed got %v", err)
			}
		})
	}
}
