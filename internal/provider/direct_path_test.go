// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// bothPaths has a configured server whose calls fail where the direct path and the framework differ.
type bothPaths struct {
	*testing.T
	*providertest.Engine
	server *server
	direct *int // counts the calls that were answered on the direct path
}

func startBothPaths(t *testing.T) *bothPaths {
	t.Helper()
	e := providertest.StartEngine(t, refserver.Options{})
	s, direct := newServer("test"), 0
	s.compare = func(framework, response any) string {
		direct++
		return providertest.Difference(framework, response)
	}
	schema, err := s.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	config := providertest.Value(t, schema.Provider.ValueType(), map[string]any{
		"base_url": e.URL, "access_id": e.AccessID(), "secret_key": e.SecretKey(), "max_retries": 0,
	})
	value, err := tfprotov6.NewDynamicValue(config.Type(), config)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := s.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: &value})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatal(err, resp.Diagnostics)
	}
	return &bothPaths{T: t, Engine: e, server: s, direct: &direct}
}

// value is a state, plan or configuration of a resource type.
func (b *bothPaths) value(typeName string, attributes any) *tfprotov6.DynamicValue {
	b.Helper()
	typ := b.server.definitions[typeName].shape.Type()
	value := tftypes.NewValue(typ, nil)
	if attributes != nil {
		value = providertest.Value(b.T, typ, attributes)
	}
	encoded, err := tfprotov6.NewDynamicValue(typ, value)
	if err != nil {
		b.Fatal(err)
	}
	return &encoded
}

// same reports an error of a call: the two ways differ, and it says in what.
func (b *bothPaths) same(name string, err error) {
	b.Helper()
	if err != nil {
		b.Errorf("%s: %v", name, err)
	}
}

var alertState = map[string]any{
	"id": "a-1", "name": "Overpressure", "severity": "SEV2", "type": "rate", "rate_value": "5", "rate_unit": "minute",
	"alert_items": []any{map[string]any{
		"ref_id": "A", "type": "QUERY",
		"query_filter_asset":     map[string]any{"id": "pump"},
		"query_filter_attribute": map[string]any{"id": "pressure"},
	}},
	"stmt_thresholds": []any{map[string]any{"value": 6.5, "status": "alert"}},
}

func TestDirectPlan(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	component := map[string]any{
		"id": "c-1", "type": "algorithm", "name": "n", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	}
	cases := map[string]struct {
		typeName                string
		prior, proposed, config any
		private                 []byte
	}{
		"no change":                {"engine_alert", alertState, alertState, providertest.WithMember(alertState, "id", nil), nil},
		"no change, private state": {"engine_alert", alertState, alertState, providertest.WithMember(alertState, "id", nil), []byte(`{"note":"dHJ1ZQ=="}`)},
		"change":                   {"engine_alert", alertState, providertest.WithMember(alertState, "mute", true), providertest.WithMember(providertest.WithMember(alertState, "mute", true), "id", nil), nil},
		"another spelling":         {"engine_alert", alertState, providertest.WithMember(alertState, "severity", "sev2"), providertest.WithMember(providertest.WithMember(alertState, "severity", "sev2"), "id", nil), nil},
		"unknown":                  {"engine_alert", alertState, providertest.WithMember(alertState, "description", providertest.Unknown{}), providertest.WithMember(providertest.WithMember(alertState, "description", providertest.Unknown{}), "id", nil), nil},
		"create":                   {"engine_alert", nil, providertest.WithMember(alertState, "id", nil), providertest.WithMember(alertState, "id", nil), nil},
		"destroy":                  {"engine_alert", alertState, nil, nil, nil},
		"nothing":                  {"engine_alert", nil, nil, nil, nil},
		"default":                  {"engine_component", component, component, providertest.WithMember(providertest.WithMember(component, "id", nil), "deployment_type", nil), nil},
		"default that the engine lost": {
			"engine_component", providertest.WithMember(component, "deployment_type", "OTHER"), providertest.WithMember(component, "deployment_type", "OTHER"),
			providertest.WithMember(providertest.WithMember(component, "id", nil), "deployment_type", nil), nil,
		},
	}
	for name, c := range cases {
		req := &tfprotov6.PlanResourceChangeRequest{
			TypeName: c.typeName, PriorState: b.value(c.typeName, c.prior), ProposedNewState: b.value(c.typeName, c.proposed),
			Config: b.value(c.typeName, c.config), PriorPrivate: c.private,
		}
		_, err := b.server.PlanResourceChange(t.Context(), req)
		b.same(name, err)
	}
}

func TestDirectRead(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	create := func(state map[string]any) string {
		resp, err := b.server.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
			TypeName: "engine_alert", PriorState: b.value("engine_alert", nil),
			PlannedState: b.value("engine_alert", providertest.WithMember(state, "id", providertest.Unknown{})), Config: b.value("engine_alert", providertest.WithMember(state, "id", nil)),
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range resp.Diagnostics {
			t.Errorf("%s: %s", d.Summary, d.Detail)
		}
		objects := b.Objects("alert")
		id, _ := objects[len(objects)-1]["id"].(string)
		return id
	}
	id := create(alertState)
	state := providertest.WithMember(alertState, "id", id)
	cases := map[string]struct {
		state   map[string]any
		private []byte
		change  func(doc map[string]any)
		fault   int
	}{
		"no change":                {state: state},
		"no change, private state": {state: state, private: []byte(`{"note":"dHJ1ZQ=="}`)},
		"another spelling":         {state: providertest.WithMember(state, "severity", "sev2")},
		"only an id":               {state: map[string]any{"id": id}},
		"drift":                    {state: state, change: func(doc map[string]any) { doc["severity"] = "SEV7" }},
		"drift of an item":         {state: state, change: func(doc map[string]any) { doc["alert_items"] = []any{} }},
		"mismatch":                 {state: state, change: func(doc map[string]any) { doc["stmt_thresholds"] = "often" }},
		"refused":                  {state: state, fault: http.StatusForbidden},
		"failed":                   {state: state, fault: http.StatusInternalServerError},
		"gone":                     {state: providertest.WithMember(alertState, "id", "0d9c9df5-93b5-4b4f-a5a2-1e2c6d8d0009")},
	}
	for name, c := range cases {
		before, _ := b.Object("alert", id)
		if c.change != nil {
			if err := b.Edit("alert", id, c.change); err != nil {
				t.Fatal(err)
			}
		}
		heal := func() {}
		if c.fault != 0 {
			heal = b.Engine.Fail(refserver.Fault{Method: http.MethodGet, Status: c.fault, Body: `{"detail": "not now"}`})
		}
		req := &tfprotov6.ReadResourceRequest{TypeName: "engine_alert", CurrentState: b.value("engine_alert", c.state), Private: c.private}
		_, err := b.server.ReadResource(t.Context(), req)
		b.same(name, err)
		heal()
		if err := b.Edit("alert", id, func(doc map[string]any) {
			for key, value := range before {
				doc[key] = value
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDirectUpgrade(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	for name, c := range map[string]struct {
		version int64
		state   any
	}{
		"current":              {0, alertState},
		"attribute of another": {0, providertest.WithMember(alertState, "gone_since", "1.0")},
		"without an attribute": {0, map[string]any{"id": "a-1", "name": "Pump"}},
		"wrong type":           {0, providertest.WithMember(alertState, "mute", "loud")},
		"number as text":       {0, providertest.WithMember(alertState, "stmt_thresholds", []any{map[string]any{"value": "6.5", "status": "alert"}})},
		"text as number":       {0, providertest.WithMember(alertState, "name", 5)},
		"boolean as text":      {0, providertest.WithMember(alertState, "mute", "true")},
		"list of another kind": {0, providertest.WithMember(alertState, "tags", map[string]any{})},
		"exact number":         {0, providertest.WithMember(alertState, "stmt_thresholds", []any{map[string]any{"value": json.Number("0.1"), "status": "alert"}})},
		"no object":            {0, []any{}},
		"null":                 {0, nil},
		"later version":        {7, alertState},
	} {
		raw, err := json.Marshal(c.state)
		if err != nil {
			t.Fatal(err)
		}
		req := &tfprotov6.UpgradeResourceStateRequest{TypeName: "engine_alert", Version: c.version, RawState: &tfprotov6.RawState{JSON: raw}}
		_, err = b.server.UpgradeResourceState(t.Context(), req)
		b.same(name, err)
	}
}

func TestDirectCheck(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	config := providertest.WithMember(alertState, "id", nil)
	item := func(name string, value any) any {
		items, _ := alertState["alert_items"].([]any)
		first, _ := items[0].(map[string]any)
		return []any{providertest.WithMember(first, name, value)}
	}
	component := map[string]any{
		"type": "algorithm", "name": "n", "version": "1", "deployment_capacity": "small", "input": []any{}, "output": []any{}, "routines": []any{},
	}
	for name, c := range map[string]struct {
		typeName string
		config   map[string]any
	}{
		"valid":                         {"engine_alert", config},
		"value out of its list":         {"engine_alert", providertest.WithMember(config, "severity", "SEV9")},
		"required":                      {"engine_alert", providertest.WithMember(config, "name", nil)},
		"required in an element":        {"engine_alert", providertest.WithMember(config, "alert_items", item("ref_id", nil))},
		"null element":                  {"engine_alert", providertest.WithMember(config, "tags", []any{nil})},
		"set by the engine":             {"engine_alert", alertState},
		"fraction":                      {"engine_alert", providertest.WithMember(config, "alert_items", item("query_limit", 1.5))},
		"number as a text":              {"engine_alert", providertest.WithMember(config, "stmt_time_window", 0)},
		"too large":                     {"engine_alert", providertest.WithMember(config, "alert_items", item("query_limit", 10001))},
		"wrong number":                  {"engine_widget", map[string]any{"name": "w", "tab": "t", "type": "bar", "relative_window_time": -1}},
		"malformed JSON":                {"engine_alert", providertest.WithMember(config, "extra", "{")},
		"extra key of an attribute":     {"engine_alert", providertest.WithMember(config, "extra", `{"name": 1}`)},
		"check of several attributes":   {"engine_alert", providertest.WithMember(config, "cron_hours", "9")},
		"warning":                       {"engine_alert", providertest.WithMember(providertest.WithMember(config, "stmt_operator", "gt"), "stmt_thresholds", []any{map[string]any{"value": 1, "status": "alert"}, map[string]any{"value": 2, "status": "alert"}})},
		"attributes of another meaning": {"engine_component", providertest.WithMember(component, "timeouts", map[string]any{"update": "soon"})},
		"component":                     {"engine_component", component},
	} {
		req := &tfprotov6.ValidateResourceConfigRequest{TypeName: c.typeName, Config: b.value(c.typeName, c.config)}
		_, err := b.server.ValidateResourceConfig(t.Context(), req)
		b.same(name, err)
	}
}

// A destroy of many objects plans each of them twice.
func TestDestroyIsPlannedTheShortWay(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	resp, err := b.server.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: "engine_alert", PriorState: b.value("engine_alert", alertState), ProposedNewState: b.value("engine_alert", nil), Config: b.value("engine_alert", nil),
	})
	if err != nil || !isNull(resp.PlannedState) {
		t.Errorf("the planned state is %v (%v)", resp.PlannedState, err)
	}
	if *b.direct != 1 {
		t.Error("it was not planned on the direct path")
	}
}
