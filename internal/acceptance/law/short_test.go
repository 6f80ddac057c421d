// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package law

import (
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// TestShortConfigurationsLeaveTheEngineAlone imports random documents with configurations that lack about half of the optional attributes,
// including nested ones. An apply must not change the undeclared attributes: it must send no writes, and a subsequent refresh must find no
// changes. The plugin framework and the provider's own faster code must agree on every response.
func TestShortConfigurationsLeaveTheEngineAlone(t *testing.T) {
	t.Parallel()
	compared := func() tfprotov6.ProviderServer { return provider.NewComparedServer("test", providertest.Difference) }
	eachKind(t, compared, func(t *testing.T, a *adopter, kind *table.Table) {
		applied := 0
		for seed := range 40 {
			a.put(t, kind.Kind, documents(kind).Example(seed))
			if a.applyWithoutSomeOptional(t, kind.Kind, rand.New(rand.NewPCG(uint64(seed), 1))) {
				applied++
			}
		}
		if applied < 10 {
			t.Errorf("only %d of 40 short configurations are valid", applied)
		}
	})
}

// applyWithoutSomeOptional imports an object of the given kind, of which the engine has only one, and applies a configuration that lacks
// about half of the optional attributes. If the configuration is invalid, it returns false without applying.
func (a *adopter) applyWithoutSomeOptional(t *testing.T, kind string, random *rand.Rand) bool {
	t.Helper()
	typeName := "engine_" + kind
	schema, typ := a.schema(kind)
	before, _ := a.Object(kind, objectID)
	state, identity, private := a.imports(t, kind)
	config := withoutSomeOptional(random, schema.Block.Attributes, a.plansNothing(t, kind, state, identity, private))
	encoded := encode(t, typ, config)
	checked, err := a.server.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: encoded})
	if err != nil {
		t.Fatal("validate:", err)
	}
	if errorsOf(checked.Diagnostics) != "" {
		return false
	}
	a.ClearRequests()
	planned := a.plan(t, kind, state, identity, private, config)
	if len(planned.RequiresReplace) > 0 {
		t.Fatalf("the plan replaces the object for %v", planned.RequiresReplace)
	}
	applied := call(t, "apply", a.server.ApplyResourceChange, &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: state, PlannedState: planned.PlannedState, Config: encoded,
		PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity,
	})
	for _, request := range a.Requests() {
		if request.Method != http.MethodGet {
			t.Errorf("%s of the configuration %s sends %s", request.Method, config, request.Body)
		}
	}
	if after, _ := a.Object(kind, objectID); document.Encode(after) != document.Encode(before) {
		t.Errorf("the engine had %s and has %s", document.Encode(before), document.Encode(after))
	}
	read := call(t, "read", a.server.ReadResource, &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: applied.NewState, CurrentIdentity: applied.NewIdentity, Private: applied.Private,
	})
	if differs := difference(t, typ, applied.NewState, storedState(t, typ, read.NewState)); differs != "" {
		t.Errorf("after the apply of %s the object has drifted: %s", config, differs)
	}
	return true
}

// withoutSomeOptional returns config without about half of its optional attributes, chosen at random.
func withoutSomeOptional(random *rand.Rand, attributes []*tfprotov6.SchemaAttribute, config tftypes.Value) tftypes.Value {
	for _, a := range attributes {
		value := tfvalue.Member(config, a.Name)
		switch {
		case value.IsNull():
		case !a.Required && random.IntN(2) == 0:
			config = tfvalue.WithMember(config, a.Name, tftypes.NewValue(value.Type(), nil))
		case a.NestedType != nil && a.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle:
			config = tfvalue.WithMember(config, a.Name, withoutSomeOptional(random, a.NestedType.Attributes, value))
		case a.NestedType != nil:
			var elements []tftypes.Value
			for _, element := range tfvalue.List(value) {
				elements = append(elements, withoutSomeOptional(random, a.NestedType.Attributes, element))
			}
			config = tfvalue.WithMember(config, a.Name, tftypes.NewValue(value.Type(), elements))
		}
	}
	return config
}
