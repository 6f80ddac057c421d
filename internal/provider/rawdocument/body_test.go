// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rawdocument

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// TestProject checks that a read copies the engine's values only for declared keys.
func TestProject(t *testing.T) {
	for _, test := range []struct{ name, doc, body, want string }{
		{
			name: "an undeclared key is left out", doc: `{"a":1,"b":2,"c":{"x":1,"y":2}}`, body: `{"a":1,"c":{"x":1}}`,
			want: `{"a":1,"c":{"x":1}}`,
		},
		{name: "a changed value is shown", doc: `{"a":2,"c":{"x":3,"y":2}}`, body: `{"a":1,"c":{"x":1}}`, want: `{"a":2,"c":{"x":3}}`},
		{name: "a number in another spelling", doc: `{"a":1.0}`, body: `{"a":1}`, want: `{"a":1}`},
		{
			name: "null and empty values are equal", doc: `{"a":null,"b":"","c":[],"d":{}}`, body: `{"a":"","b":null,"c":{},"d":null,"e":null}`,
			want: `{"a":"","b":null,"c":{},"d":null,"e":null}`,
		},
		{name: "a key that is gone becomes null", doc: `{"c":{}}`, body: `{"a":1,"c":{"x":1}}`, want: `{"a":null,"c":{"x":null}}`},
		{
			name: "an array is compared as a whole",
			doc:  `{"a":[{"x":1,"id":"7"},{"x":2}]}`, body: `{"a":[{"x":1}]}`, want: `{"a":[{"x":1,"id":"7"},{"x":2}]}`,
		},
		{name: "elements may have more keys", doc: `{"a":[{"x":1,"id":"7"}]}`, body: `{"a":[{"x":1}]}`, want: `{"a":[{"x":1}]}`},
		{name: "an object instead of a string", doc: `{"a":{"b":1}}`, body: `{"a":"b"}`, want: `{"a":{"b":1}}`},
		{name: "a string instead of an object", doc: `{"a":"b"}`, body: `{"a":{"b":1}}`, want: `{"a":"b"}`},
		{name: "a key that the engine never returns keeps its value", doc: `{}`, body: `{"silent":1}`, want: `{"silent":1}`},
		{name: "a key that the engine returns after all", doc: `{"silent":2}`, body: `{"silent":1}`, want: `{"silent":2}`},
	} {
		got := document.Encode(project(decodeObject(test.doc), decodeObject(test.body), []string{"silent"}))
		if !document.SameJSON(got, test.want) || (got == test.body) != (test.body == test.want) {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestComputePatch checks that an update sends only the changed keys, and null for keys that the configuration no longer declares.
func TestComputePatch(t *testing.T) {
	for _, test := range []struct{ name, doc, prior, planned, want string }{
		{name: "only what changed", doc: `{"a":1,"b":2,"z":9}`, prior: `{"a":1,"b":2}`, planned: `{"a":1,"b":3}`, want: `{"b":3}`},
		{
			name: "undeclared keys of an object stay", doc: `{"c":{"x":1,"y":2}}`, prior: `{"c":{"x":1}}`, planned: `{"c":{"x":5}}`,
			want: `{"c":{"x":5,"y":2}}`,
		},
		{
			name: "a removed key becomes null", doc: `{"a":1,"c":{"x":1,"w":2,"y":2}}`, prior: `{"a":1,"c":{"x":1,"w":2}}`, planned: `{"c":{"x":1}}`,
			want: `{"a":null,"c":{"x":1,"w":null,"y":2}}`,
		},
		{name: "the engine has it already", doc: `{"a":2}`, prior: `{"a":1}`, planned: `{"a":2}`, want: `{}`},
		{
			name: "an array is compared as a whole", doc: `{"a":[{"id":"1"},{"id":"2"}]}`, prior: `{"a":[{"id":"1"},{"id":"2"}]}`,
			planned: `{"a":[{"id":"2"}]}`, want: `{"a":[{"id":"2"}]}`,
		},
		{name: "the engine does not show the key", doc: `{}`, prior: `{"a":1}`, planned: `{"a":2}`, want: `{"a":2}`},
		{name: "the engine does not show the removed key", doc: `{}`, prior: `{"a":1}`, planned: `{}`, want: `{"a":null}`},
		{name: "another type", doc: `{"a":{"x":1}}`, prior: `{"a":{"x":1}}`, planned: `{"a":"b"}`, want: `{"a":"b"}`},
		{name: "a new object", doc: `{}`, prior: `{}`, planned: `{"a":{"x":1}}`, want: `{"a":{"x":1}}`},
	} {
		got := computePatch(decodeObject(test.doc), decodeObject(test.prior), decodeObject(test.planned))
		if !document.Equal(got, decodeObject(test.want)) {
			t.Errorf("%s: %s, want %s", test.name, document.Encode(got), test.want)
		}
	}
}

// TestUpdatesKeepUndeclaredKeys updates random documents. After an update, declared keys must have the declared values, all other keys must
// be unchanged, and a second update must send nothing. An imported body must equal the document.
func TestUpdatesKeepUndeclaredKeys(t *testing.T) {
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 0))
		doc, prior, planned := drawnObject(random, 3), drawnObject(random, 3), drawnObject(random, 3)
		state := project(doc, prior, nil)
		if keys := differingKeys(doc, state, nil); len(keys) > 0 {
			t.Fatalf("seed %d: %v of %s differs from %s, from which it was read", seed, keys, document.Encode(state), document.Encode(doc))
		}
		patch := computePatch(doc, state, planned)
		after := merge(doc, nil)
		for key, value := range patch {
			after[key] = value
		}
		if keys := differingKeys(after, planned, nil); len(keys) > 0 {
			t.Fatalf("seed %d: %v of %s is not in %s after %s", seed, keys, document.Encode(planned), document.Encode(after), document.Encode(patch))
		}
		if again := computePatch(after, planned, planned); len(again) > 0 {
			t.Fatalf("seed %d: %s is sent again", seed, document.Encode(again))
		}
		for key, value := range doc {
			_, was := prior[key]
			_, is := planned[key]
			if !was && !is && !document.Equal(after[key], value) {
				t.Fatalf("seed %d: %s was touched by %s", seed, key, document.Encode(patch))
			}
		}
		body, _ := importBody(doc)
		if keys := differingKeys(doc, body, nil); len(keys) > 0 || len(differingKeys(body, project(doc, body, nil), nil)) > 0 {
			t.Fatalf("seed %d: the import %s of %s differs in %v", seed, document.Encode(body), document.Encode(doc), keys)
		}
	}
}

func drawnObject(random *rand.Rand, depth int) object {
	drawn := object{}
	for range random.IntN(5) {
		drawn[strconv.Itoa(random.IntN(6))] = drawnValue(random, depth-1)
	}
	return drawn
}

func drawnValue(random *rand.Rand, depth int) any {
	kinds := 5
	if depth > 0 {
		kinds = 7
	}
	switch random.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return []string{"", "a", "${b}", "{}"}[random.IntN(4)]
	case 2:
		return decodeObject(`{"n":` + []string{"1", "1.0", "2", "1e300"}[random.IntN(4)] + `}`)["n"]
	case 3:
		return random.IntN(2) == 0
	case 4:
		return []any{}
	case 5:
		return []any{drawnValue(random, depth-1), drawnValue(random, depth-1)}
	default:
		return drawnObject(random, depth)
	}
}

func TestImportBodyLeavesSecretsOut(t *testing.T) {
	doc := decodeObject(`{"id":"1","created_at":"now","name":"a","none":null,"empty":[],
		"parameters":[{"name":"p","sensitive":true,"value":"hush"}],"other":[{"sensitive":true,"value":null}]}`)
	body, secret := importBody(doc)
	if !document.Equal(body, decodeObject(`{"name":"a","other":[{"sensitive":true}]}`)) || !slices.Equal(secret, []string{"parameters"}) {
		t.Errorf("%s without %v", document.Encode(body), secret)
	}
}

// TestWithoutSecrets checks both ways in which a document can mark a value as secret: by a field such as "sensitive", or by a custom type
// with a secret field.
func TestWithoutSecrets(t *testing.T) {
	doc := decodeObject(`{
		"custom_types": [{"name": "Login", "fields": [{"name": "pin", "sensitive": 1}]}],
		"input": [
			{"name": "p", "sensitive": "true", "value": "hush", "default": "hush-hush"}, {"type": "Login", "value": {"pin": 5}},
			{"name": "q", "sensitive": true, "value": null}, {"name": "r", "value": "shown"}
		]
	}`)
	want := `{
		"custom_types": [{"name": "Login", "fields": [{"name": "pin", "sensitive": 1}]}],
		"input": [
			{"name": "p", "sensitive": "true", "value": null, "default": null}, {"type": "Login", "value": null},
			{"name": "q", "sensitive": true, "value": null}, {"name": "r", "value": "shown"}
		]
	}`
	bare, secrets := document.WithoutSecrets(doc, nil)
	if shown := document.Encode(bare); !document.SameJSON(shown, want) || len(secrets) != 3 {
		t.Errorf("%s without %v", shown, secrets)
	}
}
