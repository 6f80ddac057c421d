// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net/http"
	"strings"
	"testing"
)

func redirectTo(status int, location string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", location)
		w.WriteHeader(status)
	}
}

// The client must not follow a redirect to another host, because that host would get the credentials.
func TestRedirectsAreNotFollowedWithABodyOrToAnotherHost(t *testing.T) {
	other, log := record(t, answerAll(t))
	elsewhere := other.cfg.BaseURL + "/secret-path?token=hidden"
	for _, status := range []int{301, 302, 303, 307, 308} {
		for op, operate := range operations {
			c, _ := serve(t, redirectTo(status, elsewhere))
			err := operate(t.Context(), c, Components("algorithm"))
			e := asError(t, err)
			if e.Status != status || !strings.Contains(e.Message, other.cfg.BaseURL) {
				t.Errorf("%s with %d: the error does not tell the host: %v", op, status, err)
			}
			if strings.Contains(err.Error(), "secret-path") || strings.Contains(err.Error(), "hidden") {
				t.Errorf("%s with %d: the error tells more than the host: %v", op, status, err)
			}
		}
	}
	if got := log.take(); got != nil {
		t.Errorf("the other host was asked: %q", got)
	}
	for op, operate := range operations {
		if op == opRead || op == opList {
			continue
		}
		c, log := record(t, redirectTo(http.StatusTemporaryRedirect, "/moved"))
		if err := operate(t.Context(), c, Components("algorithm")); err == nil {
			t.Errorf("%s: no error", op)
		}
		if got := log.take(); len(got) != 1 {
			t.Errorf("%s was sent on: %q", op, got)
		}
	}
}

// The engine redirects /algorithm/7 to /algorithms/7/. Every operation, even a write, succeeds with the second path.
func TestRedirectToAnotherStyle(t *testing.T) {
	for op, operate := range operations {
		c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
			segments := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
			segments[3] = "algorithms"
			if want := "/" + strings.Join(segments, "/") + "/"; r.URL.Path != want {
				redirectTo(http.StatusPermanentRedirect, want+"?"+r.URL.RawQuery)(w, r)
				return
			}
			answerAll(t)(w, r)
		})
		if err := operate(t.Context(), c, Components("algorithm")); err != nil {
			t.Errorf("%s: %v", op, err)
		}
		log.take()
		if err := operate(t.Context(), c, Components("algorithm")); err != nil {
			t.Errorf("%s again: %v", op, err)
		}
		if got := log.take(); len(got) != 1 && op != opRead && op != opList {
			t.Errorf("%s again took %q", op, got)
		}
	}
}
