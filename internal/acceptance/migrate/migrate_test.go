// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package migrate

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/migrate"
)

// legacyTypes are the resource types of the other provider.
var legacyTypes = []string{
	"legacy_dashboard", "legacy_dashboard_tab", "legacy_dashboard_line_chart", "legacy_dashboard_stat_chart", "legacy_algorithm",
	"legacy_component_routine", "legacy_alert", "legacy_node", "legacy_function",
}

// oldPlant creates the objects of testdata/plant, and collects the state that the other provider has of them.
type oldPlant struct {
	t       *testing.T
	engine  *providertest.Engine
	state   []held
	objects int
}

// plant prepares a folder with testdata/plant, which is a configuration of the other provider, and its state. It starts an engine that
// has the objects.
func plant(t *testing.T) (folder string, e *providertest.Engine, objects int) {
	t.Helper()
	folder = t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata/plant")); err != nil {
		t.Fatal(err)
	}
	e = providertest.StartEngine(t, refserver.Options{})
	p := &oldPlant{t: t, engine: e}
	p.addDashboard()
	p.addComponent()
	p.addAlerts()
	p.hold("", "legacy_function", "total", nil, create(t, e, engine.Functions, engine.Document{
		"name": "Sum", "tags": []any{"sums"}, "target_asset": engine.Document{"id": "p1"},
		"function_items": []any{engine.Document{"ref_id": "A", "type": "EXPRESSION", "expression": "1 + 1"}},
	}))
	for i, name := range []string{"Edge 0", "Edge 1"} {
		p.hold("", "legacy_node", "edge", i, create(t, e, engine.Nodes, engine.Document{"name": name, "type": "self_hosted"}))
	}
	writeState(t, folder, p.state...)
	variables := fmt.Sprintf("base_url   = %q\naccess_id  = %q\nsecret_key = %q\n", e.URL, e.AccessID(), e.SecretKey())
	writeFile(t, filepath.Join(folder, "terraform.tfvars"), variables)
	return folder, e, p.objects
}

// hold adds an object to the state.
func (p *oldPlant) hold(module, typeName, name string, key any, id string) {
	p.objects++
	instance := heldInstance{Key: key, Attributes: map[string]any{"id": id, "kept": []any{map[string]any{"by": "somebody"}}}}
	if typeName == "legacy_alert" {
		instance.Attributes["tag"] = []any{map[string]any{"id": "t-1", "name": nil}}
	}
	for i := range p.state {
		if p.state[i].Type == typeName && p.state[i].Name == name {
			p.state[i].Instances = append(p.state[i].Instances, instance)
			return
		}
	}
	h := holding(typeName, name, nil)
	h.Module, h.Instances = module, []heldInstance{instance}
	p.state = append(p.state, h)
}

// query returns an item that reads the pressure of a pump.
func query(pump string, more engine.Document) engine.Document {
	item := engine.Document{
		"ref_id": "A", "type": "QUERY",
		"query_filter_asset": engine.Document{"id": pump}, "query_filter_attribute": engine.Document{"id": "pressure"},
	}
	maps.Copy(item, more)
	return item
}

func (p *oldPlant) addDashboard() {
	dashboard := create(p.t, p.engine, engine.Dashboards, engine.Document{"name": "Plant", "assets": []any{
		engine.Document{"id": "p1", "name": "Pump 1"}, engine.Document{"id": "p2", "name": "Pump 2"},
	}})
	tab := create(p.t, p.engine, engine.Tabs, engine.Document{"name": "Pumps", "dashboard": dashboard})
	p.hold("", "legacy_dashboard", "plant", nil, dashboard)
	p.hold("module.line", "legacy_dashboard_tab", "pumps", nil, tab)
	p.hold("module.line", "legacy_dashboard_line_chart", "pressure", nil, create(p.t, p.engine, engine.Widgets, engine.Document{
		"name": "Pressure", "tab": tab, "type": "line", "chart_items": []any{query("p1", engine.Document{"label": "bar", "hidden": false})},
	}))
	p.hold("module.line", "legacy_dashboard_stat_chart", "pressure", nil, create(p.t, p.engine, engine.Widgets, engine.Document{
		"name": "Pressure now", "tab": tab, "type": "stat",
	}))
}

func (p *oldPlant) addComponent() {
	component := create(p.t, p.engine, engine.Components("algorithm"), engine.Document{
		"name": "Model", "version": "1.0.0", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED", "output": []any{},
		"input":    []any{engine.Document{"name": "limits", "type": "Limits", "value": engine.Document{"low": 1, "high": 2}}},
		"routines": []any{engine.Document{"name": "inference", "input": []any{engine.Document{"name": "pressure", "type": "DataAddress"}}}},
	})
	p.hold("", "legacy_algorithm", "model", nil, component)
	p.hold("", "legacy_component_routine", "hourly", nil, create(p.t, p.engine, engine.Routines, engine.Document{
		"name": "Hourly", "component_id": component, "type": "inference", "config": []any{}, "output": []any{},
		"input": []any{engine.Document{
			"name": "pressure", "type": "DataAddress", "value": engine.Document{"asset": "p1", "attribute": "pressure"},
		}},
	}))
}

func (p *oldPlant) addAlerts() {
	for _, pump := range []string{"1", "2"} {
		p.hold("", "legacy_alert", "high", "p"+pump, create(p.t, p.engine, engine.Alerts, engine.Document{
			"name": "Pump " + pump + " high", "severity": "SEV2", "type": "rate", "rate_value": 5, "rate_unit": "minute",
			"mute": false, "active": true,
			"tags": []any{engine.Document{"id": "t-1", "name": "Urgent"}}, "alert_items": []any{ // The configuration has no names.
				query("p"+pump, engine.Document{"query_limit": 10000, "query_filter_asset": engine.Document{"id": "p" + pump, "name": "Pump"}}),
				engine.Document{"ref_id": "B", "type": "EXPRESSION", "expression": "$A * 2"},
			},
			"stmt_target_variable": "B", "stmt_operator": "ge", "stmt_thresholds": []any{engine.Document{"value": 10, "status": "alert"}},
		}))
	}
}

// TestMigratedConfigurationPlansEmpty migrates a folder with modules, dynamic blocks and instances. The plan moves every object and
// does nothing else.
func TestMigratedConfigurationPlansEmpty(t *testing.T) {
	t.Parallel()
	folder, e, objects := plant(t)
	tf := inFolder(t, folder, legacyTypes...)
	var report, problems bytes.Buffer
	if status := migrate.Run([]string{folder}, &report, &problems); status != 0 {
		t.Fatal(problems.String())
	}
	if !strings.Contains(report.String(), `"region"`) {
		t.Errorf("the report does not say what was left out:\n%s", report.String())
	}
	run(t, tf, "fmt", "-check", "-diff", "-recursive")
	if err := tf.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	run(t, tf, "validate")
	planOnlyMoves(t, tf, e, objects)
}

// TestGoldenFoldersAreValid validates and formats the expected configurations of the subcommand's tests with Terraform.
func TestGoldenFoldersAreValid(t *testing.T) {
	t.Parallel()
	const testdata = "../../takeover/migrate/testdata"
	cases, err := os.ReadDir(testdata)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		folder := t.TempDir()
		if err := os.CopyFS(folder, os.DirFS(filepath.Join(testdata, c.Name(), "after"))); err != nil {
			t.Fatal(err)
		}
		tf := inFolder(t, folder)
		run(t, tf, "fmt", "-check", "-diff", "-recursive")
		if slices.Contains([]string{"undecided", "modules", "public", "tested", "takeover"}, c.Name()) {
			continue // These still use the other provider.
		}
		if err := tf.Init(t.Context()); err != nil {
			t.Error(err)
			continue
		}
		if _, err := tf.Run(t.Context(), "validate", "-no-color"); err != nil {
			t.Errorf("%s: %v", c.Name(), err)
		}
	}
}
