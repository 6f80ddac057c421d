// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Session calls an in-process provider through the Terraform plugin protocol. A call that returns a Go error fails the test immediately.
type Session struct {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
	t       testing.TB
	schemas *tfprotov6.GetProviderSchemaResponse
}

// Open returns a session for a provider, after reading its schemas. It fails the test immediately unless the provider supports list
// resources and actions.
func Open(t testing.TB, server tfprotov6.ProviderServer) *Session {
	t.Helper()
	lists, hasLists := server.(tfprotov6.ListResourceServer)
	actions, hasActions := server.(tfprotov6.ActionServer)
	if !hasLists || !hasActions {
		t.Fatal("the provider has no lists or no actions")
	}
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return &Session{ProviderServer: server, ListResourceServer: lists, ActionServer: actions, t: t, schemas: schemas}
}

// Configure calls ConfigureProvider with the arguments. deferral is the value of the client capability deferral_allowed. Configure fails
// the test immediately if the provider returns a diagnostic.
func (s *Session) Configure(arguments map[string]any, deferral bool) {
	s.t.Helper()
	resp, err := s.ConfigureProvider(s.t.Context(), &tfprotov6.ConfigureProviderRequest{
		Config:             s.Encode(s.schemas.Provider, arguments),
		ClientCapabilities: &tfprotov6.ConfigureProviderClientCapabilities{DeferralAllowed: deferral},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, d := range resp.Diagnostics {
		s.t.Fatalf("%s: %s", d.Summary, d.Detail)
	}
}

// Connect configures the provider with the address and credentials of an engine.
func (s *Session) Connect(e *Engine) {
	s.t.Helper()
	s.Configure(map[string]any{"base_url": e.URL, "access_id": e.AccessID(), "secret_key": e.SecretKey()}, false)
}

// Encode encodes the attributes of an object for a call. Missing attributes become null. If attributes is nil, the whole object is null.
func (s *Session) Encode(schema *tfprotov6.Schema, attributes map[string]any) *tfprotov6.DynamicValue {
	s.t.Helper()
	typ := schema.ValueType()
	value := tftypes.NewValue(typ, nil)
	if attributes != nil {
		value = Value(s.t, typ, attributes)
	}
	encoded, err := tfprotov6.NewDynamicValue(typ, value)
	if err != nil {
		s.t.Fatal(err)
	}
	return &encoded
}

// Schemas returns the response to GetProviderSchema.
func (s *Session) Schemas() *tfprotov6.GetProviderSchemaResponse { return s.schemas }

// Query runs a list block for a resource type such as "engine_alert" and returns the results. If whole is true, each result includes all
// attributes of its object (include_resource).
func (s *Session) Query(typeName string, config map[string]any, limit int64, whole bool) []tfprotov6.ListResourceResult {
	s.t.Helper()
	stream, err := s.ListResource(s.t.Context(), &tfprotov6.ListResourceRequest{
		TypeName: typeName, Config: s.Encode(s.schemas.ListResourceSchemas[typeName], config), Limit: limit, IncludeResource: whole,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	var results []tfprotov6.ListResourceResult
	for result := range stream.Results {
		results = append(results, result)
	}
	return results
}

// Invoke runs an action such as "engine_component_start" and returns its progress messages and final diagnostics.
func (s *Session) Invoke(actionType string, config map[string]any) (progress []string, end []*tfprotov6.Diagnostic) {
	s.t.Helper()
	stream, err := s.InvokeAction(s.t.Context(), &tfprotov6.InvokeActionRequest{
		ActionType: actionType, Config: s.Encode(s.schemas.ActionSchemas[actionType].Schema, config),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	for event := range stream.Events {
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			progress = append(progress, event.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			end = event.Diagnostics
		}
	}
	return progress, end
}
