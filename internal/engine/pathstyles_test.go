// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// dialect is an engine that knows only one form of its paths. If the path has a different form, the engine returns the given status
// (other): 301 redirects only to the form with or without the slash, and 308 to the right form.
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

// The client tries forms of the URL path until the engine knows one. It sends the second request directly with this form.
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

// After a read has found the engine's form (plural, slash), the first request of every other operation on components must use this
// form.
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

// The client sends no credentials to a different host, and no write to a different path. The error names only the host.
func TestRedirectsThatAreNotFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		for op, operate := range operations {
			for target, host := range map[string]string{
				"http://other.test/secret-path?token=hidden": "http://other.test", "/secret-path?token=hidden": "http://engine.test",
			} {
				if target[0] == '/' && (op == opRead || op == opList) {
					continue
				}
				c := inMemory(t, Config{}, func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Host == "other.test" || r.URL.Path == "/secret-path" && r.Method != http.MethodGet {
						t.Errorf("%s with %d goes to %s", op, status, r.URL)
					}
					redirectTo(status, target)(w, r)
				})
				err := operate(t.Context(), c, Components("algorithm"))
				if e := asError(t, err); e.Status != status || !strings.Contains(e.Message, host+",") {
					t.Errorf("%s with %d: the error does not name the host: %v", op, status, err)
				}
				isToOther := target[0] != '/'
				if isToOther && (strings.Contains(err.Error(), "secret-path") || strings.Contains(err.Error(), "hidden")) {
					t.Errorf("%s with %d: the error names more than the host: %v", op, status, err)
				}
			}
		}
	}
}
