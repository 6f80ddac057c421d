// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
)

func TestDecimal(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{a: "9007199254740993", b: "9007199254740992", want: 1},
		{a: "9007199254740993", b: "9007199254740993.0", want: 0},
		{a: "-9007199254740993", b: "-9007199254740992", want: -1},
		{a: "1e3", b: "1000", want: 0},
		{a: "0.05E+2", b: "5", want: 0},
		{a: "-0", b: "0e99999999999999999999", want: 0},
		{a: "1e99999999999999999999", b: "2e-99999999999999999999", want: 1},
		{a: "-1e400", b: "1e-400", want: -1},
		{a: "10", b: "9", want: 1},
		{a: "0.1", b: "0.01", want: 1},
	} {
		a, okA := ParseDecimal([]byte(test.a))
		b, okB := ParseDecimal([]byte(test.b))
		if !okA || !okB || a.Compare(b) != test.want || b.Compare(a) != -test.want {
			t.Errorf("%s and %s compare to %d and %d (%v, %v)", test.a, test.b, a.Compare(b), b.Compare(a), okA, okB)
		}
	}
	for _, text := range []string{"", "-", ".", "e5", "1e", "1e+-5", "0x1", "NaN", "1 ", "1_0", "--1", "1.2.3"} {
		if _, ok := ParseDecimal([]byte(text)); ok {
			t.Errorf("%q is a number", text)
		}
	}
	for text, want := range map[string]int64{
		"5.0": 5, "1e3": 1000, "9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64, "0.0e-99999999999": 0,
		"90071992547409930e-1": 9007199254740993,
	} {
		d, _ := ParseDecimal([]byte(text))
		if got, ok := d.Int64(); !ok || got != want || d.Compare(IntDecimal(want)) != 0 {
			t.Errorf("%s is %d (%v)", text, got, ok)
		}
	}
	for _, text := range []string{"0.5", "9223372036854775808", "1e19", "1e99999999999999999999", "1e-99999999999999999999"} {
		d, _ := ParseDecimal([]byte(text))
		if got, ok := d.Int64(); ok {
			t.Errorf("%s is %d", text, got)
		}
	}
}

func FuzzDecimal(f *testing.F) {
	f.Add("9007199254740993", "9007199254740992.0")
	f.Add("-1.50e2", "-150")
	f.Add("0.001", "1e-3")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, okX := ParseDecimal([]byte(a))
		y, okY := ParseDecimal([]byte(b))
		if json.Valid([]byte(a)) && strings.ContainsAny(a[:1], "-0123456789") && strings.TrimSpace(a) == a && !okX {
			t.Fatalf("%s is no number", a)
		}
		if !okX || !okY || farAway(a) || farAway(b) {
			return
		}
		p, okP := new(big.Rat).SetString(a)
		q, okQ := new(big.Rat).SetString(b)
		if okP && okQ && x.Compare(y) != p.Cmp(q) {
			t.Errorf("%s and %s compare to %d", a, b, x.Compare(y))
		}
		if whole, ok := x.Int64(); okP && ok != (p.IsInt() && p.Num().IsInt64()) || ok && strconv.FormatInt(whole, 10) != p.RatString() {
			t.Errorf("%s is %d (%v)", a, whole, ok)
		}
	})
}

// farAway reports whether a number has so large an exponent that big.Rat of the standard library would take too long to parse it.
func farAway(text string) bool {
	at := strings.LastIndexAny(text, "eE")
	return at >= 0 && len(text)-at > 5 || len(text) > 200
}
