// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// The benchmarks call the provider as Terraform does, but without a Terraform process. They use an alert with 34 attributes.
// BenchmarkDecodeEncode measures only the decoding and encoding of this alert, which is part of every call.

const benchAlert = `{
	"id": "a-1", "name": "Object 1", "description": "Made by the benchmark.",
	"severity": "SEV3", "type": "rate", "rate_value": "5", "rate_unit": "minute",
	"tags": [{"id": "t-1"}], "assets": [{"id": "pump-1"}],
	"stmt_time_window": "600", "stmt_target_variable": "A", "stmt_operator": "ge", "stmt_aggregation": "avg",
	"active": true, "mute": false, "notify_no_data": true, "notify_error": true, "notify_timeout": false,
	"destinations_list": ["plant@example.com"],
	"alert_items": [{
		"ref_id": "A", "type": "QUERY", "label": "Pressure A",
		"query_filter_asset": {"id": "pump-1"}, "query_filter_attribute": {"id": "pressure"},
		"query_group_unit": "minute", "query_group_function": "avg",
		"query_sort_field": "timestamp", "query_sort_direction": -1, "query_limit": 1000
	}],
	"stmt_thresholds": [{"value": 6.5, "status": "alert", "status_text": "Pressure is above 6.5 bar."}]
}`

type benchProvider struct {
	*providertest.Session
	b      *testing.B
	engine *providertest.Engine
}

func startBenchProvider(b *testing.B) *benchProvider {
	b.Helper()
	p := &benchProvider{b: b, engine: providertest.StartEngine(b, refserver.Options{})}
	p.restart()
	return p
}

// restart replaces the provider's server with a new one whose list cache is empty.
func (p *benchProvider) restart() {
	p.b.Helper()
	p.Session = providertest.Open(p.b, NewServer("bench")())
	p.Connect(p.engine)
}

// alert returns benchAlert with some attributes replaced, encoded for the Terraform plugin protocol.
func (p *benchProvider) alert(attributes map[string]any) *tfprotov6.DynamicValue {
	p.b.Helper()
	var all map[string]any
	if err := json.Unmarshal([]byte(benchAlert), &all); err != nil {
		p.b.Fatal(err)
	}
	maps.Copy(all, attributes)
	return p.Encode(p.Schemas().ResourceSchemas["engine_alert"], all)
}

func (p *benchProvider) createAlerts(count int) []*tfprotov6.DynamicValue {
	p.b.Helper()
	for range count {
		created, err := p.ApplyResourceChange(p.b.Context(), &tfprotov6.ApplyResourceChangeRequest{
			TypeName: "engine_alert", PriorState: p.Encode(p.Schemas().ResourceSchemas["engine_alert"], nil),
			PlannedState: p.alert(map[string]any{"id": nil}), Config: p.alert(map[string]any{"id": nil}),
		})
		wantNoProblem(p.b, created.Diagnostics, err)
	}
	var states []*tfprotov6.DynamicValue
	for _, doc := range p.engine.Objects("alert") {
		states = append(states, p.alert(map[string]any{"id": doc["id"]}))
	}
	return states
}

func wantNoProblem(b *testing.B, diagnostics []*tfprotov6.Diagnostic, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range diagnostics {
		b.Fatalf("%s: %s", d.Summary, d.Detail)
	}
}

func BenchmarkDecodeEncode(b *testing.B) {
	p := startBenchProvider(b)
	alert, alertType := p.alert(nil), p.Schemas().ResourceSchemas["engine_alert"].ValueType()
	b.ReportAllocs()
	for b.Loop() {
		value, err := alert.Unmarshal(alertType)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := tfprotov6.NewDynamicValue(alertType, value); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidateResourceConfig(b *testing.B) {
	p := startBenchProvider(b)
	req := &tfprotov6.ValidateResourceConfigRequest{TypeName: "engine_alert", Config: p.alert(map[string]any{"id": nil})}
	b.ReportAllocs()
	for b.Loop() {
		resp, err := p.ValidateResourceConfig(b.Context(), req)
		wantNoProblem(b, resp.Diagnostics, err)
	}
}

// BenchmarkReadResource reads alerts from the provider's cached list, so that no read sends a request.
func BenchmarkReadResource(b *testing.B) {
	p := startBenchProvider(b)
	states := p.createAlerts(1000)
	next := p.readUntilListed(states)
	b.ReportAllocs()
	for b.Loop() {
		if next == len(states) {
			b.StopTimer()
			p.restart()
			next = p.readUntilListed(states)
			b.StartTimer()
		}
		p.read(states[next])
		next++
	}
}

// readUntilListed reads objects until the provider has cached their list and sends no more requests. It returns the next object's index.
func (p *benchProvider) readUntilListed(states []*tfprotov6.DynamicValue) int {
	p.b.Helper()
	for i, state := range states {
		p.engine.ClearRequests()
		p.read(state)
		if len(p.engine.Requests()) == 0 {
			return i + 1
		}
	}
	p.b.Fatal("no read used the list")
	return 0
}

func (p *benchProvider) read(state *tfprotov6.DynamicValue) {
	p.b.Helper()
	resp, err := p.ReadResource(p.b.Context(), &tfprotov6.ReadResourceRequest{TypeName: "engine_alert", CurrentState: state})
	wantNoProblem(p.b, resp.Diagnostics, err)
	if !sameBytes(resp.NewState, state) {
		p.b.Fatal("the state changed")
	}
}

func BenchmarkPlanResourceChange(b *testing.B) {
	p := startBenchProvider(b)
	for name, proposed := range map[string]*tfprotov6.DynamicValue{
		"unchanged": p.alert(nil),
		"changed":   p.alert(map[string]any{"description": "Changed."}),
	} {
		req := &tfprotov6.PlanResourceChangeRequest{
			TypeName: "engine_alert", PriorState: p.alert(nil), ProposedNewState: proposed, Config: p.alert(map[string]any{"id": nil}),
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				resp, err := p.PlanResourceChange(b.Context(), req)
				wantNoProblem(b, resp.Diagnostics, err)
			}
		})
	}
}

func BenchmarkGetProviderSchema(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		resp, err := NewServer("bench")().GetProviderSchema(b.Context(), &tfprotov6.GetProviderSchemaRequest{})
		wantNoProblem(b, resp.Diagnostics, err)
	}
}
