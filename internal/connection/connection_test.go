// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package connection_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/providertest"
)

// TestDeferral calls a provider whose address is not known yet. What has to ask the engine is put off where Terraform allows that,
// and an error otherwise; the plan of a new object asks nothing.
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

		config := s.Encode(resources["engine_alert"], providertest.RateAlert())
		proposed := s.Encode(resources["engine_alert"], providertest.With(providertest.RateAlert(), map[string]any{"id": providertest.Unknown{}}))
		planned, err := s.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
			TypeName: "engine_alert", PriorState: s.Encode(resources["engine_alert"], nil), ProposedNewState: proposed, Config: config,
			ClientCapabilities: &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: allowed},
		})
		if err != nil || len(planned.Diagnostics) > 0 || planned.Deferred != nil {
			t.Errorf("a new object: %v %+v", err, planned)
		}
	}
}

func wantDeferred(t *testing.T, name string, allowed bool, err error, deferred *tfprotov6.Deferred, diagnostics []*tfprotov6.Diagnostic) {
	t.Helper()
	switch {
	case err != nil:
		t.Errorf("%s: %v", name, err)
	case allowed && (len(diagnostics) > 0 || deferred == nil || deferred.Reason != tfprotov6.DeferredReasonProviderConfigUnknown):
		t.Errorf("%s is not put off: %v %v", name, deferred, diagnostics)
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
