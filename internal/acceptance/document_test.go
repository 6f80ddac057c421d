// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/acceptance/script"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const (
	asset     = "asset/assets"
	instances = "component/objects"
)

// startDocuments starts an engine that also stores objects for which the provider has no specific resource type.
func startDocuments(t *testing.T, habits ...string) *testEngine {
	t.Helper()
	return startEngine(t, refserver.Options{Habits: habits, Collections: []string{asset, "tag/tags", instances}})
}

func assetWith(body string) string {
	return fmt.Sprintf("resource \"engine_document\" \"it\" {\n  path = \"asset/assets/\"\n  body = jsonencode(%s)\n}\n", body)
}

// documentCase is like testCase, but also fails the test if any documents remain in the engine.
func (e *testEngine) documentCase(steps ...resource.TestStep) resource.TestCase {
	test := e.testCase(steps...)
	test.CheckDestroy = func(*terraform.State) error {
		if left := append(e.Objects(asset), e.Objects("tag/tags")...); len(left) > 0 {
			return fmt.Errorf("%d documents are left: %v", len(left), left)
		}
		return e.checkEmpty()
	}
	return test
}

// editAsset changes the engine's only asset, as another client would.
func (e *testEngine) editAsset(t *testing.T, change func(doc map[string]any)) {
	t.Helper()
	if err := e.Edit(asset, fmt.Sprint(e.Objects(asset)[0]["id"]), change); err != nil {
		t.Fatal(err)
	}
}

func objectIn(doc map[string]any, key string) map[string]any {
	object, _ := doc[key].(map[string]any)
	return object
}

// TestAccDocument_lifecycle checks which keys the provider sends when it creates, updates and destroys an engine_document. An update must
// send the whole value of each changed key, and null for each removed key. Undeclared keys must not change.
func TestAccDocument_lifecycle(t *testing.T) {
	e := startDocuments(t, "bare", "late-creates=50ms", "late-updates=50ms", "weak-etags")
	step := func(config string, action plancheck.ResourceActionType, before func(doc map[string]any), sent ...string) resource.TestStep {
		checks := after(func(map[string]map[string]any) error {
			if got := script.Sent(e.Engine); !slices.Equal(got, sent) {
				return fmt.Errorf("the writes are %q, want %q", got, sent)
			}
			return nil
		})
		checks.PreApply = []plancheck.PlanCheck{plancheck.ExpectResourceAction("engine_document.it", action)}
		return resource.TestStep{Config: e.Config(config), ConfigPlanChecks: checks, PreConfig: func() {
			if before != nil {
				e.editAsset(t, before)
			}
			e.ClearRequests()
		}}
	}
	const low2 = `{ settings = { low = 2 } }`
	first := assetWith(`{ name = "Pump 1", settings = { low = 1, high = 9 }, ports = [{ name = "a" }] }`)
	created := `asset {"name":"Pump 1","ports":[{"name":"a"}],"settings":{"high":9,"low":1}}`
	again := step(assetWith(low2), plancheck.ResourceActionCreate, nil, `asset {"settings":{"low":2}}`)
	again.PreConfig = func() {
		doc := e.Objects(asset)[0]
		if doc["owner"] != "somebody" || doc["name"] != nil {
			t.Errorf("the engine has %v", doc)
		}
		if err := e.Remove(asset, fmt.Sprint(doc["id"])); err != nil {
			t.Error(err)
		}
		e.ClearRequests()
	}
	moved := strings.Replace(assetWith(low2), asset, "tag/tags", 1)
	replaced := step(moved, plancheck.ResourceActionReplace, nil, "asset/assets ", `tag {"settings":{"low":2}}`)
	resource.ParallelTest(t, e.documentCase(
		step(first, plancheck.ResourceActionCreate, nil, created),
		step(first, plancheck.ResourceActionNoop, func(doc map[string]any) {
			doc["owner"], objectIn(doc, "settings")["unit"] = "somebody", "bar"
		}),
		step(first, plancheck.ResourceActionUpdate, func(doc map[string]any) { doc["name"], objectIn(doc, "settings")["low"] = "", 5 },
			`asset/assets {"name":"Pump 1","settings":{"high":9,"low":1,"unit":"bar"}}`),
		step(assetWith(`{ settings = { low = 2 }, ports = [] , name = "Pump 1" }`), plancheck.ResourceActionUpdate, nil,
			`asset/assets {"ports":[],"settings":{"high":null,"low":2,"unit":"bar"}}`),
		step(assetWith(low2), plancheck.ResourceActionUpdate, nil, `asset/assets {"name":null,"ports":null}`),
		step(strings.Replace(assetWith(`{}`), `jsonencode({})`, `"{ \"settings\" : { \"low\" : 2 } }"`, 1), plancheck.ResourceActionNoop, nil),
		step(strings.Replace(assetWith(low2), "assets/", "assets", 1), plancheck.ResourceActionNoop, nil),
		again,
		replaced,
	))
}

// TestKeysThatTheEngineHides checks two declared keys that are missing from the engine's responses. If the engine never returns a key
// ("pin"), the state must keep the declared value, and the plan must be empty. If the engine returned a key at first ("color") and no
// longer does, the plan must show a change.
func TestKeysThatTheEngineHides(t *testing.T) {
	t.Parallel()
	pin, e, dir := regexp.MustCompile(`,"pin":"\d+"`), startDocuments(t), t.TempDir()
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		shown := httptest.NewRecorder()
		e.ServeHTTP(shown, r)
		write(t, w, shown.Code, pin.ReplaceAllString(shown.Body.String(), ""))
	}))
	t.Cleanup(front.Close)
	e.URL = front.URL
	run := terraformtest.NewReattached(t, dir, comparedServer)
	for _, number := range []string{"1234", "4321"} {
		config := e.Config(assetWith(fmt.Sprintf(`{ color = "red", name = "a", pin = %q }`, number)))
		terraformtest.Write(t, dir, "main.tf", config)
		printed := terraformtest.Do(t, run, []string{"apply", "-auto-approve"})
		if !strings.Contains(printed, "The engine does not return everything") {
			t.Errorf("no warning about the pin %s: %s", number, printed)
		}
		terraformtest.Do(t, run, noChanges)
		if doc := e.Objects(asset)[0]; doc["pin"] != number {
			t.Errorf("the engine has %v", doc)
		}
	}
	e.editAsset(t, func(doc map[string]any) { delete(doc, "color") })
	if output, err := run.Run(t.Context(), noChanges...); err == nil {
		t.Errorf("the plan has no changes:\n%s", output)
	}
}

// TestAccDocument_many creates 40 documents. The responses to two create requests are lost. The provider must find these two documents
// instead of creating them again. The next plan must use list requests instead of reading each document.
func TestAccDocument_many(t *testing.T) {
	e := startDocuments(t)
	e.Fail(refserver.Fault{Method: http.MethodPost, Drop: refserver.DropAfter, Times: 2})
	config := e.Config(`resource "engine_document" "it" {
		count = 40
		path  = "asset/assets/"
		body  = jsonencode({ name = "Pump ${count.index}", settings = { low = count.index } })
	}`)
	resource.ParallelTest(t, e.documentCase(
		resource.TestStep{Config: config, ConfigPlanChecks: after(func(map[string]map[string]any) error {
			if made := len(e.Objects(asset)); made != 40 {
				return fmt.Errorf("the engine has %d assets", made)
			}
			e.ClearRequests()
			return nil
		})},
		resource.TestStep{Config: config, PlanOnly: true},
		resource.TestStep{
			Config: config, PlanOnly: true, PreConfig: func() {
				if asked := len(e.Requests()); asked > 24 {
					t.Errorf("plans took %d requests", asked)
				}
			},
		},
	))
}

const instancesOfType = `
resource "engine_component" "it" {
  type                = "algorithm"
  name                = "Forecast"
  version             = "1"
  deployment_capacity = "very_large"
  custom_types        = [{ name = "Pump", fields = [{ name = "power", type = "float" }] }]
}

resource "engine_document" "it" {
  count = 2
  path  = "component/objects/"
  body = jsonencode({
    name = ["north", "south"][count.index], component_id = engine_component.it.id, type = "Pump", data = { power = [7.5, 11][count.index] },
  })
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

// TestAccDocument_customTypes checks that documents under component/objects/ can be created, updated and listed, although a component type
// follows "component" in other paths. The data source must return only the documents for one component and one custom type.
func TestAccDocument_customTypes(t *testing.T) {
	e := startDocuments(t, "no-etags")
	other := map[string]any{"id": "other", "name": "west", "component_id": "another", "type": "Pump"}
	if err := e.Seed(map[string][]map[string]any{instances: {other}}); err != nil {
		t.Fatal(err)
	}
	pumps := statecheck.ExpectKnownOutputValue("pumps", knownvalue.StringExact("north south"))
	test := e.documentCase(
		resource.TestStep{Config: e.Config(instancesOfType), ConfigStateChecks: []statecheck.StateCheck{pumps}},
		resource.TestStep{
			PreConfig: e.ClearRequests, Config: e.Config(strings.Replace(instancesOfType, "11", "12", 1)),
			ConfigPlanChecks: after(func(map[string]map[string]any) error {
				if got, want := script.Sent(e.Engine), []string{`component/objects {"data":{"power":12}}`}; !slices.Equal(got, want) {
					return fmt.Errorf("the writes are %q, want %q", got, want)
				}
				return nil
			}),
		},
	)
	test.CheckDestroy = func(*terraform.State) error {
		if left := e.Objects(instances); len(left) != 1 || left[0]["name"] != "west" {
			return fmt.Errorf("the engine has %v", left)
		}
		return e.checkEmpty()
	}
	resource.ParallelTest(t, test)
}
