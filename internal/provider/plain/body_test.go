// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package plain

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

func TestProjected(t *testing.T) {
	for _, test := range []struct{ name, doc, body, want string }{
		{"what is not declared is not shown", `{"a":1,"b":2,"c":{"x":1,"y":2}}`, `{"a":1,"c":{"x":1}}`, `{"a":1,"c":{"x":1}}`},
		{"another value is shown", `{"a":2,"c":{"x":3,"y":2}}`, `{"a":1,"c":{"x":1}}`, `{"a":2,"c":{"x":3}}`},
		{"a number in another spelling", `{"a":1.0}`, `{"a":1}`, `{"a":1}`},
		{"nothing is nothing", `{"a":null,"b":"","c":[],"d":{}}`, `{"a":"","b":null,"c":{},"d":null,"e":null}`, `{"a":"","b":null,"c":{},"d":null,"e":null}`},
		{"what is gone is null", `{"c":{}}`, `{"a":1,"c":{"x":1}}`, `{"a":null,"c":{"x":null}}`},
		{"an array is a whole", `{"a":[{"x":1,"id":"7"},{"x":2}]}`, `{"a":[{"x":1}]}`, `{"a":[{"x":1,"id":"7"},{"x":2}]}`},
		{"elements may have more keys", `{"a":[{"x":1,"id":"7"}]}`, `{"a":[{"x":1}]}`, `{"a":[{"x":1}]}`},
		{"an object in the place of a text", `{"a":{"b":1}}`, `{"a":"b"}`, `{"a":{"b":1}}`},
		{"a text in the place of an object", `{"a":"b"}`, `{"a":{"b":1}}`, `{"a":"b"}`},
		{"silence says nothing", `{}`, `{"silent":1}`, `{"silent":1}`},
		{"but for a while", `{"silent":2}`, `{"silent":1}`, `{"silent":2}`},
	} {
		got := document.Encode(projected(decoded(test.doc), decoded(test.body), []string{"silent"}))
		if !document.SameText(got, test.want) || (got == test.body) != (test.body == test.want) {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestPatched(t *testing.T) {
	for _, test := range []struct{ name, doc, prior, planned, want string }{
		{"only what changed", `{"a":1,"b":2,"z":9}`, `{"a":1,"b":2}`, `{"a":1,"b":3}`, `{"b":3}`},
		{"what is in objects besides stays", `{"c":{"x":1,"y":2}}`, `{"c":{"x":1}}`, `{"c":{"x":5}}`, `{"c":{"x":5,"y":2}}`},
		{"what is taken out is null", `{"a":1,"c":{"x":1,"w":2,"y":2}}`, `{"a":1,"c":{"x":1,"w":2}}`, `{"c":{"x":1}}`, `{"a":null,"c":{"x":1,"w":null,"y":2}}`},
		{"the engine has it already", `{"a":2}`, `{"a":1}`, `{"a":2}`, `{}`},
		{"an array is a whole", `{"a":[{"id":"1"},{"id":"2"}]}`, `{"a":[{"id":"1"},{"id":"2"}]}`, `{"a":[{"id":"2"}]}`, `{"a":[{"id":"2"}]}`},
		{"the engine shows it not", `{}`, `{"a":1}`, `{"a":2}`, `{"a":2}`},
		{"nor what is taken out", `{}`, `{"a":1}`, `{}`, `{"a":null}`},
		{"another type", `{"a":{"x":1}}`, `{"a":{"x":1}}`, `{"a":"b"}`, `{"a":"b"}`},
		{"a new object", `{}`, `{}`, `{"a":{"x":1}}`, `{"a":{"x":1}}`},
	} {
		if got := patched(decoded(test.doc), decoded(test.prior), decoded(test.planned)); !document.Equal(got, decoded(test.want)) {
			t.Errorf("%s: %s, want %s", test.name, document.Encode(got), test.want)
		}
	}
}

// TestLaws holds the laws of the lens for drawn documents and bodies: what was sent is read back, and nothing else is touched.
func TestLaws(t *testing.T) {
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 0))
		doc, prior, planned := drawnObject(random, 3), drawnObject(random, 3), drawnObject(random, 3)
		state := projected(doc, prior, nil)
		if keys := differing(doc, state, nil); len(keys) > 0 {
			t.Fatalf("seed %d: %v of %s differs from %s, which was read of it", seed, keys, document.Encode(state), document.Encode(doc))
		}
		patch := patched(doc, state, planned)
		after := merged(doc, nil)
		for key, value := range patch {
			after[key] = value
		}
		if keys := differing(after, planned, nil); len(keys) > 0 {
			t.Fatalf("seed %d: %v of %s is not in %s after %s", seed, keys, document.Encode(planned), document.Encode(after), document.Encode(patch))
		}
		if again := patched(after, planned, planned); len(again) > 0 {
			t.Fatalf("seed %d: %s is sent again", seed, document.Encode(again))
		}
		for key, value := range doc {
			_, was := prior[key]
			_, is := planned[key]
			if !was && !is && !document.Equal(after[key], value) {
				t.Fatalf("seed %d: %s was touched by %s", seed, key, document.Encode(patch))
			}
		}
		body, _ := imported(doc)
		if keys := differing(doc, body, nil); len(keys) > 0 || len(missing(body, projected(doc, body, nil))) > 0 {
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
		return decoded(`{"n":` + []string{"1", "1.0", "2", "1e300"}[random.IntN(4)] + `}`)["n"]
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

func TestImportedLeavesSecretsOut(t *testing.T) {
	doc := decoded(`{"id":"1","created_at":"now","name":"a","none":null,"empty":[],"parameters":[{"name":"p","sensitive":true,"value":"hush"}],"other":[{"sensitive":true,"value":null}]}`)
	body, secret := imported(doc)
	if !document.Equal(body, decoded(`{"name":"a","other":[{"sensitive":true}]}`)) || !slices.Equal(secret, []string{"parameters"}) {
		t.Errorf("%s without %v", document.Encode(body), secret)
	}
	said := decoded(`{"custom_types":[{"name":"Login","fields":[{"name":"pin","sensitive":1}]}],"input":[{"name":"p","sensitive":"true","value":"hush","default":"hush-hush"},{"type":"Login","value":{"pin":5}}]}`)
	if shown := document.Encode(withoutSecrets(said)); !document.SameText(shown, `{"custom_types":[{"name":"Login","fields":[{"name":"pin","sensitive":1}]}],"input":[{"name":"p","sensitive":"true","value":null,"default":null},{"type":"Login","value":null}]}`) {
		t.Error(shown)
	}
	if shown := document.Encode(withoutSecrets(doc)); !document.SameText(shown, `{"id":"1","created_at":"now","name":"a","none":null,"empty":[],"parameters":[{"name":"p","sensitive":true,"value":null}],"other":[{"sensitive":true,"value":null}]}`) {
		t.Error(shown)
	}
}
