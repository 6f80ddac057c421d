// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// drawing makes random expressions of $A, a number, and $B, a text. locals are the names that the expression has declared so far.
type drawing struct {
	*rand.Rand
	locals []string
}

// product has three marks that are put around the factors of a multiplication: begin, middle and end. For goja, the test replaces them by a
// call of multiply, because goja sometimes computes 0 * -1 as 0. JavaScript computes -0.
var product = struct{ begin, middle, end string }{"\x01", "\x02", "\x03"}

func (d *drawing) of(choices ...string) string { return choices[d.IntN(len(choices))] }

func (d *drawing) constant() string {
	return d.of("0", "1", "2", "3", "-1", "0.5", "0.1", "1e15", "1e-7", "123456789", "4294967296", "2147483648", "9007199254740993", "0x1F",
		"1_000", "NaN", "Infinity", "-0",
		"1.005", "255", "true", "false", "null", "undefined", "''", "' 12 '", "'abc'", "'ä€😀'", "'1e3'", "'-'", "'Infinity'", "'\\n7\\t'",
		"\"a\\u0062\\x63\"",
		"Math.PI", "Number.EPSILON", "$A", "$A", "$A", "$B")
}

func (d *drawing) value(depth int) string {
	if depth == 0 {
		if len(d.locals) > 0 && d.IntN(3) == 0 {
			return d.of(d.locals...)
		}
		return d.constant()
	}
	v := func() string { return d.value(d.IntN(depth)) }
	place := func() string { return d.of("0", "1", "2", "-1", "9", "$A", "1.5", "'1'", "undefined") }
	switch d.IntN(16) {
	case 0, 1, 2:
		return d.of("("+v()+" "+d.of("+", "-", "/", "%")+" "+v()+")", product.begin+v()+product.middle+v()+product.end)
	case 3: // conversions that goja does correctly
		bits := d.of("&", "|", "^", "<<", ">>", ">>>")
		return d.of("("+d.constant()+" "+bits+" "+d.constant()+")", "Math.imul("+d.constant()+", "+d.constant()+")", "~("+d.constant()+")",
			"Math.clz32("+d.constant()+")")
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
		return "Math." + d.of("abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh", "exp", "expm1", "floor",
			"fround", "log", "log10",
			"log1p", "log2", "round", "sin", "sinh", "sqrt", "tan", "tanh", "trunc") + "(" + v() + ")"
	case 10:
		return "Math." + d.of("max", "min", "pow", "atan2", "hypot") + "(" + v() + ", " + v() + ")"
	case 11:
		return d.of("(0 + parseInt(", "Number((", "String((", "Boolean((", "isNaN((", "isFinite((", "parseFloat((", "Number.isInteger((",
			"Number.isSafeInteger((") + v() + "))"
	case 12:
		return d.text(v) + d.of(".length", ".trim()", ".indexOf("+v()+")", ".includes("+v()+")", ".slice("+place()+")", ".slice(1, -1)",
			".substring("+place()+", 2)", ".charCodeAt(1)", ".padStart(7, 'xy')",
			".padEnd(5)", ".repeat(3)", "[1]", ".split('')", ".split('a').length", ".startsWith("+v()+")", ".endsWith('c')", ".lastIndexOf('b')",
			".concat("+v()+")",
			".replace('b', 'xx')", ".replaceAll('a', '')", ".charAt(0)", ".at(-1)", ".substr(-2, 1)")
	case 13:
		return "(+(" + v() + "))" + d.of(".toFixed(2)", ".toFixed(0)", ".toPrecision(3)", ".toString()", ".toFixed(20)")
	case 14:
		list := "[" + v() + ", " + v() + ", " + v() + "]"
		d.locals = append(d.locals, "x")
		f := "x => " + v()
		d.locals = d.locals[:len(d.locals)-1]
		return "(" + list + d.of(".length", ".join()", ".join('-')", "[1]", ".indexOf("+v()+")", ".includes("+d.of("1", "'abc'", "NaN")+")",
			".concat([1]).length", ".map("+f+").join()", ".filter("+f+").length",
			".some("+f+")", ".every("+f+")", ".reduce((a, b) => a + b)", ".slice(1).join('')", ".find("+f+")", ".findIndex("+f+")",
			".sort().join()", ".reverse().join()",
			".sort((a, b) => a - b)[0] === undefined", ".at(-1)", ".lastIndexOf(1)", " + ''") + ")"
	default:
		name := fmt.Sprint("v", len(d.locals))
		init := v()
		d.locals = append(d.locals, name)
		body := v()
		d.locals = d.locals[:len(d.locals)-1]
		return d.of("("+name+" => "+body+")("+init+")", "(() => { const "+name+" = "+init+"; return "+body+" })()",
			"(function ("+name+") { if ("+body+") { return "+name+" } else return 1 })("+init+")", "`<${"+init+"}>`")
	}
}

func (d *drawing) text(v func() string) string { return "String(" + v() + ")" }

// TestAgainstGoja compares random expressions with the JavaScript engine goja. Results must be equal to the last bit.
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
	d := &drawing{Rand: rand.New(rand.NewPCG(20, 1))}
	arguments := []any{2.5, "b1", math.Copysign(0, -1), "", 7.0, "ä😀"}
	wrong := 0
	for i := range count {
		drawn := d.value(1 + i%4)
		source := here.Replace(drawn)
		meter := NewMeter()
		f, err := CompileExpression(source, []string{"$A", "$B"})
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		v, err := runtime.RunString("(function ($A, $B) { return " + there.Replace(drawn) + " })")
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		call, _ := goja.AssertFunction(v)
		n := i % 3 * 2
		want, wantErr := call(goja.Undefined(), runtime.ToValue(arguments[n]), runtime.ToValue(arguments[n+1]))
		if err := meter.begin(); err != nil {
			t.Fatal(err)
		}
		got, gotErr := f.evaluate(meter, arguments[n:n+2])
		if outside := (*OutsideError)(nil); errors.As(gotErr, &outside) {
			continue
		}
		if a, b := shownHere(got, gotErr), shownThere(want, wantErr); a != b {
			t.Errorf("%s of %v: got %s, want %s", source, arguments[n:n+2], a, b)
			if wrong++; wrong == 20 {
				t.FailNow()
			}
		}
	}
}

func (f *Function) evaluate(meter *Meter, arguments []any) (v value, err error) {
	m := &f.machine
	m.Meter, m.depth, m.stack = meter, 0, m.stack[:0]
	defer func() {
		if problem := recover(); problem != nil {
			err = errorOf(problem)
		}
	}()
	for _, a := range arguments {
		m.stack = append(m.stack, m.imported(a))
	}
	clear(f.frame.slots)
	return m.run(f.code, &f.frame, m.stack), nil
}

func shownHere(v value, err error) string {
	if err != nil {
		kind, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "throws "), ":")
		return kind
	}
	switch v.kind {
	case number:
		return shownNumber(v.n)
	case str:
		return fmt.Sprintf("text %q", v.text().String())
	case boolean:
		return fmt.Sprint(v.n != 0)
	case list:
		var all []string
		for _, e := range v.elements() {
			all = append(all, shownHere(e, nil))
		}
		return fmt.Sprint(all)
	case null:
		return "null"
	default:
		return "undefined"
	}
}

func shownThere(v goja.Value, err error) string {
	if err != nil {
		kind, _, _ := strings.Cut(err.Error(), ":")
		return kind
	}
	return shownExported(v.Export(), goja.IsUndefined(v))
}

func shownExported(v any, isUndefined bool) string {
	switch v := v.(type) {
	case int64:
		return shownNumber(float64(v))
	case float64:
		return shownNumber(v)
	case string:
		return fmt.Sprintf("text %q", v)
	case bool:
		return fmt.Sprint(v)
	case []any:
		var all []string
		for _, e := range v {
			all = append(all, shownExported(e, false))
		}
		return fmt.Sprint(all)
	}
	if isUndefined {
		return "undefined"
	}
	return "null"
}

func shownNumber(n float64) string {
	if math.IsNaN(n) {
		return "NaN"
	}
	return fmt.Sprintf("%x", math.Float64bits(n))
}
