// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// generator generates random expressions where $A is a number and $B is a string.
type generator struct{ *rand.Rand }

// product holds placeholders for the parts of a multiplication: "(", " * " and ")". In the source for goja, the test replaces the parts
// with a call to a function named multiply. A plain multiplication would not do, because goja sometimes computes 0 * -1 as 0, whereas
// JavaScript requires -0.
var product = struct{ begin, middle, end string }{"\x01", "\x02", "\x03"}

func (d generator) of(choices ...string) string { return choices[d.IntN(len(choices))] }

func (d generator) constant() string {
	return d.of("0", "1", "2", "3", "-1", "0.5", "0.1", "1e15", "1e-7", "123456789", "4294967296", "2147483648", "9007199254740993", "0x1F",
		"1_000", "NaN", "Infinity", "-0", ".5", "0b11", "0o17", "5.", "1E+2",
		"1.005", "255", "true", "false", "null", "undefined", "''", "' 12 '", "'abc'", "'ä€😀'", "'1e3'", "'-'", "'Infinity'", "'\\n7\\t'",
		"\"a\\u0062\\x63\"", "'\\ud83d\\ude00'", "'\\u{e9}\\'\\\n'", "'\uffff'",
		"Math.PI", "Math.E", "Math.LN2", "$A", "$A", "$A", "$B")
}

func (d generator) value(depth int) string {
	if depth == 0 {
		return d.constant()
	}
	v := func() string { return d.value(d.IntN(depth)) }
	switch d.IntN(14) {
	case 0, 1, 2:
		return d.of("("+v()+" "+d.of("+", "-", "/", "%")+" "+v()+")", product.begin+v()+product.middle+v()+product.end)
	case 3: // conversions that goja gets right
		return d.of("Math.imul("+d.constant()+", "+d.constant()+")", "~("+d.constant()+")", "Math.clz32("+d.constant()+")",
			"("+v()+") ** "+d.of("0", "1", "2", "-1", "0.5", "Infinity", "NaN"))
	case 4, 5:
		if d.IntN(4) == 0 { // goja does not convert '1e3' to 1000
			return "(" + v() + " " + d.of("==", "!=") + " " + d.of("null", "undefined", "'abc'", "0.5", "NaN") + ")"
		}
		return "(" + v() + " " + d.of("<", ">", "<=", ">=", "===", "!==") + " " + v() + ")"
	case 6:
		return "(" + v() + " " + d.of("&&", "||", "??") + " " + v() + ")"
	case 7:
		return "(" + v() + " ? " + v() + " : " + v() + ")"
	case 8:
		return d.of("-", "+", "!", "typeof ", "void ") + "(" + v() + ")"
	case 9:
		return "Math." + d.of("abs", "acosh", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh", "exp", "expm1", "floor",
			"fround", "log", "log1p", "round", "sin", "sinh", "sqrt", "tan", "tanh", "trunc") + "(" + v() + ")"
	case 10:
		return "Math." + d.of("max", "min", "atan2", "hypot") + "(" + v() + ", " + v() + d.of("", ", "+v()) + ")"
	case 11:
		return d.of("(0 + parseInt(", "Number((", "String((", "Boolean((", "isNaN((", "isFinite((", "parseFloat((", "Number.isNaN((",
			"Number.isFinite((", "(0 + Number.parseInt(") + v() + "))"
	case 12:
		return d.of("String("+v()+").length", "("+v()+").length", "`<${"+v()+"}>`", "`${"+v()+"}-${"+v()+"}`",
			"(0 + parseInt(String("+v()+"), "+d.of("2", "10", "16", "0", "1")+"))")
	default: // no parentheses, to test operator precedence
		sum := func() string {
			return d.of("", "- ", "!", "typeof ") + d.constant() + d.of(" + ", " - ", " / ", " % ", " % ") + d.constant()
		}
		compared := sum() + d.of(" < ", " > ", " + ") + "0.5" + d.of(" === ", " !== ") + sum() // goja groups a < b < c from the right
		return "(" + compared + d.of("", " && "+sum(), " || "+sum()+" && "+sum(), " ? "+sum()+" : "+sum()+" ? 1 : 2") + ")"
	}
}

// whole returns a random expression. In one of eight cases, the expression is a call of toFixed, which is not used inside other
// expressions.
func (d generator) whole(depth int) string {
	if d.IntN(8) == 0 {
		return "(+(" + d.value(depth) + "))" + d.of(".toFixed(2)", ".toFixed(0)", ".toFixed()", ".toFixed(20)", ".toFixed(-1)", ".toFixed(101)",
			".toFixed('3.9')")
	}
	return d.value(depth)
}

// TestAgainstGoja compares the results of random expressions with those of the JavaScript engine goja, bit for bit.
func TestAgainstGoja(t *testing.T) {
	t.Parallel()
	count := 100_000
	if testing.Short() {
		count = 10_000
	}
	runtime := goja.New()
	multiply := func(call goja.FunctionCall) goja.Value {
		return runtime.ToValue(call.Argument(0).ToFloat() * call.Argument(1).ToFloat())
	}
	if err := runtime.Set("multiply", multiply); err != nil {
		t.Fatal(err)
	}
	here := strings.NewReplacer(product.begin, "(", product.middle, " * ", product.end, ")")
	there := strings.NewReplacer(product.begin, "multiply(", product.middle, ", ", product.end, ")")
	d := generator{rand.New(rand.NewPCG(20, 1))}
	arguments := []any{2.5, "b1", math.Copysign(0, -1), "", 7.0, "ä😀"}
	wrong := 0
	for i := range count {
		drawn := d.whole(1 + i%4)
		function := "function ($A, $B) { return " + here.Replace(drawn) + " }"
		e, err := ParseFunction(function)
		if err != nil {
			t.Fatalf("%s: %v", function, err)
		}
		v, err := runtime.RunString("(function ($A, $B) { return " + there.Replace(drawn) + " })")
		if err != nil {
			t.Fatalf("%s: %v", function, err)
		}
		call, _ := goja.AssertFunction(v)
		n := i % 3 * 2
		want, wantErr := call(goja.Undefined(), runtime.ToValue(arguments[n]), runtime.ToValue(arguments[n+1]))
		if a, b := showOurResult(e, arguments[n:n+2]), showGojaResult(want, wantErr); a != b {
			t.Errorf("%s of %v: got %s, want %s", function, arguments[n:n+2], a, b)
			if wrong++; wrong == 20 {
				t.FailNow()
			}
		}
	}
}

// showOurResult returns the result of an expression as a string. Unlike Calculate, it distinguishes NaN, infinities, null and undefined.
func showOurResult(e *Expression, arguments []any) string {
	if _, err := e.Calculate(arguments); err != nil {
		kind, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "throws "), ":")
		return kind
	}
	switch v := e.root(&e.frame); v.kind {
	case numeric:
		return showNumber(v.n)
	case str:
		return fmt.Sprintf("text %q", v.s)
	default:
		return v.text()
	}
}

func showGojaResult(v goja.Value, err error) string {
	if err != nil {
		kind, _, _ := strings.Cut(err.Error(), ":")
		return kind
	}
	switch exported := v.Export().(type) {
	case int64:
		return showNumber(float64(exported))
	case float64:
		return showNumber(exported)
	case string:
		return fmt.Sprintf("text %q", exported)
	default:
		return v.String()
	}
}

func showNumber(n float64) string {
	if math.IsNaN(n) {
		return "NaN"
	}
	return fmt.Sprintf("%x", math.Float64bits(n))
}
