// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// Ids and names have control characters that a terminal would execute. The report must escape them.
func TestEscapes(t *testing.T) {
	const escape, turned = "\x1b]0;owned\a\u202egnp", "\u202egnp"
	p := newPlant(t, map[string][]object{
		"node":  {{"id": "n" + turned, "name": "name" + escape, "type": escape}},
		"alert": {{"id": "a" + turned, "name": "name" + escape, "severity": "SEV1", "type": "cron"}},
		"component": {{
			"id": "c" + turned, "name": "c", "type": "algorithm", "version": "1", "deployment_capacity": "small", "description": escape,
			"input": []any{object{"name": escape, "sensitive": true, "value": "a"}}, "output": []any{}, "routines": []any{},
		}},
	})
	out := p.adopt("3 to import, 0 to change", "-dry-run")
	out += p.adopt("3 to import, 0 to change")
	p.seed(map[string][]object{"node": {{"id": "m" + escape, "name": "other" + escape, "type": "a"}}})
	out += p.adopt("0 to import, 0 to change, 1 left out") // such an id fits into no URL path
	if err := p.Remove("node", "n"+turned); err != nil {
		t.Fatal(err)
	}
	out += p.adopt("0 to import, 0 to change, 1 left out")
	if at := strings.IndexFunc(out, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); at >= 0 {
		t.Errorf("the report has %q", out[max(0, at-40):min(at+20, len(out))])
	}
	if !strings.Contains(out, `(m\x1b]0;owned\a\u202egnp)`) || !strings.Contains(out, `no longer in the engine`) {
		t.Error(out)
	}
}

// The report must have "pump 2" before "pump 10". The report of a second run must begin with the new objects.
func TestNaturalOrder(t *testing.T) {
	nodes := func(from, to int) (list []object) {
		for n := to; n >= from; n-- {
			list = append(list, object{"id": id(n), "name": fmt.Sprintf("Pump %d", n), "type": "a"})
		}
		return list
	}
	p := newPlant(t, map[string][]object{"node": nodes(1, 11)})
	if out := p.adopt("11 to import, 0 to change"); strings.Contains(out, "New") || strings.Contains(out, "Skipped") {
		t.Error(out)
	}
	var got []string
	for _, match := range regexp.MustCompile(`"engine_node" "pump_(\d+)"`).FindAllStringSubmatch(p.file("nodes.tf"), -1) {
		got = append(got, match[1])
	}
	if want := strings.Fields("1 2 3 4 5 6 7 8 9 10 11"); !slices.Equal(got, want) {
		t.Errorf("the order is %v", got)
	}
	p.seed(map[string][]object{"node": nodes(12, 12)})
	out := p.adopt("1 to import, 0 to change")
	const want = "objects: 12 nodes.\n\nNew 1:\n  engine_node.pump_12: node \"Pump 12\" (%s)\n\nSkipped 11: 11 in the folder.\n"
	if !strings.Contains(out, fmt.Sprintf(want, id(12))) {
		t.Error(out)
	}
}

// The report must count keys that the provider does not know. Only with -all, they must be written into the attribute "extra".
func TestUnknownKeys(t *testing.T) {
	objects := map[string][]object{
		"alert": {{
			"id": id(1), "name": "a", "severity": "SEV1", "type": "rate", "rate_value": 5, "rate_unit": "minute",
			"owner": object{"team": "water"}, "created_at": "2026-01-01",
			"alert_items": []any{
				object{"id": "1", "ref_id": "A", "type": "QUERY", "smooth": true}, object{"id": "2", "ref_id": "B", "type": "QUERY", "none": nil},
			},
			"tags": []any{object{"id": "t", "name": "T", "color": "red"}},
		}},
		"component": {{
			"id": id(2), "name": "c", "type": "algorithm", "version": "1", "deployment_capacity": "small", "output": []any{}, "routines": []any{},
			"input": []any{
				object{"name": "p", "type": "str", "sensitive": 1, "value": "hush", "default": "hush"},
				object{"name": "q", "type": "str", "default": "b"},
			},
		}},
	}
	p := newPlant(t, objects)
	if out := p.adopt("2 to import, 0 to change"); !strings.Contains(out, "Keys that the provider does not know, not written: 3.") {
		t.Error(out)
	}
	all := newPlant(t, objects)
	out := all.adopt("2 to import, 2 to change", "-all")
	if !strings.Contains(out, "Keys that the provider does not know, written as extra: 3.") {
		t.Error(out)
	}
	text := all.file("alerts.tf") + all.file("component_c.tf")
	for _, want := range []string{`{ owner = { team = "water" } }`, `{ smooth = true }`, `{ default = "b" }`} {
		want = "extra = jsonencode(" + want + ")"
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%s\nlacks %s", text, want)
		}
	}
	if strings.Count(text, "extra") != 3 || strings.Contains(text, "hush") {
		t.Error(text)
	}
}

// For a running component, running = true must be written only as a comment.
func TestRunning(t *testing.T) {
	component := pumps()["component"][0]
	component["deployment_active"] = true
	p := newPlant(t, map[string][]object{"component": {component}})
	p.adopt("1 to import, 0 to change")
	const want = "  # The component is running and stays so. If Terraform should start it whenever it is stopped, uncomment:\n" +
		"  # running = true\n}\n"
	if text := p.file("component_forecast.tf"); !strings.Contains(text, want) {
		t.Error(text)
	}
}

// The custom type of a parameter has a sensitive field. The parameter's secret must not be written, neither in a component nor in its
// routine.
func TestSecretTypes(t *testing.T) {
	login := []any{object{"name": "login", "type": "Login", "value": object{"user": "me", "pin": "correct-horse"}}}
	p := newPlant(t, map[string][]object{
		"component": {{
			"id": id(1), "name": "c", "type": "connector", "version": "1", "deployment_capacity": "small", "input": login,
			"output": []any{}, "routines": []any{},
			"custom_types": []any{object{"name": "Login", "fields": []any{object{"name": "pin", "type": "str", "sensitive": "true"}}}},
		}},
		"routine": {{"id": id(2), "name": "r", "component_id": id(1), "type": "t", "config": login, "input": []any{}, "output": []any{}}},
	})
	out := p.adopt("2 to import, 0 to change")
	for name, text := range p.files() {
		if strings.Contains(text+out, "correct-horse") {
			t.Errorf("%s has the secret:\n%s", name, text)
		}
	}
	for _, words := range []string{"value_wo         = jsonencode(var.c_login)", "value_wo         = jsonencode(var.r_login)"} {
		if !strings.Contains(p.file("component_c.tf"), words) {
			t.Errorf("%s\nlacks %s", p.file("component_c.tf"), words)
		}
	}
}
