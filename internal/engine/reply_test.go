// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"errors"
	"net/http"
	"strings"
	"testing"
)

// TestDepth checks that JSON may be nested up to maxDepth levels, and that brackets in strings don't count.
func TestDepth(t *testing.T) {
	nested := func(levels int) string { return strings.Repeat("[", levels) + strings.Repeat("]", levels) }
	for body, want := range map[string]int{
		`"[[["`:                            0,
		`{"[":["\"[[\\",1]}`:               2,
		`[[],[[]]]`:                        3,
		`7`:                                0,
		`"\`:                               0,
		nested(maxDepth):                   maxDepth,
		nested(maxDepth + 1):               maxDepth + 1,
		strings.Repeat(`{"a":`, 1<<20):     1 << 20,
		`{"a":` + nested(maxDepth) + `,0}`: maxDepth + 1,
	} {
		if got := depth([]byte(body)); got != want {
			t.Errorf("depth(%.50s) = %d, want %d", body, got, want)
		}
		var value any
		if err := Decode([]byte(body), &value); errors.Is(err, errTooDeep) != (want > maxDepth) {
			t.Errorf("Decode(%.50s): %v", body, err)
		}
	}
	c := inMemory(t, Config{}, func(w http.ResponseWriter, _ *http.Request) { respond(t, w, http.StatusOK, nested(maxDepth+1)) })
	if _, err := c.Read(t.Context(), Alerts, "7"); err == nil || !strings.Contains(err.Error(), errTooDeep.Error()) {
		t.Errorf("the error of Read is %v", err)
	}
}
