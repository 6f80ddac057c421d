// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/querycheck"
	"github.com/hashicorp/terraform-plugin-testing/querycheck/queryfilter"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestAccListResources checks that list resources find the objects of every kind.
func TestAccListResources(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	config := e.Config(examples(minimal, objectTests()...))
	var lists string
	var checks []querycheck.QueryResultCheck
	for _, o := range catalog.Objects() {
		lists += fmt.Sprintf("list \"engine_%s\" \"all\" {\n  provider = engine\n}\n", o.Name)
		checks = append(checks, querycheck.ExpectLengthAtLeast("engine_"+o.Name+".all", 1))
	}
	name := queryfilter.ByDisplayName(knownvalue.StringExact("North plant / Overview"))
	checks = append(checks, querycheck.ExpectResourceDisplayName("engine_tab.all", name, knownvalue.StringExact("North plant / Overview")))
	test := e.testCase(
		resource.TestStep{Config: config},
		resource.TestStep{Query: true, Config: lists, QueryResultChecks: checks},
		resource.TestStep{Config: config},
	)
	test.TerraformVersionChecks = skipOlder(14, 0)
	resource.ParallelTest(t, test)
}

// TestAccListResources_arguments checks every argument of a list block, and the default limit of 100 results.
func TestAccListResources_arguments(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	alerts := make([]map[string]any, 120)
	for i := range alerts {
		alerts[i] = enginetest.Alert(fmt.Sprintf("Pump %d", i))
	}
	if err := e.Seed(map[string][]map[string]any{"alert": alerts}); err != nil {
		t.Fatal(err)
	}
	one := queryfilter.ByDisplayName(knownvalue.StringExact("Pump 11"))
	test := e.testCase(resource.TestStep{
		Query: true,
		Config: e.Config(`
			list "engine_alert" "some" {
				provider         = engine
				include_resource = true
				config {
					name_contains = "Pump 11"
					filters       = { severity = "SEV3" }
				}
			}
			list "engine_alert" "all" {
				provider = engine
			}
		`),
		QueryResultChecks: []querycheck.QueryResultCheck{
			querycheck.ExpectLength("engine_alert.some", 11),
			querycheck.ExpectLength("engine_alert.all", 100),
			querycheck.ExpectResourceKnownValues("engine_alert.some", one, []querycheck.KnownValueCheck{
				{Path: tfjsonpath.New("severity"), KnownValue: knownvalue.StringExact("SEV3")},
			}),
		},
	})
	test.TerraformVersionChecks = skipOlder(14, 0)
	resource.ParallelTest(t, test)
}

// TestAccListResources_examples checks that the documented examples work.
func TestAccListResources_examples(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	if err := e.Seed(map[string][]map[string]any{
		"node":  {{"name": "riverside-edge-1", "type": "self_hosted"}},
		"alert": {{"name": "a", "severity": "SEV1"}, {"name": "b", "severity": "SEV2"}},
	}); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../examples/list-resources/*/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples (%v)", err)
	}
	config := e.Config("")
	for _, file := range files {
		config += readFile(t, file)
	}
	test := e.testCase(resource.TestStep{Query: true, Config: config, QueryResultChecks: []querycheck.QueryResultCheck{
		querycheck.ExpectLength("engine_alert.critical", 1),
		querycheck.ExpectLength("engine_node.edge", 1),
		querycheck.ExpectLength("engine_node.self_hosted", 1),
	}})
	test.TerraformVersionChecks = skipOlder(14, 0)
	resource.ParallelTest(t, test)
}

// TestQueryOfExample applies examples/complete, and then runs terraform query in a second directory. The query generates a configuration.
// The plan for this configuration must import all objects and change nothing, and the plan after the apply must be empty.
func TestQueryOfExample(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	first, second := t.TempDir(), t.TempDir()
	run := terraformtest.NewReattached(t, first, comparedServer)
	terraformtest.Since(t, run, 14, terraformtest.Never)
	if err := os.CopyFS(first, os.DirFS("../../examples/complete")); err != nil {
		t.Fatal(err)
	}
	connect(t, first, e)
	terraformtest.Do(t, run, []string{"apply", "-auto-approve"})
	objects := 0
	var lists strings.Builder
	for _, o := range catalog.Objects() {
		objects += len(e.Objects(o.Name))
		fmt.Fprintf(&lists, "list \"engine_%s\" \"all\" {\n  provider = engine\n}\n\n", o.Name)
	}

	run = terraformtest.NewReattached(t, second, comparedServer)
	terraformtest.Write(t, second, "main.tf", terraformtest.Versions+e.Config(""))
	terraformtest.Write(t, second, "all.tfquery.hcl", lists.String())
	shown := terraformtest.Do(t, run, []string{"init"}, []string{"query", "-generate-config-out=generated.tf"})
	if got := strings.Count(shown, "list.engine_"); got != objects || objects == 0 {
		t.Errorf("the query shows %d objects of %d:\n%s", got, objects, shown)
	}
	for _, name := range []string{
		"Pumping station Riverside / Operation", "type=connector   Riverside gateway", "Operation / Discharge pressure",
	} {
		if !strings.Contains(shown, name) {
			t.Errorf("the query does not show %q:\n%s", name, shown)
		}
	}
	e.ClearRequests()
	want := fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy.", objects)
	if plan := terraformtest.Do(t, run, []string{"plan"}); !strings.Contains(plan, want) {
		t.Errorf("want %q in\n%s", want, plan)
	}
	terraformtest.Do(t, run, []string{"apply", "-auto-approve"}, noChanges)
	if err := e.checkSent(0); err != nil {
		t.Error(err)
	}
}
