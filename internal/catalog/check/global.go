// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/nearest"
)

// globals lists ECMAScript's global names. Other names only cause a warning, because engines may define more (quirk 277 in quirks.go).
var globals = strings.Fields(`AggregateError Array ArrayBuffer AsyncFunction Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
	Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator
	JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError
	TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet arguments decodeURI decodeURIComponent
	encodeURI encodeURIComponent escape eval false globalThis isFinite isNaN null parseFloat parseInt true undefined unescape`)

// members contains the constants and functions of the Math and Number objects and, under the key "", the methods of strings and numbers.
// Values of other types, such as arrays, may have methods that are not listed here. Therefore, checkGlobals warns about an unknown method
// only if its name looks misspelled.
var members = map[string][]string{
	"Math": strings.Fields(`E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1
		f16round floor fround hypot imul log log10 log1p log2 max min pow random round sign sin sinh sqrt sumPrecise tan tanh trunc`),
	"Number": strings.Fields(`EPSILON MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE NEGATIVE_INFINITY NaN POSITIVE_INFINITY isFinite
		isInteger isNaN isSafeInteger length name parseFloat parseInt prototype`),
	"": strings.Fields(`at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare match matchAll normalize padEnd
		padStart repeat replace replaceAll search slice split startsWith substring toExponential toFixed toLocaleString toLowerCase toPrecision
		toString toUpperCase trim trimEnd trimStart valueOf`),
}

// maxNames is the maximum number of names to check in an expression. It limits how long a malicious expression can take.
const maxNames = 100

// checkGlobals warns about names that JavaScript does not define, such as Math.sqroot.
func (f *formula) checkGlobals(all Names) {
	for _, name := range f.parsed.Globals[:min(len(f.parsed.Globals), maxNames)] {
		object, member, isMember := strings.Cut(name, ".")
		_, isItem := all.elements[name]
		switch {
		case isMember && object == "":
			if meant := nearestMember(member); meant != "" {
				f.warnOfName(name, ".", meant)
			}
		case isMember && !slices.Contains(members[object], member):
			f.warnOfName(name, object+".", nearest.Name(member, members[object]))
		case !isMember && !slices.Contains(globals, name) && !isItem:
			meant, of := nearest.Name(name, slices.Concat(globals, members["Math"])), ""
			if slices.Contains(members["Math"], meant) {
				of = "Math."
			}
			f.warnOfName(name, of, meant)
		}
	}
}

// nearestMember returns the method or property of strings or numbers whose name is closest to a misspelled name, such as toFixed for
// toFxed.
func nearestMember(name string) string {
	known := []string{"length"}
	name, isCall := strings.CutSuffix(name, "()")
	if isCall {
		known = members[""]
	}
	if slices.Contains(members[""], name) {
		return ""
	}
	return nearest.Name(name, known)
}

// warnOfName warns about an unknown name. If meant is not "", the warning suggests a name that consists of object and meant, such as
// "Math." and "sqrt".
func (f *formula) warnOfName(name, object, meant string) {
	if meant != "" {
		meant = "; perhaps you mean " + object + meant
	}
	f.warn("Unknown name", "%s uses %s, which JavaScript does not have%s.", f.Path, name, meant)
}
