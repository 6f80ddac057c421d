// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package plain_test

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

func dynamic(t *testing.T, typ tftypes.Type, value tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	encoded, err := tfprotov6.NewDynamicValue(typ, value)
	if err != nil {
		t.Fatal(err)
	}
	return &encoded
}

// An import takes an identity, as Terraform 1.12 and later send it, or a path with an id, and nothing else.
func TestImportOfADocument(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{Collections: []string{"asset/assets"}})
	col, err := engine.Plain("asset/assets")
	if err != nil {
		t.Fatal(err)
	}
	created, err := e.Client(t).Create(t.Context(), col, engine.Document{"name": "a"})
	if err != nil {
		t.Fatal(err)
	}
	id, _ := created["id"].(string)
	server := provider.NewServer("test")()
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	typ, _ := schemas.Provider.ValueType().(tftypes.Object)
	members := map[string]tftypes.Value{}
	given := map[string]string{"base_url": e.URL, "access_id": e.AccessID(), "secret_key": e.SecretKey()}
	for name, t := range typ.AttributeTypes {
		members[name] = tftypes.NewValue(t, nil)
		if text, ok := given[name]; ok {
			members[name] = tftypes.NewValue(t, text)
		}
	}
	if _, err := server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: dynamic(t, typ, tftypes.NewValue(typ, members))}); err != nil {
		t.Fatal(err)
	}
	identity := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"path": tftypes.String, "id": tftypes.String}}
	at := func(path, id string) *tfprotov6.ResourceIdentityData {
		return &tfprotov6.ResourceIdentityData{IdentityData: dynamic(t, identity, tftypes.NewValue(identity, map[string]tftypes.Value{
			"path": tftypes.NewValue(tftypes.String, path), "id": tftypes.NewValue(tftypes.String, id),
		}))}
	}
	for name, test := range map[string]struct {
		request tfprotov6.ImportResourceStateRequest
		wrong   string
	}{
		"an identity":          {tfprotov6.ImportResourceStateRequest{Identity: at("asset/assets", id)}, ""},
		"a path with an id":    {tfprotov6.ImportResourceStateRequest{ID: "/asset/assets/" + id}, ""},
		"an id alone":          {tfprotov6.ImportResourceStateRequest{ID: id}, "Wrong import id"},
		"a path alone":         {tfprotov6.ImportResourceStateRequest{ID: "asset/assets/"}, "Wrong import id"},
		"a way out":            {tfprotov6.ImportResourceStateRequest{ID: "asset/../" + id}, "Wrong import id"},
		"nothing":              {tfprotov6.ImportResourceStateRequest{Identity: at("asset/assets", "none")}, "Nothing to import"},
		"no collection at all": {tfprotov6.ImportResourceStateRequest{ID: "pump/pumps/" + id}, "Nothing to import"},
	} {
		test.request.TypeName = "engine_document"
		resp, err := server.ImportResourceState(t.Context(), &test.request)
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
			state, err := imported.State.Unmarshal(schemas.ResourceSchemas["engine_document"].ValueType())
			if err != nil || tfvalue.Text(state, "path") != "asset/assets/" || tfvalue.Text(state, "id") != id || tfvalue.Text(state, "body") != `{"name":"a"}` {
				t.Errorf("%s: %v (%v)", name, state, err)
			}
			known, err := imported.Identity.IdentityData.Unmarshal(identity)
			if err != nil || tfvalue.Text(known, "path") != "asset/assets/" || tfvalue.Text(known, "id") != id {
				t.Errorf("%s: the identity is %v (%v)", name, known, err)
			}
		}
	}
}
