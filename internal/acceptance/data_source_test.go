// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestAccDataSources checks that the data sources for every kind of object return the same values as the resource.
func TestAccDataSources(t *testing.T) {
	for name, habits := range map[string][]string{"whole lists": nil, "short lists": {"short-lists"}} {
		t.Run(name, func(t *testing.T) {
			e := startEngine(t, refserver.Options{Habits: habits})
			config := examples(full, objectTests()...)
			for _, o := range catalog.Objects() {
				config += dataSources(o)
			}
			resource.ParallelTest(t, e.testCase(resource.TestStep{Config: e.Config(config), ConfigPlanChecks: after(checkDataSources)}))
		})
	}
}

// dataSources returns a configuration with three data sources for the object that the resource "it" manages. One finds the object by id,
// one by name, and one in a list.
func dataSources(o catalog.Object) string {
	it, scope := "engine_"+o.Name+".it", ""
	if o.Scope != "" {
		scope = fmt.Sprintf("%s = %s.%s\n", o.Scope, it, o.Scope)
	}
	byID := "id = " + it + ".id\n"
	if o.HasTypeInPath() {
		byID += scope
	}
	return fmt.Sprintf("data \"engine_%s\" \"by_id\" {\n%s}\n", o.Name, byID) +
		fmt.Sprintf("data \"engine_%s\" \"by_name\" {\nname = %s.name\n%s}\n", o.Name, it, scope) +
		fmt.Sprintf("data \"engine_%s\" \"all\" {\nname = %s.name\n%s}\n", o.Plural, it, scope)
}

func checkDataSources(state map[string]map[string]any) error {
	for _, o := range catalog.Objects() {
		it, one := state["engine_"+o.Name+".it"], state["data.engine_"+o.Name+".by_id"]
		if diff := cmp.Diff(one, state["data.engine_"+o.Name+".by_name"]); diff != "" || one == nil {
			return fmt.Errorf("found otherwise (-by id +by name):\n%s", diff)
		}
		listed := elementsOf(state["data.engine_"+o.Plural+".all"], o.Plural)
		if len(listed) != 1 {
			return fmt.Errorf("%d %s are in the list, want one", len(listed), o.Plural)
		}
		if err := errors.Join(compareAttributes(it, one), compareAttributes(it, listed[0])); err != nil {
			return fmt.Errorf("%s, by id or in the list: %w", o.Name, err)
		}
	}
	return nil
}

// compareAttributes returns an error if an attribute has different values in a resource and a data source. It ignores attributes that are
// null in the resource. It also ignores "extra", which contains all unknown keys in a data source, but only the declared keys in a
// resource.
func compareAttributes(resource, data any) error {
	switch resource := resource.(type) {
	case nil:
		return nil
	case map[string]any:
		data, _ := data.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(resource)) {
			if name == "extra" {
				continue
			}
			if err := compareAttributes(resource[name], data[name]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	case []any:
		data, ok := data.([]any)
		if !ok || len(data) != len(resource) {
			return fmt.Errorf("%d elements are in the resource, %d in the data source", len(resource), len(data))
		}
		for i := range resource {
			if err := compareAttributes(resource[i], data[i]); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
		return nil
	}
	if resource != data {
		return fmt.Errorf("%v is in the resource, %v in the data source", resource, data)
	}
	return nil
}

func elementsOf(attributes map[string]any, name string) []map[string]any {
	var elements []map[string]any
	list, _ := attributes[name].([]any)
	for _, element := range list {
		object, _ := element.(map[string]any)
		elements = append(elements, object)
	}
	return elements
}

// TestAccNodes_filters checks that each filter of the plural data sources, such as engine_nodes, finds all matching objects.
func TestAccNodes_filters(t *testing.T) {
	e := startEngine(t, refserver.Options{Habits: []string{"small-pages=20"}})
	config := e.Config(`
		resource "engine_node" "it" {
			count = 45
			name  = format("node-%03d", count.index)
			type  = count.index < 5 ? "self_hosted" : "service_hosted"
		}
		data "engine_nodes" "all" { depends_on = [engine_node.it] }
		data "engine_nodes" "one" {
			name       = "node-007"
			depends_on = [engine_node.it]
		}
		data "engine_nodes" "some" {
			name_contains = "node-00"
			depends_on    = [engine_node.it]
		}
		data "engine_nodes" "filtered" {
			filters    = { type = "self_hosted", ordering = "-name" }
			depends_on = [engine_node.it]
		}
	`)
	checks := append(listedNodes(map[string]int{"all": 45, "one": 1, "some": 10, "filtered": 5}),
		statecheck.ExpectKnownValue("data.engine_nodes.one", tfjsonpath.New("nodes").AtSliceIndex(0).AtMapKey("name"),
			knownvalue.StringExact("node-007")),
		statecheck.ExpectKnownValue("data.engine_nodes.filtered", tfjsonpath.New("nodes").AtSliceIndex(0),
			knownvalue.ObjectPartial(map[string]knownvalue.Check{"name": knownvalue.StringExact("node-004"), "created_at": knownvalue.NotNull()})))
	resource.ParallelTest(t, e.testCase(resource.TestStep{Config: config, ConfigStateChecks: checks}))
}

func listedNodes(want map[string]int) (checks []statecheck.StateCheck) {
	for name, count := range want {
		checks = append(checks, statecheck.ExpectKnownValue("data.engine_nodes."+name, tfjsonpath.New("nodes"), knownvalue.ListSizeExact(count)))
	}
	return checks
}

// TestAccNodes_ignoredFilters checks that the provider filters a list itself if the engine ignores filters and returns the whole list.
func TestAccNodes_ignoredFilters(t *testing.T) {
	e, d := startDiffering(t, refserver.Options{})
	d.set(func(_ http.ResponseWriter, r *http.Request) bool {
		pages := url.Values{}
		for _, name := range []string{"page", "page_size"} {
			if value := r.URL.Query().Get(name); value != "" {
				pages.Set(name, value)
			}
		}
		r.URL.RawQuery = pages.Encode()
		return false
	})
	list := func(name, filters string) string {
		return fmt.Sprintf("data \"engine_nodes\" %q {\n filters = { %s }\n depends_on = [engine_node.it]\n}\n", name, filters)
	}
	resource.ParallelTest(t, e.testCase(
		resource.TestStep{Config: e.Config(manyNodes + list("page", `page = "2"`)), ExpectError: pattern("reads all pages")},
		resource.TestStep{
			Config: e.Config(manyNodes + list("equal", `name = "node-7"`) + list("part", `name__icontains = "NODE-1"`) +
				list("several", `name__in = "node-1,node-2"`) + list("type", `type = "SELF_HOSTED"`) + list("unknown", `created__gte = "x"`)),
			ConfigStateChecks: listedNodes(map[string]int{"equal": 1, "part": 11, "several": 2, "type": 25, "unknown": 25}),
		},
	))
}
