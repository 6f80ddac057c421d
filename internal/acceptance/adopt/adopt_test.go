// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

// plant is an engine with objects that another client has created, and a Terraform in a folder.
type plant struct {
	*testing.T
	*providertest.Engine
	dir       string
	terraform *terraform.Terraform
}

func newPlant(t *testing.T) *plant {
	t.Helper()
	p := &plant{T: t, Engine: providertest.StartEngine(t, refserver.Options{}), dir: t.TempDir()}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("ENGINE_BASE_URL", p.URL)
	t.Setenv("ENGINE_ACCESS_ID", p.AccessID())
	t.Setenv("ENGINE_SECRET_KEY", p.SecretKey())
	p.terraform = terraformtest.New(t, p.dir, self, p.Environment()...)
	return p
}

// adopt runs the adopt subcommand in this process. last is the expected last line of the output, such as "1 to import, 0 to change".
func (p *plant) adopt(last string, args ...string) {
	p.Helper()
	var stdout, stderr strings.Builder
	status := commandline.Run(p.Context(), adopt.Command("test"), append([]string{"-dir", p.dir}, args...), nil, &stdout, &stderr)
	if status != 0 || !strings.HasSuffix(stdout.String(), "\n"+last+"\n") {
		p.Fatalf("status %d, want %q last:\n%s\n%s", status, last, stdout.String(), stderr.String())
	}
}

func (p *plant) run(arguments ...string) string {
	p.Helper()
	out, err := p.terraform.Run(p.Context(), arguments...)
	if err != nil {
		p.Fatal(err)
	}
	return out
}

func (p *plant) planned() []*tfjson.ResourceChange {
	p.Helper()
	p.run("plan", "-input=false", "-no-color", "-out=plan.tfplan")
	var plan struct {
		ResourceChanges []*tfjson.ResourceChange `json:"resource_changes"`
	}
	if err := json.Unmarshal([]byte(p.run("show", "-json", "plan.tfplan")), &plan); err != nil {
		p.Fatal(err)
	}
	return plan.ResourceChanges
}

// planImports checks that the adopted configuration is formatted. Its plan must import the expected number of objects (count) and do
// nothing else.
func (p *plant) planImports(count int) {
	p.Helper()
	p.run("fmt", "-check", "-diff", "-recursive")
	p.run("init", "-input=false", "-no-color")
	changes := p.planned()
	for _, change := range changes {
		if !change.Change.Actions.NoOp() || change.Change.Importing == nil {
			p.Errorf("%s: %v: %v becomes %v", change.Address, change.Change.Actions, change.Change.Before, change.Change.After)
		}
	}
	if len(changes) != count {
		p.Errorf("%d changes for %d objects", len(changes), count)
	}
}

func checkNothingWritten(t *testing.T, e *providertest.Engine) {
	t.Helper()
	for _, r := range e.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("a request changed something: %s %s", r.Method, r.Path)
		}
	}
}

// TestAdopt runs the adopt subcommand on an engine whose objects another client has created. The first plan must only import the objects.
// After the apply, the plan must be empty, even without the import blocks.
func TestAdopt(t *testing.T) {
	p := newPlant(t)
	count := fill(t, p.Client(t), 8)
	p.ClearRequests()
	p.adopt(fmt.Sprintf("%d to import, 0 to change", count))
	p.planImports(count)
	p.run("apply", "-input=false", "-no-color", "plan.tfplan")
	if err := os.Remove(filepath.Join(p.dir, "import.tf")); err != nil {
		t.Fatal(err)
	}
	if out := p.run("plan", "-input=false", "-no-color"); !strings.Contains(out, "No changes.") {
		t.Errorf("the plan after the import is not empty:\n%s", out)
	}
	checkNothingWritten(t, p.Engine)

	if _, err := p.Client(t).Create(t.Context(), engine.Nodes, engine.Document{"name": "Later", "type": "self_hosted"}); err != nil {
		t.Fatal(err)
	}
	p.adopt("1 to import, 0 to change", "-skip-state", filepath.Join(p.dir, "terraform.tfstate"))
	if changes := p.planned(); len(changes) != count+1 {
		t.Errorf("%d changes for %d objects", len(changes), count+1)
	}
}

// fill creates 25 objects for each site in the engine, of all kinds. It returns the number of created objects.
func fill(t *testing.T, client *engine.Client, sites int) int {
	t.Helper()
	count := 0
	create := func(collection engine.Collection, doc engine.Document) string {
		t.Helper()
		created, err := client.Create(t.Context(), collection, doc)
		if err != nil {
			t.Fatal(err)
		}
		count++
		id, _ := created["id"].(string)
		return id
	}
	reference := func(kind string, n int) map[string]any {
		return map[string]any{"id": fmt.Sprintf("%08d-0000-4000-8000-%012d", len(kind), n), "name": fmt.Sprintf("%s %d", kind, n)}
	}
	for n := range sites {
		item := func(refID string) map[string]any {
			return map[string]any{
				"ref_id": refID, "type": "QUERY", "label": "Größe " + refID,
				"query_filter_asset": reference("Pump", n), "query_filter_attribute": reference("Flow", 0),
				"query_group_unit": "minute", "query_group_function": "avg",
			}
		}
		tags := []any{reference("Tag", n%3), reference("Tag", 9)}
		create(engine.Nodes, engine.Document{"name": fmt.Sprintf("Nœud %d", n), "type": "self_hosted"})
		dashboard := create(engine.Dashboards, engine.Document{
			"name": []string{"Plant", "Насосная", "配水"}[n%3], "description": "Über \"alles\"\n${not} %{this}\n", "tags": tags,
		})
		for i := range 3 {
			tab := create(engine.Tabs, engine.Document{"name": []string{"Flow", "Pressure", "🙂"}[i], "dashboard": dashboard, "order": i})
			for j := range 3 {
				create(engine.Widgets, engine.Document{
					"name": fmt.Sprintf("%d. widget", j), "tab": tab, "type": "timeseries", "chart_items": []any{item("A"), item("B")},
					"text": "First line\n  second line\n\nlast line\n", "thresholds": []any{map[string]any{"value": 1.5, "color": "red"}}, "position_y": j,
				})
			}
		}
		component := create(engine.Components("algorithm"), engine.Document{
			"name": "Forecast", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED", "output": []any{}, "tags": tags,
			"routines": []any{map[string]any{"name": "inference"}},
			"input": []any{
				map[string]any{"name": "key", "type": "str", "sensitive": true, "value": "correct-horse"},
				map[string]any{"name": "model", "type": "str", "value": `{"a": [1, 2.50], "b": null}`},
				map[string]any{"name": "limits", "type": "int", "multiple": true, "value": []any{1, 2, 3}},
			},
		})
		create(engine.Routines, engine.Document{
			"name": "Pump", "component_id": component, "type": "inference",
			"config": []any{map[string]any{"name": "other", "type": "Component", "value": component}},
			"input": []any{map[string]any{"name": "in", "value": map[string]any{
				"asset": reference("Pump", n)["id"], "attribute": reference("Flow", 0)["id"],
			}}},
			"output": []any{},
		})
		for i := range 8 {
			create(engine.Alerts, engine.Document{
				"name": fmt.Sprintf("Flow of pump %d is below %d", n, i), "severity": "SEV2", "tags": tags,
				"type": "rate", "rate_value": 5, "rate_unit": "minute",
				"alert_items": []any{item("A")}, "stmt_target_variable": "A", "stmt_operator": "lt", "stmt_aggregation": "avg", "stmt_time_window": 600,
				"stmt_thresholds":   []any{map[string]any{"value": i, "status": "alert", "status_text": "low"}},
				"destinations_list": []any{"operators@example.com"},
			})
		}
		create(engine.Functions, engine.Document{
			"name": []string{"for", "null", "true", "count", "7", "each"}[n%6], "tags": []any{"water"},
			"type": "cron", "cron_hours": "6", "function_items": []any{item("A")},
			"target_variable": "A", "target_asset": reference("Pump", n),
			"target_attribute": map[string]any{"id": reference("Flow", 0)["id"], "type": "Number"},
		})
	}
	return count
}
