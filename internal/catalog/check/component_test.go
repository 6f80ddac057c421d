// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"maps"
	"testing"
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
	checkCases(t, "component", "engine_component", func(c problemCase) map[string]any { return testComponent(c.Config) })
}
