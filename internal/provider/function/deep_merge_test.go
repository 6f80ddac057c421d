// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

type object = map[string]any

type list = []any

func TestDeepMerge(t *testing.T) {
	t.Parallel()
	textMap := func(members object) tftypes.Value {
		return providertest.Value(t, tftypes.Map{ElementType: tftypes.String}, members)
	}
	anObject := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"b": tftypes.String}}
	emptyList := tftypes.NewValue(tftypes.List{ElementType: tftypes.DynamicPseudoType}, []tftypes.Value{})
	cases := map[string]struct {
		layers any
		want   any
	}{
		"no layer":  {layers: list{}, want: object{}},
		"one layer": {layers: list{object{"a": "1"}}, want: object{"a": "1"}},
		"scalars of the last win": {
			layers: list{object{"a": "1", "b": "2"}, object{"a": 3}, object{"a": true}}, want: object{"a": true, "b": "2"},
		},
		"objects in depth": {
			layers: list{object{"a": object{"b": object{"c": "1"}}}, object{"a": object{"b": object{"d": "2"}, "e": "3"}}},
			want:   object{"a": object{"b": object{"c": "1", "d": "2"}, "e": "3"}},
		},
		"lists replace":          {layers: list{object{"a": list{"1", "2"}}, object{"a": list{"3"}}}, want: object{"a": list{"3"}}},
		"an empty list replaces": {layers: list{object{"a": list{"1"}}, object{"a": list{}}}, want: object{"a": list(nil)}},
		"a list without a type":  {layers: list{object{"a": list{"1"}}, object{"a": emptyList}}, want: object{"a": list(nil)}},
		"null unsets":            {layers: list{object{"a": "1", "b": "2"}, object{"a": nil}}, want: object{"b": "2"}},
		"null unsets objects":    {layers: list{object{"a": object{"b": "2"}}, object{"a": nil}}, want: object{}},
		"null of a type":         {layers: list{object{"a": "1"}, textMap(object{"a": nil, "b": "2"})}, want: object{"b": "2"}},
		"null unsets nothing":    {layers: list{object{"a": object{"b": nil, "c": "1"}, "d": nil}}, want: object{"a": object{"c": "1"}}},
		"null in a list stays":   {layers: list{object{"a": list{nil, object{"b": nil}}}}, want: object{"a": list{nil, object{"b": nil}}}},
		"null makes way": {
			layers: list{object{"a": "1"}, object{"a": nil}, object{"a": object{"b": "2"}}},
			want:   object{"a": object{"b": "2"}},
		},
		"set again": {
			layers: list{object{"a": object{"b": "1"}}, object{"a": nil}, object{"a": object{"c": "2"}}}, want: object{"a": object{"c": "2"}},
		},
		"maps and objects": {
			layers: list{textMap(object{"a": "1", "b": "2"}), object{"b": 3, "c": object{}}}, want: object{"a": "1", "b": "3", "c": object{}},
		},
		"a layer that is null": {layers: list{object{"a": "1"}, nil, tftypes.NewValue(anObject, nil)}, want: object{"a": "1"}},
		"unknown stays": {
			layers: list{object{"a": "1", "b": unknown}, object{"a": unknown}},
			want:   object{"a": providertest.Unknown{}, "b": providertest.Unknown{}},
		},
		"unknown is replaced": {
			layers: list{object{"a": unknown, "b": unknown}, object{"a": "1", "b": list{}}}, want: object{"a": "1", "b": list(nil)},
		},
		"unknown below an object": {
			layers: list{object{"a": tftypes.NewValue(anObject, tftypes.UnknownValue)}, object{"a": object{"b": "1"}}},
			want:   object{"a": providertest.Unknown{}},
		},
		"unknown over an object": {
			layers: list{object{"a": object{"b": "1"}}, object{"a": unknown}, object{"a": object{"b": "1"}}},
			want:   object{"a": providertest.Unknown{}},
		},
		"unknown is unset": {
			layers: list{object{"a": unknown}, object{"a": nil}, object{"a": object{"b": "1"}}}, want: object{"a": object{"b": "1"}},
		},
		"unknown layer": {layers: list{object{"a": "1"}, unknown}, want: providertest.Unknown{}},
		"unknown layer of a known type": {
			layers: list{object{"a": "1"}, tftypes.NewValue(anObject, tftypes.UnknownValue)}, want: providertest.Unknown{},
		},
		"unknown list": {layers: unknown, want: providertest.Unknown{}},
		"null alone":   {layers: nil, want: object{}},
		"one object":   {layers: object{"a": object{"b": "1", "c": nil}}, want: object{"a": object{"b": "1"}}},
		"unknown list of a known type": {
			layers: tftypes.NewValue(tftypes.List{ElementType: anObject}, tftypes.UnknownValue), want: providertest.Unknown{},
		},
		"keys that are no identifiers": {
			layers: list{object{"pump-1/flow": object{"x y": "1"}}, object{"pump-1/flow": object{"": "2"}}},
			want:   object{"pump-1/flow": object{"x y": "1", "": "2"}},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ways := []list{{c.layers}}
			if layers, ok := c.layers.(list); ok {
				ways = append(ways, layers)
			}
			for _, arguments := range ways {
				got, err := call(t, "deep_merge", arguments...)
				if err != nil {
					t.Fatal(err.Text)
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("%d arguments, -want +got:\n%s", len(arguments), diff)
				}
			}
		})
	}
}

func TestDeepMergeErrors(t *testing.T) {
	t.Parallel()
	const makesWay = "; to replace it, put a layer with null between the two"
	many, others := object{}, object{}
	for _, name := range strings.Split("abcdefghijklmnopqrstuvw", "") {
		many[name], others[name] = "1", object{}
	}
	var conflicting []string
	for _, name := range strings.Split("abcdefghijklmnopqrst", "") {
		conflicting = append(conflicting, name+` is an object in layers[1], but a text in layers[0]`+makesWay)
	}
	cases := map[string]struct {
		layers any
		want   string
	}{
		"a text": {layers: "text", want: `layers[0] is a text, but it has to be an object`},
		"a set": {
			layers: tftypes.NewValue(tftypes.Set{ElementType: tftypes.String}, []tftypes.Value{}),
			want:   `layers[0] is a set, but it has to be an object`,
		},
		"unknown text": {layers: tftypes.NewValue(tftypes.String, tftypes.UnknownValue), want: `layers[0] is a text, but it has to be an object`},
		"layers that are none": {
			layers: list{object{}, "text", list{}, 3},
			want: "layers[1] is a text, but it has to be an object\nlayers[2] is a list, but it has to be an object\nlayers[3] is a number, " +
				"but it has to be an object",
		},
		"object over text": {
			layers: list{object{"a": "1"}, object{}, object{"a": object{}}},
			want:   `a is an object in layers[2], but a text in layers[0]` + makesWay,
		},
		"text over object": {
			layers: list{object{"a": object{}}, object{"a": true}}, want: `a is a boolean in layers[1], but an object in layers[0]` + makesWay,
		},
		"list over text": {
			layers: list{object{"a": "1"}, object{"a": list{}}}, want: `a is a list in layers[1], but a text in layers[0]` + makesWay,
		},
		"unknown text over object": {
			layers: list{object{"a": object{}}, object{"a": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}},
			want:   `a is a text in layers[1], but an object in layers[0]` + makesWay,
		},
		"two in depth": {
			layers: list{
				object{"rules": object{"a/b": object{"x": list{}}, "c": object{"y": "1"}}},
				object{"rules": object{"a/b": object{"x": object{}}, "c": object{"y": list{}}}},
			},
			want: `rules["a/b"].x is an object in layers[1], but a list in layers[0]` + makesWay + "\n" + `rules.c.y is a list in layers[1], ` +
				`but a text in layers[0]` + makesWay,
		},
		"very many": {
			layers: list{many, others},
			want:   strings.Join(conflicting, "\n") + "\nand 3 more",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := call(t, "deep_merge", c.layers)
			if err == nil {
				t.Fatal("no error")
			}
			if err.FunctionArgument == nil || *err.FunctionArgument != 0 {
				t.Errorf("the error is on argument %v", err.FunctionArgument)
			}
			if diff := cmp.Diff(c.want, err.Text); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestDeepMergeOfTwoLists checks that the error names every argument that is not an object, and points to the first of them.
func TestDeepMergeOfTwoLists(t *testing.T) {
	t.Parallel()
	_, err := call(t, "deep_merge", object{}, list{object{"a": "1"}}, "text")
	const want = "layers[1] is a list, but it has to be an object\nlayers[2] is a text, but it has to be an object"
	if err == nil || err.Text != want || err.FunctionArgument == nil || *err.FunctionArgument != 1 {
		t.Errorf("got %+v, want %q on argument 1", err, want)
	}
}
