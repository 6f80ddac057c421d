// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

func TestParameterValues(t *testing.T) {
	t.Parallel()
	const placeholder = `"${{secret.TOKEN}}"`
	for typeName, c := range map[string]struct {
		taken, refused []string
		takes          string
	}{
		"str": {taken: []string{`"a"`, `""`}, refused: []string{`1`, `true`, `{}`}, takes: "a string"},
		"int": {
			taken: []string{`0`, `-24`, `1e3`, `2.0`, `123456789012345678901`}, refused: []string{`2.5`, `"24"`, `true`, `{}`},
			takes: "an integer",
		},
		"float": {taken: []string{`2.5`, `1`, `-1e-3`}, refused: []string{`"2.5"`, `false`}, takes: "a number"},
		"bool":  {taken: []string{`true`, `false`}, refused: []string{`"true"`, `0`}, takes: "true or false"},
		"datetime": {
			taken:   []string{`"2026-01-05T08:00:00Z"`, `"2026-01-05"`, `""`},
			refused: []string{`"tomorrow"`, `1767600000`},
			takes:   "an ISO 8601 time",
		},
		"url": {
			taken:   []string{`"https://example.com/a?b=c"`, `"modbus://10.20.0.5:502"`, `"mailto:a@example.com"`, `""`},
			refused: []string{`"example.com"`, `"10.20.0.5:502"`, `"http://[::1"`, `1`},
			takes:   "a URL",
		},
		"crontab":   {taken: []string{`"0 * * * *"`}, refused: []string{`5`}, takes: "a string"},
		"File":      {taken: []string{`"id-1"`, `{"id":"id-1"}`}, refused: []string{`1`, `true`}, takes: "an id, or an object"},
		"Asset":     {taken: []string{`"id-1"`, `{"id":"id-1"}`}, refused: []string{`1`}, takes: "an id, or an object"},
		"Attribute": {taken: []string{`"id-1"`, `{"id":"id-1"}`}, refused: []string{`1`}, takes: "an id, or an object"},
		"Component": {taken: []string{`"id-1"`, `{"id":"id-1"}`}, refused: []string{`1`}, takes: "an id, or an object"},
		"DataAddress": {
			taken:   []string{`{"asset":"a","attribute":"b"}`},
			refused: []string{`{"asset":"a"}`, `{"asset":"a","attribute":1}`, `"a"`},
			takes:   "an object with the ids of an asset and an attribute",
		},
		"Window": {taken: []string{`{"from":1}`, `"summer"`, `1`}},
	} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			routine := func(value string, multiple any) map[string]any {
				return providertest.Routine(map[string]any{"type": typeName, "value": value, "multiple": multiple})
			}
			for _, value := range append([]string{`null`, `[]`, placeholder}, c.taken...) {
				wantProblems(t, "engine_routine", routine(value, nil))
			}
			for _, value := range append([]string{`null`, placeholder}, c.taken...) {
				wantProblems(t, "engine_routine", routine("["+value+"]", true))
			}
			for _, value := range c.refused {
				wantProblems(t, "engine_routine", routine(value, nil), "warning config[1].value: "+c.takes)
				wantProblems(t, "engine_routine", routine("[null,"+value+"]", true),
					"warning config[1].value: Element 1 (from 0) of config[1].value is ")
			}
		})
	}
}
