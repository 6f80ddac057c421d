// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestSameJSON(t *testing.T) {
	deep := strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000)
	for _, c := range []struct {
		engine, declared string
		same             bool
	}{
		{``, ``, true},
		{`not JSON`, `not JSON`, true},
		{`not JSON`, `{}`, false},
		{`{}`, `not JSON`, false},
		{`{}`, ``, false},
		{` { "a" : 1.0 , "b":[true, null] } `, `{"b":[true,null],"a":1}`, true},
		{`{"a":1,"added":2}`, `{"a":1}`, false},
		{`{"a":1,"added":null}`, `{"a":1}`, true},
		{`{"a":[{"b":1,"added":2}]}`, `{"a":[{"b":1}]}`, false},
		{`{"a":1}`, `{"a":1,"b":2}`, false},
		{`{}`, `{"a":null}`, true},
		{`{"a":{"b":1}}`, `{"a":{"b":"1"}}`, false},
		{`[1,2]`, `[2,1]`, false},
		{`[1,2]`, `[1]`, false},
		{`[1]`, `{"0":1}`, false},
		{`{"":1}`, `{"":1}`, true},
		{`{"a":1,"a":2}`, `{"a":2}`, true},
		{`1 2`, `1`, false},
		{`1e999999999`, ` 1e999999999`, true},
		{`1e999999999`, `1e999999998`, false},
		{`"\u00e9"`, `"é"`, true},
		{`false`, `null`, false},
		{deep, ` ` + deep, true},
		{strings.Repeat(`[`, 100_000), ` ` + strings.Repeat(`[`, 100_000), false},
	} {
		if same := SameJSON(c.engine, c.declared); same != c.same {
			t.Errorf("SameJSON(%.60s, %.60s) is %v", c.engine, c.declared, same)
		}
	}
}

func TestIncludesLetsTheDocumentHaveMore(t *testing.T) {
	for _, c := range []struct {
		doc, declared   string
		includes, equal bool
	}{
		{`{"a":1,"added":2}`, `{"a":1.0}`, true, false},
		{`{"a":1}`, `{"a":1,"b":2}`, false, false},
		{`{"a":[{"b":{"c":1,"added":2}}]}`, `{"a":[{"b":{"c":1}}]}`, true, false},
		{`{"a":[1,2]}`, `{"a":[1]}`, false, false},
		{`{}`, `{"a":null}`, true, true},
		{`[]`, `{}`, false, false},
		{`{}`, `[]`, false, false},
		{`{}`, `null`, false, false},
		{`[]`, `"a"`, false, false},
	} {
		doc, err := Decode([]byte(c.doc))
		if err != nil {
			t.Fatal(err)
		}
		declared, err := Decode([]byte(c.declared))
		if err != nil {
			t.Fatal(err)
		}
		if Includes(doc, declared) != c.includes || Equal(doc, declared) != c.equal || Equal(declared, doc) != c.equal {
			t.Errorf("Includes(%s, %s) is %v, Equal is %v", c.doc, c.declared, Includes(doc, declared), Equal(doc, declared))
		}
	}
}

func TestShowsLess(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		doc, whole string
		want       bool
	}{
		"the same":              {`{"a":1,"b":[{"c":""}]}`, `{"a":1,"b":[{"c":""}]}`, false},
		"other values":          {`{"a":2,"b":[{"c":"y"}]}`, `{"a":1,"b":[{"c":"x"}]}`, false},
		"more":                  {`{"a":1,"b":[1,2],"c":3}`, `{"a":1,"b":[1]}`, false},
		"nothing for nothing":   {`{"a":null}`, `{"a":""}`, false},
		"no key":                {`{}`, `{"a":null}`, true},
		"no value":              {`{"a":null}`, `{"a":0}`, true},
		"no element":            {`{"a":[]}`, `{"a":[null]}`, true},
		"no key in an element":  {`{"a":[{}]}`, `{"a":[{"b":1}]}`, true},
		"an id for an object":   {`{"a":"7"}`, `{"a":{"id":"7"}}`, true},
		"a number for an array": {`{"a":2}`, `{"a":[1,2]}`, true},
	}
	for name, test := range tests {
		var doc, whole any
		if err := errors.Join(json.Unmarshal([]byte(test.doc), &doc), json.Unmarshal([]byte(test.whole), &whole)); err != nil {
			t.Fatal(err)
		}
		if got := ShowsLess(doc, whole); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
	}
}
