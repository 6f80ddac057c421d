// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestErrorsQuoteNoKnownSecret checks that errors never contain a secret that the provider knows from the call's values or from an earlier
// response. For each kind of call, such as a read, the engine rejects a request with a message that quotes the secret.
func TestErrorsQuoteNoKnownSecret(t *testing.T) {
	t.Parallel()
	const secret = "VALSECRET-7781"
	e := providertest.StartEngine(t, refserver.Options{})
	s, client := open(t, e), e.Client(t)
	parameter := map[string]any{"name": "token", "type": "str", "sensitive": true, "value": secret}
	withSecret := func(doc engine.Document) engine.Document {
		return providertest.With(doc, map[string]any{"input": []any{parameter}})
	}
	algorithms := engine.Components("algorithm")
	component := enginetest.ID(t, enginetest.Create(t, client, algorithms, withSecret(enginetest.Component("press"))))
	for i := range 100 { // enough components for the list to have a second page
		enginetest.Create(t, client, algorithms, withSecret(enginetest.Component(fmt.Sprint("press ", i))))
	}

	view := func(id any, members map[string]any) map[string]any {
		return providertest.With(map[string]any{
			"id": id, "type": "algorithm", "name": "press", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
			"output": []any{},
		}, members)
	}
	attribute := map[string]any{"name": "token", "type": "str", "sensitive": true, "value": `"` + secret + `"`}
	ofType := map[string]any{"name": "token", "type": "Login", "value": `{"pin": "` + secret + `"}`}
	marked := `{"name": "x", "parameters": [{"sensitive": true, "value": "` + secret + `"}]}`
	secretState := view(component, map[string]any{"input": []any{attribute}})
	read := func(typeName string, state map[string]any) func() []*tfprotov6.Diagnostic {
		return func() []*tfprotov6.Diagnostic {
			resp, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{
				TypeName: typeName, CurrentState: s.Encode(s.Schemas().ResourceSchemas[typeName], state),
			})
			if err != nil {
				t.Fatal(err)
			}
			return resp.Diagnostics
		}
	}
	apply := func(typeName string, prior, planned map[string]any) func() []*tfprotov6.Diagnostic {
		schema := s.Schemas().ResourceSchemas[typeName]
		return func() []*tfprotov6.Diagnostic {
			resp, err := s.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
				TypeName: typeName, PriorState: s.Encode(schema, prior), PlannedState: s.Encode(schema, planned), Config: s.Encode(schema, planned),
			})
			if err != nil {
				t.Fatal(err)
			}
			return resp.Diagnostics
		}
	}
	cases := map[string]struct {
		fault refserver.Fault
		call  func() []*tfprotov6.Diagnostic
	}{
		"read": {refserver.Fault{Method: http.MethodGet}, read("engine_component", secretState)},
		"read of a document": {
			refserver.Fault{Method: http.MethodGet}, read("engine_document", map[string]any{"id": "7", "path": "thing", "body": marked}),
		},
		"read of an extra": {refserver.Fault{Method: http.MethodGet}, read("engine_node",
			map[string]any{"id": "7", "name": "n", "type": "self_hosted", "extra": marked})},
		"read of a value whose type only the parent knows": {refserver.Fault{Method: http.MethodGet}, read("engine_routine", map[string]any{
			"id": "7", "name": "n", "type": "inference", "component_id": component, "config": []any{ofType}, "input": []any{}, "output": []any{},
		})},
		"delete": {refserver.Fault{Method: http.MethodDelete}, apply("engine_component", secretState, nil)},
		"delete of a document": {
			refserver.Fault{Method: http.MethodDelete}, apply("engine_document", map[string]any{"id": "7", "path": "thing", "body": marked}, nil),
		},
		"update of an object with a secret of the engine": {
			refserver.Fault{Method: http.MethodPatch},
			apply("engine_component", view(component, nil), view(component, map[string]any{"description": "new"})),
		},
		"data source": {
			refserver.Fault{Match: func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" }},
			func() []*tfprotov6.Diagnostic {
				resp, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
					TypeName: "engine_components", Config: s.Encode(s.Schemas().DataSourceSchemas["engine_components"], map[string]any{}),
				})
				if err != nil {
					t.Fatal(err)
				}
				return resp.Diagnostics
			},
		},
		"terraform query": {
			refserver.Fault{Match: func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" }},
			func() (all []*tfprotov6.Diagnostic) {
				for _, result := range s.Query("engine_component", map[string]any{}, 1000, true) {
					all = append(all, result.Diagnostics...)
				}
				return all
			},
		},
		"action": {
			refserver.Fault{Method: http.MethodPost},
			func() []*tfprotov6.Diagnostic {
				_, diagnostics := s.Invoke("engine_component_start", map[string]any{"id": component, "type": "algorithm"})
				return diagnostics
			},
		},
	}
	for _, name := range slices.Sorted(maps.Keys(cases)) { // in a fixed order, because the query caches a list that later reads may use
		test := cases[name]
		test.fault.Status = http.StatusBadRequest
		test.fault.Body = fmt.Sprintf(`{"input": [{"value": ["%s is wrong."]}], "detail": ["Not %[1]s."]}`, secret)
		s = open(t, e) // a new server, which has not cached any lists
		remove := e.Fail(test.fault)
		diagnostics := test.call()
		remove()
		printed := ""
		for _, d := range diagnostics {
			printed += d.Summary + "\n" + d.Detail + "\n"
		}
		if strings.Contains(printed, "VALSEC") || !strings.Contains(printed, "(sensitive value)") {
			t.Errorf("%s: the diagnostics are\n%s", name, printed)
		}
	}
}

// TestErrorOfSharedRequestHidesSecretOfEachRead reads two components that seem to be deleted. To verify this, the provider lists all
// components once for both reads. The engine rejects the list request with an error that quotes the secrets of both components. Each read
// returns this error, and removes the secret of its own component from it.
func TestErrorOfSharedRequestHidesSecretOfEachRead(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	s := open(t, e)
	secrets := []string{"ALPHA-77815521", "bravo.99412233"}
	isList := func(r *http.Request) bool { return !strings.Contains(r.URL.Path, "gone-") }
	e.Fail(refserver.Fault{Match: isList, Status: http.StatusBadRequest, Body: fmt.Sprintf(`{"detail": %q}`, strings.Join(secrets, " "))})
	for i, secret := range secrets {
		state := s.Encode(s.Schemas().ResourceSchemas["engine_component"], map[string]any{
			"id": fmt.Sprint("gone-", i), "type": "algorithm", "name": "press", "version": "1", "deployment_capacity": "small",
			"input": []any{map[string]any{"name": "token", "type": "str", "sensitive": true, "value": `"` + secret + `"`}},
		})
		resp, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: "engine_component", CurrentState: state})
		if err != nil || len(resp.Diagnostics) != 1 {
			t.Fatal(resp, err)
		}
		if text := resp.Diagnostics[0].Detail; strings.Contains(text, secret) || !strings.Contains(text, "the list of them fails") {
			t.Errorf("the read of a component with the secret %s fails with %s", secret, text)
		}
	}
}

// TestErrorsQuotePlaceholders creates a component with two write-only values: a secret, and a placeholder such as ${{secret.TOKEN}}. The
// engine's error quotes both. The diagnostic must mask only the secret.
func TestErrorsQuotePlaceholders(t *testing.T) {
	t.Parallel()
	const secret, placeholder = "VALSECRET-7781", "${{secret.API_TOKEN}}"
	e := providertest.StartEngine(t, refserver.Options{})
	s := open(t, e)
	e.Fail(refserver.Fault{Method: http.MethodPost, Status: http.StatusBadRequest, Body: fmt.Sprintf(`{"detail": "Not %s and %s."}`, secret, placeholder)})
	schema := s.Schemas().ResourceSchemas["engine_component"]
	parameter := func(name, value string) any {
		return map[string]any{"name": name, "type": "str", "sensitive": true, "value_wo": fmt.Sprintf("%q", value), "value_wo_version": 1}
	}
	component := map[string]any{
		"type": "algorithm", "name": "press", "version": "1", "deployment_capacity": "small", "output": []any{},
		"input": []any{parameter("a", secret), parameter("b", placeholder)},
	}
	resp, err := s.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: "engine_component", PriorState: s.Encode(schema, nil), PlannedState: s.Encode(schema, component), Config: s.Encode(schema, component),
	})
	if err != nil || len(resp.Diagnostics) != 1 {
		t.Fatal(resp, err)
	}
	if text := resp.Diagnostics[0].Detail; !strings.Contains(text, "Not (sensitive value) and "+placeholder) {
		t.Errorf("the diagnostic is %s", text)
	}
}
