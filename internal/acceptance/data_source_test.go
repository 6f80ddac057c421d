// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestDataSources reads every full object by id, by name and in the list: the data sources agree with the resource.
func TestDataSources(t *testing.T) {
	eachCase(t, func(t *testing.T, c lifecycleCase) {
		e := startEngine(t, refserver.Options{})
		d := objectOf(t, c.object)
		it := "engine_" + c.object + ".it"
		scope := ""
		if d.Scope != "" {
			scope = fmt.Sprintf("%s = %s.%s\n", d.Scope, it, d.Scope)
		}
		byID := "id = " + it + ".id\n"
		if d.Typed() {
			byID += scope
		}
		config := c.one(full) + fmt.Sprintf("data \"engine_%s\" \"by_id\" {\n%s}\n", c.object, byID) +
			fmt.Sprintf("data \"engine_%s\" \"by_name\" {\nname = %s.name\n%s}\n", c.object, it, scope) +
			fmt.Sprintf("data \"engine_%s\" \"all\" {\nname = %s.name\n%s}\n", d.Plural, it, scope)
		resource.Test(t, resource.TestCase{
			ProtoV6ProviderFactories: factories(),
			Steps: []resource.TestStep{{
				Config: e.Config(config),
				Check: func(state *terraform.State) error {
					return agree(state, it, "data.engine_"+c.object+".by_id", "data.engine_"+c.object+".by_name", "data.engine_"+d.Plural+".all", d.Plural+".0.")
				},
			}},
		})
	})
}

// agree wants every attribute of the resource in the data sources, with the same value.
func agree(state *terraform.State, address, byID, byName, list, prefix string) error {
	resources := state.RootModule().Resources
	want := resources[address].Primary.Attributes
	one := resources[byID].Primary.Attributes
	if two := resources[byName].Primary.Attributes; !reflect.DeepEqual(one, two) {
		return fmt.Errorf("by id: %v\nby name: %v", one, two)
	}
	listed := map[string]string{}
	for name, value := range resources[list].Primary.Attributes {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			listed[rest] = value
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if strings.HasSuffix(name, "extra") || strings.HasSuffix(name, "%") {
			continue // the data source shows every key that has no attribute, and has more attributes and none that are write-only
		}
		if one[name] != want[name] || listed[name] != want[name] {
			return fmt.Errorf("%s is %q in the resource, %q by id, %q in the list", name, want[name], one[name], listed[name])
		}
	}
	return nil
}

// TestPluralFilters finds objects by each filter, over more than one page.
func TestPluralFilters(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	objects := `
		resource "engine_node" "it" {
			count = 130
			name  = format("node-%03d", count.index)
			type  = count.index < 5 ? "self_hosted" : "service_hosted"
		}
	`
	lists := `
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
	`
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config: e.Config(objects + lists),
			Check: resource.ComposeAggregateTestCheckFunc(
				resource.TestCheckResourceAttr("data.engine_nodes.all", "nodes.#", "130"),
				resource.TestCheckResourceAttr("data.engine_nodes.one", "nodes.#", "1"),
				resource.TestCheckResourceAttr("data.engine_nodes.one", "nodes.0.name", "node-007"),
				resource.TestCheckResourceAttr("data.engine_nodes.some", "nodes.#", "10"),
				resource.TestCheckResourceAttr("data.engine_nodes.filtered", "nodes.#", "5"),
				resource.TestCheckResourceAttr("data.engine_nodes.filtered", "nodes.0.name", "node-004"),
				resource.TestCheckResourceAttrSet("data.engine_nodes.filtered", "nodes.0.created_at"),
			),
		}},
	})
}

// TestFiltersThatAnEngineIgnores lists on an engine that knows no filters.
func TestFiltersThatAnEngineIgnores(t *testing.T) {
	t.Parallel()
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
	}, nil)
	list := func(name, filters string) string {
		return fmt.Sprintf("data \"engine_nodes\" %q {\n filters = { %s }\n depends_on = [engine_node.it]\n}\n", name, filters)
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{Config: e.Config(manyNodes + list("page", `page = "2"`)), ExpectError: words("every page is read")},
			{
				Config: e.Config(manyNodes + list("equal", `name = "node-7"`) + list("part", `name__icontains = "NODE-1"`) +
					list("several", `name__in = "node-1,node-2"`) + list("type", `type = "SELF_HOSTED"`) + list("unknown", `created__gte = "x"`)),
				Check: resource.ComposeAggregateTestCheckFunc(
					resource.TestCheckResourceAttr("data.engine_nodes.equal", "nodes.#", "1"),
					resource.TestCheckResourceAttr("data.engine_nodes.part", "nodes.#", "11"),
					resource.TestCheckResourceAttr("data.engine_nodes.several", "nodes.#", "2"),
					resource.TestCheckResourceAttr("data.engine_nodes.type", "nodes.#", "25"),
					resource.TestCheckResourceAttr("data.engine_nodes.unknown", "nodes.#", "25"),
				),
			},
		},
	})
}
