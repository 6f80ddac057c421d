// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// drawn generates random states and configurations for a schema. The seed is fixed, so every run generates the same values.
type drawn struct {
	*rand.Rand
	wrong   bool // generate malformed JSON strings too; only for validation, because Terraform plans only valid configurations
	secrets bool // generate values for write-only attributes too
}

func (r drawn) odds(n int) bool { return r.IntN(n) == 0 }

func oneFrom[V any](r drawn, options ...V) V { return options[r.IntN(len(options))] }

// object generates random attributes for a resource or nested object. It sets all required attributes, and each other attribute with a
// probability of 1/2. It sets write-only attributes only if r.secrets is true.
func (r drawn) object(attributes map[string]schema.Attribute) map[string]any {
	object := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		if a := attributes[name]; a.IsRequired() || (r.secrets || !a.IsWriteOnly()) && r.odds(2) {
			object[name] = r.member(a)
		}
	}
	return object
}

func (r drawn) member(a schema.Attribute) any {
	switch a := a.(type) {
	case schema.ListNestedAttribute:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, r.object(a.NestedObject.Attributes))
		}
		return list
	case schema.SingleNestedAttribute:
		return r.object(a.Attributes)
	case schema.ListAttribute:
		return oneFrom(r, []any{}, []any{"a"}, []any{"a", "b"})
	case schema.BoolAttribute:
		return r.odds(2)
	case schema.NumberAttribute:
		return oneFrom(r, 6.5, 1.0, -0.25, 5, 30, -7)
	case schema.StringAttribute:
		return r.text(a)
	}
	return nil
}

func (r drawn) text(a schema.StringAttribute) any {
	for _, v := range a.Validators {
		if accepted, ok := v.(attribute.Enum); ok && !r.odds(20) {
			return oneFrom(r, accepted.Values...)
		}
	}
	if (jsontype.Type{}).Equal(a.CustomType) {
		if r.wrong && r.odds(5) {
			return "{"
		}
		return oneFrom(r, `{"k":1}`, `{ "k": 1.0 }`, `"a"`, `[]`)
	}
	return oneFrom(r, "a", "b", "", "SEV1", "now", "12")
}

// mutate returns a copy of the object in which up to two random attributes are replaced, removed or made unknown.
func (r drawn) mutate(attributes map[string]schema.Attribute, object map[string]any) map[string]any {
	object = maps.Clone(object)
	for range r.IntN(3) {
		name := oneFrom(r, slices.Sorted(maps.Keys(attributes))...)
		switch r.IntN(4) {
		case 0:
			delete(object, name)
		case 1:
			object[name] = providertest.Unknown{}
		default:
			object[name] = r.member(attributes[name])
		}
	}
	return object
}

func (r drawn) private() []byte {
	return oneFrom(r, nil, nil, nil, otherPrivate, []byte(`{"elements":"eyJ0YWdzIjpbIjAwIl19"}`), []byte(`{".import_before_read":"dHJ1ZQ=="}`))
}

// identity returns a random identity such as Terraform may send with a state: usually the correct one or none, and in rare cases that of a
// different object.
func (r drawn) identity(b *bothPaths, d *definition, state *tfprotov6.DynamicValue) *tfprotov6.ResourceIdentityData {
	b.Helper()
	value, err := state.Unmarshal(d.shape.Type())
	if err != nil {
		b.Fatal(err)
	}
	if r.odds(8) && !value.IsNull() {
		value = tfvalue.WithMember(value, "id", tftypes.NewValue(tftypes.String, "another"))
	}
	data, err := d.identityData(value)
	if err != nil {
		b.Fatal(err)
	}
	return oneFrom(r, nil, d.noIdentity, data, data)
}

// eachDrawn calls the test function with random values for each kind of object. It returns the number of calls that the provider server
// handled itself, without the framework. If this number is below the argument least for any kind, eachDrawn fails the test. Kinds with
// default values are exempt, because only the framework can plan them.
func eachDrawn(t *testing.T, cases, least int, test func(b *bothPaths, r drawn, d *definition)) (handled int) {
	t.Parallel()
	b := startBothPaths(t)
	for i, name := range slices.Sorted(maps.Keys(b.server.definitions)) {
		t.Run(name, func(t *testing.T) {
			*b.direct = 0
			r := drawn{Rand: rand.New(rand.NewPCG(uint64(i), 1))}
			d := b.server.definitions[name]
			for range cases {
				test(&bothPaths{T: t, Engine: b.Engine, server: b.server, direct: b.direct}, r, d)
			}
			if *b.direct < least && !d.hasDefaults {
				t.Errorf("%d of %d cases were handled on the direct path, want %d", *b.direct, cases, least)
			}
			handled += *b.direct
		})
	}
	return handled
}

func TestDirectPlanOfDrawnValues(t *testing.T) {
	eachDrawn(t, 150, 20, func(b *bothPaths, r drawn, d *definition) {
		typeName := "engine_" + d.Name
		prior := r.object(d.schema.Attributes)
		prior["id"] = "id-1"
		r.secrets = true
		config := with(r.mutate(d.schema.Attributes, prior), "id", nil)
		proposed := with(config, "id", "id-1")
		if r.odds(3) {
			proposed, config = prior, with(prior, "id", nil)
		}
		req := &tfprotov6.PlanResourceChangeRequest{
			TypeName: typeName, PriorState: b.value(typeName, prior), ProposedNewState: b.value(typeName, proposed),
			Config: b.value(typeName, config), PriorPrivate: r.private(),
		}
		switch r.IntN(6) {
		case 0: // a create
			req.PriorState, req.ProposedNewState = b.value(typeName, nil), b.value(typeName, with(proposed, "id", nil))
		case 1: // a destroy
			req.ProposedNewState, req.Config = b.value(typeName, nil), b.value(typeName, nil)
		}
		req.PriorIdentity = r.identity(b, d, req.PriorState)
		_, err := b.server.PlanResourceChange(b.Context(), req)
		b.checkResponse(d.Name, err)
	})
}

// TestDirectReadOfDrawnValues reads random objects, once with the provider server's own code and once with the framework, and compares the
// responses. The engine's object may equal the state, differ from it or not exist.
func TestDirectReadOfDrawnValues(t *testing.T) {
	eachDrawn(t, 100, 20, func(b *bothPaths, r drawn, d *definition) {
		typeName := "engine_" + d.Name
		object := r.object(d.schema.Attributes)
		object["id"] = "id-1"
		state := providertest.Value(b.T, d.shape.Type(), object)
		held := state
		if r.odds(2) {
			held = providertest.Value(b.T, d.shape.Type(), known(r.mutate(d.schema.Attributes, object)))
		}
		req := &tfprotov6.ReadResourceRequest{TypeName: typeName, CurrentState: b.value(typeName, object), Private: r.private()}
		private := decodePrivate(req.Private)
		read := &readResult{doc: d.shape.Overlay(engine.Document{"id": "id-1", "key": "of the engine"}, held)}
		read.isUnchanged = d.isUnchanged(read.doc, state, private)
		switch r.IntN(8) {
		case 0:
			read = &readResult{err: &engine.Error{Status: http.StatusNotFound}}
		case 1:
			fields := []engine.FieldError{{Path: []any{"name"}, Messages: []string{"Wrong."}}}
			read = &readResult{err: &engine.Error{Status: http.StatusBadRequest, Fields: fields}}
		}
		req.CurrentIdentity = r.identity(b, d, req.CurrentState)
		_, err := b.server.respondToRead(b.Context(), d, req, state, private, read)
		b.checkResponse(d.Name, err)
	})
}

func known(object map[string]any) map[string]any {
	maps.DeleteFunc(object, func(_ string, value any) bool { return value == providertest.Unknown{} })
	return object
}

func TestDirectApplyOfDrawnValues(t *testing.T) {
	eachDrawn(t, 100, 20, func(b *bothPaths, r drawn, d *definition) {
		typeName := "engine_" + d.Name
		prior := r.object(d.schema.Attributes)
		prior["id"] = "id-1"
		r.secrets = r.odds(2)
		planned := with(known(r.mutate(d.schema.Attributes, prior)), "id", "id-1")
		req := &tfprotov6.ApplyResourceChangeRequest{
			TypeName: typeName, PriorState: b.value(typeName, prior), PlannedState: b.value(typeName, planned),
			Config: b.value(typeName, with(planned, "id", nil)), PlannedPrivate: r.private(),
		}
		private := decodePrivate(req.PlannedPrivate)
		done := &applyResult{state: providertest.Value(b.T, d.shape.Type(), planned), private: private}
		switch r.IntN(3) {
		case 0: // a create
			req.PriorState, req.PlannedState = b.value(typeName, nil), b.value(typeName, with(planned, "id", providertest.Unknown{}))
		case 1: // a delete
			req.PlannedState, req.Config, done.state = b.value(typeName, nil), b.value(typeName, nil), d.shape.Null()
		}
		switch r.IntN(6) {
		case 0:
			d.fail(b.Context(), &done.diags, "create", errors.New("it is too late"))
			done.state = providertest.Value(b.T, d.shape.Type(), prior)
			if isNull(req.PriorState) && r.odds(2) {
				done.state = d.shape.Null()
			}
		case 1:
			done.diags = diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root("name"), "Kept", "Another one.")}
		}
		if !isNull(req.PriorState) {
			req.PlannedIdentity = r.identity(b, d, req.PriorState)
		}
		_, err := b.server.respondToApply(b.Context(), d, req, change{private: &private}, done)
		b.checkResponse(d.Name, err)
	})
}

// TestDirectCheckOfDrawnValues validates random configurations, most of them invalid. The provider server's own code must accept only
// configurations that the framework accepts.
func TestDirectCheckOfDrawnValues(t *testing.T) {
	handled := eachDrawn(t, 150, 0, func(b *bothPaths, r drawn, d *definition) {
		typeName := "engine_" + d.Name
		r.wrong, r.secrets = r.odds(2), r.odds(2)
		config := with(r.object(d.schema.Attributes), "id", nil)
		if r.odds(2) {
			config = known(r.mutate(d.schema.Attributes, config))
		}
		req := &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: b.value(typeName, config)}
		if r.odds(2) {
			req.ClientCapabilities = &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true}
		}
		_, err := b.server.ValidateResourceConfig(b.Context(), req)
		b.checkResponse(d.Name, err)
	})
	if handled < 150 { // the number is small, because few random alerts, functions and widgets are valid
		t.Errorf("%d cases were handled on the direct path, want 150", handled)
	}
}

// TestDirectUpgradeOfDrawnValues upgrades random states, once with the provider server's own code and once with the framework, and compares
// the responses. Some states contain a write-only value or an attribute that is missing from the schema.
func TestDirectUpgradeOfDrawnValues(t *testing.T) {
	eachDrawn(t, 50, 50, func(b *bothPaths, r drawn, d *definition) {
		r.secrets = r.odds(2)
		state := r.object(d.schema.Attributes)
		if r.odds(4) {
			state["gone_since"] = "1.0"
		}
		raw, err := json.Marshal(state)
		if err != nil {
			b.Fatal(err)
		}
		req := &tfprotov6.UpgradeResourceStateRequest{TypeName: "engine_" + d.Name, RawState: &tfprotov6.RawState{JSON: raw}}
		_, err = b.server.UpgradeResourceState(b.Context(), req)
		b.checkResponse(d.Name, err)
	})
}
