// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression/expressiontest"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

type object = map[string]any

func wantProblems(t *testing.T, typeName string, config object, want ...string) {
	t.Helper()
	providertest.WantProblems(t, provider.NewServer("test")(), typeName, config, want...)
}

// problemCase is a case in a YAML file in testdata. It contains attributes or items to add to a valid object, and the problems that the
// plan must then report. The string UNKNOWN represents a value that is unknown in the plan.
type problemCase struct {
	Name, Base    string
	Config        object
	Items, Target any
	Problems      []string
}

// TestChecks adds the attributes of each case in testdata to a valid object. Validating the object must report exactly the listed problems.
func TestChecks(t *testing.T) {
	t.Parallel()
	add := func(base object) func(problemCase) object {
		return func(c problemCase) object { return providertest.With(base, c.Config) }
	}
	rate, function := providertest.RateAlert(), object{"name": "f"}
	widget := object{"name": "Flow", "tab": "tab-1", "type": "timeseries"}
	for _, f := range []struct {
		file, resource string
		complete       func(problemCase) object
		words          []string // the words that replace LIST and TARGET in the problems
	}{
		{"alert", "engine_alert", add(rate), nil},
		{"component", "engine_component", add(object{
			"type": "algorithm", "name": "Forecast", "version": "1.0.0", "deployment_capacity": "small",
			"input": []any{}, "output": []any{}, "routines": []any{},
		}), nil},
		{"widget", "engine_widget", add(widget), nil},
		{"alert_schedule", "engine_alert", func(c problemCase) object {
			return providertest.With(map[string]object{"rate": rate, "cron": providertest.CronAlert()}[c.Base], c.Config)
		}, nil},
		{"function_schedule", "engine_function", add(function), nil},
		// The routine contains another parameter before the one from the test case, so the problems concern config[1].
		{"parameter", "engine_routine", func(c problemCase) object { return providertest.Routine(c.Config) }, nil},
		{"data_address", "engine_routine", func(c problemCase) object {
			address := providertest.With(object{"name": "measured"}, c.Config)
			return providertest.With(providertest.Routine(object{"type": "str"}), object{"input": []any{address}})
		}, nil},
		{"items", "engine_alert", withItems(rate, "alert_items", ""), []string{"LIST", "alert_items"}},
		{"items", "engine_function", withItems(function, "function_items", ""), []string{"LIST", "function_items"}},
		{"items", "engine_widget", withItems(widget, "chart_items", ""), []string{"LIST", "chart_items"}},
		{
			"target", "engine_alert", withItems(rate, "alert_items", "stmt_target_variable"),
			[]string{"LIST", "alert_items", "TARGET", "stmt_target_variable"},
		},
		{
			"target", "engine_function", withItems(function, "function_items", "target_variable"),
			[]string{"LIST", "function_items", "error TARGET", "warning target_variable", "TARGET", "target_variable"},
		},
	} {
		text, err := os.ReadFile("testdata/" + f.file + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		decoder := yaml.NewDecoder(bytes.NewReader(text))
		decoder.KnownFields(true)
		var cases []problemCase
		if err := decoder.Decode(&cases); err != nil || len(cases) == 0 {
			t.Fatalf("%s: %v", f.file, err)
		}
		for _, c := range cases {
			t.Run(f.file+"/"+f.resource+"/"+c.Name, func(t *testing.T) {
				t.Parallel()
				config, _ := withUnknown(f.complete(c)).(object)
				for i := range c.Problems {
					c.Problems[i] = strings.NewReplacer(f.words...).Replace(c.Problems[i])
				}
				wantProblems(t, f.resource, config, c.Problems...)
			})
		}
	}
}

func withItems(base object, list, target string) func(problemCase) object {
	return func(c problemCase) object {
		config := providertest.With(base, object{list: c.Items})
		if target != "" {
			config[target] = c.Target
		}
		return config
	}
}

func withUnknown(value any) any {
	switch value := value.(type) {
	case map[string]any:
		members := map[string]any{}
		for name, member := range value {
			members[name] = withUnknown(member)
		}
		return members
	case []any:
		elements := []any{}
		for _, element := range value {
			elements = append(elements, withUnknown(element))
		}
		return elements
	case string:
		if value == "UNKNOWN" {
			return providertest.Unknown{}
		}
	}
	return value
}

// TestLengths checks that the length of a string is counted in characters, not in bytes.
func TestLengths(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", 400)
	alert := func(status, threshold, tag string) object {
		return providertest.With(providertest.RateAlert(), object{
			"status_text": status, "tags": []any{object{"id": tag}},
			"stmt_thresholds": []any{object{"value": 1, "status": "alert", "status_text": threshold}},
		})
	}
	wantProblems(t, "engine_alert", alert(long, long, long[:200]))
	wantProblems(t, "engine_alert", alert(long+"a", long+"a", long[:200]+"a"),
		"error status_text: has 401 characters, but it may have at most 400.",
		"error stmt_thresholds[0].status_text: has 401 characters, but it may have at most 400.",
		"error tags[0].id: has 101 characters, but it may have at most 100.")
}

func TestDataAddressesOfOneName(t *testing.T) {
	t.Parallel()
	routine := providertest.Routine(object{"type": "str"})
	routine["input"] = []any{object{"name": "a"}, object{"name": "a"}}
	routine["output"] = []any{object{"name": "b"}, object{"name": "a"}, object{"name": "b"}}
	wantProblems(t, "engine_routine", routine, "error input[1].name: input[1].name is", "error output[2].name: output[2].name is")
}

// TestRunPanics checks that a panic in a check becomes an error about a provider bug instead of crashing the provider.
func TestRunPanics(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	check.Run(func(check.Value) { panic("oh") }, check.Value{Diags: &diags})
	if len(diags) != 1 || diags[0].Detail() != "The object could not be checked: oh. This is a bug in the provider." {
		t.Errorf("got %v", diags)
	}
}

// TestHostileExpressionsArePlannedInTime plans expressions that would crash or hang a JavaScript engine. They must not delay the plan.
// Valid JavaScript must cause no warnings, even though the provider can't evaluate it.
func TestHostileExpressionsArePlannedInTime(t *testing.T) {
	t.Parallel()
	for i, expression := range expressiontest.Hostile() {
		problems := providertest.Problems(t, provider.NewServer("test")(), "engine_alert", map[string]any{
			"name": "a", "severity": "SEV1", "type": "rate", "rate_value": 1, "rate_unit": "minute",
			"alert_items": []any{providertest.QueryItem("A"), providertest.ExpressionItem("B", expression)},
		})
		if isLegal := i > 0 && i < len(expressiontest.Table()); isLegal && len(problems) > 0 {
			t.Errorf("%.100s: %v", expression, problems)
		}
	}
}
