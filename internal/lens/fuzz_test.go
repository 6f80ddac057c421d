// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

func FuzzLaws(f *testing.F) {
	f.Fuzz(byBits(func(t *rapid.T) {
		g := generator{T: t, echo: rapid.Bool().Draw(t, "echo")}
		checkLaws(t, g.sample(), g.echo)
	}))
}

func FuzzPatchLaws(f *testing.F) {
	f.Fuzz(byBits(func(t *rapid.T) { checkPatchLaws(t, generator{T: t}.update()) }))
}

func FuzzRivalLaws(f *testing.F) {
	f.Fuzz(byBits(func(t *rapid.T) { checkRivalLaws(t, generator{T: t}) }))
}

// byBits converts a property test that draws only booleans to a fuzz test. Each bit of the fuzzer's input is one boolean; rapid's own
// MakeFuzz would need eight bytes for each. When the input ends, all further booleans are false.
func byBits(property func(*rapid.T)) func(*testing.T, []byte) {
	const spare = 4096
	run := rapid.MakeFuzz(property)
	return func(t *testing.T, input []byte) {
		t.Helper()
		draws := make([]byte, 8*(8*len(input)+spare))
		for i := range 8 * len(input) {
			draws[8*i] = input[i/8] >> (i % 8) & 1
		}
		run(t, draws)
	}
}

// FuzzDocument uses arbitrary JSON objects as answers of the engine. Writing (Overlay) must replace values of the wrong type, and reading
// (Project) may fail only with a MismatchError.
func FuzzDocument(f *testing.F) {
	for _, doc := range []string{whole, `{}`, `{"items": [null, 1, {"ref_id": ["A"]}], "limit": 1e999999999}`} {
		f.Add(doc)
	}
	declared := `{"name": "n", "severity": "SEV1", "interval": "30", "plain": "{\"a\":1}", "active": false, "rate": 5, "limit": 0.1,
		"value": "[1]", "words": ["a", null, ""], "tags": [{"id": "t"}], "ports": [{"port": 80}, {"label": "x"}], "outputs": [{"name": "o"}],
		"thresholds": [{"value": 1}, {}], "items": [{"ref_id": "A", "filter": {"id": "f"}, "extra": "{\"x1\":1}"}, null],
		"steps": [{"ref_id": "A"}], "extra": "{\"x2\":2}"}`
	shape := ruleShape(f)
	v := view(f, shape, declared)
	f.Fuzz(func(t *testing.T, text string) {
		decoded, err := document.Decode([]byte(text))
		doc, ok := decoded.(map[string]any)
		if err != nil || !ok {
			return
		}
		s := sample{shape: shape, view: v, doc: doc}
		checkOverlayLaws(t, s)
		checkReadable(t, s)
	})
}

// FuzzJSONText compares pairs of JSON texts. Every text must equal itself, and decoding and encoding a text must not change its meaning.
func FuzzJSONText(f *testing.F) {
	for _, texts := range [][2]string{
		{`{"a":1,"b":[true,null]}`, ` { "b" : [ true , null ] , "a" : 1.0 } `},
		{`{"a":1e999999999}`, `{"a":1E999999999}`},
		{`"x"`, `1`},
	} {
		f.Add(texts[0], texts[1])
	}
	f.Fuzz(func(t *testing.T, engine, declared string) {
		if !document.SameText(declared, declared) {
			t.Errorf("%q does not mean itself", declared)
		}
		doc, err := document.Decode([]byte(declared))
		if err != nil {
			return
		}
		written := document.Encode(doc)
		if !document.SameText(written, declared) || !document.SameText(declared, written) {
			t.Errorf("%q does not mean %q", declared, written)
		}
		if same := document.SameText(engine, declared); same != document.SameText(engine, written) {
			t.Errorf("%q means %q: %v, and not so written as %q", engine, declared, same, written)
		}
	})
}
