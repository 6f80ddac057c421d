// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"maps"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
)

// viewNumbers returns numbers in every precision that Terraform uses: 512 bits for numbers from strings, 53 bits for numbers from a
// float64, and 64 bits for numbers from an int64.
func viewNumbers() []*big.Float {
	numbers := []*big.Float{
		big.NewFloat(0.1), big.NewFloat(1e300), big.NewFloat(5.5), big.NewFloat(5e-324),
		new(big.Float).SetMantExp(big.NewFloat(1), 1000),
		new(big.Float).SetInt64(-1 << 63),
	}
	for _, digits := range []string{"0", "-0", "5.5", "0.1", "0.30000000000000004", "1e400", "1E-400", "18446744073709551617"} {
		f, _, err := big.ParseFloat(digits, 10, document.Precision, big.ToNearestEven)
		if err == nil {
			numbers = append(numbers, f)
		}
	}
	return numbers
}

// viewJSON contains values for JSON attributes. Many are equal, such as 1 and 1.0, so that random values are often equal.
var viewJSON = []string{
	`null`, `1`, `1.0`, `"a"`, `""`, `[]`, `{}`, `true`, `[1,2]`, `[2, 1]`, `1e999999999`, `{"k":1}`, `{ "k" : 1.0 }`,
	`{"k":{"a":1,"b":[1,null]}}`, `{"k":{"b":[1,null]}}`, `{"":0}`, `{"a":"<&>"}`,
}

// viewStrings contains only a few strings, so that random values are often equal.
var viewStrings = []string{"a", "A", "b", "", "5", "5.0", "007", "7", "0x10", "1e999999999", "é", `{"k":1}`, `{ "k": 1 }`, "true", "Inf"}

var extraNames = []string{"x1", "x2"}

// oddsOf returns the odds, out of 16, that a test sets or changes an attribute. These are keyOdds for the key of list elements, such as
// ref_id, and otherOdds for any other attribute. With two odds, tests can give most elements a key and rarely change it.
func oddsOf(s *Shape, name string, keyOdds, otherOdds int) int {
	if s.key != nil && s.key.name == name {
		return keyOdds
	}
	return otherOdds
}

// view draws a random Terraform object. Any attribute may be null, which means that the configuration does not declare it.
func (g generator) view(s *Shape) tftypes.Value {
	members := map[string]tftypes.Value{}
	for _, a := range s.attrs {
		members[a.name] = a.Null()
		if !a.unsent && g.odds(oddsOf(s, a.name, 14, 10)) {
			members[a.name] = g.valueOf(a.Shape)
		}
	}
	if s.extra {
		members[ExtraName] = tftypes.NewValue(tftypes.String, nil)
		if g.odds(oddsOf(s, ExtraName, 14, 10)) {
			members[ExtraName] = g.extra()
		}
	}
	return tftypes.NewValue(s.typ, members)
}

func (g generator) extra() tftypes.Value {
	object := map[string]any{}
	for _, name := range extraNames {
		if g.odds(9) {
			object[name] = g.json()
		}
	}
	return tftypes.NewValue(tftypes.String, document.Encode(object))
}

func (g generator) valueOf(s *Shape) tftypes.Value {
	switch s.kind {
	case kindObject:
		return g.view(s)
	case kindList:
		return g.list(s)
	case kindString:
		return tftypes.NewValue(s.typ, pick(g, viewStrings...))
	case kindJSON:
		return tftypes.NewValue(s.typ, pick(g, viewJSON...))
	case kindBool:
		return tftypes.NewValue(s.typ, g.odds(8))
	default:
		if g.odds(6) {
			return tftypes.NewValue(s.typ, pick[int64](g, 5, 0, 1, -1, 7, 1000, 9007199254740993, 1<<63-1))
		}
		return tftypes.NewValue(s.typ, pick(g, viewNumbers()...))
	}
}

// list draws a random list of at most four elements. Some elements are null, are equal to another element, or have another element's key.
func (g generator) list(s *Shape) tftypes.Value {
	elements := []tftypes.Value{}
	for range pick(g, 2, 1, 0, 3, 4) {
		switch {
		case g.odds(1):
			elements = append(elements, s.elem.Null())
		case len(elements) > 0 && g.odds(3):
			elements = append(elements, pick(g, elements...))
		default:
			elements = append(elements, g.valueOf(s.elem))
		}
	}
	return tftypes.NewValue(s.typ, elements)
}

// variant draws a random variant of a Terraform value: some attributes are removed, added or replaced, and lists are reordered.
func (g generator) variant(s *Shape, view tftypes.Value) tftypes.Value {
	switch {
	case view.IsNull():
		if g.odds(4) {
			return g.valueOf(s)
		}
		return view
	case s.kind == kindObject:
		members := maps.Clone(tfvalue.Object(view))
		for _, a := range s.attrs {
			switch {
			case a.unsent:
			case g.odds(oddsOf(s, a.name, 1, 4)):
				members[a.name] = a.Null()
			case g.odds(oddsOf(s, a.name, 1, 6)):
				members[a.name] = g.variant(a.Shape, members[a.name])
			}
		}
		if s.extra && g.odds(8) {
			members[ExtraName] = pick(g, g.extra(), tftypes.NewValue(tftypes.String, nil))
		}
		return tftypes.NewValue(s.typ, members)
	case s.kind == kindList:
		elements := slices.Clone(tfvalue.List(view))
		for i := range elements {
			j := pick(g, 0, i)
			elements[i], elements[j] = elements[j], elements[i]
		}
		for i := range elements {
			if g.odds(5) {
				elements[i] = g.variant(s.elem, elements[i])
			}
		}
		if len(elements) > 0 && g.odds(4) {
			elements = elements[1:]
		}
		return tftypes.NewValue(s.typ, elements)
	default:
		return g.valueOf(s)
	}
}
