// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package protocol_test

import (
	"slices"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/protocol"
)

// TestBothWaysImportTheSame checks that an import returns the same bytes with and without the plugin framework.
func TestBothWaysImportTheSame(t *testing.T) {
	start(t)
	p, err := protocol.Start(t.Context(), provider.NewComparedServer("test", providertest.Difference))
	if err == nil {
		err = p.Configure(t.Context(), map[string]cty.Value{})
	}
	if err != nil {
		t.Fatal(err)
	}
	for typeName, id := range map[string]string{"engine_node": "7", "engine_component": "algorithm/7"} {
		o, err := p.Import(t.Context(), typeName, id)
		if err != nil {
			t.Fatal(err)
		}
		config := o.State.AsValueMap()
		config["id"] = cty.NullVal(cty.String)
		declared, err := convert.Convert(cty.ObjectVal(config), p.ConfigType(typeName))
		if err != nil {
			t.Fatal(err)
		}
		planned, warnings, err := p.Plan(t.Context(), o, declared)
		if err != nil || len(warnings) > 0 || len(protocol.Differences(o.State, planned)) > 0 {
			t.Errorf("%s: %v %v %v", typeName, planned, warnings, err)
		}
		config["name"] = cty.StringVal("other")
		if declared, err = convert.Convert(cty.ObjectVal(config), p.ConfigType(typeName)); err != nil {
			t.Fatal(err)
		}
		planned, _, err = p.Plan(t.Context(), o, declared)
		if changed := protocol.Differences(o.State, planned); err != nil || !slices.Equal(changed, []string{"name"}) {
			t.Errorf("%s: the plan of another name changes %v (%v)", typeName, changed, err)
		}
	}
}
