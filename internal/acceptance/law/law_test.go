// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package law

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// objectID is the id of every object in these tests. Objects can share the id because each engine contains only one object of each kind.
const objectID = "8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10"

// adopter imports, reads and plans objects in an engine by calling the provider as Terraform does.
type adopter struct {
	*providertest.Engine
	server *providertest.Session
}

// startAdopter starts an engine with one object of each kind and the given habits (deviations from INTERFACE.md). It configures the
// provider for this engine.
func startAdopter(t *testing.T, server tfprotov6.ProviderServer, habits ...string) *adopter {
	t.Helper()
	a := &adopter{Engine: providertest.StartEngine(t, refserver.Options{}), server: providertest.Open(t, server)}
	for _, kind := range table.Tables() {
		if err := a.Seed(map[string][]map[string]any{kind.Kind: {{"id": objectID, "type": "algorithm"}}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.SetHabits(habits); err != nil {
		t.Fatal(err)
	}
	arguments := map[string]any{"base_url": a.URL, "access_id": a.AccessID(), "secret_key": a.SecretKey(), "bulk_reads": false}
	if slices.Contains(habits, "other-scheme") { // ENGINE_AUTH_SCHEME is not set here.
		arguments["auth_scheme"] = "Bearer"
	}
	a.server.Configure(arguments, false)
	return a
}

// schema returns the schema for a kind of object and the schema's type.
func (a *adopter) schema(kind string) (*tfprotov6.Schema, tftypes.Type) {
	schema := a.server.Schemas().ResourceSchemas["engine_"+kind]
	return schema, schema.ValueType()
}

// call invokes a provider method and returns the response. It fails the test immediately if the provider reports an error.
func call[Request, Response any](
	t tester, name string, method func(context.Context, Request) (Response, error), request Request,
) Response {
	t.Helper()
	response, err := method(t.Context(), request)
	if err != nil {
		t.Fatal(name+":", err)
	}
	diagnostics, _ := reflect.ValueOf(response).Elem().FieldByName("Diagnostics").Interface().([]*tfprotov6.Diagnostic)
	if problems := errorsOf(diagnostics); problems != "" {
		t.Fatal(name + ": " + problems)
	}
	return response
}

// tester contains methods that *testing.T and *rapid.T have in common, so that helpers can accept either.
type tester interface {
	rapid.TB
	Context() context.Context
}

func (a *adopter) put(t tester, kind string, doc map[string]any) {
	t.Helper()
	put(t, a.Engine, kind, objectID, doc)
}

// put replaces an object's document.
func put(t rapid.TB, e *providertest.Engine, kind, id string, doc map[string]any) {
	t.Helper()
	err := e.Edit(kind, id, func(held map[string]any) {
		clear(held)
		maps.Copy(held, doc)
		if kind == "component" {
			held["type"] = "algorithm" // the type is part of the path
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// isAdopted imports the only object of a kind. It fails the test if the configuration that Terraform would generate is invalid or the plan
// after the import is not empty.
func (a *adopter) isAdopted(t tester, kind string) {
	t.Helper()
	state, identity, private := a.imports(t, kind)
	a.plansNothing(t, kind, state, identity, private)
}

// imports performs an import of the only object of the given kind. It returns the state, the identity and the private state.
func (a *adopter) imports(t tester, kind string) (*tfprotov6.DynamicValue, *tfprotov6.ResourceIdentityData, []byte) {
	t.Helper()
	_, typ := a.schema(kind)
	id := objectID
	if kind == "component" {
		id = "algorithm/" + id
	}
	one := a.importID(t, kind, id).ImportedResources[0]
	state, identity, private := storedState(t, typ, one.State), one.Identity, one.Private
	// Terraform reads the object right after the import and again before a later plan. The second read must not change the state.
	for _, occasion := range []string{"first read", "second read"} {
		read := call(t, occasion, a.server.ReadResource, &tfprotov6.ReadResourceRequest{
			TypeName: "engine_" + kind, CurrentState: state, CurrentIdentity: identity, Private: private,
		})
		if differs := difference(t, typ, state, storedState(t, typ, read.NewState)); occasion == "second read" && differs != "" {
			t.Fatal("second read: " + differs)
		}
		state, identity, private = storedState(t, typ, read.NewState), read.NewIdentity, read.Private
	}
	return state, identity, private
}

func (a *adopter) importID(t tester, kind, id string) *tfprotov6.ImportResourceStateResponse {
	t.Helper()
	return call(t, "import", a.server.ImportResourceState, &tfprotov6.ImportResourceStateRequest{TypeName: "engine_" + kind, ID: id})
}

// plansNothing generates the configuration for a state, as Terraform would, and returns it. It fails the test unless the configuration is
// valid and its plan is empty.
func (a *adopter) plansNothing(
	t tester, kind string, state *tfprotov6.DynamicValue, identity *tfprotov6.ResourceIdentityData, private []byte,
) tftypes.Value {
	t.Helper()
	schema, typ := a.schema(kind)
	config := generatedConfig(t, schema.Block.Attributes, decode(t, typ, state))
	call(t, "validate", a.server.ValidateResourceConfig, &tfprotov6.ValidateResourceConfigRequest{
		TypeName: "engine_" + kind, Config: encode(t, typ, config),
	})
	planned := a.plan(t, kind, state, identity, private, config)
	if differs := difference(t, typ, state, planned.PlannedState); differs != "" {
		t.Fatal("plan: " + differs)
	}
	return config
}

func (a *adopter) plan(
	t tester, kind string, state *tfprotov6.DynamicValue, identity *tfprotov6.ResourceIdentityData, private []byte, config tftypes.Value,
) *tfprotov6.PlanResourceChangeResponse {
	t.Helper()
	schema, typ := a.schema(kind)
	return call(t, "plan", a.server.PlanResourceChange, &tfprotov6.PlanResourceChangeRequest{
		TypeName: "engine_" + kind, PriorState: state, Config: encode(t, typ, config), PriorIdentity: identity, PriorPrivate: private,
		ProposedNewState: encode(t, typ, proposedOf(schema.Block.Attributes, decode(t, typ, state), config)),
	})
}

// storedState returns a state as Terraform would store it, with all strings in Unicode NFC.
func storedState(t tester, typ tftypes.Type, state *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	t.Helper()
	value, err := tftypes.Transform(decode(t, typ, state), func(_ *tftypes.AttributePath, v tftypes.Value) (tftypes.Value, error) {
		if v.Type().Is(tftypes.String) && !v.IsNull() {
			return tftypes.NewValue(tftypes.String, norm.NFC.String(tfvalue.String(v))), nil
		}
		return v, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return encode(t, typ, value)
}

// generatedConfig returns the configuration that Terraform generates for a state. Like Terraform, it omits the attributes that only the
// provider sets. It reformats each string that contains a JSON array or object, because Terraform writes such a string as a jsonencode
// call.
func generatedConfig(t tester, attributes []*tfprotov6.SchemaAttribute, state tftypes.Value) tftypes.Value {
	t.Helper()
	members := maps.Clone(tfvalue.Object(state))
	for _, a := range attributes {
		value := members[a.Name]
		switch {
		case a.Computed && !a.Optional:
			members[a.Name] = tftypes.NewValue(value.Type(), nil)
		case value.IsNull():
		case a.NestedType != nil && a.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle:
			members[a.Name] = generatedConfig(t, a.NestedType.Attributes, value)
		case a.NestedType != nil:
			var elements []tftypes.Value
			for _, element := range tfvalue.List(value) {
				if element.IsNull() {
					t.Fatalf("%s has an element that is null, which Terraform can't generate", a.Name)
				}
				elements = append(elements, generatedConfig(t, a.NestedType.Attributes, element))
			}
			members[a.Name] = tftypes.NewValue(value.Type(), elements)
		case value.Type().Is(tftypes.String):
			members[a.Name] = tftypes.NewValue(tftypes.String, reformatJSON(tfvalue.String(value)))
		}
	}
	return tftypes.NewValue(state.Type(), members)
}

// reformatJSON reformats a string that contains a JSON array or object as jsonencode would write it. It returns other strings unchanged.
func reformatJSON(content string) string {
	decoded, err := document.Decode([]byte(content))
	if err != nil {
		return content
	}
	switch decoded.(type) {
	case []any, map[string]any:
		return document.Encode(reformatNumbers(decoded))
	default:
		return content
	}
}

// reformatNumbers returns a decoded JSON value with its numbers formatted as jsonencode would.
func reformatNumbers(value any) any {
	switch value := value.(type) {
	case json.Number:
		if n, ok := document.Number(value); ok {
			return document.FromNumber(n)
		}
	case []any:
		for i := range value {
			value[i] = reformatNumbers(value[i])
		}
	case map[string]any:
		for key := range value {
			value[key] = reformatNumbers(value[key])
		}
	}
	return value
}

// proposedOf returns the proposed new state that Terraform sends to the provider for a plan: the configuration, plus the state's values for
// computed attributes that the configuration does not set.
func proposedOf(attributes []*tfprotov6.SchemaAttribute, state, config tftypes.Value) tftypes.Value {
	for _, a := range attributes {
		if configured := tfvalue.Member(config, a.Name); a.Computed && configured.IsNull() {
			config = tfvalue.WithMember(config, a.Name, tfvalue.Member(state, a.Name))
		}
	}
	return config
}

func encode(t tester, typ tftypes.Type, value tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	encoded, err := tfprotov6.NewDynamicValue(typ, value)
	if err != nil {
		t.Fatal(err)
	}
	return &encoded
}

func decode(t tester, typ tftypes.Type, encoded *tfprotov6.DynamicValue) tftypes.Value {
	t.Helper()
	value, err := encoded.Unmarshal(typ)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func errorsOf(diags []*tfprotov6.Diagnostic) string {
	var lines []string
	for _, d := range diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			lines = append(lines, fmt.Sprintf("%s: %s: %s", tfvalue.PathString(d.Attribute), d.Summary, d.Detail))
		}
	}
	return strings.Join(lines, "\n")
}

func difference(t tester, typ tftypes.Type, before, after *tfprotov6.DynamicValue) string {
	t.Helper()
	found, err := decode(t, typ, before).Diff(decode(t, typ, after))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, diff := range found {
		lines = append(lines, fmt.Sprint(diff))
	}
	return strings.Join(lines, "\n")
}

// TestWhateverAnEngineHoldsIsAdopted checks that random documents of every kind can be imported. The generated configuration must be valid,
// and its plan must be empty.
func TestWhateverAnEngineHoldsIsAdopted(t *testing.T) {
	t.Parallel()
	const inOneCheck = 3
	eachKind(t, provider.NewServer("test"), func(t *testing.T, a *adopter, kind *table.Table) {
		rapid.Check(t, func(r *rapid.T) {
			for range inOneCheck {
				a.put(r, kind.Kind, documents(kind).Draw(r, "document"))
				a.isAdopted(r, kind.Kind)
			}
		})
	})
}

func eachKind(t *testing.T, serve func() tfprotov6.ProviderServer, test func(t *testing.T, a *adopter, kind *table.Table)) {
	for _, kind := range table.Tables() {
		t.Run(kind.Kind, func(t *testing.T) {
			t.Parallel()
			test(t, startAdopter(t, serve()), kind)
		})
	}
}

// TestEveryHabitIsAdopted imports random documents from engines with one habit (a deviation from INTERFACE.md) each. The plan after the
// import must be empty.
func TestEveryHabitIsAdopted(t *testing.T) {
	t.Parallel()
	for i, name := range habit.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := startAdopter(t, provider.NewServer("test")(), name)
			random := rand.New(rand.NewPCG(uint64(i), 1))
			for _, kind := range table.Tables() {
				for range 2 {
					a.put(t, kind.Kind, documents(kind).Example(int(random.Int32())))
					a.isAdopted(t, kind.Kind)
				}
			}
		})
	}
}
