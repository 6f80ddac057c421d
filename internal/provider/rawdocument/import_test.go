// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rawdocument_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestInvalidDocuments checks the errors for invalid bodies, for paths that do not belong to a collection, and for keys that are in both
// body and body_wo.
func TestInvalidDocuments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ path, body, hidden, want string }{
		{"asset/assets/", `{}`, "", ""},
		{"asset/assets/", `["a"]`, "", "error body: has to be a JSON-encoded object"},
		{"asset/assets/", `{"id":"7"}`, "", "error body: contains the key id, which the engine sets"},
		{"asset/assets/", `hush`, "", "error body: has to be a JSON-encoded string"},
		{"asset/assets/", `{"login":{"user":"a"}}`, `{"login":{"user":"b"}}`, "error body_wo: Both body and body_wo declare login.user"},
		{"https://other.example/a", `{}`, "", "error path: path is "},
		{"../../admin", `{}`, "", "error path: path is "},
		{"asset/assets?name=a", `{}`, "", "error path: path is "},
		{"v3/engine/asset/assets", `{}`, "", "error path: begins with v3/engine/, which the provider adds itself"},
		{"", `{}`, "", "error path: path is "},
	} {
		config, want := map[string]any{"path": test.path, "body": test.body}, []string{test.want}
		if test.hidden != "" {
			config["body_wo"] = test.hidden
		}
		if test.want == "" {
			want = nil
		}
		providertest.WantProblems(t, provider.NewServer("test")(), "engine_document", config, want...)
	}
}

// TestImportOfADocument imports an object by identity (Terraform 1.12 or later) or by an id of the form "<path>/<id>". An id alone or a
// path alone must be rejected.
func TestImportOfADocument(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{Collections: []string{"asset/assets"}})
	assets, err := engine.Plain("asset/assets")
	if err != nil {
		t.Fatal(err)
	}
	created, err := e.Client(t).Create(t.Context(), assets, engine.Document{"name": "a"})
	if err != nil {
		t.Fatal(err)
	}
	id, _ := created["id"].(string)
	s := providertest.Open(t, provider.NewServer("test")())
	s.Configure(map[string]any{"base_url": e.URL, "access_id": e.AccessID(), "secret_key": e.SecretKey()}, false)
	identity := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"path": tftypes.String, "id": tftypes.String}}
	at := func(path, id string) *tfprotov6.ResourceIdentityData {
		data, err := tfprotov6.NewDynamicValue(identity, tftypes.NewValue(identity, map[string]tftypes.Value{
			"path": tftypes.NewValue(tftypes.String, path), "id": tftypes.NewValue(tftypes.String, id),
		}))
		if err != nil {
			t.Fatal(err)
		}
		return &tfprotov6.ResourceIdentityData{IdentityData: &data}
	}
	for name, test := range map[string]struct {
		request tfprotov6.ImportResourceStateRequest
		wrong   string
	}{
		"an identity":        {request: tfprotov6.ImportResourceStateRequest{Identity: at("asset/assets", id)}},
		"a path with an id":  {request: tfprotov6.ImportResourceStateRequest{ID: "/asset/assets/" + id}},
		"an id alone":        {request: tfprotov6.ImportResourceStateRequest{ID: id}, wrong: "Invalid import id"},
		"a path alone":       {request: tfprotov6.ImportResourceStateRequest{ID: "asset/assets/"}, wrong: "Invalid import id"},
		"a path out of it":   {request: tfprotov6.ImportResourceStateRequest{ID: "asset/../" + id}, wrong: "Invalid import id"},
		"no such object":     {request: tfprotov6.ImportResourceStateRequest{Identity: at("asset/assets", "none")}, wrong: "Nothing to import"},
		"no such collection": {request: tfprotov6.ImportResourceStateRequest{ID: "pump/pumps/" + id}, wrong: "Nothing to import"},
	} {
		test.request.TypeName = "engine_document"
		resp, err := s.ImportResourceState(t.Context(), &test.request)
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case test.wrong != "":
			if len(resp.Diagnostics) != 1 || resp.Diagnostics[0].Summary != test.wrong {
				t.Errorf("%s: %v", name, resp.Diagnostics)
			}
		case len(resp.Diagnostics) > 0 || len(resp.ImportedResources) != 1:
			t.Errorf("%s: %v", name, resp.Diagnostics)
		default:
			imported := resp.ImportedResources[0]
			state, err := imported.State.Unmarshal(s.Schemas().ResourceSchemas["engine_document"].ValueType())
			if err != nil || !isAsset(state, id) || tfvalue.String(state, "body") != `{"name":"a"}` {
				t.Errorf("%s: %v (%v)", name, state, err)
			}
			known, err := imported.Identity.IdentityData.Unmarshal(identity)
			if err != nil || !isAsset(known, id) {
				t.Errorf("%s: the identity is %v (%v)", name, known, err)
			}
		}
	}
}

func isAsset(value tftypes.Value, id string) bool {
	return tfvalue.String(value, "path") == "asset/assets/" && tfvalue.String(value, "id") == id
}
