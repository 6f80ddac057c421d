// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"slices"
	"testing"
)

func TestSecretKeys(t *testing.T) {
	t.Parallel()
	types := map[string]bool{"Login": true}
	for text, want := range map[string][]string{
		`{"sensitive": true, "value": "a"}`:                          {"value"},
		`{"sensitive": "true", "value": "a", "default": "b"}`:        {"value", "default"},
		`{"sensitive": "Yes", "default": ["b"]}`:                     {"default"},
		`{"sensitive": 1, "value": 5}`:                               {"value"},
		`{"sensitive": {"since": "2026"}, "value": false}`:           {"value"},
		`{"sensitive": 0, "value": "a"}`:                             nil,
		`{"sensitive": 0.0, "value": "a"}`:                           nil,
		`{"sensitive": "False", "value": "a"}`:                       nil,
		`{"sensitive": "", "value": "a"}`:                            nil,
		`{"sensitive": false, "value": "a"}`:                         nil,
		`{"value": "a", "default": "b"}`:                             nil,
		`{"sensitive": true, "value": "${{secret.A}}"}`:              nil,
		`{"sensitive": true, "value": null, "default": ""}`:          nil,
		`{"type": "Login", "value": {"pin": 5}}`:                     {"value"},
		`{"type": "str", "value": "a"}`:                              nil,
		`{"type": "Login", "sensitive": false, "value": {"pin": 5}}`: {"value"},
	} {
		var object map[string]any
		if err := DecodeInto([]byte(text), &object); err != nil {
			t.Fatal(err)
		}
		if got := SecretKeys(object, types); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
