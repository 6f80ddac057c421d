// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestTakenNamesGiveImportBlocks creates objects whose names are already in use, on an engine that requires unique names. The error must
// contain an import block for each object with that name.
func TestTakenNamesGiveImportBlocks(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	s, client := open(t, e), e.Client(t)
	node := engine.Nodes
	first := enginetest.ID(t, enginetest.Create(t, client, node, map[string]any{"name": "edge", "type": "x"}))
	press := enginetest.ID(t, enginetest.Create(t, client, engine.Components("algorithm"), enginetest.Component("press")))
	twins := []string{
		enginetest.ID(t, enginetest.Create(t, client, node, map[string]any{"name": "twin", "type": "x"})),
		enginetest.ID(t, enginetest.Create(t, client, node, map[string]any{"name": "twin", "type": "x"})),
	}
	if err := e.SetHabits([]string{"unique-names"}); err != nil {
		t.Fatal(err)
	}
	lists := 0
	e.Before(func(r *http.Request) {
		if r.Method == http.MethodGet {
			lists++
		}
	})
	component := map[string]any{
		"type": "algorithm", "name": "press", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	}
	for _, test := range []struct {
		typeName string
		planned  map[string]any
		ids      []string
		lists    int
	}{
		{"engine_node", map[string]any{"name": "edge", "type": "x"}, []string{first}, 1},
		{"engine_component", component, []string{"algorithm/" + press}, 1},
		{"engine_node", map[string]any{"name": "twin", "type": "x"}, twins, 1},
		{"engine_node", map[string]any{"name": "free", "type": "x"}, nil, 1}, // this request is the read after the first write
	} {
		lists = 0
		schema := s.Schemas().ResourceSchemas[test.typeName]
		planned := s.Encode(schema, providertest.With(test.planned, map[string]any{"id": providertest.Unknown{}}))
		response, err := s.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
			TypeName: test.typeName, PriorState: s.Encode(schema, nil), PlannedState: planned, Config: s.Encode(schema, test.planned),
		})
		if err != nil {
			t.Fatal(err)
		}
		printed := ""
		for _, d := range response.Diagnostics {
			printed += d.Summary + ": " + d.Detail + "\n"
		}
		for _, id := range test.ids {
			if block := "import {\n    to = ADDRESS\n    id = \"" + id + "\"\n"; !strings.Contains(printed, block) {
				t.Errorf("%v: the error lacks\n%s\nin\n%s", test.planned["name"], block, printed)
			}
		}
		if got := strings.Count(printed, "import {"); got != len(test.ids) || lists != test.lists {
			t.Errorf("%v: %d import blocks and %d lists, want %d and %d:\n%s", test.planned["name"], got, lists, len(test.ids), test.lists, printed)
		}
	}
}
