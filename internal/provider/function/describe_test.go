// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// TestAlertsOfTheSchemas checks that describe accepts every attribute of the resource and of the data source engine_alert. The function has
// its own list of these attributes, alertAttributes.
func TestAlertsOfTheSchemas(t *testing.T) {
	t.Parallel()
	schemas, err := provider.NewServer("test")().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for name, schema := range map[string]*tfprotov6.Schema{
		"resource":    schemas.ResourceSchemas["engine_alert"],
		"data source": schemas.DataSourceSchemas["engine_alert"],
	} {
		alert := typeOf(t, schema.ValueType())
		value := unknownMembers(alert)
		for _, list := range []string{"alert_items", "stmt_thresholds"} {
			value[list] = cty.TupleVal([]cty.Value{cty.ObjectVal(unknownMembers(alert.AttributeType(list).ElementType()))})
		}
		if got, err := call(t, "describe", cty.ObjectVal(value)); err != nil || got.IsKnown() {
			t.Errorf("%s: %#v, %v", name, got, err)
		}
	}
}

func unknownMembers(of cty.Type) map[string]cty.Value {
	members := map[string]cty.Value{}
	for name, member := range of.AttributeTypes() {
		members[name] = cty.UnknownVal(member)
	}
	return members
}
