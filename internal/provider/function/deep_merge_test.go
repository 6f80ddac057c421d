// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// expectedMerge computes the expected result of deep_merge from the values that the merged objects have at one path. Unlike deep_merge, it
// merges all values at once. If the last value is null, exists is false. If deep_merge must return an error because the types differ, fits
// is false.
func expectedMerge(values list) (result any, exists, fits bool) {
	fits = true
	for begin, i := 0, 0; i <= len(values); i++ {
		if i < len(values) && values[i] != nil {
			continue
		}
		var runFits bool // result and exists depend only on the values after the last null
		result, exists, runFits = expectedMergeWithoutNulls(values[begin:i])
		fits = fits && runFits
		begin = i + 1
	}
	return result, exists, fits
}

// expectedMergeWithoutNulls is like expectedMerge, but accepts only values that are not null. Their members may be null.
func expectedMergeWithoutNulls(values list) (result any, exists, fits bool) {
	if len(values) == 0 {
		return nil, false, true
	}
	columns, kinds := map[string]list{}, map[string]bool{}
	for _, value := range values {
		switch value := value.(type) {
		case object:
			kinds["object"] = true
			for key, member := range value {
				columns[key] = append(columns[key], member)
			}
		case list:
			kinds["list"] = true
		default:
			kinds["scalar"] = true
		}
	}
	fits = len(kinds) == 1
	if !kinds["object"] {
		return values[len(values)-1], true, fits
	}
	merged := object{}
	for key, column := range columns {
		member, memberExists, memberFits := expectedMerge(column)
		fits = fits && memberFits
		if memberExists {
			merged[key] = member
		}
	}
	return merged, true, fits
}

// drawLayer returns a random object to merge. It uses only the keys a, b and c/d at each level, so that random objects have keys in common.
func drawLayer(t *rapid.T, name string, depth int, nulls bool) object {
	layer := object{}
	for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c/d"}), 0, 3, rapid.ID).Draw(t, name) {
		path := name + "." + key
		switch kind := rapid.IntRange(0, 9).Draw(t, path); {
		case kind == 0 && nulls:
			layer[key] = nil
		case kind <= 1:
			layer[key] = list{rapid.SampledFrom([]string{"x", "y"}).Draw(t, path+" element"), nil}
		case kind <= 4 || depth == 0:
			layer[key] = rapid.SampledFrom([]any{"x", "y", true}).Draw(t, path+" value")
		default:
			layer[key] = drawLayer(t, path, depth-1, nulls)
		}
	}
	return layer
}

// mergesAsExpected checks that deep_merge returns the same result as expectedMerge for random objects.
func mergesAsExpected(outer testing.TB) func(*rapid.T) {
	merge := func(t *rapid.T, layers ...any) (any, bool) {
		got, err := call(outer, "deep_merge", literal(layers))
		if err != nil {
			return nil, false
		}
		var plain any
		if err := json.Unmarshal([]byte(show(outer, got)), &plain); err != nil || plain == nil {
			t.Fatalf("%v became %#v: %v", layers, got, err)
		}
		return plain, true
	}
	return func(t *rapid.T) {
		nulls := rapid.Bool().Draw(t, "nulls")
		a, b, c := drawLayer(t, "a", 3, nulls), drawLayer(t, "b", 3, nulls), drawLayer(t, "c", 3, nulls)
		want, _, fits := expectedMerge(list{a, b, c})
		all, ok := merge(t, a, b, c)
		if ok != fits {
			t.Fatalf("%v merged: %v, want %v", list{a, b, c}, ok, fits)
		}
		if diff := cmp.Diff(want, all); ok && diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}
	}
}

func TestDeepMergeOfRandomObjects(t *testing.T) {
	t.Parallel()
	rapid.Check(t, mergesAsExpected(t))
}

func FuzzDeepMerge(f *testing.F) {
	f.Fuzz(func(t *testing.T, drawn []byte) { rapid.MakeFuzz(mergesAsExpected(t))(t, drawn) })
}
