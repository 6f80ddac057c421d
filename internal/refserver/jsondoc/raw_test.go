// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"encoding/json"
	"testing"
)

// FuzzField checks that Field returns the same value as decoding the whole object.
func FuzzField(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"a":1}`, `{"a":"x\"y\\","b":[1,{"c":"]}"}],"c":{"d":{}},"e":null,"f":-1.5e3,"g":"","":true}`,
		`{"a\"b":{"a":1},"é":"<&>"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := Decode(data)
		if err != nil {
			return
		}
		encoded, err := Encode(doc)
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range doc {
			if plain, err := json.Marshal(key); err != nil || string(plain) != `"`+key+`"` {
				continue // Field names contain no characters that JSON escapes.
			}
			want, err := Encode(value)
			if err != nil {
				t.Fatal(err)
			}
			got := Field(encoded, key)
			if string(got) != string(want) {
				t.Errorf("%s of %s is %s, want %s", key, encoded, got, want)
			}
			if text, ok := value.(string); ok && string(Text(got)) != text {
				t.Errorf("the text of %s is %q, want %q", got, Text(got), text)
			}
		}
		if got := Field(encoded, "not there, whatever it is"); got != nil && doc["not there, whatever it is"] == nil {
			t.Errorf("found %s", got)
		}
	})
}
