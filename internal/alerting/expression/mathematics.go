// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"math"
	"math/bits"
)

var mathFunctions = map[string]func(float64) float64{
	"Math.abs": math.Abs, "Math.acos": acos, "Math.acosh": math.Acosh, "Math.asin": asin, "Math.asinh": math.Asinh,
	"Math.atan": math.Atan, "Math.atanh": math.Atanh, "Math.cbrt": math.Cbrt, "Math.ceil": math.Ceil, "Math.cos": math.Cos,
	"Math.cosh": cosh, "Math.exp": exp, "Math.expm1": math.Expm1, "Math.floor": math.Floor, "Math.log": log,
	"Math.log10": log10, "Math.log1p": math.Log1p, "Math.log2": log2, "Math.round": round, "Math.sign": sign,
	"Math.sin": math.Sin, "Math.sinh": sinh, "Math.sqrt": math.Sqrt, "Math.tan": math.Tan, "Math.tanh": math.Tanh,
	"Math.trunc":  math.Trunc,
	"Math.fround": func(n float64) float64 { return float64(float32(n)) },
	"Math.clz32":  func(n float64) float64 { return float64(bits.LeadingZeros32(uint32(toInt32(n)))) },
}

// The functions below are more accurate than those in package math, for example for large powers and for arguments near 1. An engine's
// results may still differ slightly, because JavaScript allows approximations.

// power returns x ** y. It computes with twice the precision of a float64, because each multiplication would otherwise lose accuracy.
func power(x, y float64) float64 {
	if math.IsNaN(y) || math.Abs(x) == 1 && math.IsInf(y, 0) {
		return math.NaN()
	}
	n, fraction := math.Modf(y)
	high, low, square, rest := 1.0, 0.0, x, 0.0
	for k := uint64(min(math.Abs(n), 1<<60)); k > 0; k >>= 1 {
		if k&1 == 1 {
			high, low = multiply(high, low, square, rest)
		}
		square, rest = multiply(square, rest, square, rest)
	}
	power := high
	if n < 0 {
		power = 1 / high
		power += power * (math.FMA(-high, power, 1) - low*power)
	}
	if math.Abs(fraction) == 0.5 {
		power *= math.Pow(x, fraction) // exact, because math.Pow uses the square root here
	} else if fraction != 0 {
		power *= math.Exp(fraction * math.Log(x))
	}
	if size := math.Abs(power); size > 1e-280 && size < 1e280 {
		return power
	}
	return math.Pow(x, y)
}

// multiply returns the product (a + b) * (c + d) in two parts: high is the rounded product, and low is approximately the rounding error.
func multiply(a, b, c, d float64) (high, low float64) {
	product := a * c
	rest := math.FMA(a, c, -product) + math.FMA(a, d, b*c)
	high = product + rest
	return high, rest - (high - product)
}

func asin(x float64) float64 { return math.Atan2(x, math.Sqrt((1-x)*(1+x))) }

func acos(x float64) float64 { return math.Atan2(math.Sqrt((1-x)*(1+x)), x) }

func atan2(y, x float64) float64 { return math.Copysign(math.Atan2(y, x), y) }

func exp(x float64) float64 {
	if x > 709 {
		return math.Exp(x-1) * math.E
	}
	return math.Exp(x)
}

func sinh(x float64) float64 {
	if math.Abs(x) > 700 {
		return math.Copysign(cosh(x), x)
	}
	return math.Sinh(x)
}

func cosh(x float64) float64 {
	if math.Abs(x) > 700 {
		half := math.Exp(math.Abs(x) / 2)
		return half / 2 * half
	}
	return math.Cosh(x)
}

func log(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

func log2(x float64) float64 {
	if x > 0.5 && x < 2 {
		return math.Log(x) * math.Log2E
	}
	return math.Log2(x)
}

func log10(x float64) float64 {
	n := log(x) * math.Log10E
	if power := math.Round(n); x > 0x1p-1022 && math.Pow10(int(power)) == x {
		return power
	}
	return n
}
