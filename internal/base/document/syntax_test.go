// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"strings"
	"testing"
)

// TestSyntaxErrors checks the errors for strings that are not JSON. Lines and columns begin at 1, and columns count bytes.
func TestSyntaxErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "there is nothing in it",
		" \n":                        "there is nothing in it",
		"hello":                      "line 1, column 1 is not JSON: invalid character 'h'",
		"{\"a\": tue}":               "line 1, column 8 is not JSON: invalid character 'u'",
		" {\"a\":\n [\n  1,\n  b]}":  "line 4, column 3 is not JSON: invalid character 'b'",
		"{\"a\": {\"b\":\n [":        "the JSON text ends in the middle",
		"{\"a\": \"new\nline\"}":     "line 1, column 11 is not JSON: invalid character '\\n' in string literal",
		"{} {}":                      "there is more than one value",
		"{\"a\": 1}\n}":              "there is more than one value",
		strings.Repeat("[", 100_000): "exceeded max depth",
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

// TestMismatches checks the errors for values of an unexpected type.
func TestMismatches(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                     "line 1 has an array where an object has to be",
		"{\n\"Number\": \"4\"}":  "line 2 has a string where an integer has to be",
		`{"Number": 4.5}`:        "line 1 has a number where an integer has to be",
		`{"Lists": {"a": true}}`: "line 1 has a boolean where an array has to be",
		`{"Lists": {"a": [{}]}}`: "line 1 has an object where a string has to be",
	} {
		var into struct {
			Number int
			Lists  map[string][]string
		}
		if err := DecodeInto([]byte(text), &into); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
