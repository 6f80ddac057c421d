// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net/http"
	"slices"
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

func TestReadFollowsRedirectsOnItsHost(t *testing.T) {
	c, log := record(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved/7" {
			if r.Header.Get("Authorization") == "" {
				t.Error("the redirected request has no authorization")
			}
			answer(t, w, http.StatusOK, `{"id":"7"}`)
			return
		}
		redirectTo(http.StatusFound, "/moved/7")(w, r)
	})
	must(t, errorOf(c.Read(t.Context(), Alerts, "7")))
	want := []string{"GET /v3/engine/alert/alerts/7/", "GET /moved/7"}
	if got := log.take(); !slices.Equal(got, want) {
		t.Errorf("the requests are %q, want %q", got, want)
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

// A redirect may be endless or lack a usable Location. It is an error after a limited number of requests.
func TestRedirectsThatLeadNowhere(t *testing.T) {
	for name, test := range map[string]struct {
		location func(*http.Request) string
		requests int
	}{
		"endless":       {location: func(r *http.Request) string { return "/again?" + r.URL.RawQuery + "x" }, requests: maxRedirects + 1},
		"a broken URL":  {location: func(*http.Request) string { return "http://[::1" }, requests: 1},
		"without a URL": {location: func(*http.Request) string { return "" }, requests: 1},
		"slash and back": {requests: 2, location: func(r *http.Request) string {
			if path, hasSlash := strings.CutSuffix(r.URL.Path, "/"); hasSlash {
				return path
			}
			return r.URL.Path + "/"
		}},
	} {
		c, log := record(t, func(w http.ResponseWriter, r *http.Request) { redirectTo(http.StatusFound, test.location(r))(w, r) })
		if _, err := c.Read(t.Context(), Alerts, "7"); asError(t, err).Status != http.StatusFound {
			t.Errorf("%s: the error is %v", name, err)
		}
		if got := log.take(); len(got) != test.requests {
			t.Errorf("%s: the requests are %q, want %d", name, got, test.requests)
		}
	}
}
