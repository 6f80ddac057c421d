// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// secretOwner is a component with a parameter in each place that has some, each with the given members.
func secretOwner(members string) string {
	return fmt.Sprintf(`
locals {
  plain  = { name = "plain", type = "str", value = jsonencode("shown") }
}

resource "engine_component" "it" {
  type                = "connector"
  name                = "it"
  version             = "1"
  deployment_capacity = "small"
  output              = []
  input               = [local.plain, { name = "token", type = "str", %[1]s }]
  custom_types        = [{ name = "Login", fields = [local.plain, { name = "token", type = "str", %[1]s }] }]
  routines            = [{ name = "pull", config = [{ name = "token", type = "str", %[1]s }, local.plain] }]
}
`, members)
}

// secretPlaces are where the engine keeps the parameters of secretOwner, by the place within the document.
func secretPlaces(doc map[string]any) map[string]map[string]any {
	at := func(value any, name string) map[string]any {
		elements, _ := value.([]any)
		for _, element := range elements {
			if object, _ := element.(map[string]any); object["name"] == name {
				return object
			}
		}
		return nil
	}
	return map[string]map[string]any{
		"input":        at(doc["input"], "token"),
		"custom_types": at(at(doc["custom_types"], "Login")["fields"], "token"),
		"routines":     at(at(doc["routines"], "pull")["config"], "token"),
	}
}

// TestWriteOnlyValues takes write-only values through their life. The engine has each value that was sent, the state none.
func TestWriteOnlyValues(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	engineHas := func(want any) resource.TestCheckFunc {
		return func(state *terraform.State) error {
			doc, err := e.document("component", state, "engine_component.it")
			if err != nil {
				return err
			}
			for place, parameter := range secretPlaces(doc) {
				for _, name := range []string{"value_wo", "value_wo_version"} {
					if _, has := parameter[name]; has {
						return fmt.Errorf("%s: %s was sent", place, name)
					}
				}
				if !reflect.DeepEqual(parameter["value"], want) {
					return fmt.Errorf("%s: the engine has the value %v, want %v", place, parameter["value"], want)
				}
			}
			kept, err := json.Marshal(state)
			if err != nil {
				return err
			}
			if strings.Contains(string(kept), "hush") {
				return fmt.Errorf("the state has a write-only value: %s", kept)
			}
			return nil
		}
	}
	wrote := func(methods ...string) resource.TestCheckFunc {
		return func(*terraform.State) error {
			var got []string
			for _, r := range e.writes() {
				got = append(got, r.Method)
			}
			if !reflect.DeepEqual(got, methods) {
				return fmt.Errorf("the requests %v were sent, want %v", got, methods)
			}
			return nil
		}
	}
	var steps []resource.TestStep
	for _, step := range []struct {
		members string
		want    any
		methods []string
	}{
		{`value_wo = jsonencode("hush 1"), value_wo_version = 1`, "hush 1", []string{"POST"}},
		{`value_wo = jsonencode("hush 2"), value_wo_version = 1`, "hush 1", nil},
		{`value_wo = jsonencode("hush 3"), value_wo_version = 1, description = "changed"`, "hush 1", []string{"PATCH"}},
		{`value_wo = jsonencode("hush 4"), value_wo_version = 2, description = "changed"`, "hush 4", []string{"PATCH"}},
		{`value = jsonencode("shown"), description = "changed"`, "shown", []string{"PATCH"}},
		{`value_wo = jsonencode("hush 5"), value_wo_version = 2`, "hush 5", []string{"PATCH"}},
		{`description = "no value"`, nil, []string{"PATCH"}},
	} {
		steps = append(steps, resource.TestStep{
			PreConfig: e.ClearRequests, Config: e.Config(secretOwner(step.members)),
			Check: resource.ComposeAggregateTestCheckFunc(engineHas(step.want), wrote(step.methods...)),
		})
	}
	resource.Test(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)},
		ProtoV6ProviderFactories: factories(), Steps: steps,
	})
}
