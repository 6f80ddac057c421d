// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
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

// needsWriteOnly skips a test where Terraform has no write-only attributes.
func (r *terraformRun) needsWriteOnly(t *testing.T) {
	t.Helper()
	text := terraformtest.Do(t, r.Terraform, []string{"version"}) // "Terraform v1.11.4" or "OpenTofu v1.12.0"
	_, version, _ := strings.Cut(text, " v1.")
	var minor int
	if _, err := fmt.Sscan(strings.SplitN(version, ".", 2)[0], &minor); err != nil || minor < 11 {
		t.Skip("write-only attributes need Terraform 1.11")
	}
}

// TestWriteOnlyValues takes write-only values through their life. The engine has each value that was sent, the state none.
func TestWriteOnlyValues(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	run.needsWriteOnly(t)
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
		e.ClearRequests()
		run.applied(t, e.Config(secretOwner(step.members)))
		if got := e.methods(); !slices.Equal(got, step.methods) {
			t.Errorf("%s: the requests %v were sent, want %v", step.members, got, step.methods)
		}
		for place, parameter := range secretPlaces(run.document(t, e, "engine_component.it")) {
			for _, name := range []string{"value_wo", "value_wo_version"} {
				if _, has := parameter[name]; has {
					t.Errorf("%s: %s: %s was sent", step.members, place, name)
				}
			}
			if !reflect.DeepEqual(parameter["value"], step.want) {
				t.Errorf("%s: %s: the engine has the value %v, want %v", step.members, place, parameter["value"], step.want)
			}
		}
		state, err := os.ReadFile(filepath.Join(run.folder, "terraform.tfstate"))
		if err != nil || strings.Contains(string(state), "hush") {
			t.Errorf("%s: the state has a write-only value (%v): %s", step.members, err, state)
		}
	}
	run.destroy(t, e)
}
