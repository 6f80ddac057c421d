// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestSecretTypesOfTheComponent has a routine with a value of a type whose secret field only its component declares. Nothing that shows the
// routine shows the value, also when nobody may read the component. Values of other types are shown.
func TestSecretTypesOfTheComponent(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	type object = map[string]any
	field := func(sensitive any) []any { return []any{object{"name": "pin", "type": "str", "sensitive": sensitive}} }
	err := e.Seed(map[string][]map[string]any{
		"component": {{
			"id": "c", "name": "c", "type": "connector", "version": "1", "deployment_capacity": "small", "input": []any{}, "output": []any{}, "routines": []any{},
			"custom_types": []any{object{"name": "Login", "fields": field(1)}, object{"name": "Open", "fields": field(nil)}},
		}},
		"routine": {{"id": "r", "name": "r", "component_id": "c", "type": "t", "input": []any{}, "output": []any{}, "config": []any{
			object{"name": "login", "type": "Login", "value": object{"pin": "correct-horse"}}, object{"name": "open", "type": "Open", "value": object{"pin": "open-sesame"}},
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	shown := func() map[string][]byte {
		s := providertest.Open(t, NewComparedServer("test", providertest.Difference))
		s.Connect(e)
		imported, err := s.ImportResourceState(t.Context(), &tfprotov6.ImportResourceStateRequest{TypeName: "engine_routine", ID: "r"})
		if err != nil || len(imported.ImportedResources) != 1 {
			t.Fatal(err, imported)
		}
		found := map[string][]byte{"import": imported.ImportedResources[0].State.MsgPack}
		for name, arguments := range map[string]object{"engine_routine": {"id": "r"}, "engine_routines": {}} {
			read, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: name, Config: s.Encode(s.Schemas().DataSourceSchemas[name], arguments)})
			if err != nil || len(read.Diagnostics) > 0 {
				t.Fatal(err, read)
			}
			found["data source "+name] = read.State.MsgPack
		}
		found["query"] = s.Query("engine_routine", object{}, 10, true)[0].Resource.MsgPack
		return found
	}
	for place, text := range shown() {
		if bytes.Contains(text, []byte("correct-horse")) || !bytes.Contains(text, []byte("open-sesame")) {
			t.Errorf("%s shows %q", place, text)
		}
	}
	e.Fail(refserver.Fault{Method: http.MethodGet, Match: func(r *http.Request) bool { return strings.HasSuffix(strings.TrimSuffix(r.URL.Path, "/"), "/c") }, Status: http.StatusForbidden})
	for place, text := range shown() {
		if bytes.Contains(text, []byte("correct-horse")) {
			t.Errorf("%s shows %q when the component can't be read", place, text)
		}
	}
}
