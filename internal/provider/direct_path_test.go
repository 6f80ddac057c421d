// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// bothPaths is a provider server for tests, connected to the reference server. When it handles a call without the framework, it passes the
// same call to the framework and compares the two responses. If they differ, the call returns an error.
type bothPaths struct {
	*testing.T
	*providertest.Engine
	server *server
	direct *int // number of calls that the server handled without the framework

	seen    int      // value of *direct after the previous call to checkResponse
	handled []string // names of the calls that the server handled without the framework
}

func startBothPaths(t *testing.T) *bothPaths {
	t.Helper()
	e := providertest.StartEngine(t, refserver.Options{})
	s, direct := newServer("test"), 0
	s.compare = func(framework, response any) string {
		direct++
		return providertest.Difference(framework, response)
	}
	providertest.Open(t, s).Configure(map[string]any{
		"base_url": e.URL, "access_id": e.AccessID(), "secret_key": e.SecretKey(), "max_retries": 0,
	}, false)
	return &bothPaths{T: t, Engine: e, server: s, direct: &direct}
}

// value encodes attributes as a state, plan or configuration of a resource type. If attributes is nil, the value is null.
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

func (b *bothPaths) decoded(typeName string, value *tfprotov6.DynamicValue) tftypes.Value {
	b.Helper()
	decoded, err := value.Unmarshal(b.server.definitions[typeName].shape.Type())
	if err != nil {
		b.Fatal(err)
	}
	return decoded
}

// checkResponse fails the test if err is not nil, for example because the provider server's own response to a call differs from the
// framework's. It also records whether the provider server handled the call without the framework.
func (b *bothPaths) checkResponse(name string, err error) {
	b.Helper()
	if err != nil {
		b.Errorf("%s: %v", name, err)
	}
	if *b.direct > b.seen {
		b.handled = append(b.handled, name)
	}
	b.seen = *b.direct
}

// wantDirect fails the test unless the server handled exactly the named calls without calling the framework.
func (b *bothPaths) wantDirect(names ...string) {
	b.Helper()
	slices.Sort(names)
	slices.Sort(b.handled)
	if diff := cmp.Diff(names, b.handled); diff != "" {
		b.Errorf("the calls on the direct path, -want +got:\n%s", diff)
	}
}

// plan requests the plan of a change between two states. A nil prior state means a create, and a nil proposed state means a delete.
func (b *bothPaths) plan(
	typeName string, prior, proposed map[string]any, private []byte,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	b.Helper()
	req := &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: b.value(typeName, nil), ProposedNewState: b.value(typeName, nil),
		Config: b.value(typeName, nil), PriorPrivate: private,
	}
	if prior != nil {
		req.PriorState = b.value(typeName, prior)
	}
	if proposed != nil {
		req.ProposedNewState, req.Config = b.value(typeName, proposed), b.value(typeName, with(proposed, "id", nil))
	}
	return b.server.PlanResourceChange(b.Context(), req)
}

// apply changes a resource from the prior state to the planned state. A nil prior state means a create, and a nil planned state means a
// delete. For a create, the planned state must contain an unknown id.
func (b *bothPaths) apply(typeName string, prior, planned map[string]any) *tfprotov6.ApplyResourceChangeResponse {
	b.Helper()
	req := &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: b.value(typeName, nil), PlannedState: b.value(typeName, nil), Config: b.value(typeName, nil),
	}
	if prior != nil {
		req.PriorState = b.value(typeName, prior)
	}
	if planned != nil {
		req.PlannedState, req.Config = b.value(typeName, planned), b.value(typeName, with(planned, "id", nil))
	}
	resp, err := b.server.ApplyResourceChange(b.Context(), req)
	if err != nil {
		b.Fatal(err)
	}
	return resp
}

func (b *bothPaths) read(typeName string, state map[string]any, private []byte) *tfprotov6.ReadResourceResponse {
	b.Helper()
	resp, err := b.server.ReadResource(b.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: typeName, CurrentState: b.value(typeName, state), Private: private,
	})
	if err != nil {
		b.Fatal(err)
	}
	return resp
}

// created creates an object and returns its id. The new state and the identity must both contain this id.
func (b *bothPaths) created(typeName string, planned map[string]any) string {
	b.Helper()
	resp := b.apply(typeName, nil, with(planned, "id", providertest.Unknown{}))
	for _, d := range resp.Diagnostics {
		b.Fatalf("%s: %s", d.Summary, d.Detail)
	}
	id := tfvalue.String(b.decoded(typeName, resp.NewState), "id")
	identity, err := resp.NewIdentity.IdentityData.Unmarshal(b.server.definitions[typeName].identityType)
	if got := tfvalue.String(identity, "id"); err != nil || got != id || id == "" {
		b.Errorf("the identity has the id %q, the state %q (%v)", got, id, err)
	}
	return id
}

func with(attributes map[string]any, name string, value any) map[string]any {
	return providertest.WithMember(attributes, name, value)
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

var componentState = map[string]any{
	"id": "c-1", "type": "algorithm", "name": "n", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
	"input": []any{}, "output": []any{}, "routines": []any{},
}

var otherPrivate = []byte(`{"note":"dHJ1ZQ=="}`) // contains a key that the provider does not know

func TestDirectPlan(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	for name, c := range map[string]struct {
		prior, proposed map[string]any
		private         []byte
	}{
		"no change":                {prior: alertState, proposed: alertState},
		"no change, private state": {prior: alertState, proposed: alertState, private: otherPrivate},
		"change":                   {prior: alertState, proposed: with(alertState, "mute", true)},
		"another spelling":         {prior: alertState, proposed: with(alertState, "severity", "sev2")},
		"unknown":                  {prior: alertState, proposed: with(alertState, "description", providertest.Unknown{})},
		"create":                   {proposed: with(alertState, "id", nil)},
		"destroy":                  {prior: alertState},
		"nothing":                  {},
	} {
		_, err := b.plan("engine_alert", c.prior, c.proposed, c.private)
		b.checkResponse(name, err)
	}
	// The configuration omits deployment_type. In the state, it has the default (SERVICE_HOSTED) or a different value.
	for _, deploymentType := range []string{"SERVICE_HOSTED", "OTHER"} {
		state := b.value("engine_component", with(componentState, "deployment_type", deploymentType))
		_, err := b.server.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
			TypeName: "engine_component", PriorState: state, ProposedNewState: state,
			Config: b.value("engine_component", with(with(componentState, "id", nil), "deployment_type", nil)),
		})
		b.checkResponse(deploymentType, err)
	}
	b.wantDirect("another spelling", "change", "create", "destroy", "no change", "nothing", "unknown")
}

func TestDirectRead(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	id := b.created("engine_alert", alertState)
	b.seen = *b.direct
	state := with(alertState, "id", id)
	set := func(name string, value any) func(map[string]any) {
		return func(doc map[string]any) { doc[name] = value }
	}
	cases := map[string]struct {
		state   map[string]any
		private []byte
		change  func(doc map[string]any)
		status  int // HTTP status of the engine's response; 0 means that the read succeeds
	}{
		"no change":                {state: state},
		"no change, private state": {state: state, private: otherPrivate},
		"another spelling":         {state: with(state, "severity", "sev2")},
		"only an id":               {state: map[string]any{"id": id}},
		"drift":                    {state: state, change: set("severity", "SEV7")},
		"drift of an item":         {state: state, change: set("alert_items", []any{})},
		"mismatch":                 {state: state, change: set("stmt_thresholds", "often")},
		"refused":                  {state: state, status: http.StatusForbidden},
		"failed":                   {state: state, status: http.StatusInternalServerError},
		"gone":                     {state: with(alertState, "id", "0d9c9df5-93b5-4b4f-a5a2-1e2c6d8d0009")},
	}
	for _, name := range slices.Sorted(maps.Keys(cases)) { // in a fixed order, because a read can affect later reads
		c := cases[name]
		before, _ := b.Object("alert", id)
		edit := func(change func(doc map[string]any)) {
			if err := b.Edit("alert", id, change); err != nil {
				t.Fatal(err)
			}
		}
		if c.change != nil {
			edit(c.change)
		}
		heal := func() {}
		if c.status != 0 {
			heal = b.Engine.Fail(refserver.Fault{Method: http.MethodGet, Status: c.status, Body: `{"detail": "not now"}`})
		}
		req := &tfprotov6.ReadResourceRequest{TypeName: "engine_alert", CurrentState: b.value("engine_alert", c.state), Private: c.private}
		_, err := b.server.ReadResource(t.Context(), req)
		b.checkResponse(name, err)
		heal()
		edit(func(doc map[string]any) { maps.Copy(doc, before) })
	}
	b.wantDirect("another spelling", "no change")
}

func TestDirectUpgrade(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	threshold := func(value any) map[string]any {
		return with(alertState, "stmt_thresholds", []any{map[string]any{"value": value, "status": "alert"}})
	}
	for name, c := range map[string]struct {
		version int64
		state   any
	}{
		"current":                       {state: alertState},
		"string in a boolean attribute": {state: with(alertState, "mute", "true")},
		"string in a number attribute":  {state: threshold("6.5")},
		"exact number":                  {state: threshold(json.Number("0.1"))},
		"number in a string attribute":  {state: with(alertState, "name", 5)},
		"object in a list attribute":    {state: with(alertState, "tags", map[string]any{})},
		"no object":                     {state: []any{}},
		"null":                          {},
		"later version":                 {version: 7, state: alertState},
	} {
		raw, err := json.Marshal(c.state)
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.server.UpgradeResourceState(t.Context(), &tfprotov6.UpgradeResourceStateRequest{
			TypeName: "engine_alert", Version: c.version, RawState: &tfprotov6.RawState{JSON: raw},
		})
		b.checkResponse(name, err)
	}
	b.wantDirect("current", "exact number", "null", "number in a string attribute")
}

// TestDirectValidate validates configurations that TestDirectCheckOfDrawnValues does not generate. The server must bypass the framework for
// configurations that produce no diagnostics, and must pass all others on to the framework.
func TestDirectValidate(t *testing.T) {
	t.Parallel()
	b := startBothPaths(t)
	config, component := with(alertState, "id", nil), with(componentState, "id", nil)
	thresholds := []any{map[string]any{"value": 1, "status": "alert"}, map[string]any{"value": 2, "status": "alert"}}
	for name, c := range map[string]struct {
		typeName string
		config   map[string]any
	}{
		"valid":                       {"engine_alert", config},
		"null element":                {"engine_alert", with(config, "tags", []any{nil})},
		"set by the engine":           {"engine_alert", alertState},
		"number as a string":          {"engine_alert", with(config, "stmt_time_window", 0)},
		"extra key of an attribute":   {"engine_alert", with(config, "extra", `{"name": 1}`)},
		"check of several attributes": {"engine_alert", with(config, "cron_hours", "9")},
		"warning":                     {"engine_alert", with(with(config, "stmt_operator", "gt"), "stmt_thresholds", thresholds)},
		"component":                   {"engine_component", component},
		"timeouts":                    {"engine_component", with(component, "timeouts", map[string]any{"update": "soon"})},
	} {
		req := &tfprotov6.ValidateResourceConfigRequest{TypeName: c.typeName, Config: b.value(c.typeName, c.config)}
		_, err := b.server.ValidateResourceConfig(t.Context(), req)
		b.checkResponse(name, err)
	}
	b.wantDirect("component", "valid")
}
