// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"maps"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

func testComponent(attributes map[string]any) map[string]any {
	component := map[string]any{
		"type": "algorithm", "name": "Forecast", "version": "1.0.0", "deployment_capacity": "small",
		"input": []any{}, "output": []any{}, "routines": []any{},
	}
	maps.Copy(component, attributes)
	return component
}

func TestComponentChecks(t *testing.T) {
	t.Parallel()
	named := func(name string) map[string]any { return map[string]any{"name": name} }
	twins := []any{named("a"), named("b"), named("a")}
	parameters := func(names ...string) []any {
		var list []any
		for _, name := range names {
			list = append(list, map[string]any{"name": name, "type": "str"})
		}
		return list
	}
	for name, c := range map[string]struct {
		attributes map[string]any
		want       []string
	}{
		"all in order": {attributes: map[string]any{
			"input":        []any{map[string]any{"name": "a", "type": "Window"}, map[string]any{"name": "b", "type": "Season", "depends_on": "a"}},
			"custom_types": []any{map[string]any{"name": "Window", "fields": []any{map[string]any{"name": "a", "type": "Season"}}}, named("Season")},
			"output":       []any{named("a"), named("b")},
			"endpoints":    []any{map[string]any{"name": "a", "port": 1}, map[string]any{"name": "b", "port": 65535}, named("c")},
			"routines":     []any{map[string]any{"name": "a", "max_instances": 1, "config": parameters("a", "b")}},
		}},
		"blank name":    {attributes: map[string]any{"name": " "}, want: []string{`warning name: name is " ", but`}},
		"blank type":    {attributes: map[string]any{"type": ""}, want: []string{`error type: type is "", but`}},
		"blank version": {attributes: map[string]any{"version": ""}, want: []string{`warning version: version is "", but`}},
		"inputs of one name": {
			attributes: map[string]any{"input": parameters("a", "b", "a")},
			want:       []string{`error input[2].name: input[2].name is "a", but input[0] has that name already.`},
		},
		"outputs of one name":      {attributes: map[string]any{"output": twins}, want: []string{`error output[2].name: output[2].name is "a", but output[0] has that name already.`}},
		"fields of one name":       {attributes: map[string]any{"output": []any{map[string]any{"name": "o", "fields": twins}}}, want: []string{"error output[0].fields[2].name: output[0].fields[2].name is"}},
		"routines of one name":     {attributes: map[string]any{"routines": twins}, want: []string{"error routines[2].name: "}},
		"settings of one name":     {attributes: map[string]any{"routines": []any{map[string]any{"name": "r", "config": parameters("a", "a")}}}, want: []string{"error routines[0].config[1].name: "}},
		"addresses of one name":    {attributes: map[string]any{"routines": []any{map[string]any{"name": "r", "input": twins, "output": twins}}}, want: []string{"error routines[0].input[2].name: ", "error routines[0].output[2].name: "}},
		"custom types of one name": {attributes: map[string]any{"custom_types": twins}, want: []string{"error custom_types[2].name: "}},
		"members of one name":      {attributes: map[string]any{"custom_types": []any{map[string]any{"name": "T", "fields": parameters("a", "a")}}}, want: []string{"error custom_types[0].fields[1].name: "}},
		"endpoints of one name":    {attributes: map[string]any{"endpoints": twins}, want: []string{"error endpoints[2].name: "}},
		"port 65536":               {attributes: map[string]any{"endpoints": []any{map[string]any{"name": "a", "port": 65536}}}, want: []string{"error endpoints[0].port: endpoints[0].port is 65536, but it has to be a whole number from 0 to 65535."}},
		"no instances":             {attributes: map[string]any{"routines": []any{map[string]any{"name": "a", "max_instances": 0}}}, want: []string{"warning routines[0].max_instances: routines[0].max_instances is 0, but"}},
		"type that does not exist": {
			attributes: map[string]any{"input": []any{map[string]any{"name": "a", "type": "string", "value": `1`}}, "custom_types": []any{}},
			want:       []string{`error input[0].type: input[0].type is "string", but it has to be a built-in type (str, int, float, bool,`},
		},
		"custom type that does not exist": {
			attributes: map[string]any{"input": []any{map[string]any{"name": "a", "type": "Window"}}, "custom_types": []any{named("window")}},
			want:       []string{`error input[0].type: input[0].type is "Window", but`},
		},
		"custom types not managed": {
			attributes: map[string]any{"input": []any{map[string]any{"name": "a", "type": "string"}}},
			want:       []string{`warning input[0].type: input[0].type is "string", which is neither a built-in type (str, int,`},
		},
		"custom types not known": {attributes: map[string]any{"input": []any{map[string]any{"name": "a", "type": "Window"}}, "custom_types": providertest.Unknown{}}},
		"custom type not known":  {attributes: map[string]any{"input": []any{map[string]any{"name": "a", "type": "Window"}}, "custom_types": []any{providertest.Unknown{}}}},
		"name not known":         {attributes: map[string]any{"input": []any{map[string]any{"name": "a", "type": "Window"}}, "custom_types": []any{map[string]any{"name": providertest.Unknown{}}}}},
		"parts not known": {attributes: map[string]any{
			"input": []any{providertest.Unknown{}, map[string]any{"name": providertest.Unknown{}, "type": providertest.Unknown{}, "value": `[1]`}}, "output": providertest.Unknown{}, "routines": []any{providertest.Unknown{}}, "endpoints": []any{providertest.Unknown{}},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantProblems(t, "engine_component", testComponent(c.attributes), c.want...)
		})
	}
}
