// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// usedObject is an object from testdata/used_objects.txtar: the body of its create request, and a configuration that declares only a part
// of the object.
type usedObject struct{ body, config string }

// usedObjects reads testdata/used_objects.txtar. The keys are kinds, such as "dashboard".
func usedObjects(t *testing.T) map[string]usedObject {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/used_objects.txtar")
	if err != nil {
		t.Fatal(err)
	}
	objects := map[string]usedObject{}
	for _, file := range archive.Files {
		kind, extension, _ := strings.Cut(file.Name, ".")
		object := objects[kind]
		if extension == "json" {
			object.body = string(file.Data)
		} else {
			object.config = string(file.Data)
		}
		objects[kind] = object
	}
	return objects
}

// usedEngine is an engine in which all objects of testdata/used_objects.txtar exist, as if people had made them in the web application.
type usedEngine struct {
	*testEngine
	objects map[string]usedObject
	ids     map[string]string // by address
	before  map[string]map[string]any
}

func startUsedEngine(t *testing.T) *usedEngine {
	t.Helper()
	u := &usedEngine{
		testEngine: startEngine(t, refserver.Options{Habits: []string{"more-kinds"}}), objects: usedObjects(t), ids: map[string]string{},
	}
	client := u.Client(t)
	for _, of := range []struct { // Each kind comes after the kinds that it refers to.
		kind       string
		collection engine.Collection
	}{
		{"dashboard", engine.Dashboards},
		{"tab", engine.Tabs},
		{"widget", engine.Widgets},
		{"component", engine.Components("algorithm")},
		{"routine", engine.Routines},
		{"alert", engine.Alerts},
		{"node", engine.Nodes},
		{"function", engine.Functions},
	} {
		body := engine.Document{}
		if err := document.DecodeInto([]byte(u.withIDs(u.objects[of.kind].body)), &body); err != nil {
			t.Fatalf("%s: %v", of.kind, err)
		}
		doc, err := client.Create(t.Context(), of.collection, body)
		if err != nil {
			t.Fatalf("%s: %v", of.kind, err)
		}
		u.ids["engine_"+of.kind+".it"], _ = doc["id"].(string)
	}
	u.before = u.documents(t)
	return u
}

// withIDs replaces the placeholders $DASHBOARD, $TAB and $COMPONENT by the ids of the created objects.
func (u *usedEngine) withIDs(text string) string {
	return strings.NewReplacer(
		"$DASHBOARD", u.ids["engine_dashboard.it"], "$TAB", u.ids["engine_tab.it"], "$COMPONENT", u.ids["engine_component.it"],
	).Replace(text)
}

func (u *usedEngine) documents(t *testing.T) map[string]map[string]any {
	t.Helper()
	docs := map[string]map[string]any{}
	for address, id := range u.ids {
		object, _, _ := strings.Cut(strings.TrimPrefix(address, "engine_"), ".")
		doc, ok := u.Object(object, id)
		if !ok {
			t.Fatalf("the engine lacks the %s", object)
		}
		docs[address] = doc
	}
	return docs
}

func (u *usedEngine) unchanged(t *testing.T) {
	t.Helper()
	for address, doc := range u.documents(t) {
		if !reflect.DeepEqual(doc, u.before[address]) {
			t.Errorf("%s was\n%s\nand is\n%s", address, document.Encode(u.before[address]), document.Encode(doc))
		}
	}
	if writes := u.writes(); len(writes) > 0 {
		t.Errorf("it wrote %v", writes)
	}
}

// short declares all objects of testdata/used_objects.txtar, but leaves out many of their attributes.
func (u *usedEngine) short() string {
	var text strings.Builder
	text.WriteString(terraformtest.Versions + u.Config(""))
	for _, kind := range slices.Sorted(maps.Keys(u.objects)) {
		fmt.Fprintf(&text, "\nresource \"engine_%s\" \"it\" {\n%s}\n", kind, u.withIDs(u.objects[kind].config))
	}
	return text.String()
}

func (u *usedEngine) importBlocks() string {
	var text strings.Builder
	for address, id := range u.ids {
		fmt.Fprintf(&text, "\nimport {\n  to = %s\n  id = %q\n}\n", address, id)
	}
	return text.String()
}

// undeclaredIn returns the warnings of a plan about attributes that have a value in the engine but are not declared. The keys are the
// addresses of the objects.
func undeclaredIn(lines []printedLine) map[string]string {
	found := map[string]string{}
	for _, line := range lines {
		if d := line.Diagnostic; d.Severity == "warning" && strings.Contains(d.Summary, "are declared") {
			found[d.Address] = d.Detail
		}
	}
	return found
}

// TestFirstDay imports objects that people made in the web application. It does so in each of four ways, with a configuration that declares
// only a part of each object. The engine must not change, and the plan must list the undeclared attributes.
func TestFirstDay(t *testing.T) {
	t.Parallel()
	ways := map[string]func(t *testing.T, u *usedEngine, run *terraformRun){
		"import blocks": func(t *testing.T, u *usedEngine, run *terraformRun) {
			run.configure(t, u.short()+u.importBlocks())
		},
		"terraform import": func(t *testing.T, u *usedEngine, run *terraformRun) {
			run.configure(t, u.short())
			for address, id := range u.ids {
				terraformtest.Do(t, run.Terraform, []string{"import", address, id})
			}
		},
		"private state lost": func(t *testing.T, u *usedEngine, run *terraformRun) {
			run.configure(t, u.short())
			for address, id := range u.ids {
				terraformtest.Do(t, run.Terraform, []string{"import", address, id})
			}
			run.editInstances(t, func(instance map[string]any) { delete(instance, "private") })
		},
		"generated": func(t *testing.T, u *usedEngine, run *terraformRun) {
			run.importGenerated(t, terraformtest.Versions+u.Config(""), u.ids)
			if err := os.Remove(filepath.Join(run.folder, "generated.tf")); err != nil { // The short configuration takes its place.
				t.Fatal(err)
			}
			run.configure(t, u.short())
		},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := startUsedEngine(t)
			run := startTerraformWith(t, t.TempDir(), comparing)
			u.ClearRequests()
			way(t, u, run)
			told := undeclaredIn(run.lines(t, "apply", "-auto-approve"))
			u.unchanged(t)
			for address := range u.ids {
				if text, has := told[address]; has == (address == "engine_node.it") {
					t.Errorf("the plan says of %s: %s", address, text)
				}
			}
			const want = "3 attributes are not declared: assets, description, tags. They stay as they are in the engine and are not managed."
			if !strings.HasPrefix(told["engine_dashboard.it"], want) {
				t.Errorf("the plan says of the dashboard: %s", told["engine_dashboard.it"])
			}
			run.planEmpty(t)
			if lines := run.lines(t, "plan"); len(undeclaredIn(lines)) > 0 {
				t.Errorf("the second plan warns: %v", undeclaredIn(lines))
			}
			u.laterDays(t, run)
		})
	}
}

// laterDays runs more applies after the first apply of a test. An attribute that was applied and then removed from the configuration must
// be cleared. An attribute that was never declared must keep its value.
func (u *usedEngine) laterDays(t *testing.T, run *terraformRun) {
	t.Helper()
	run.apply(t, strings.Replace(u.short(), `name = "Plant"`, "name = \"Plant\"\n  description = \"Boilers\"", 1))
	run.apply(t, u.short())
	dashboard := u.documents(t)["engine_dashboard.it"]
	if dashboard["description"] != nil {
		t.Errorf("the description was declared, taken out, and is %v", dashboard["description"])
	}
	if !reflect.DeepEqual(dashboard["tags"], u.before["engine_dashboard.it"]["tags"]) {
		t.Errorf("the tags were never declared and are %v", dashboard["tags"])
	}
}

func (r *terraformRun) editInstances(t *testing.T, edit func(instance map[string]any)) {
	t.Helper()
	path := filepath.Join(r.folder, "terraform.tfstate")
	text, err := os.ReadFile(path)
	state := map[string]any{}
	if err == nil {
		err = document.DecodeInto(text, &state)
	}
	resources, _ := state["resources"].([]any)
	for _, resource := range resources {
		resource, _ := resource.(map[string]any)
		instances, _ := resource["instances"].([]any)
		for _, instance := range instances {
			if instance, ok := instance.(map[string]any); ok {
				edit(instance)
			}
		}
	}
	if err == nil {
		text, err = json.Marshal(state)
	}
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestStatesBeforeTheFirstDay uses a state from an older provider, without private state. So the provider can't know whether it applied the
// object or only imported it. It must assume an apply: an attribute that is removed from the configuration is cleared.
func TestStatesBeforeTheFirstDay(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startTerraformWith(t, t.TempDir(), comparing)
	config := func(more string) string {
		return terraformtest.Versions + e.Config("resource \"engine_dashboard\" \"it\" {\n  name = \"Plant\"\n  "+more+"\n}\n")
	}
	run.apply(t, config(`description = "Boilers"`))
	run.editInstances(t, func(instance map[string]any) {
		instance["schema_version"] = 0
		delete(instance, "private")
	})
	run.planEmpty(t)
	if told := undeclaredIn(run.appliedLines(t, config(""))); len(told) > 0 {
		t.Errorf("it warns: %v", told)
	}
	if doc := run.document(t, e, "engine_dashboard.it"); doc["description"] != nil {
		t.Errorf("the description was applied, taken out, and is %v", doc["description"])
	}
}

// TestOrderOfConfigurations reorders lists in a configuration. For items, tags and destinations, the order means nothing, and the plan must
// be empty. For thresholds the order matters, and the plan must show a change.
func TestOrderOfConfigurations(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startTerraformWith(t, t.TempDir(), comparing)
	config := func(items, tags, destinations, thresholds string) string {
		return terraformtest.Versions + e.Config(fmt.Sprintf(`resource "engine_alert" "it" {
  name = "Hot"
  severity = "SEV1"
  type = "rate"
  rate_value = 5
  rate_unit = "minute"
  alert_items = [%s]
  tags = [%s]
  destinations_list = [%s]
  stmt_thresholds = [%s]
}`, items, tags, destinations, thresholds))
	}
	const a, b = `{ ref_id = "A", type = "QUERY", label = "a" }`, `{ ref_id = "B", type = "QUERY", query_limit = 5 }`
	const high, low = `{ value = 9, status = "alert" }`, `{ value = 5, status = "warning" }`
	run.apply(t, config(a+", "+b, `{ id = "t1", name = "x" }, { id = "t2" }`, `"x", "y"`, high+", "+low))
	e.ClearRequests()
	const otherTags, otherTexts = `{ id = "t2" }, { id = "t1", name = "x" }`, `"y", "x"`
	run.configure(t, config(b+", "+a, otherTags, otherTexts, high+", "+low))
	run.planEmpty(t)
	if writes := e.writes(); len(writes) > 0 {
		t.Errorf("it wrote %v", writes)
	}
	run.configure(t, config(b+", "+a, otherTags, otherTexts, low+", "+high))
	lines := run.lines(t, "plan")
	if actions := actionsIn(lines); actions["engine_alert.it"] != "update" {
		t.Errorf("thresholds in another order plan %v", actions)
	}
	run.apply(t, config(b+`, { ref_id = "C", type = "QUERY" }, `+a, otherTags, otherTexts, low+", "+high))
}
