// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestDataSources reads objects with data sources, by id, by name and as a list. Each data source must show the same values as the
// resource, even on an engine whose lists leave out fields.
func TestDataSources(t *testing.T) {
	eachCase(t, func(t *testing.T, c lifecycleCase) {
		for name, habits := range map[string][]string{"whole lists": nil, "short lists": {"short-lists"}} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				dataSourcesAgree(t, c, startEngine(t, refserver.Options{Habits: habits}))
			})
		}
	})
}

func dataSourcesAgree(t *testing.T, c lifecycleCase, e *testEngine) {
	t.Helper()
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
	run := startProviders(t, factories())
	run.applied(t, e.Config(config))
	state := run.state(t)
	one := state["data.engine_"+c.object+".by_id"]
	if diff := cmp.Diff(one, state["data.engine_"+c.object+".by_name"]); diff != "" {
		t.Errorf("found otherwise (-by id +by name):\n%s", diff)
	}
	if err := agree(state[it], one); err != nil {
		t.Errorf("by id: %v", err)
	}
	if listed := elementsOf(state["data.engine_"+d.Plural+".all"], d.Plural); len(listed) != 1 {
		t.Errorf("%d are in the list, want one", len(listed))
	} else if err := agree(state[it], listed[0]); err != nil {
		t.Errorf("in the list: %v", err)
	}
	run.destroy(t, e)
}

// agree returns an error if an attribute has different values in a data source and a resource. It skips write-only attributes. It also
// skips the attribute "extra", which has more keys in a data source than in a resource.
func agree(resource, data any) error {
	switch resource := resource.(type) {
	case nil:
		return nil
	case map[string]any:
		data, _ := data.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(resource)) {
			if name == "extra" {
				continue
			}
			if err := agree(resource[name], data[name]); err != nil {
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
			if err := agree(resource[i], data[i]); err != nil {
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

// TestPluralFilters finds objects with each filter of the plural data sources, such as engine_nodes. The matches fill several pages of the
// engine's list replies.
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
	run := startProviders(t, factories())
	run.applied(t, e.Config(objects+lists))
	nodes := run.listedNodes(t, map[string]int{"all": 130, "one": 1, "some": 10, "filtered": 5})
	if name := nodes["one"][0]["name"]; name != "node-007" {
		t.Errorf("the one is %v", name)
	}
	if first := nodes["filtered"][0]; first["name"] != "node-004" || first["created_at"] == nil || first["created_at"] == "" {
		t.Errorf("the first is %v", first)
	}
	run.destroy(t, e)
}

func (r *terraformRun) listedNodes(t *testing.T, want map[string]int) map[string][]map[string]any {
	t.Helper()
	nodes := map[string][]map[string]any{}
	for name, count := range want {
		nodes[name] = elementsOf(r.state(t)["data.engine_nodes."+name], "nodes")
		if len(nodes[name]) != count {
			t.Fatalf("%s has %d nodes, want %d", name, len(nodes[name]), count)
		}
	}
	return nodes
}

// TestFiltersThatAnEngineIgnores uses an engine that ignores filters and answers with the whole list. The provider must then filter the
// list itself.
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
	run := startProviders(t, factories())
	run.fails(t, e.Config(manyNodes+list("page", `page = "2"`)), "reads all pages")
	run.applied(t, e.Config(manyNodes+list("equal", `name = "node-7"`)+list("part", `name__icontains = "NODE-1"`)+
		list("several", `name__in = "node-1,node-2"`)+list("type", `type = "SELF_HOSTED"`)+list("unknown", `created__gte = "x"`)))
	run.listedNodes(t, map[string]int{"equal": 1, "part": 11, "several": 2, "type": 25, "unknown": 25})
	run.destroy(t, e)
}
