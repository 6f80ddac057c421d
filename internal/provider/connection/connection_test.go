// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package connection_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestDeferral calls a provider whose base_url is unknown. Reads and imports must be deferred if Terraform allows it, and fail otherwise.
// Planning a new object must succeed, because it sends no request.
func TestDeferral(t *testing.T) {
	t.Parallel()
	for _, allowed := range []bool{true, false} {
		s := providertest.Open(t, provider.NewServer("test")())
		s.Configure(map[string]any{"base_url": providertest.Unknown{}, "access_id": "a", "secret_key": "s"}, allowed)
		resources, sources := s.Schemas().ResourceSchemas, s.Schemas().DataSourceSchemas
		alert := s.Encode(resources["engine_alert"], providertest.With(providertest.RateAlert(), map[string]any{"id": "1"}))

		read, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{
			TypeName: "engine_alert", CurrentState: alert,
			ClientCapabilities: &tfprotov6.ReadResourceClientCapabilities{DeferralAllowed: allowed},
		})
		wantDeferred(t, "read", allowed, err, read.Deferred, read.Diagnostics)
		if allowed && string(read.NewState.MsgPack) != string(alert.MsgPack) {
			t.Error("the deferred read changes the state")
		}

		imported, err := s.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{
			TypeName: "engine_alert", ID: "1",
			ClientCapabilities: &tfprotov6.ImportResourceStateClientCapabilities{DeferralAllowed: allowed},
		})
		wantDeferred(t, "import", allowed, err, imported.Deferred, imported.Diagnostics)
		for _, object := range imported.ImportedResources {
			wantUnknown(t, resources["engine_alert"], object.State)
		}

		for name, config := range map[string]map[string]any{
			"engine_alert": {"id": "1"}, "engine_alerts": {}, "engine_alert_events": {},
		} {
			resp, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
				TypeName: name, Config: s.Encode(sources[name], config),
				ClientCapabilities: &tfprotov6.ReadDataSourceClientCapabilities{DeferralAllowed: allowed},
			})
			wantDeferred(t, name, allowed, err, resp.Deferred, resp.Diagnostics)
			if allowed {
				wantUnknown(t, sources[name], resp.State)
			}
		}

		// The alert is inactive, because the plan would warn about an active alert without a condition.
		draft := providertest.With(providertest.RateAlert(), map[string]any{"active": false})
		config := s.Encode(resources["engine_alert"], draft)
		proposed := s.Encode(resources["engine_alert"], providertest.With(draft, map[string]any{"id": providertest.Unknown{}}))
		planned, err := s.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
			TypeName: "engine_alert", PriorState: s.Encode(resources["engine_alert"], nil), ProposedNewState: proposed, Config: config,
			ClientCapabilities: &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: allowed},
		})
		if err != nil || len(planned.Diagnostics) > 0 || planned.Deferred != nil {
			t.Errorf("a new object: %v %+v", err, planned)
		}
	}
}

func wantDeferred(
	t *testing.T, name string, allowed bool, err error, deferred *tfprotov6.Deferred, diagnostics []*tfprotov6.Diagnostic,
) {
	t.Helper()
	switch {
	case err != nil:
		t.Errorf("%s: %v", name, err)
	case allowed && (len(diagnostics) > 0 || deferred == nil || deferred.Reason != tfprotov6.DeferredReasonProviderConfigUnknown):
		t.Errorf("%s is not deferred: %v %v", name, deferred, diagnostics)
	case !allowed && (deferred != nil || len(diagnostics) != 1 || !strings.Contains(diagnostics[0].Detail, "base_url")):
		t.Errorf("%s is no error: %v %v", name, deferred, diagnostics)
	}
}

func wantUnknown(t *testing.T, schema *tfprotov6.Schema, value *tfprotov6.DynamicValue) {
	t.Helper()
	decoded, err := value.Unmarshal(schema.ValueType())
	if err != nil || decoded.IsKnown() || !decoded.Type().Is(tftypes.Object{}) {
		t.Errorf("the value is %s (%v)", decoded, err)
	}
}

// TestUnknownDefaultTags configures a provider whose default_tags is unknown. Reads and deletes must succeed. Creating or updating an alert
// must fail, because alerts have tags. Creating or updating a node must succeed, because nodes have none.
func TestUnknownDefaultTags(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	s := providertest.Open(t, provider.NewServer("test")())
	s.Configure(map[string]any{
		"base_url": e.URL, "access_id": e.AccessID(), "secret_key": e.SecretKey(),
		"default_tags": []any{map[string]any{"id": providertest.Unknown{}}},
	}, false)
	client, schemas := e.Client(t), s.Schemas().ResourceSchemas
	for name, config := range map[string]map[string]any{
		"alert": providertest.With(providertest.RateAlert(), map[string]any{"tags": []any{map[string]any{"id": "own"}}}),
		"node":  {"name": "n", "type": "self_hosted"},
	} {
		collection := map[string]engine.Collection{"alert": engine.Alerts, "node": engine.Nodes}[name]
		tags := []any{map[string]any{"id": "own"}, map[string]any{"id": "team"}}
		created, err := client.Create(t.Context(), collection, providertest.With(config, map[string]any{"tags": tags}))
		if err != nil {
			t.Fatal(err)
		}
		id, _ := created["id"].(string)
		typeName := "engine_" + name
		schema := schemas[typeName]
		state := s.Encode(schema, providertest.With(config, map[string]any{"id": id}))
		read, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: typeName, CurrentState: state})
		if err != nil || len(read.Diagnostics) > 0 || string(read.NewState.MsgPack) != string(state.MsgPack) {
			t.Errorf("the read of the %s: %v %v", name, err, read.Diagnostics)
		}
		imported, err := s.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
		if err != nil || len(imported.Diagnostics) > 0 {
			t.Errorf("the import of the %s: %v %v", name, err, imported.Diagnostics)
		}
		isTagged := name == "alert"
		e.ClearRequests()
		null := s.Encode(schema, nil)
		renamed := providertest.With(config, map[string]any{"name": "other"})
		for change, req := range map[string]*tfprotov6.ApplyResourceChangeRequest{
			"create": {PriorState: null, PlannedState: s.Encode(schema, providertest.With(renamed, map[string]any{"id": providertest.Unknown{}}))},
			"update": {PriorState: state, PlannedState: s.Encode(schema, providertest.With(renamed, map[string]any{"id": id}))},
		} {
			req.TypeName, req.Config = typeName, s.Encode(schema, renamed)
			applied, err := s.ApplyResourceChange(t.Context(), req)
			isRejected := err == nil && len(applied.Diagnostics) == 1 && strings.Contains(applied.Diagnostics[0].Detail,
				"default_tags depends on values that are known only after apply")
			if err != nil || isRejected != isTagged || !isTagged && len(applied.Diagnostics) > 0 {
				t.Errorf("the %s of the %s: %v %v", change, name, err, applied.Diagnostics)
			}
		}
		if isTagged && len(e.Requests()) > 0 {
			t.Errorf("the provider sent %v", e.Requests())
		}
		deletion := &tfprotov6.ApplyResourceChangeRequest{TypeName: typeName, PriorState: state, PlannedState: null, Config: null}
		deleted, err := s.ApplyResourceChange(t.Context(), deletion)
		if err != nil || len(deleted.Diagnostics) > 0 {
			t.Errorf("the delete of the %s: %v %v", name, err, deleted.Diagnostics)
		}
	}
}
