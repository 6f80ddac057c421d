// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// The benchmarks call the provider as Terraform does, but without a Terraform process. They use an alert with 34 attributes.
// BenchmarkDecodeEncode only decodes and encodes this alert, which every call has to do.

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

const alertsPath = "/v3/engine/alert/alerts/"

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

// restart replaces the provider's server by a new one, which has not cached any of the engine's list replies.
func (p *benchProvider) restart() {
	p.b.Helper()
	p.Session = providertest.Open(p.b, NewServer("bench")())
	p.Connect(p.engine)
}

// alert returns benchAlert with the given attributes replaced, encoded for Terraform's protocol.
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
	benchValidate(b, p, p.Session)
}

// BenchmarkValidateResourceConfigPlainTypes measures the framework with schemas that have no custom types. Without custom types, the
// framework builds the types of lists and objects again and again, which is slower.
func BenchmarkValidateResourceConfigPlainTypes(b *testing.B) {
	plain := newProvider("bench")
	for i, d := range plain.definitions {
		c := *d
		c.schema.Attributes = plainTypes(d.schema.Attributes)
		plain.definitions[i] = &c
	}
	benchValidate(b, startBenchProvider(b), providerserver.NewProtocol6(plain)())
}

func benchValidate(b *testing.B, p *benchProvider, server tfprotov6.ProviderServer) {
	req := &tfprotov6.ValidateResourceConfigRequest{TypeName: "engine_alert", Config: p.alert(map[string]any{"id": nil})}
	b.ReportAllocs()
	for b.Loop() {
		resp, err := server.ValidateResourceConfig(b.Context(), req)
		wantNoProblem(b, resp.Diagnostics, err)
	}
}

func plainTypes(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	plain := maps.Clone(attributes)
	for name, attribute := range attributes {
		switch a := attribute.(type) {
		case schema.ListAttribute:
			a.CustomType = nil
			plain[name] = a
		case schema.ListNestedAttribute:
			a.CustomType, a.NestedObject.CustomType = nil, nil
			a.NestedObject.Attributes = plainTypes(a.NestedObject.Attributes)
			plain[name] = a
		case schema.SingleNestedAttribute:
			a.CustomType = nil
			a.Attributes = plainTypes(a.Attributes)
			plain[name] = a
		}
	}
	return plain
}

func BenchmarkUpgradeResourceState(b *testing.B) {
	p := startBenchProvider(b)
	req := &tfprotov6.UpgradeResourceStateRequest{TypeName: "engine_alert", RawState: &tfprotov6.RawState{JSON: []byte(benchAlert)}}
	b.ReportAllocs()
	for b.Loop() {
		resp, err := p.UpgradeResourceState(b.Context(), req)
		wantNoProblem(b, resp.Diagnostics, err)
	}
}

// BenchmarkReadResource reads alerts after the provider has cached the engine's list of alerts, so that no read sends a request.
func BenchmarkReadResource(b *testing.B) {
	p := startBenchProvider(b)
	states := p.createAlerts(1000)
	next := p.untilListed(states)
	b.ReportAllocs()
	for b.Loop() {
		if next == len(states) {
			b.StopTimer()
			p.restart()
			next = p.untilListed(states)
			b.StartTimer()
		}
		p.read(states[next])
		next++
	}
}

// untilListed reads objects one by one until the provider answers from its cached list. It returns the index of the next object to read.
func (p *benchProvider) untilListed(states []*tfprotov6.DynamicValue) int {
	p.b.Helper()
	for i, state := range states {
		p.engine.ClearRequests()
		p.read(state)
		if len(p.engine.Requests()) == 0 {
			return i + 1
		}
	}
	p.b.Fatal("no read was answered from the list")
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

// BenchmarkApplyResourceChange sends one GET and one PATCH request per change.
func BenchmarkApplyResourceChange(b *testing.B) {
	p := startBenchProvider(b)
	p.createAlerts(1)
	id, _ := p.engine.Objects("alert")[0]["id"].(string)
	if err := p.engine.Edit("alert", id, func(doc map[string]any) { doc["description"] = "One." }); err != nil {
		b.Fatal(err)
	}
	req := func(from, to string) *tfprotov6.ApplyResourceChangeRequest {
		return &tfprotov6.ApplyResourceChangeRequest{
			TypeName:     "engine_alert",
			PriorState:   p.alert(map[string]any{"id": id, "description": from}),
			PlannedState: p.alert(map[string]any{"id": id, "description": to}),
			Config:       p.alert(map[string]any{"id": nil, "description": to}),
		}
	}
	one, other := req("One.", "Other."), req("Other.", "One.")
	p.engine.ClearRequests()
	b.ReportAllocs()
	for b.Loop() {
		resp, err := p.ApplyResourceChange(b.Context(), one)
		wantNoProblem(b, resp.Diagnostics, err)
		one, other = other, one
	}
	for i, r := range p.engine.Requests() {
		if r.Method != []string{http.MethodGet, http.MethodPatch}[i%2] || r.Path != alertsPath+id+"/" {
			b.Fatalf("request %d of the changes is %s %s", i, r.Method, r.Path)
		}
	}
}

func BenchmarkGetProviderSchema(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		resp, err := NewServer("bench")().GetProviderSchema(b.Context(), &tfprotov6.GetProviderSchemaRequest{})
		wantNoProblem(b, resp.Diagnostics, err)
	}
}

// BenchmarkReadDataSource lists 20,000 objects that have only an id. It measures the cost per object without the cost of its attributes.
func BenchmarkReadDataSource(b *testing.B) {
	var list strings.Builder
	for n := range 20_000 {
		fmt.Fprintf(&list, `,{"id":"%d"}`, n)
	}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `[%s]`, list.String()[1:])
	}))
	b.Cleanup(front.Close)
	p := startBenchProvider(b)
	p.engine.URL = front.URL
	p.restart()
	config := p.Encode(p.Schemas().DataSourceSchemas["engine_alerts"], map[string]any{})
	b.ReportAllocs()
	for b.Loop() {
		resp, err := p.ReadDataSource(b.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: "engine_alerts", Config: config})
		wantNoProblem(b, resp.Diagnostics, err)
		b.ReportMetric(float64(len(resp.State.MsgPack)), "bytes-of-state")
	}
}
