// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/querycheck"
	"github.com/hashicorp/terraform-plugin-testing/querycheck/queryfilter"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestAccListResources lists the objects of every kind.
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
	test.TerraformVersionChecks = since(14, 0)
	resource.ParallelTest(t, test)
}

// TestAccListResources_arguments runs a query with every argument of a list block, and a query with more than 100 results, which is the
// default limit.
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
	test.TerraformVersionChecks = since(14, 0)
	resource.ParallelTest(t, test)
}
