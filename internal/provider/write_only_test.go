// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/providertest"
)

// TestValuesToSend has what an update is made from: values of new parameters and of other versions, and none else.
func TestValuesToSend(t *testing.T) {
	t.Parallel()
	b := startBothWays(t)
	d := b.server.definitions["engine_routine"]
	view := func(parameters ...any) tftypes.Value {
		return providertest.Value(t, d.shape.Type(), map[string]any{"name": "r", "config": parameters})
	}
	parameter := func(more map[string]any) map[string]any { return providertest.WithMember(more, "name", "token") }
	first := map[string]any{"name": "first", "value": `"shown"`}
	config := view(parameter(map[string]any{"value_wo": `"hush"`, "value_wo_version": 2}), first)
	planned := view(parameter(map[string]any{"value_wo_version": 2}), first)
	for name, c := range map[string]struct {
		change
		want any // the planned value; nil: the engine's stays
	}{
		"new object":                     {change{config: config, prior: d.shape.Null(), planned: planned}, `"hush"`},
		"list that the engine misses":    {change{config: config, prior: view(), planned: planned}, `"hush"`},
		"new parameter":                  {change{config: config, prior: view(first), planned: planned}, `"hush"`},
		"had no version":                 {change{config: config, prior: view(first, parameter(nil)), planned: planned}, `"hush"`},
		"other version, other place":     {change{config: config, prior: view(first, parameter(map[string]any{"value_wo_version": 1})), planned: planned}, `"hush"`},
		"same version, other place":      {change{config: config, prior: view(first, parameter(map[string]any{"value_wo_version": 2})), planned: planned}, nil},
		"same version of another object": {change{config: config, prior: view(map[string]any{"name": "other", "value_wo_version": 2}), planned: planned}, `"hush"`},
	} {
		_, sent := d.withWriteOnly(c.change)
		want := view(parameter(map[string]any{"value_wo_version": 2, "value": c.want}), first)
		if !sent.Equal(want) {
			t.Errorf("%s: got %s, want %s", name, sent, want)
		}
	}
}

// TestWriteOnlyValueNeedsANewTerraform has an error for what an older Terraform would lose.
func TestWriteOnlyValueNeedsANewTerraform(t *testing.T) {
	t.Parallel()
	b := startBothWays(t)
	config := providertest.Routine(map[string]any{"type": "str", "value_wo": `"a"`, "value_wo_version": 1})
	resp, err := b.server.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: "engine_routine", Config: b.value("engine_routine", config)})
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Diagnostics) != 1 || providertest.PathText(resp.Diagnostics[0].Attribute) != "config[1]" || !strings.Contains(resp.Diagnostics[0].Detail, "config[1].value_wo") || !strings.Contains(resp.Diagnostics[0].Detail, "Terraform 1.11") {
		t.Errorf("got %v", resp.Diagnostics)
	}
}
