// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package pulumi

import (
	"maps"
	"slices"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/structpb"
)

// In Pulumi's requests, a secret property is an object in which the key 4dabf18... has the value secretSignature.
const (
	signature       = "4dabf18193072939515e22adb298388d"
	secretSignature = "1b47061264138c4ac30d75fd1eb44270"
)

// TestObjects sends the requests of a stack's lifecycle for one object of each kind: preview, up, up without changes, refresh, import, up
// with a change, and destroy.
func TestObjects(t *testing.T) {
	p := startPlugin(t)
	for _, object := range []struct {
		token           string
		inputs, changes map[string]any
		afterImport     []string // preview output after an import, which omits empty lists from inputs
	}{
		{"engine:index/node:Node", map[string]any{"name": "Site", "type": "self_hosted"}, map[string]any{"name": "Site 2"}, nil},
		{"engine:index/dashboard:Dashboard", map[string]any{
			"name": "Plant", "description": "Flow and pressure", "tags": []any{map[string]any{"id": "tag-1", "name": "water"}},
		}, map[string]any{"description": "Flow"}, nil},
		{"engine:index/alert:Alert", map[string]any{
			"name": "Pressure of pump 1", "severity": "SEV2", "type": "rate", "rateValue": 5, "rateUnit": "minute",
			"alertItems": []any{map[string]any{
				"refId": "A", "type": "QUERY", "queryFilterAsset": map[string]any{"id": "pump-1"},
				"queryFilterAttribute": map[string]any{"id": "pressure"},
			}},
			"stmtTargetVariable": "A", "stmtAggregation": "max", "stmtTimeWindow": 600, "stmtOperator": "ge",
			"stmtThresholds":    []any{map[string]any{"value": 6, "status": "alert", "statusText": "Above the limit"}},
			"destinationsLists": []any{"operators@example.com"}, "extra": `{"runbook":"pumps.md"}`,
		}, map[string]any{"stmtOperator": "gt"}, nil},
		{"engine:index/component:Component", map[string]any{
			"name": "Forecast", "type": "algorithm", "version": "1.4.0", "deploymentCapacity": "small",
			"inputs": []any{
				map[string]any{"name": "horizon", "type": "int", "required": true, "value": "24"},
				map[string]any{"name": "key", "type": "str", "sensitive": true, "valueWo": map[string]any{
					signature: secretSignature, "value": `"swordfish"`,
				}, "valueWoVersion": 1},
			},
			"outputs": []any{map[string]any{"name": "forecasts", "fields": []any{map[string]any{"name": "value", "type": "float"}}}},
		}, map[string]any{"version": "1.5.0"}, []string{"routines"}},
	} {
		t.Run(object.token, func(t *testing.T) {
			stack := stack{T: t, plugin: p, urn: "urn:pulumi:test::test::" + object.token + "::this"}
			stack.live(object.inputs, object.changes, object.afterImport)
		})
	}
}

// stack sends the requests that the pulumi command would send for a stack with one resource.
type stack struct {
	*testing.T
	plugin
	urn string
}

func (s stack) live(values, changes map[string]any, afterImport []string) {
	s.Helper()
	inputs := s.check(values)
	planned := call(s.T, s.Create, &pulumirpc.CreateRequest{Urn: s.urn, Properties: inputs, Preview: true})
	if planned.GetId() != "" {
		s.Errorf("the preview has made the object %s", planned.GetId())
	}
	made := call(s.T, s.Create, &pulumirpc.CreateRequest{Urn: s.urn, Properties: inputs})
	id := made.GetId()
	s.isUnchanged("after up", id, made.GetProperties(), inputs)

	read := call(s.T, s.Read, &pulumirpc.ReadRequest{Id: id, Urn: s.urn, Properties: made.GetProperties(), Inputs: inputs})
	s.isUnchanged("after refresh", id, read.GetProperties(), inputs)

	imported := call(s.T, s.Read, &pulumirpc.ReadRequest{Id: id, Urn: s.urn})
	if imported.GetId() != id || imported.GetInputs().GetFields()["name"].GetStringValue() != values["name"] {
		s.Errorf("the import of %s has the id %q and the inputs %v", id, imported.GetId(), imported.GetInputs())
	}
	state, found := imported.GetProperties(), imported.GetInputs()
	if diff := s.diff(id, state, found); !slices.Equal(diff.GetDiffs(), afterImport) {
		s.Errorf("after the import, a preview shows a difference: %v", diff)
	}
	adopted := call(s.T, s.Update, &pulumirpc.UpdateRequest{Id: id, Urn: s.urn, Olds: state, News: found, OldInputs: found})
	s.isUnchanged("after import and up", id, adopted.GetProperties(), found)

	values = maps.Clone(values)
	maps.Copy(values, changes)
	changed := s.check(values)
	diff := s.diff(id, made.GetProperties(), changed)
	if !slices.Equal(diff.GetDiffs(), slices.Sorted(maps.Keys(changes))) || len(diff.GetReplaces()) > 0 {
		s.Errorf("the changes %v make the difference %v", changes, diff)
	}
	updated := call(s.T, s.Update, &pulumirpc.UpdateRequest{Id: id, Urn: s.urn, Olds: made.GetProperties(), News: changed, OldInputs: inputs})
	read = call(s.T, s.Read, &pulumirpc.ReadRequest{Id: id, Urn: s.urn, Properties: updated.GetProperties(), Inputs: changed})
	for name, value := range changes {
		if got := read.GetProperties().GetFields()[name].AsInterface(); got != value {
			s.Errorf("after the update, %s is %v", name, got)
		}
	}
	s.isUnchanged("after the update", id, read.GetProperties(), changed)

	call(s.T, s.Delete, &pulumirpc.DeleteRequest{Id: id, Urn: s.urn, Properties: read.GetProperties()})
	if gone := call(s.T, s.Read, &pulumirpc.ReadRequest{Id: id, Urn: s.urn, Properties: state}); gone.GetId() != "" {
		s.Errorf("after the delete, the object %s is still there", gone.GetId())
	}
}

// check returns the object's inputs in the form in which the provider receives them.
func (s stack) check(values map[string]any) *structpb.Struct {
	s.Helper()
	checked := call(s.T, s.Check, &pulumirpc.CheckRequest{Urn: s.urn, News: properties(s.T, values), RandomSeed: []byte("seed")})
	if len(checked.GetFailures()) > 0 {
		s.Fatalf("the inputs are rejected: %v", checked.GetFailures())
	}
	return checked.GetInputs()
}

func (s stack) diff(id string, state, inputs *structpb.Struct) *pulumirpc.DiffResponse {
	s.Helper()
	return call(s.T, s.Diff, &pulumirpc.DiffRequest{Id: id, Urn: s.urn, Olds: state, News: inputs, OldInputs: inputs})
}

func (s stack) isUnchanged(when, id string, state, inputs *structpb.Struct) {
	s.Helper()
	if diff := s.diff(id, state, inputs); diff.GetChanges() != pulumirpc.DiffResponse_DIFF_NONE {
		s.Errorf("%s, a preview shows a difference: %v", when, diff)
	}
}
