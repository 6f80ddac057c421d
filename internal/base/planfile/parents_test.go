// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// instance returns the plan JSON for the resource with the given address, which may be in a module.
func instance(address string) string {
	text, err := json.Marshal(address)
	if err != nil {
		panic(err) // A string is always JSON.
	}
	base, _, _ := strings.Cut(address[strings.LastIndex(address, "engine_"):], "[")
	kind, name, _ := strings.Cut(base, ".")
	return `{"address": ` + string(text) + `, "mode": "managed", "type": "` + kind + `", "name": "` + name + `", "values": {}}`
}

func instances(addresses ...string) string {
	var all []string
	for _, address := range addresses {
		all = append(all, instance(address))
	}
	return `"resources": [` + strings.Join(all, ", ") + `]`
}

// TestParents checks that Parents.Of returns a widget's tab only if the widget can't be on a different tab.
func TestParents(t *testing.T) {
	t.Parallel()
	list := func(address string, keys ...string) (all []string) {
		for _, key := range keys {
			all = append(all, address+"["+key+"]")
		}
		return all
	}
	id := func(address string) string { return `"` + address + `.id", "` + address + `"` }
	const literal = `"engine_tab.c[\"b\"].id", "engine_tab.c[\"b\"]", "engine_tab.c"`
	x, w := []string{"engine_tab.x"}, []string{"engine_widget.w"}
	xy := append(x, "engine_tab.y")
	letters, numbers := list("engine_tab.c", `"a"`, `"b"`), list("engine_tab.c", "0", "1", "2", "3")
	for name, c := range map[string]struct {
		tabs, widgets []string
		references    string
		want          []string // for each widget; "" if the tab is not certain
	}{
		"a resource":                  {xy, w, id("engine_tab.x"), x},
		"a literal index":             {letters, w, literal, letters[1:]},
		"a literal index and another": {letters, list("engine_widget.w", `"a"`), literal + `, "engine_tab.c", "each.key"`, []string{""}},
		"a key with brackets": {
			list("engine_tab.c", `"a]"`, `"b"`), list("engine_widget.w", `"a]"`), `"engine_tab.c", "each.key"`, list("engine_tab.c", `"a]"`),
		},
		"each.key":               {letters, list("engine_widget.w", `"a"`, `"b"`), `"engine_tab.c", "each.key"`, letters},
		"a different for_each":   {letters, list("engine_widget.w", `"b"`, `"c"`), `"engine_tab.c", "each.key"`, []string{"", ""}},
		"the beginning of a key": {letters, list("engine_widget.w", `"a/pressure"`), `"engine_tab.c", "each.key"`, []string{""}},
		"a map of keys":          {letters, list("engine_widget.w", `"a"`), `"engine_tab.c", "each.value.tab", "each.value"`, []string{""}},
		"a local as index":       {letters, list("engine_widget.w", `"a"`), `"engine_tab.c", "local.names", "each.key"`, []string{""}},
		"count.index":            {numbers, list("engine_widget.w", "0", "3"), `"engine_tab.c", "count.index"`, []string{numbers[0], numbers[3]}},
		"count.index % 4":        {numbers, list("engine_widget.w", "1", "5"), `"engine_tab.c", "count.index"`, []string{"", ""}},
		"count and for_each":     {letters, list("engine_widget.w", "0"), `"engine_tab.c", "count.index"`, []string{""}},
		"one instance":           {numbers[:1], list("engine_widget.w", "4"), `"engine_tab.c", "count.index"`, numbers[:1]},
		"one of two":             {xy, w, id("engine_tab.x") + ", " + id("engine_tab.y"), []string{""}},
		"a data source":          {x, w, id("data.engine_tab.x"), []string{""}},
		"or a data source":       {x, w, id("engine_tab.x") + ", " + id("data.engine_tab.x"), []string{""}},
		"a local, one tab":       {x, w, `"local.tab"`, x},
		"a local, two tabs":      {letters, w, `"local.tab"`, []string{""}},
		"or a local":             {letters, w, literal + `, "local.tab"`, []string{""}},
	} {
		plan := read(t, `{"planned_values": {"root_module": {`+instances(slices.Concat(c.tabs, c.widgets)...)+`}},
			"configuration": {"root_module": {"resources": [
				{"mode": "managed", "type": "engine_widget", "name": "w", "expressions": {"tab": {"references": [`+c.references+`]}}}
			]}}}`)
		comparePlaces(t, name, plan, c.want)
	}
}

func comparePlaces(t *testing.T, name string, plan *Plan, want []string) {
	t.Helper()
	parents, got := plan.Parents("engine_tab"), []string{}
	for _, widget := range plan.Of("engine_widget") {
		address, unknown := parents.Of(widget, "tab")
		if !unknown {
			address = "known"
		}
		got = append(got, address)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: the widgets are on %q, want %q", name, got, want)
	}
}

// TestParentsInModules checks that Parents.Of follows an id from a module's output through the variables of two other modules.
func TestParentsInModules(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ call, deep, want string }{
		"a literal index":   {`"module.tabs[\"a\"].id", "module.tabs[\"a\"]", "module.tabs"`, `"var.tab"`, `module.tabs["a"].engine_tab.x`},
		"each.key":          {`"module.tabs", "each.key"`, `"var.tab"`, `module.tabs["b"].engine_tab.x`},
		"a local":           {`"local.tab"`, `"var.tab"`, ""},
		"an unknown key":    {`"module.tabs", "local.key"`, `"var.tab"`, ""},
		"another reference": {`"module.tabs", "each.key"`, `"var.tab", "data.engine_tab.x.id", "data.engine_tab.x"`, ""},
	} {
		plan := read(t, `{"planned_values": {"root_module": {"child_modules": [
				{"address": "module.tabs[\"a\"]", `+instances(`module.tabs["a"].engine_tab.x`)+`},
				{"address": "module.tabs[\"b\"]", `+instances(`module.tabs["b"].engine_tab.x`)+`},
				{"address": "module.widgets[\"b\"]", "child_modules": [
					{"address": "module.widgets[\"b\"].module.deep", `+instances(`module.widgets["b"].module.deep.engine_widget.w`)+`}
				]}
			]}},
			"configuration": {"root_module": {"module_calls": {
				"tabs": {"module": {"outputs": {"id": {"expression": {"references": ["engine_tab.x.id", "engine_tab.x"]}}}}},
				"widgets": {"expressions": {"tab": {"references": [`+c.call+`]}}, "module": {"module_calls": {"deep": {
					"expressions": {"tab": {"references": [`+c.deep+`]}},
					"module": {"resources": [
						{"mode": "managed", "type": "engine_widget", "name": "w", "expressions": {"tab": {"references": ["var.tab"]}}}
					]}
				}}}}
			}}}}`)
		comparePlaces(t, name, plan, []string{c.want})
	}
}
