// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

func FuzzElements(f *testing.F) {
	for _, seed := range []string{
		`[]`, ` [ 1 , -2.5e3,true,null,"a,]\"b" ,{"a":[1,{"}":2}]},[[]] ] `, `{}`, `{"a":1, "b\u0041" : [ {"c":"\\"} ] ,"":"","a":{}}`,
		`"a"`, `7`, ``, `[1,2`, `{"a":`, `{1:2}`, `["`, `[}`, "[\"\\", `[1]]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		elements, isArray := Elements(text)
		members, isObject := Members(text)
		var found []json.RawMessage
		if isArray {
			found = slices.Collect(elements)
		}
		byName := map[string]json.RawMessage{}
		if isObject {
			byName = maps.Collect(members)
		}
		if !json.Valid(text) {
			return // Invalid text must only not hang.
		}
		var array []json.RawMessage
		var object map[string]json.RawMessage
		wantsArray := json.Unmarshal(text, &array) == nil && array != nil
		wantsObject := json.Unmarshal(text, &object) == nil && object != nil
		if isArray != wantsArray || isObject != wantsObject {
			t.Fatalf("%q is an array: %t, an object: %t", text, isArray, isObject)
		}
		same := func(a, b json.RawMessage) bool { return string(a) == string(b) }
		if isArray && !slices.EqualFunc(found, array, same) || isObject && !maps.EqualFunc(byName, object, same) {
			t.Fatalf("in %q are %q and %q", text, found, byName)
		}
	})
}
