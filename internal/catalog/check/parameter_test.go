// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"maps"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// TestParameterValues checks JSON values that match a type, and others that do not.
func TestParameterValues(t *testing.T) {
	t.Parallel()
	const placeholder = `"${{secret.TOKEN}}"`
	for typeName, c := range map[string]struct {
		taken, refused []string
		takes          string
	}{
		"str":         {[]string{`"a"`, `""`}, []string{`1`, `true`, `{}`}, "text"},
		"int":         {[]string{`0`, `-24`, `1e3`, `2.0`, `123456789012345678901`}, []string{`2.5`, `"24"`, `true`, `{}`}, "a whole number"},
		"float":       {[]string{`2.5`, `1`, `-1e-3`}, []string{`"2.5"`, `false`}, "a number"},
		"bool":        {[]string{`true`, `false`}, []string{`"true"`, `0`}, "true or false"},
		"datetime":    {[]string{`"2026-01-05T08:00:00Z"`, `"2026-01-05"`, `""`}, []string{`"tomorrow"`, `1767600000`}, "the text of an ISO 8601 time"},
		"url":         {[]string{`"https://example.com/a?b=c"`, `"modbus://10.20.0.5:502"`, `"mailto:a@example.com"`, `""`}, []string{`"example.com"`, `"10.20.0.5:502"`, `"http://[::1"`, `1`}, "the text of a URL"},
		"crontab":     {[]string{`"0 * * * *"`}, []string{`5`}, "text"},
		"File":        {[]string{`"id-1"`, `{"id":"id-1"}`}, []string{`1`, `true`}, "an id, or an object"},
		"Asset":       {[]string{`"id-1"`, `{"id":"id-1"}`}, []string{`1`}, "an id, or an object"},
		"Attribute":   {[]string{`"id-1"`, `{"id":"id-1"}`}, []string{`1`}, "an id, or an object"},
		"Component":   {[]string{`"id-1"`, `{"id":"id-1"}`}, []string{`1`}, "an id, or an object"},
		"DataAddress": {[]string{`{"asset":"a","attribute":"b"}`}, []string{`{"asset":"a"}`, `{"asset":"a","attribute":1}`, `"a"`}, "an object with the ids of an asset and an attribute"},
		"Window":      {[]string{`{"from":1}`, `"summer"`, `1`}, nil, ""},
	} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			for _, value := range append([]string{`null`, `[]`, placeholder}, c.taken...) {
				wantProblems(t, "engine_routine", providertest.Routine(map[string]any{"type": typeName, "value": value}))
			}
			for _, value := range append([]string{`null`, placeholder}, c.taken...) {
				wantProblems(t, "engine_routine", providertest.Routine(map[string]any{"type": typeName, "multiple": true, "value": "[" + value + "]"}))
			}
			for _, value := range c.refused {
				wantProblems(t, "engine_routine", providertest.Routine(map[string]any{"type": typeName, "value": value}), "warning config[1].value: "+c.takes)
				wantProblems(t, "engine_routine", providertest.Routine(map[string]any{"type": typeName, "multiple": true, "value": "[null," + value + "]"}),
					"warning config[1].value: Element 1 (from 0) of config[1].value is ")
			}
		})
	}
}

func TestParameterChecks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		parameter map[string]any
		want      []string
	}{
		"secret in plain": {
			parameter: map[string]any{"type": "str", "sensitive": true, "value": `"hush"`},
			want:      []string{`warning config[1].value: config[1].value is the value of a sensitive parameter, and Terraform writes it into its plans and its state. Declare config[1].value_wo with config[1].value_wo_version instead`},
		},
		"secrets in plain":         {parameter: map[string]any{"type": "Login", "sensitive": true, "value": `{"user":"","pin":7}`}, want: []string{"warning config[1].value: "}},
		"secret of several":        {parameter: map[string]any{"type": "str", "multiple": true, "sensitive": true, "value": `["${{secret.A}}","hush"]`}, want: []string{"warning config[1].value: "}},
		"no secret":                {parameter: map[string]any{"type": "str", "multiple": true, "sensitive": true, "value": `["${{secret.A}}","",null]`}},
		"empty secret":             {parameter: map[string]any{"type": "Login", "sensitive": true, "value": `{}`}},
		"secret that is not known": {parameter: map[string]any{"type": "str", "sensitive": true, "value": providertest.Unknown{}}},
		"not known whether secret": {parameter: map[string]any{"type": "str", "sensitive": providertest.Unknown{}, "value": `"hush"`}},
		"write-only value":         {parameter: map[string]any{"type": "str", "value_wo": `"a"`, "value_wo_version": 1}},
		"write-only value of another type": {
			parameter: map[string]any{"type": "int", "value_wo": `"a"`, "value_wo_version": 1},
			want:      []string{`warning config[1].value_wo: config[1].value_wo is a text, but a value of the type "int" is a whole number`},
		},
		"write-only value that is not one of the choices": {
			parameter: map[string]any{"type": "str", "choices": `["b"]`, "value_wo": `"a"`, "value_wo_version": 1},
			want:      []string{`warning config[1].value_wo: config[1].value_wo is not one of the choices, which are ["b"].`},
		},
		"two values": {
			parameter: map[string]any{"type": "str", "value": `"a"`, "value_wo": `"a"`, "value_wo_version": 1},
			want:      []string{"error config[1].value_wo: config[1].value and config[1].value_wo are both declared."},
		},
		"write-only value without a version": {
			parameter: map[string]any{"type": "str", "value_wo": `"a"`},
			want:      []string{"error config[1].value_wo: config[1].value_wo also needs config[1].value_wo_version, for example 1"},
		},
		"version without a value": {
			parameter: map[string]any{"type": "str", "value_wo_version": 1},
			want:      []string{"error config[1].value_wo_version: config[1].value_wo_version is declared without config[1].value_wo."},
		},
		"write-only value that is not known": {parameter: map[string]any{"type": "str", "value": `"a"`, "value_wo": providertest.Unknown{}, "value_wo_version": providertest.Unknown{}}},
		"number for a text": {
			parameter: map[string]any{"type": "str", "value": `1`},
			want:      []string{`warning config[1].value: config[1].value is a number, but a value of the type "str" is text, for example jsonencode("text").`},
		},
		"array without multiple": {
			parameter: map[string]any{"type": "int", "value": `[1,2]`},
			want:      []string{"warning config[1].value: config[1].value is an array, but config[1].multiple is not true. Declare multiple = true, or one value: a whole number, for example jsonencode(24)."},
		},
		"one value with multiple": {
			parameter: map[string]any{"type": "int", "multiple": true, "value": `1`},
			want:      []string{"warning config[1].value: config[1].value is a number, but config[1].multiple is true, so it has to be an array, for example jsonencode([24])."},
		},
		"custom type and multiple": {parameter: map[string]any{"type": "Window", "value": `[{}]`}, want: []string{"warning config[1].value: config[1].value is an array, but"}},
		"multiple not known":       {parameter: map[string]any{"type": "int", "multiple": providertest.Unknown{}, "value": `[1]`}},
		"neither multiple known":   {parameter: map[string]any{"type": "int", "multiple": providertest.Unknown{}, "value": `1`}},
		"type not known":           {parameter: map[string]any{"type": providertest.Unknown{}, "multiple": true, "value": `1`}},
		"value not known":          {parameter: map[string]any{"type": "int", "multiple": true, "value": providertest.Unknown{}, "choices": `[1]`}},
		"value not JSON":           {parameter: map[string]any{"type": "int", "value": `1 2`}, want: []string{"error config[1].value: "}},
		"blank type":               {parameter: map[string]any{"type": "", "value": `1`}, want: []string{`warning config[1].type: config[1].type is "", but`}},
		"choice":                   {parameter: map[string]any{"type": "float", "value": `1.0`, "choices": `[0.5, 1]`}},
		"no choice": {
			parameter: map[string]any{"type": "str", "value": `"c"`, "choices": `["a","b"]`},
			want:      []string{`warning config[1].value: config[1].value is not one of the choices, which are ["a","b"].`},
		},
		"one choice of two":     {parameter: map[string]any{"type": "str", "multiple": true, "value": `["a","c"]`, "choices": `["a","b"]`}, want: []string{"warning config[1].value: config[1].value is not one of the choices"}},
		"placeholder":           {parameter: map[string]any{"type": "str", "value": `"${{secret.A}}"`, "choices": `["a","b"]`}},
		"objects to choose":     {parameter: map[string]any{"type": "Asset", "value": `"a"`, "choices": `[{"id":"a"}]`}},
		"choices not known":     {parameter: map[string]any{"type": "str", "value": `"c"`, "choices": providertest.Unknown{}}},
		"nothing to choose":     {parameter: map[string]any{"type": "str", "value": `"c"`, "choices": `[]`}},
		"wrong type, no choice": {parameter: map[string]any{"type": "int", "value": `"c"`, "choices": `[1]`}, want: []string{"warning config[1].value: config[1].value is a text"}},
		"choices are an object": {
			parameter: map[string]any{"type": "str", "value": `"a"`, "choices": `{"a":1}`},
			want:      []string{`error config[1].choices: config[1].choices is an object, but it has to be an array, for example jsonencode(["low", "high"]).`},
		},
		"depends on the first":  {parameter: map[string]any{"type": "str", "depends_on": "first"}},
		"depends on nothing":    {parameter: map[string]any{"type": "str", "depends_on": ""}},
		"depends on itself":     {parameter: map[string]any{"type": "str", "depends_on": "p"}, want: []string{`warning config[1].depends_on: config[1].depends_on is "p", the parameter's own name.`}},
		"depends on what lacks": {parameter: map[string]any{"type": "str", "depends_on": "second"}, want: []string{`warning config[1].depends_on: config[1].depends_on is "second", but the list has no parameter of that name. It has first, p.`}},
		"same name":             {parameter: map[string]any{"name": "first", "type": "str"}, want: []string{`error config[1].name: config[1].name is "first", but config[0] has that name already.`}},
		"name not known":        {parameter: map[string]any{"name": providertest.Unknown{}, "type": "str", "depends_on": "second"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantProblems(t, "engine_routine", providertest.Routine(c.parameter), c.want...)
		})
	}
}

func TestDataAddressChecks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		address map[string]any
		want    []string
	}{
		"unset":            {address: map[string]any{}},
		"null":             {address: map[string]any{"value": `null`}},
		"empty":            {address: map[string]any{"value": `[]`}},
		"one":              {address: map[string]any{"value": `{"asset":"a","attribute":"b","unit":"bar"}`}},
		"several":          {address: map[string]any{"multiple": true, "value": `[{"asset":"a","attribute":"b"}]`}},
		"placeholder":      {address: map[string]any{"value": `"${{secret.ADDRESS}}"`}},
		"not known":        {address: map[string]any{"value": providertest.Unknown{}}},
		"without asset":    {address: map[string]any{"value": `{"attribute":"b"}`}, want: []string{"error input[0].value: input[0].value is an object, but a value of the type \"DataAddress\" is an object with the ids of an asset and an attribute, for example jsonencode({ asset = \"pump-1\", attribute = \"flow\" })."}},
		"blank attribute":  {address: map[string]any{"value": `{"asset":"a","attribute":""}`}},
		"array of one":     {address: map[string]any{"value": `[{"asset":"a","attribute":"b"}]`}},
		"several of one":   {address: map[string]any{"value": `[{"asset":"a","attribute":"b"},{"asset":"a","attribute":"c"}]`}, want: []string{"error input[0].value: input[0].value is an array, but input[0].multiple is not true."}},
		"one of several":   {address: map[string]any{"multiple": true, "value": `{"asset":"a","attribute":"b"}`}, want: []string{"error input[0].value: input[0].value is an object, but input[0].multiple is true"}},
		"wrong one in two": {address: map[string]any{"multiple": true, "value": `[{"asset":"a","attribute":"b"},"c"]`}, want: []string{"error input[0].value: Element 1 (from 0) of input[0].value is a text, but"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := map[string]any{"name": "measured"}
			maps.Copy(address, c.address)
			routine := providertest.Routine(map[string]any{"type": "str"})
			routine["input"] = []any{address}
			wantProblems(t, "engine_routine", routine, c.want...)
		})
	}
}

func TestDataAddressesOfOneName(t *testing.T) {
	t.Parallel()
	routine := providertest.Routine(map[string]any{"type": "str"})
	routine["input"] = []any{map[string]any{"name": "a"}, map[string]any{"name": "a"}}
	routine["output"] = []any{map[string]any{"name": "b"}, map[string]any{"name": "a"}, map[string]any{"name": "b"}}
	wantProblems(t, "engine_routine", routine, "error input[1].name: input[1].name is", "error output[2].name: output[2].name is")
}
