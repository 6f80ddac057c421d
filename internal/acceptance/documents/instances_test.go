// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package documents

import (
	"fmt"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const instances = "component/objects"

const ofCustomTypes = `
resource "engine_component" "it" {
  type                = "algorithm"
  name                = "Forecast"
  version             = "1"
  deployment_capacity = "very_large"
  deployment_type     = "SELF_HOSTED"
  input               = []
  output              = []
  routines            = []
  custom_types        = [{ name = "Pump", fields = [{ name = "power", type = "float" }] }]
}

resource "engine_document" "it" {
  for_each = { north = 7.5, south = 11 }
  path     = "component/objects/"
  body     = jsonencode({ name = each.key, component_id = engine_component.it.id, type = "Pump", data = { power = each.value } })
}

data "engine_documents" "pumps" {
  path       = "component/objects/"
  query      = { component_id = engine_component.it.id, type = "Pump" }
  depends_on = [engine_document.it]
}

output "pumps" {
  value = join(" ", keys(data.engine_documents.pumps.ids))
}
`

// TestInstancesOfCustomTypes creates documents under the path component/objects/. Like this path, the paths of all components begin with
// component/. The test then lists only the documents of one component and one custom type.
func TestInstancesOfCustomTypes(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, refserver.Options{})
	other := map[string]any{"id": "other", "name": "west", "component_id": "another", "type": "Pump"}
	if err := w.Seed(map[string][]map[string]any{instances: {other}}); err != nil {
		t.Fatal(err)
	}
	if warnings := w.apply(ofCustomTypes, "+3 ~0 -0 <0"); len(warnings) > 0 {
		t.Errorf("the warnings are %q", warnings)
	}
	w.planEmpty()
	if text, err := w.run.Run(t.Context(), "output", "pumps"); err != nil || strings.TrimSpace(text) != `"north south"` {
		t.Errorf("the output is %s (%v)", text, err)
	}
	w.apply(strings.Replace(ofCustomTypes, "11", "12", 1), "+0 ~1 -0 <0")
	w.wantSent(patch, `{"data":{"power":12}}`)
	w.destroy()
	if left := w.Objects(instances); len(left) != 1 || fmt.Sprint(left[0]["name"]) != "west" {
		t.Errorf("the engine has %v", left)
	}
}
