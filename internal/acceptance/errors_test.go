// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestAccErrors checks the error message for each configuration in testdata/errors.txtar.
func TestAccErrors(t *testing.T) {
	e := startDocuments(t)
	twin := map[string]any{"name": "twin", "type": "self_hosted"}
	if err := e.Seed(map[string][]map[string]any{"node": {twin, twin}}); err != nil {
		t.Fatal(err)
	}
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, "<html><body>Welcome to the intranet</body></html>")
	}))
	t.Cleanup(page.Close)
	archive, err := txtar.ParseFile("testdata/errors.txtar")
	if err != nil || len(archive.Files) < 32 {
		t.Fatalf("%d errors: %v", len(archive.Files), err)
	}
	values := strings.NewReplacer(`"URL`, `"`+e.URL, `"PAGE"`, `"`+page.URL+`"`, `"ID"`, `"`+e.AccessID()+`"`, `"KEY"`, `"`+e.SecretKey()+`"`)
	var steps []resource.TestStep
	for _, file := range archive.Files {
		message, _, _ := strings.Cut(strings.TrimPrefix(string(file.Data), "# "), "\n")
		config := values.Replace(string(file.Data))
		if !strings.Contains(config, "provider \"engine\"") {
			config = e.Config(config)
		}
		before := func() { t.Log(file.Name) } // logged, to identify the step that fails
		steps = append(steps, resource.TestStep{PreConfig: before, Config: config, ExpectError: pattern(message)})
	}
	resource.ParallelTest(t, e.testCase(steps...))
}

func TestAccProvider_environment(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	t.Setenv("ENGINE_BASE_URL", "http://127.0.0.1:1/never-asked")
	t.Setenv("ENGINE_ACCESS_ID", e.AccessID())
	t.Setenv("ENGINE_SECRET_KEY", e.SecretKey())
	t.Setenv("ENGINE_MAX_RETRIES", "many")
	config := fmt.Sprintf("provider \"engine\" {\n  base_url = %q\n}\ndata \"engine_nodes\" \"all\" {}\n", e.URL)
	resource.Test(t, e.testCase(
		resource.TestStep{
			Config:      config,
			ExpectError: pattern(`max_retries (or ENGINE_MAX_RETRIES) is "many"`),
		},
		resource.TestStep{
			PreConfig:         func() { t.Setenv("ENGINE_MAX_RETRIES", "2") },
			Config:            config,
			ConfigStateChecks: known("data.engine_nodes.all", map[string]knownvalue.Check{"nodes": knownvalue.ListSizeExact(0)}),
		},
	))
}

// TestAccProvider_unknownArguments checks that Terraform can plan a new object while base_url is unknown. Such a plan sends no requests.
func TestAccProvider_unknownArguments(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	resource.ParallelTest(t, e.testCase(resource.TestStep{
		Config: fmt.Sprintf(`
			resource "terraform_data" "url" { input = %q }
			provider "engine" {
				base_url   = terraform_data.url.output
				access_id  = %q
				secret_key = %q
			}
			resource "engine_node" "it" {
				name = "n"
				type = "self_hosted"
			}`, e.URL, e.AccessID(), e.SecretKey()),
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction("engine_node.it", plancheck.ResourceActionCreate),
		}},
		ConfigStateChecks: known("engine_node.it", map[string]knownvalue.Check{"id": knownvalue.NotNull()}),
	}))
}

// TestAccNode_removedOutside checks the error that occurs if another client deletes a node between plan and apply. It also checks the
// errors for invalid import ids.
func TestAccNode_removedOutside(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	const config = `resource "engine_node" "it" {
		name = "high load"
		type = "%s"
	}
	`
	imports := func(id, want string) resource.TestStep {
		return resource.TestStep{ResourceName: "engine_node.it", ImportState: true, ImportStateId: id, ExpectError: pattern(want)}
	}
	remove := func() {
		t.Cleanup(e.Before(func(r *http.Request) {
			if r.Method == http.MethodPatch {
				e.removeAll(t, "node")
			}
		}))
	}
	resource.ParallelTest(t, e.testCase(
		resource.TestStep{Config: e.Config(fmt.Sprintf(config, "self_hosted"))},
		imports("high load", "is the name of the node with the id"),
		imports(" 7", "remove the spaces around it"),
		imports("absent", "The engine has no node with the id"),
		resource.TestStep{
			PreConfig: remove, Config: e.Config(fmt.Sprintf(config, "service_hosted")), ExpectError: pattern("was deleted after the plan was made"),
		},
	))
}

// TestAccMoved checks that an object can move to a different address without a change, but not to a different resource type.
func TestAccMoved(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	config := func(typeName, from, to string) string {
		return e.Config(fmt.Sprintf(`
			resource "%[1]s" "%[3]s" { name = "Plant" }
			moved {
				from = %[2]s
				to   = %[1]s.%[3]s
			}`, typeName, from, to))
	}
	moved := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
	resource.ParallelTest(t, e.testCase(
		resource.TestStep{Config: config("engine_dashboard", "engine_dashboard.none", "first")},
		resource.TestStep{Config: config("engine_dashboard", "engine_dashboard.first", "second"), ConfigPlanChecks: moved},
		resource.TestStep{
			Config:      config("engine_function", "engine_dashboard.second", "third"),
			ExpectError: regexp.MustCompile("taken over|type mismatch"),
		},
		resource.TestStep{Config: config("engine_dashboard", "engine_dashboard.none", "second")},
	))
}
