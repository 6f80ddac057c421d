// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package configuration

import (
	"sync"

	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// Sensitive is the mark on sensitive values (see cty.Value.Mark).
const Sensitive = "sensitive"

// Functions returns the Terraform functions whose results depend only on their arguments. Callers must treat the result of any other
// function, such as file, as unknown. The function "sensitive" is also included. It returns an unknown value that is marked as Sensitive.
func Functions() map[string]function.Function { return functions() }

// functions is built only once because adopt -update evaluates thousands of expressions.
var functions = sync.OnceValue(func() map[string]function.Function {
	to := func(t cty.Type) function.Function { return stdlib.MakeToFunc(t) }
	return map[string]function.Function{
		Sensitive: function.New(&function.Spec{
			Params: []function.Parameter{{Type: cty.DynamicPseudoType, AllowNull: true, AllowUnknown: true, AllowDynamicType: true}},
			Type:   function.StaticReturnType(cty.DynamicPseudoType),
			Impl:   func([]cty.Value, cty.Type) (cty.Value, error) { return cty.DynamicVal.Mark(Sensitive), nil },
		}),
		"abs": stdlib.AbsoluteFunc, "ceil": stdlib.CeilFunc, "chomp": stdlib.ChompFunc, "chunklist": stdlib.ChunklistFunc,
		"coalesce": stdlib.CoalesceFunc, "coalescelist": stdlib.CoalesceListFunc, "compact": stdlib.CompactFunc, "concat": stdlib.ConcatFunc,
		"contains": stdlib.ContainsFunc, "csvdecode": stdlib.CSVDecodeFunc, "distinct": stdlib.DistinctFunc, "element": stdlib.ElementFunc,
		"flatten": stdlib.FlattenFunc, "floor": stdlib.FloorFunc, "format": stdlib.FormatFunc, "formatdate": stdlib.FormatDateFunc,
		"formatlist": stdlib.FormatListFunc, "indent": stdlib.IndentFunc, "join": stdlib.JoinFunc, "jsondecode": stdlib.JSONDecodeFunc,
		"jsonencode": stdlib.JSONEncodeFunc, "keys": stdlib.KeysFunc, "length": length, "log": stdlib.LogFunc,
		"lookup": stdlib.LookupFunc, "lower": stdlib.LowerFunc, "max": stdlib.MaxFunc, "merge": stdlib.MergeFunc, "min": stdlib.MinFunc,
		"parseint": stdlib.ParseIntFunc, "pow": stdlib.PowFunc, "range": stdlib.RangeFunc, "regex": stdlib.RegexFunc,
		"regexall": stdlib.RegexAllFunc, "reverse": stdlib.ReverseListFunc, "setintersection": stdlib.SetIntersectionFunc,
		"setproduct": stdlib.SetProductFunc, "setsubtract": stdlib.SetSubtractFunc, "setunion": stdlib.SetUnionFunc, "signum": stdlib.SignumFunc,
		"slice": stdlib.SliceFunc, "sort": stdlib.SortFunc, "split": stdlib.SplitFunc, "strrev": stdlib.ReverseFunc, "substr": stdlib.SubstrFunc,
		"timeadd": stdlib.TimeAddFunc, "title": stdlib.TitleFunc, "trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc,
		"trimspace": stdlib.TrimSpaceFunc, "trimsuffix": stdlib.TrimSuffixFunc, "upper": stdlib.UpperFunc, "values": stdlib.ValuesFunc,
		"zipmap": stdlib.ZipmapFunc, "can": tryfunc.CanFunc, "try": tryfunc.TryFunc,
		"tobool": to(cty.Bool), "tonumber": to(cty.Number), "tostring": to(cty.String),
		"tolist": to(cty.List(cty.DynamicPseudoType)), "tomap": to(cty.Map(cty.DynamicPseudoType)), "toset": to(cty.Set(cty.DynamicPseudoType)),
	}
})

// length is like stdlib.LengthFunc, except that its result has the marks of all elements (see cty.Value.Mark). The length of a set depends
// on its elements, because equal elements count once. The parameter doesn't set AllowMarked, so cty adds the marks to the result.
var length = function.New(&function.Spec{
	Params: []function.Parameter{{Type: cty.DynamicPseudoType, AllowDynamicType: true}},
	Type:   function.StaticReturnType(cty.Number),
	Impl:   func(args []cty.Value, _ cty.Type) (cty.Value, error) { return stdlib.LengthFunc.Call(args) },
})
