// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

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

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// usedObject is an object that people made in the web application, and the shortest configuration that anybody would write of it.
type usedObject struct {
	collection engine.Collection
	body       string
	config     string
}

// usedObjects are objects of all kinds by their addresses. %[1]s in a body or configuration is the id of the dashboard, %[2]s of the tab,
// %[3]s of the component.
func usedObjects() map[string]usedObject {
	const item = `{"ref_id": "A", "type": "QUERY", "label": "Flow", "query_filter_asset": {"id": "pump", "name": "Pump"}, "query_filter_attribute": {"id": "flow", "name": "Flow"},
		"query_group_unit": "day", "query_group_function": "max", "query_sort_field": "timestamp", "query_plain": "[{\"$match\":{\"asset\":\"pump\",\"attribute\":\"flow\"}}]"}`
	const address = `{"name": "x", "description": "d", "value_type": "Number", "required": true, "multiple": false, "value": [{"asset": "pump", "attribute": "flow"}]}`
	return map[string]usedObject{
		"engine_dashboard.it": {
			engine.Dashboards, `{"name": "Plant", "description": "Boiler house", "tags": [{"id": "t1", "name": "North"}, {"id": "t2", "name": "South"}], "assets": [{"id": "pump", "name": "Pump"}]}`,
			`name = "Plant"`,
		},
		"engine_tab.it": {engine.Tabs, `{"name": "Overview", "dashboard": "%[1]s", "order": 3}`, "name = \"Overview\"\n  dashboard = \"%[1]s\""},
		"engine_widget.it": {
			engine.Widgets, `{"name": "Heat", "tab": "%[2]s", "type": "bargauge", "display_time_range": true, "labels_display": true, "labels_placement": "right", "refresh_interval": "30s",
				"width": 10, "height": 5, "collection": "c", "show_beyond_data": true, "y_axis_unit": "bar", "thresholds": [{"value": 5, "color": "red", "display_text": "hot"}],
				"value_mappings": [{"type": "exact_match", "match_value": "0", "display_text": "off", "order": 0}],
				"chart_items": [` + item + `, {"ref_id": "B", "type": "EXPRESSION", "color": "blue", "expression_plain": "{\"$function\":{\"body\":\"function ($A) { return $A / 50 }\",\"args\":[\"$A\"],\"lang\":\"js\"}}"}]}`,
			"name = \"Heat\"\n  type = \"bargauge\"\n  tab = \"%[2]s\"\n  chart_items = [{ ref_id = \"B\", type = \"EXPRESSION\" }, { ref_id = \"A\", type = \"QUERY\", query_filter_asset = { id = \"pump\" } }]\n" +
				"  thresholds = [{ value = 5 }]",
		},
		"engine_component.it": {
			engine.Components("algorithm"), `{"name": "Forecast", "description": "of the heat", "version": "1.0.0", "deployment_capacity": "large", "deployment_type": "SELF_HOSTED", "node": "n1",
				"input": [{"name": "horizon", "type": "int", "description": "h", "required": true, "value": 24}], "output": [{"name": "o", "fields": [{"name": "f", "type": "float"}]}],
				"routines": [{"name": "inference", "max_instances": 2}], "endpoints": [{"name": "http", "port": 80}], "tags": [{"id": "t1", "name": "North"}]}`,
			"type = \"algorithm\"\n  name = \"Forecast\"\n  version = \"1.0.0\"\n  deployment_capacity = \"large\"\n  input = [{ name = \"horizon\", type = \"int\" }]",
		},
		"engine_routine.it": {
			engine.Routines, `{"name": "boiler", "description": "r", "component_id": "%[3]s", "type": "inference", "config": [{"name": "c", "type": "str", "value": "v"}], "input": [` + address + `],
				"output": [` + address + `]}`,
			"name = \"boiler\"\n  component_id = \"%[3]s\"\n  type = \"inference\"\n  output = [{ name = \"x\", value = jsonencode({ asset = \"pump\", attribute = \"flow\" }) }]",
		},
		"engine_alert.it": {
			engine.Alerts, `{"name": "Hot", "description": "d", "severity": "sev1", "type": "rate", "rate_value": 10, "rate_unit": "minute", "mute": true, "destinations_list": ["b@example.com", "a@example.com"],
				"tags": [{"id": "t2", "name": "South"}, {"id": "t1", "name": "North"}], "stmt_time_window": 3600, "stmt_target_variable": "A", "stmt_operator": "gt", "stmt_aggregation": "max",
				"stmt_thresholds": [{"value": 90, "status": "alert", "status_text": "hot"}],
				"alert_items": [` + item + `, {"ref_id": "E", "type": "EXPRESSION", "expression": "$A * 2", "expression_plain": "{\"$function\":{\"body\":\"function ($A) { return 2 * $A }\",\"args\":[\"$A\"],\"lang\":\"js\"}}"}]}`,
			"name = \"Hot\"\n  severity = \"SEV1\"\n  type = \"rate\"\n  rate_value = 10\n  rate_unit = \"minute\"\n  stmt_thresholds = [{ value = 90, status = \"alert\" }]\n" +
				"  alert_items = [{ ref_id = \"E\", type = \"EXPRESSION\", expression = \"$A * 2\" }, { ref_id = \"A\", type = \"QUERY\", query_filter_asset = { id = \"pump\" }, query_filter_attribute = { id = \"flow\" } }]",
		},
		"engine_node.it": {engine.Nodes, `{"name": "Edge", "type": "self_hosted"}`, "name = \"Edge\"\n  type = \"self_hosted\""},
		"engine_function.it": {
			engine.Functions, `{"name": "Sum", "description": "d", "type": "rate", "rate_value": 10, "rate_unit": "minute", "time_window": 3600, "target_variable": "A", "tags": [{"id": "tag-1", "name": "heat"}],
				"target_asset": {"id": "pump", "name": "Pump"}, "target_attribute": {"id": "sum", "name": "Sum", "type": "Number"}, "function_items": [` + item + `]}`,
			"name = \"Sum\"\n  function_items = [{ ref_id = \"A\", type = \"QUERY\" }]",
		},
	}
}

// usedEngine is an engine with all of usedObjects.
type usedEngine struct {
	*testEngine
	ids    map[string]string // by address
	before map[string]map[string]any
}

func startUsedEngine(t *testing.T) *usedEngine {
	t.Helper()
	u := &usedEngine{testEngine: startEngine(t, refserver.Options{Habits: []string{"more-kinds"}}), ids: map[string]string{}, before: map[string]map[string]any{}}
	client, objects := u.Client(t), usedObjects()
	for _, kind := range []string{"dashboard", "tab", "widget", "component", "routine", "alert", "node", "function"} {
		address := "engine_" + kind + ".it"
		body := engine.Document{}
		if err := document.DecodeInto([]byte(u.fill(objects[address].body)), &body); err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		doc, err := client.Create(t.Context(), objects[address].collection, body)
		if err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		u.ids[address], _ = doc["id"].(string)
	}
	u.before = u.documents(t)
	return u
}

func (u *usedEngine) fill(text string) string {
	if !strings.Contains(text, "%[") {
		return text
	}
	return strings.NewReplacer("%[1]s", u.ids["engine_dashboard.it"], "%[2]s", u.ids["engine_tab.it"], "%[3]s", u.ids["engine_component.it"]).Replace(text)
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

// unchanged wants the engine as it was, and nothing sent to it.
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

// short is the short configuration of all objects.
func (u *usedEngine) short() string {
	var text strings.Builder
	text.WriteString(terraformtest.Versions + u.Config(""))
	objects := usedObjects()
	for _, address := range slices.Sorted(maps.Keys(objects)) {
		typeName, name, _ := strings.Cut(address, ".")
		fmt.Fprintf(&text, "\nresource %q %q {\n  %s\n}\n", typeName, name, u.fill(objects[address].config))
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

// undeclaredIn returns the warnings about what a plan leaves in the engine, by address.
func undeclaredIn(lines []printedLine) map[string]string {
	found := map[string]string{}
	for _, line := range lines {
		if d := line.Diagnostic; d.Severity == "warning" && strings.Contains(d.Summary, "are declared") {
			found[d.Address] = d.Detail
		}
	}
	return found
}

// TestFirstDay imports objects that people made in the web application with a short configuration, in every way that there is. The engine
// stays as it is, and the plan says what is not managed.
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
			if err := os.Remove(filepath.Join(run.folder, "generated.tf")); err != nil { // pruned
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
			if want := "3 attributes are not declared: assets, description, tags. They stay as they are in the engine and are not managed."; !strings.HasPrefix(told["engine_dashboard.it"], want) {
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

// laterDays checks that what an apply sent is cleared when it is taken out, and nothing else.
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

// editInstances changes the instances in the state file.
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

// TestStatesBeforeTheFirstDay checks that an object which was applied before private state said so is managed as it was.
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

// TestOrderOfConfigurations checks that elements and texts in another order plan nothing where the order means nothing, and that thresholds
// in another order do.
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
	run.configure(t, config(b+", "+a, `{ id = "t2" }, { id = "t1", name = "x" }`, `"y", "x"`, high+", "+low))
	run.planEmpty(t)
	if writes := e.writes(); len(writes) > 0 {
		t.Errorf("it wrote %v", writes)
	}
	run.configure(t, config(b+", "+a, `{ id = "t2" }, { id = "t1", name = "x" }`, `"y", "x"`, low+", "+high))
	lines := run.lines(t, "plan")
	if actions := actionsIn(lines); actions["engine_alert.it"] != "update" {
		t.Errorf("thresholds in another order plan %v", actions)
	}
	run.apply(t, config(b+`, { ref_id = "C", type = "QUERY" }, `+a, `{ id = "t2" }, { id = "t1", name = "x" }`, `"y", "x"`, low+", "+high))
}
