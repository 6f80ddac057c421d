// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"math"
	"math/bits"
	"strings"
)

// globalFunctions has the JavaScript functions that have no object before them, such as parseInt("7").
var globalFunctions = map[string]native{
	"Number": func(m *machine, args []value) value {
		if len(args) == 0 {
			return numberOf(0)
		}
		return numberOf(m.toNumber(args[0]))
	},
	"String": func(m *machine, args []value) value {
		if len(args) == 0 {
			return textValue("")
		}
		return textValue(m.toText(args[0]))
	},
	"Boolean":    func(_ *machine, args []value) value { return booleanOf(argument(args, 0).truth()) },
	"isNaN":      func(m *machine, args []value) value { return booleanOf(math.IsNaN(m.toNumber(argument(args, 0)))) },
	"isFinite":   func(m *machine, args []value) value { return booleanOf(isFinite(m.toNumber(argument(args, 0)))) },
	"parseFloat": parseFloat,
	"parseInt":   parseInt,
}

func globalFunction(name string) *callable {
	if f := globalFunctions[name]; f != nil {
		return &callable{native: f, name: name}
	}
	return nil
}

func parseFloat(m *machine, args []value) value {
	t := m.toText(argument(args, 0))
	m.allocate(len(t))
	s, _ := ascii(trimmed(t, true, false))
	n, _ := parsePrefix(s)
	return numberOf(n)
}

func parseInt(m *machine, args []value) value {
	t := m.toText(argument(args, 0))
	m.allocate(len(t))
	s, _ := ascii(trimmed(t, true, false))
	sign := 1.0
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	base := int(toInt32(m.toNumber(argument(args, 1))))
	if (base == 0 || base == 16) && (strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X")) {
		base, s = 16, s[2:]
	}
	if base == 0 {
		base = 10
	}
	if base < 2 || base > 36 {
		return numberOf(math.NaN())
	}
	length := digitsOf(s, base)
	if length == 0 {
		return numberOf(math.NaN())
	}
	return numberOf(sign * parseDigits(s[:length], base))
}

func isNamespace(name string) bool { return name == "Math" || name == "Number" || name == "Array" }

// namespaceMember returns a function or constant such as Math.max or Math.PI. If it is not supported, the value has the kind unset.
func namespaceMember(namespace, name string) value {
	full := namespace + "." + name
	if n, ok := constants()[full]; ok {
		return numberOf(n)
	}
	var f native
	switch one := mathFunction(name); {
	case namespace == "Math" && one != nil:
		f = func(m *machine, args []value) value { return numberOf(one(m.toNumber(argument(args, 0)))) }
	case namespace == "Math":
		f = mathFunctionOfMany(name)
	case full == "Number.parseFloat" || full == "Number.parseInt":
		return value{kind: function, ref: globalFunction(name)}
	case namespace == "Number":
		f = numberFunction(name)
	case full == "Array.isArray":
		f = func(_ *machine, args []value) value { return booleanOf(argument(args, 0).kind == list) }
	}
	if f == nil {
		return value{}
	}
	return value{kind: function, ref: &callable{native: f, name: full}}
}

func constants() map[string]float64 {
	return map[string]float64{
		"Math.E": math.E, "Math.LN10": math.Ln10, "Math.LN2": math.Ln2, "Math.LOG10E": math.Log10E, "Math.LOG2E": math.Log2E,
		"Math.PI": math.Pi, "Math.SQRT1_2": 1 / math.Sqrt2, "Math.SQRT2": math.Sqrt2,
		"Number.EPSILON": 0x1p-52, "Number.MAX_SAFE_INTEGER": 1<<53 - 1, "Number.MIN_SAFE_INTEGER": -(1<<53 - 1),
		"Number.MAX_VALUE": math.MaxFloat64, "Number.MIN_VALUE": math.SmallestNonzeroFloat64, "Number.NaN": math.NaN(),
		"Number.POSITIVE_INFINITY": math.Inf(1), "Number.NEGATIVE_INFINITY": math.Inf(-1),
	}
}

// mathFunction returns Math.<name> if it takes one argument, such as Math.abs. Otherwise it returns nil.
func mathFunction(name string) func(float64) float64 {
	return map[string]func(float64) float64{
		"abs": math.Abs, "acos": math.Acos, "acosh": math.Acosh, "asin": math.Asin, "asinh": math.Asinh, "atan": math.Atan, "atanh": math.Atanh,
		"cbrt": math.Cbrt, "ceil": math.Ceil, "cos": math.Cos, "cosh": math.Cosh, "exp": math.Exp, "expm1": math.Expm1, "floor": math.Floor,
		"log": math.Log, "log10": math.Log10, "log1p": math.Log1p, "log2": math.Log2, "sin": math.Sin, "sinh": math.Sinh, "sqrt": math.Sqrt,
		"tan": math.Tan, "tanh": math.Tanh, "trunc": math.Trunc, "round": round, "sign": sign,
		"fround": func(n float64) float64 { return float64(float32(n)) },
		"clz32":  func(n float64) float64 { return float64(bits.LeadingZeros32(uint32(toInt32(n)))) },
	}[name]
}

// round implements Math.round. It rounds halves up: 2.5 becomes 3, and -2.5 becomes -2.
func round(n float64) float64 {
	whole := math.Floor(n)
	switch {
	case math.Abs(n) >= 1<<52 || n == whole: // NaN too: Floor returns it unchanged
		return n
	case n-whole >= 0.5:
		whole++
	}
	return math.Copysign(whole, n)
}

func sign(n float64) float64 {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	default:
		return n
	}
}

// mathFunctionOfMany returns Math.<name> if it takes several arguments, such as Math.max. Otherwise it returns nil.
func mathFunctionOfMany(name string) native {
	ofTwo := func(f func(x, y float64) float64) native {
		return func(m *machine, args []value) value {
			x := m.toNumber(argument(args, 0))
			return numberOf(f(x, m.toNumber(argument(args, 1))))
		}
	}
	return map[string]native{
		"max": extreme(math.Inf(-1), math.Max), "min": extreme(math.Inf(1), math.Min), "hypot": hypot,
		"pow": ofTwo(raised), "atan2": ofTwo(math.Atan2),
		"imul": ofTwo(func(x, y float64) float64 { return float64(toInt32(x) * toInt32(y)) }),
	}[name]
}

// extreme implements Math.max and Math.min. first is the result without arguments. If any argument is NaN, the result is NaN.
func extreme(first float64, of func(x, y float64) float64) native {
	return func(m *machine, args []value) value {
		found, isNaN := first, false
		for _, a := range args {
			n := a.n
			if a.kind != number {
				n = m.toNumber(a)
			}
			isNaN = isNaN || math.IsNaN(n)
			found = of(found, n)
		}
		if isNaN {
			return numberOf(math.NaN())
		}
		return numberOf(found)
	}
}

// hypot implements Math.hypot with the same rounding as the JavaScript engine V8: it divides all arguments by the largest one and adds the
// squares with Kahan summation.
func hypot(m *machine, args []value) value {
	greatest, isNaN := 0.0, false
	sizes := make([]float64, len(args))
	for i, a := range args {
		sizes[i] = math.Abs(m.toNumber(a))
		isNaN = isNaN || math.IsNaN(sizes[i])
		if sizes[i] > greatest {
			greatest = sizes[i]
		}
	}
	switch {
	case math.IsInf(greatest, 1):
		return numberOf(greatest)
	case isNaN:
		return numberOf(math.NaN())
	case greatest == 0:
		return numberOf(0)
	}
	var sum, lost float64
	for _, n := range sizes {
		n /= greatest
		square := float64(n*n) - lost // The conversion keeps both operations apart on every processor.
		next := sum + square
		lost = (next - sum) - square
		sum = next
	}
	return numberOf(math.Sqrt(sum) * greatest)
}

func numberFunction(name string) native {
	test := map[string]func(n float64) bool{
		"isInteger":     isWhole,
		"isFinite":      isFinite,
		"isNaN":         math.IsNaN,
		"isSafeInteger": func(n float64) bool { return isWhole(n) && math.Abs(n) < 1<<53 },
	}[name]
	if test == nil {
		return nil
	}
	return func(_ *machine, args []value) value {
		v := argument(args, 0)
		return booleanOf(v.kind == number && test(v.n))
	}
}

func isWhole(n float64) bool { return isFinite(n) && n == math.Trunc(n) }

// isStandardGlobal reports whether JavaScript has a global with this name, such as Date. An expression with a global that this package does
// not support gets an *OutsideError. An expression with any other unknown name throws JavaScript's ReferenceError.
func isStandardGlobal(name string) bool {
	const names = " Math Number String Boolean Array Object Function Symbol BigInt RegExp Date Error AggregateError EvalError RangeError " +
		"ReferenceError SyntaxError TypeError URIError Map Set WeakMap WeakSet WeakRef FinalizationRegistry Promise Proxy Reflect " +
		"JSON Intl Atomics ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array " +
		"Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array Iterator Temporal globalThis arguments eval " +
		"decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape "
	return strings.Contains(names, " "+name+" ")
}

// isStandardMember reports whether JavaScript values have a member with this name, such as match. Any other name gives undefined.
func isStandardMember(name string) bool {
	const names = " constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf __proto__ " +
		"__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ at charAt charCodeAt codePointAt concat endsWith includes indexOf " +
		"isWellFormed lastIndexOf localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search slice " +
		"split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase toWellFormed trim trimEnd " +
		"trimLeft trimRight trimStart anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup copyWithin " +
		"entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach join keys map pop push reduce " +
		"reduceRight reverse shift some sort splice toReversed toSorted toSpliced unshift values with toExponential toFixed " +
		"toPrecision apply arguments bind call caller prototype "
	return strings.Contains(names, " "+name+" ")
}
