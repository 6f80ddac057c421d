// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const (
	asset     = "asset/assets"
	instances = "component/objects"
)

// startDocuments starts an engine with collections of objects that have no resource of their own.
func startDocuments(t *testing.T, habits ...string) *testEngine {
	t.Helper()
	return startEngine(t, refserver.Options{Habits: habits, Collections: []string{asset, "tag/tags", instances}})
}

func assetWith(body string) string {
	return fmt.Sprintf("resource \"engine_document\" \"it\" {\n  path = \"asset/assets/\"\n  body = jsonencode(%s)\n}\n", body)
}

// documentCase is like testCase, and also checks that no documents are left.
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

// editAsset changes the only asset as somebody else would do.
func (e *testEngine) editAsset(t *testing.T, change func(doc map[string]any)) {
	t.Helper()
	if err := e.Edit(asset, fmt.Sprint(e.Objects(asset)[0]["id"]), change); err != nil {
		t.Fatal(err)
	}
}

func below(doc map[string]any, key string) map[string]any {
	object, _ := doc[key].(map[string]any)
	return object
}

// TestAccDocument_lifecycle creates, changes and destroys an engine_document. An update sends only the keys that changed, whole, and null
// for removed keys. Keys that the body does not declare stay as they are.
func TestAccDocument_lifecycle(t *testing.T) {
	for _, habits := range [][]string{nil, {"late-creates=50ms"}, {"late-updates=50ms"}, {"no-etags"}, {"weak-etags"}, {"bare"}} {
		t.Run(strings.Join(habits, " "), func(t *testing.T) {
			e := startDocuments(t, habits...)
			step := func(config string, action plancheck.ResourceActionType, before func(doc map[string]any), sent ...string) resource.TestStep {
				checks := after(func(map[string]map[string]any) error {
					if got := e.sentWrites(); !slices.Equal(got, sent) {
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
					doc["owner"], below(doc, "settings")["unit"] = "somebody", "bar"
				}),
				step(first, plancheck.ResourceActionUpdate, func(doc map[string]any) { doc["name"], below(doc, "settings")["low"] = "", 5 },
					`asset/assets {"name":"Pump 1","settings":{"high":9,"low":1,"unit":"bar"}}`),
				step(assetWith(`{ settings = { low = 2 }, ports = [] , name = "Pump 1" }`), plancheck.ResourceActionUpdate, nil,
					`asset/assets {"ports":[],"settings":{"high":null,"low":2,"unit":"bar"}}`),
				step(assetWith(low2), plancheck.ResourceActionUpdate, nil, `asset/assets {"name":null,"ports":null}`),
				step(strings.Replace(assetWith(`{}`), `jsonencode({})`, `"{ \"settings\" : { \"low\" : 2 } }"`, 1), plancheck.ResourceActionNoop, nil),
				step(strings.Replace(assetWith(low2), "assets/", "assets", 1), plancheck.ResourceActionNoop, nil),
				again,
				replaced,
			))
		})
	}
}

// startDocumentRun is for tests of warnings and of saved plans.
func startDocumentRun(t *testing.T, habits ...string) (*testEngine, *terraformRun) {
	t.Helper()
	return startDocuments(t, habits...), startProviders(t, factories())
}

func warningsIn(lines []printedLine) (summaries []string) {
	for _, line := range lines {
		if line.Diagnostic.Severity == "warning" {
			summaries = append(summaries, line.Diagnostic.Summary)
		}
	}
	return summaries
}

// wantPatch checks the body of the only PATCH since the last call, or that there was none if body is "".
func (e *testEngine) wantPatch(t *testing.T, body string) {
	t.Helper()
	got := strings.TrimPrefix(strings.Join(e.sentWrites(), "\n"), "asset/assets ")
	if got != body {
		t.Errorf("the writes are %s, want %s", got, body)
	}
	e.ClearRequests()
}

// TestDocumentKeysThatTheEngineHides uses an engine that leaves some keys out of its responses. If the engine has never shown a key, the
// state keeps the declared value. If the engine has shown a key before and now leaves it out, the plan must show a change.
func TestDocumentKeysThatTheEngineHides(t *testing.T) {
	t.Parallel()
	pin, e := regexp.MustCompile(`,"pin":"\d+"`), startDocuments(t)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		shown := httptest.NewRecorder()
		e.ServeHTTP(shown, r)
		for name, values := range shown.Header() {
			if name != "Content-Length" {
				w.Header()[name] = values
			}
		}
		write(t, w, shown.Code, pin.ReplaceAllString(shown.Body.String(), ""))
	}))
	t.Cleanup(front.Close)
	e.URL = front.URL
	run := startProviders(t, factories())
	config := e.Config(assetWith(`{ color = "red", name = "a", pin = "1234" }`))
	if warnings := warningsIn(run.appliedLines(t, config)); !slices.Equal(warnings, []string{"The engine does not answer everything"}) {
		t.Errorf("the warnings are %q", warnings)
	}
	run.apply(t, strings.Replace(config, "1234", "4321", 1))
	if doc := e.Objects(asset)[0]; doc["pin"] != "4321" {
		t.Errorf("the engine has %v", doc)
	}
	e.editAsset(t, func(doc map[string]any) { delete(doc, "color") })
	if changes, err := run.hasChanges(t.Context()); err != nil || !changes {
		t.Errorf("the plan has changes: %t (%v)", changes, err)
	}
	run.destroy(t, e)
}

// TestDocumentImport imports an object. The generated body has all keys with a value except secrets. The plan must be empty, including with
// a configuration that declares fewer keys. When another key changes, the undeclared keys must stay.
func TestDocumentImport(t *testing.T) {
	t.Parallel()
	e, run := startDocumentRun(t)
	assets, err := engine.Plain(asset)
	if err != nil {
		t.Fatal(err)
	}
	created, err := e.Client(t).Create(t.Context(), assets, map[string]any{
		"name": "${pump} %{ if }\n\"1\"", "none": nil, "settings": map[string]any{"low": 1, "text": "{\"a\":1}"},
		"list":       []any{1, "two", map[string]any{"three": nil}},
		"parameters": []any{map[string]any{"name": "p", "sensitive": true, "value": "hush"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	e.ClearRequests()
	text := run.importGenerated(t, e.Config(""), map[string]string{"engine_document.it": fmt.Sprintf("asset/assets/%s", created["id"])})
	if strings.Contains(text, "hush") || strings.Contains(text, "created_at") || !words("Left out of the import").MatchString(run.printed(t)) {
		t.Fatalf("generated %s", text)
	}
	if err := os.Remove(filepath.Join(run.folder, "generated.tf")); err != nil {
		t.Fatal(err)
	}
	run.apply(t, e.Config(assetWith(`{ settings = { low = 1 } }`)))
	e.wantPatch(t, "")
	run.apply(t, e.Config(assetWith(`{ settings = { low = 2 } }`)))
	e.wantPatch(t, `{"settings":{"low":2,"text":"{\"a\":1}"}}`)
	if doc := e.Objects(asset)[0]; doc["list"] == nil || doc["parameters"] == nil {
		t.Errorf("what was never declared is gone: %v", doc)
	}
	e.editAsset(t, func(doc map[string]any) { doc["list"] = nil })
	run.planEmpty(t)
	run.destroy(t, e)
}

// TestDocumentSecrets declares secrets in body_wo, the write-only part of an engine_document. The engine must get the secrets, but the
// state and the output must not contain them. A changed secret must be sent when body_wo_version changes, or when another part of the same
// key changes.
func TestDocumentSecrets(t *testing.T) {
	t.Parallel()
	needsWriteOnly(t)
	e, run := startDocumentRun(t)
	with := func(body, hidden string, version int) string {
		more := fmt.Sprintf("\n  body_wo = jsonencode(%s)\n  body_wo_version = %d\n}", hidden, version)
		return e.Config(strings.Replace(assetWith(body), "\n}", more, 1))
	}
	run.fails(t, with(`{ login = { user = "a" } }`, `{ login = { user = "b" } }`, 1), "Declared twice")
	run.apply(t, with(`{ name = "a", login = { user = "me" } }`, `{ login = { password = "hush-hush" }, pin = "secret-pin" }`, 1))
	e.wantPatch(t, `asset {"login":{"password":"hush-hush","user":"me"},"name":"a","pin":"secret-pin"}`)
	e.editAsset(t, func(doc map[string]any) { below(doc, "login")["password"] = "****" })
	for _, c := range []struct{ user, password, patch string }{
		{"me", "other-hush", `{"name":"b"}`},
		{"you", "other-hush", `{"login":{"password":"other-hush","user":"you"}}`},
		{"you", "third-hush", `{"login":{"password":"third-hush","user":"you"},"pin":"other-pin"}`},
	} {
		version := 1
		if c.password == "third-hush" {
			version = 2
		}
		run.apply(t, with(fmt.Sprintf(`{ name = "b", login = { user = %q } }`, c.user),
			fmt.Sprintf(`{ login = { password = %q }, pin = "other-pin" }`, c.password), version))
		e.wantPatch(t, c.patch)
	}
	state, err := os.ReadFile(filepath.Join(run.folder, "terraform.tfstate"))
	if err != nil || regexp.MustCompile("hush|other-pin|secret-pin").MatchString(string(state)+run.printed(t)) {
		t.Errorf("a secret was stored or printed (%v)", err)
	}
	run.destroy(t, e)
}

// TestDocumentRival lets somebody else change an object between plan and apply. The apply must overwrite only the declared keys, and warn
// about it.
func TestDocumentRival(t *testing.T) {
	t.Parallel()
	e, run := startDocumentRun(t)
	run.apply(t, e.Config(assetWith(`{ name = "a", settings = { low = 1 } }`)))
	run.configure(t, e.Config(assetWith(`{ name = "b", settings = { low = 2 } }`)))
	terraformtest.Do(t, run.Terraform, []string{"plan", "-out=plan.tfplan"})
	e.editAsset(t, func(doc map[string]any) {
		doc["name"], doc["owner"], below(doc, "settings")["unit"] = "theirs", "somebody", "bar"
	})
	e.ClearRequests()
	warnings := warningsIn(run.lines(t, "apply", "plan.tfplan"))
	if !slices.Equal(warnings, []string{"Somebody else has changed the document"}) {
		t.Errorf("the warnings are %q", warnings)
	}
	e.wantPatch(t, `{"name":"b","settings":{"low":2,"unit":"bar"}}`)
	run.destroy(t, e)
}

const listedDocuments = `
data "engine_documents" "all" {
  path = "asset/assets/"
}

data "engine_documents" "one" {
  path  = "asset/assets"
  query = { name = "Pump 7" }
}

output "found" {
  value = [
    length(data.engine_documents.all.documents), length(data.engine_documents.all.ids), data.engine_documents.one.ids["Pump 7"],
    distinct([for d in data.engine_documents.all.documents : jsondecode(d).kind]),
  ]
}
`

// TestDocuments reads 250 objects on several pages, and one object by its name, from an engine that filters and from one that ignores
// filters. Two objects have the same name, so the provider must warn. Values that are marked as sensitive must not be shown.
func TestDocuments(t *testing.T) {
	t.Parallel()
	for _, habits := range [][]string{nil, {"no-filters"}} {
		e, run := startDocumentRun(t, habits...)
		pumps := []map[string]any{}
		for i := range 250 {
			pumps = append(pumps, map[string]any{
				"id": fmt.Sprintf("id-%d", i), "name": fmt.Sprint("Pump ", i), "kind": "pump",
				"secret": map[string]any{"sensitive": true, "value": "hush"},
			})
		}
		pumps[249]["name"] = "Pump 9"
		if err := e.Seed(map[string][]map[string]any{asset: pumps}); err != nil {
			t.Fatal(err)
		}
		if warnings := warningsIn(run.appliedLines(t, e.Config(listedDocuments))); !slices.Contains(warnings, "Names that are not unique") {
			t.Errorf("the warnings are %q", warnings)
		}
		text, err := run.Run(t.Context(), "output", "-json")
		found := strings.Join(strings.Fields(text), "")
		if want := `"value":[250,248,"id-7",["pump"]]`; err != nil || !strings.Contains(found, want) {
			t.Errorf("the outputs are %s, want %s (%v)", found, want, err)
		}
		if state, err := os.ReadFile(filepath.Join(run.folder, "terraform.tfstate")); err != nil || strings.Contains(string(state), "hush") {
			t.Errorf("the state has what is marked as sensitive (%v)", err)
		}
	}
}

// TestAccDocument_many creates 120 documents and loses the responses to two creates. The provider must find these two objects. The next
// plan must send list requests and not read 120 single documents.
func TestAccDocument_many(t *testing.T) {
	e := startDocuments(t)
	e.Fail(refserver.Fault{Method: http.MethodPost, Drop: refserver.DropAfter, Times: 2})
	config := e.Config(`resource "engine_document" "it" {
		count = 120
		path  = "asset/assets/"
		body  = jsonencode({ name = "Pump ${count.index}", settings = { low = count.index } })
	}`)
	resource.ParallelTest(t, e.documentCase(
		resource.TestStep{Config: config, ConfigPlanChecks: after(func(map[string]map[string]any) error {
			if made := len(e.Objects(asset)); made != 120 {
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

// TestAccDocument_customTypes creates documents under the path component/objects/, which begins like the paths of components. It lists only
// those of one component and one custom type.
func TestAccDocument_customTypes(t *testing.T) {
	e := startDocuments(t)
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
				if got, want := e.sentWrites(), []string{`component/objects {"data":{"power":12}}`}; !slices.Equal(got, want) {
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
