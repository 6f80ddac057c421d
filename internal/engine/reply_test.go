// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"net/http"
	"strings"
	"testing"
)

func TestRepliesThatAreNoDocument(t *testing.T) {
	nested := func(levels int) string {
		return `{"a":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + `}`
	}
	tests := map[string]struct{ body, want string }{
		"page":     {"<!DOCTYPE html><title>Sign in</title>", "Sign in"},
		"text":     {"it works", `"it works"; check base_url`},
		"array":    {`[{"id":"7"}]`, "not an object"},
		"null":     {`null`, "not an object"},
		"empty":    {``, "empty"},
		"cut":      {`{"id":"7"`, "check base_url"},
		"two":      {`{"id":"7"}{"id":"8"}`, "check base_url"},
		"too deep": {nested(maxDepth + 1), "deeper than 100"},
		"very deep": {
			strings.Repeat(`{"a":`, 1<<20), "deeper than 100",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { respond(t, w, http.StatusOK, test.body) })
			_, err := c.Read(t.Context(), Alerts, "7")
			e := asError(t, err)
			if e.Status != http.StatusOK || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 600 {
				t.Errorf("the error is %v, want one with %q", err, test.want)
			}
			if isAdvised := strings.Contains(err.Error(), "check base_url"); isAdvised && !strings.Contains(err.Error(), "http://"+c.base.Host) {
				t.Errorf("the error does not name the server: %v", err)
			}
			if !strings.Contains(err.Error(), "/v3/engine/alert/alerts/7/") {
				t.Errorf("the error lacks the path: %v", err)
			}
		})
	}
	var value any
	if err := Decode([]byte(nested(maxDepth)), &value); err != nil {
		t.Errorf("the deepest JSON that is allowed: %v", err)
	}
}

func TestDepthIgnoresBracketsInTexts(t *testing.T) {
	for body, want := range map[string]int{
		`"[[["`:              0,
		`{"[":["\"[[\\",1]}`: 2,
		`[[],[[]]]`:          3,
		`7`:                  0,
		`"\`:                 0,
	} {
		if got := depth([]byte(body)); got != want {
			t.Errorf("depth(%s) = %d, want %d", body, got, want)
		}
	}
}
