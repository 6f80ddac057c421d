// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package hcltext_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

func read(t interface{ Fatalf(string, ...any) }, text string) map[string]cty.Value {
	file, diags := hclsyntax.ParseConfig([]byte(text), "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, text)
	}
	values := map[string]cty.Value{}
	for _, block := range file.Body.(*hclsyntax.Body).Blocks { //nolint:forcetypeassert // the parser returns no other type
		for name, attribute := range block.Body.Attributes {
			value, diags := attribute.Expr.Value(&hcl.EvalContext{Functions: configuration.Functions()})
			if diags.HasErrors() {
				t.Fatalf("%v\n%s", diags, text)
			}
			values[name] = value
		}
	}
	return values
}

// randomText returns a generator of strings with characters that are special in HCL or that formatters might change.
func randomText() *rapid.Generator[string] {
	parts := rapid.SampledFrom([]string{
		"a", "Pump 1", " ", "  ", "\t", "\n", "\n\n", "\r\n", "\"", "\\", "\\n", "${", "${a}", "$${", "%{", "%{ if }", "%%{", "$", "%", "}",
		"EOT", "EOT_", "#", "//", "/*",
		"é", "e\u0301", "水", "🙂", "\u00a0", "\u2028", "\ufeff", "\x00", "\x07", "\u200b", "<<-EOT", "{\"a\": 1}", "null",
	})
	return rapid.Custom(func(t *rapid.T) string {
		text := strings.Join(rapid.SliceOfN(parts, 0, 8).Draw(t, "parts"), "")
		return cty.StringVal(text).AsString() // Terraform normalizes all strings.
	})
}

// TestTexts writes random strings, some of them nested. Parsing must return the same strings, and formatting must not change the file.
func TestTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(randomText(), 1, 4).Draw(t, "texts")
		var list hcltext.List
		var objects hcltext.List
		var wantList, wantObjects []cty.Value
		for _, text := range texts {
			list, wantList = append(list, hcltext.Quoted(text)), append(wantList, cty.StringVal(text))
			member := hcltext.Member{Name: "text", Value: hcltext.Text(text), Comments: []string{"A comment."}}
			objects = append(objects, hcltext.Object{member, {Comments: []string{"The end."}}})
			wantObjects = append(wantObjects, cty.ObjectVal(map[string]cty.Value{"text": cty.StringVal(text)}))
		}
		text := hcltext.Block(`resource "a" "b"`, []hcltext.Member{
			{Name: "text", Value: hcltext.Text(texts[0])},
			{Name: "list", Value: list},
			{Name: "objects", Value: objects},
			{Name: "json", Value: hcltext.Call{Function: "jsonencode", Argument: list}},
		})
		got := read(t, text)
		for name, want := range map[string]cty.Value{"text": wantList[0], "list": cty.TupleVal(wantList), "objects": cty.TupleVal(wantObjects)} {
			if !got[name].RawEquals(want) {
				t.Fatalf("%s is %#v, want %#v:\n%s", name, got[name], want, text)
			}
		}
		if again := string(hclwrite.Format([]byte(text))); again != text {
			t.Fatalf("formatted again it is\n%s\nand not\n%s", again, text)
		}
	})
}

// TestHeredocs checks that multi-line strings become heredocs, inside chomp() if the string doesn't end with a line break. Strings that a
// heredoc would change must stay quoted.
func TestHeredocs(t *testing.T) {
	tests := map[string]bool{
		"one\ntwo\n": true, "one\n  two\n": true, "one\n\ntwo\n": true, "EOT\ntwo\n": true, "\none\n": true,
		"": false, "one\n": false, "one\ntwo": false, "  one\n  two\n": false, "one\r\ntwo\r\n": false, "one\n${a}\n": false,
		"one\n \ntwo\n": false, "one\n\ttwo\n": false, "\n\n\n": false,
	}
	for text, want := range tests {
		if _, got := hcltext.Text(text).(hcltext.Heredoc); got != want {
			t.Errorf("%q: a heredoc is %t, want %t", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"one\ntwo": true, "one\n\ntwo": true, "\none": true, "one": false, "one\r\ntwo": false, "  one\n  two": false,
	} {
		if _, got := hcltext.Text(text).(hcltext.Call); got != want {
			t.Errorf("%q: a heredoc that is cut is %t, want %t", text, got, want)
		}
	}
	const want = "resource \"a\" \"b\" {\n  text = chomp(<<-EOT\n    one\n\n      two\n  EOT\n  )\n}\n"
	if got := hcltext.Block(`resource "a" "b"`, []hcltext.Member{{Name: "text", Value: hcltext.Text("one\n\n  two")}}); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func randomJSON() *rapid.Generator[any] {
	numbers := rapid.SampledFrom([]string{"0", "-0", "1", "1.0", "2.50", "1e2", "12345678901234567890123", "1e400", "0.1", "-5"})
	scalar := rapid.OneOf(
		rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(numbers, func(n string) any { return json.Number(n) }), rapid.Map(randomText(), func(s string) any { return s }),
	)
	special := rapid.SampledFrom([]string{"a", "for", "null", "true", "if", "a-b", "1", "", "a b", "é", "e\u0301", "${a}"})
	keys := rapid.OneOf(special, randomText())
	inner := rapid.OneOf(scalar, rapid.Map(rapid.SliceOfN(scalar, 0, 3), func(l []any) any { return l }))
	object := rapid.Map(rapid.MapOfN(keys, inner, 0, 4), func(m map[string]any) any { return m })
	return rapid.OneOf(inner, object, rapid.Map(rapid.SliceOfN(object, 0, 3), func(l []any) any { return l }))
}

// TestJSON checks that random JSON values survive being written and parsed, including every digit of their numbers.
func TestJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := randomJSON().Draw(t, "JSON")
		written := hcltext.JSON(document.Encode(want), nil)
		text := hcltext.Block("locals", []hcltext.Member{{Name: "value", Value: written}})
		got, err := document.Decode([]byte(read(t, text)["value"].AsString()))
		wanted, err2 := document.Decode([]byte(cty.StringVal(document.Encode(want)).AsString()))
		if err != nil || err2 != nil || !reflect.DeepEqual(got, wanted) {
			t.Fatalf("%#v (%v), want %#v:\n%s", got, err, wanted, text)
		}
	})
}

func TestLayout(t *testing.T) {
	short := hcltext.Object{{Name: "value", Value: hcltext.Literal("6")}, {Name: "status", Value: hcltext.Quoted("alert")}}
	long := hcltext.Object{{Name: "ref_id", Value: hcltext.Quoted("A")}, {Name: "label", Value: hcltext.Quoted(strings.Repeat("long ", 18))}}
	named := hcltext.Shared{Value: long, Name: func() string { return "local.pump" }}
	got := hcltext.Block(`resource "engine_alert" "it"`, []hcltext.Member{
		{Name: "name", Value: hcltext.Quoted("a")},
		{Name: "type", Value: hcltext.Quoted("rate")},
		{Name: "items", Value: hcltext.List{long}},
		{Name: "thresholds", Value: hcltext.List{short, short}},
		{Name: "one", Value: hcltext.List{short}},
		{Name: "none", Value: hcltext.List{}},
		{Name: "asset", Value: named},
		{Name: "json", Value: hcltext.JSON(`{"b":{"text":"`+strings.Repeat("long ", 18)+`"},"a":1}`, nil)},
	})
	const want = `resource "engine_alert" "it" {
  name = "a"
  type = "rate"

  items = [{
    ref_id = "A"
    label  = "long long long long long long long long long long long long long long long long long long "
  }]

  thresholds = [
    { value = 6, status = "alert" },
    { value = 6, status = "alert" },
  ]

  one   = [{ value = 6, status = "alert" }]
  none  = []
  asset = local.pump

  json = jsonencode({
    a = 1
    b = {
      text = "long long long long long long long long long long long long long long long long long long "
    }
  })
}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
