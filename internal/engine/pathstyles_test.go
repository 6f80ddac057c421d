// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// dialect returns the handler of an engine that knows only one path style. It responds with 404 if the path contains "algorithm" instead of
// "algorithms" or vice versa, and with the given status if the trailing slash is missing or not allowed. If the given status is 308, it
// instead redirects every request whose path has the wrong style.
func dialect(t *testing.T, plural, slashed bool, other int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		typed := strings.HasPrefix(r.URL.Path, "/v3/engine/component/algorithm")
		isPlural := strings.HasPrefix(r.URL.Path, "/v3/engine/component/algorithms")
		isSlashed := strings.HasSuffix(r.URL.Path, "/")
		segments := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
		if typed && plural && other == http.StatusPermanentRedirect {
			segments[3] = "algorithms"
		} else if typed && other == http.StatusPermanentRedirect {
			segments[3] = "algorithm"
		}
		right := "/" + strings.Join(segments, "/")
		if slashed {
			right += "/"
		}
		isRedirect := other == http.StatusMovedPermanently || other == http.StatusPermanentRedirect
		switch {
		case typed && isPlural != plural && other != http.StatusPermanentRedirect:
			respond(t, w, http.StatusNotFound, `{"detail":"no such path"}`)
		case right != r.URL.Path && isRedirect:
			redirectTo(other, right+"?"+r.URL.RawQuery)(w, r)
		case isSlashed != slashed:
			respond(t, w, other, `{"detail":"no such path"}`)
		default:
			respondToAll(t)(w, r)
		}
	}
}

// TestEveryPathStyleIsFound checks that the client tries path styles until it finds one that the engine knows, and then uses this style for
// a second call.
func TestEveryPathStyleIsFound(t *testing.T) {
	for _, plural := range []bool{false, true} {
		for _, slashed := range []bool{false, true} {
			for _, other := range []int{
				http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusMovedPermanently, http.StatusPermanentRedirect,
			} {
				for _, col := range []Collection{Tabs, Components("algorithm")} {
					for op, operate := range operations {
						if _, ok := kinds[col.kind].documented[op]; !ok {
							continue
						}
						c, log := record(t, dialect(t, plural, slashed, other))
						if err := operate(t.Context(), c, col); err != nil {
							t.Errorf("%s %s, plural %t, slash %t, else %d: %v", op, col, plural, slashed, other, err)
						}
						log.take()
						if err := operate(t.Context(), c, col); err != nil {
							t.Errorf("%s %s again: %v", op, col, err)
						}
						isFollowed := other == http.StatusPermanentRedirect && (op == opRead || op == opList)
						if again := log.take(); len(again) != 1 && !isFollowed {
							t.Errorf("%s %s again took %q", op, col, again)
						}
					}
				}
			}
		}
	}
}

// TestOneOperationTeachesTheOthers checks that every operation on components first tries the path style (here plural, with a trailing
// slash) that worked for a read.
func TestOneOperationTeachesTheOthers(t *testing.T) {
	c, log := record(t, dialect(t, true, true, http.StatusNotFound))
	col := Components("algorithm")
	must(t, operations[opRead](t.Context(), c, col))
	want := []string{"GET /v3/engine/component/algorithm/7", "GET /v3/engine/component/algorithms/7/"}
	if got := log.take(); !slices.Equal(got, want) {
		t.Errorf("the search went %q, want %q", got, want)
	}
	must(t, operations[opList](t.Context(), c, Components("")))
	if got, want := log.take(), []string{"GET /v3/engine/component/?page=1&page_size=100"}; !slices.Equal(got, want) {
		t.Errorf("the list of all types took %q, want %q", got, want)
	}
	for _, other := range []Collection{col, Components("connector")} {
		for op, operate := range operations {
			if err := operate(t.Context(), c, other); err != nil && other == col {
				t.Fatal(err)
			}
			if got := log.take(); len(got) != 1 {
				t.Errorf("%s %s took %q", op, other, got)
			}
		}
	}
}

func redirectTo(status int, location string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", location)
		w.WriteHeader(status)
	}
}
