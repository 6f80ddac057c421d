// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression/expressiontest"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

func wantProblems(t *testing.T, typeName string, config map[string]any, want ...string) {
	t.Helper()
	providertest.WantProblems(t, provider.NewServer("test")(), typeName, config, want...)
}

// problemCase is one case of a YAML file in testdata: attributes or items that the test adds to a valid object, and the problems that a
// plan must report. The text UNKNOWN stands for a value that is unknown in the plan.
type problemCase struct {
	Name, Base string
	Config     map[string]any
	Items      []any
	Problems   []string
}

// checkCases runs each case of testdata/<file>.yaml. It calls the given function (complete) to build the case's resource, validates the
// resource, and compares the reported problems.
func checkCases(t *testing.T, file, typeName string, complete func(problemCase) map[string]any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var cases []problemCase
	if err := decoder.Decode(&cases); err != nil || len(cases) == 0 {
		t.Fatalf("%s: %v", file, err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			object, _ := withUnknown(complete(c)).(map[string]any)
			wantProblems(t, typeName, object, c.Problems...)
		})
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

// A check that panics must report an error about the provider, and must not crash it.
func TestRunPanics(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	check.Run(func(check.Value) { panic("oh") }, check.Value{Diags: &diags})
	if len(diags) != 1 || diags[0].Detail() != "The object could not be checked: oh. This is a mistake of the provider." {
		t.Errorf("got %v", diags)
	}
}

// Expressions that would crash or hang a JavaScript engine must not hang the plan. Valid JavaScript that the provider cannot calculate is
// no problem and must not be reported.
func TestHostileExpressions(t *testing.T) {
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
