// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// masks returns habits (switches of the reference server) under which the engine hides the values of sensitive parameters, for example as
// "****".
func masks() map[string]string {
	return map[string]string{
		"stars": "masked-secrets", "word": "masked-secrets=[REDACTED]", "nothing": "masked-secrets-null", "absent": "masked-secrets-absent",
	}
}

// maskedRun is a Terraform with one engine for each switch of the reference server that masks returns. It declares one component on each
// engine.
type maskedRun struct {
	*terraformRun
	engines map[string]*testEngine
}

func startMasked(t *testing.T) *maskedRun {
	t.Helper()
	m := &maskedRun{engines: map[string]*testEngine{}}
	for name, habit := range masks() {
		m.engines[name] = startEngine(t, refserver.Options{Habits: []string{habit}})
	}
	_, providers := onEach(m.engines, "")
	m.terraformRun = startProviders(t, providers)
	return m
}

func (m *maskedRun) address(name string) string { return "engine_component.it_" + name }

// becomes applies the same component on all engines and returns the output. Every engine must then have stored the value want for each
// sensitive parameter.
func (m *maskedRun) becomes(t *testing.T, body string, want any) (printed []printedLine) {
	t.Helper()
	config, _ := onEach(m.engines, body)
	printed = m.appliedLines(t, config)
	for name, e := range m.engines {
		if got := m.secrets(t, name, e); !reflect.DeepEqual(got, []any{want, want, want}) {
			t.Errorf("%s: the engine has the values %v, want %v", masks()[name], got, want)
		}
	}
	return printed
}

// secrets returns the stored values of the component's sensitive parameters, which the engine hides in its answers.
func (m *maskedRun) secrets(t *testing.T, name string, e *testEngine) (found []any) {
	t.Helper()
	for _, parameter := range secretPlaces(m.document(t, e, m.address(name))) {
		found = append(found, parameter["value"])
	}
	return found
}

func (m *maskedRun) created(t *testing.T) {
	t.Helper()
	for name, e := range m.engines {
		if err := e.wrote(1); err != nil {
			t.Errorf("%s: %v", masks()[name], err)
		}
	}
}

func (m *maskedRun) destroy(t *testing.T) {
	t.Helper()
	m.terraformRun.destroy(t, slices.Collect(maps.Values(m.engines))...)
}

// TestMaskedWriteOnlyValues creates, changes and removes write-only values. The engines hide these values in their answers. After each
// apply, the engine must have the configured value, even if another part of the same list has changed.
func TestMaskedWriteOnlyValues(t *testing.T) {
	t.Parallel()
	m := startMasked(t)
	needsWriteOnly(t)
	const wo = `sensitive = true, value_wo = jsonencode("hush 1"), value_wo_version = 1`
	another := func(config string) string {
		return strings.ReplaceAll(config, `[local.plain, {`, `[{ name = "first", type = "str" }, local.plain, {`)
	}
	m.becomes(t, secretOwner(wo), "hush 1")
	m.created(t)
	m.becomes(t, secretOwner(wo+`, description = "changed"`), "hush 1")
	m.becomes(t, strings.ReplaceAll(secretOwner(wo), `jsonencode("shown")`, `jsonencode("shown anew")`), "hush 1")
	m.becomes(t, another(secretOwner(wo)), "hush 1")
	config, _ := onEach(m.engines, another(secretOwner(`sensitive = true`)))
	m.imports(t, config, slices.Collect(maps.Keys(m.stateIDs(t)))...)
	m.becomes(t, secretOwner(strings.ReplaceAll(wo, "1", "2")), "hush 2")
	// If a write-only value changes without its version, the provider does not send it. If another part of the same list changes too, the
	// update sends the whole list. It must then contain the new value, because the engine hides the old one.
	m.becomes(t, secretOwner(strings.ReplaceAll(wo, "hush 1", "hush 3")), "hush 3")
	m.becomes(t, secretOwner(strings.ReplaceAll(wo, "hush 1", "hush 4")), "hush 3")
	m.becomes(t, secretOwner(strings.ReplaceAll(wo, "hush 1", "hush 5")+`, description = "changed"`), "hush 5")
	m.becomes(t, secretOwner(`sensitive = true`), nil)
	m.becomes(t, secretOwner(wo), "hush 1")
	m.destroy(t)
}

// TestMaskedPlainValues declares secrets as ordinary values (not write-only). The engines hide these values in their answers. No plan may
// take the hidden value for a change, and the engine must keep the real value.
func TestMaskedPlainValues(t *testing.T) {
	t.Parallel()
	m := startMasked(t)
	plain := func(value string) string { return `sensitive = true, value = jsonencode("` + value + `")` }
	m.becomes(t, secretOwner(plain("hush 1")), "hush 1")
	m.created(t)
	m.becomes(t, secretOwner(plain("hush 1")+`, description = "changed"`), "hush 1")
	m.becomes(t, secretOwner(plain("hush 2")+`, description = "changed"`), "hush 2")
	actions := actionsIn(m.becomes(t, secretOwner(plain("hush 3")), "hush 3"))
	state := m.state(t)
	for name := range m.engines {
		if action := actions[m.address(name)]; action != "update" {
			t.Errorf("%s: the plan is %q", masks()[name], action)
		}
		if value := elementsOf(state[m.address(name)], "input")[1]["value"]; value != `"hush 3"` {
			t.Errorf("%s: the state has the value %v", masks()[name], value)
		}
	}
	m.becomes(t, secretOwner(`sensitive = true`), nil)
	m.destroy(t)
}

// TestMaskedValuesAreNotSentBack changes a list with secret values that are only in the engine, which shows them as "****". The update must
// not send "****", and a warning must name the values that the update clears. Updates of other attributes must keep the secret values.
func TestMaskedValuesAreNotSentBack(t *testing.T) {
	t.Parallel()
	m := startMasked(t)
	m.becomes(t, secretOwner(`sensitive = true`), nil)
	for name, e := range m.engines {
		if err := e.Edit("component", m.stateIDs(t)[m.address(name)], func(doc map[string]any) {
			for _, parameter := range secretPlaces(doc) {
				parameter["value"] = "hush"
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	warning := func(line printedLine) bool { return line.Diagnostic.Severity == "warning" }
	second := strings.ReplaceAll(secretOwner(`sensitive = true`), `version             = "1"`, `version             = "2"`)
	printed := m.becomes(t, second, "hush")
	if i := slices.IndexFunc(printed, warning); i >= 0 {
		t.Errorf("an update of another attribute says %s", printed[i].text)
	}
	printed = m.becomes(t, secretOwner(`sensitive = true, description = "changed"`), nil)
	for name := range m.engines {
		var text string
		for _, line := range printed {
			if warning(line) && line.Diagnostic.Address == m.address(name) {
				text += line.Diagnostic.Summary + "\n" + line.Diagnostic.Detail + "\n"
			}
		}
		for _, want := range []string{
			"Hidden values could not be kept",
			`Left out of the update: custom_types["Login"].fields["token"].value, input["token"].value, routines["pull"].config["token"].value.`,
			"Declare it: value_wo with value_wo_version.",
		} {
			if !words(want).MatchString(text) {
				t.Errorf("%s: no %q in\n%s", masks()[name], want, text)
			}
		}
	}
	m.destroy(t)
}

// secretOwner returns a component with a sensitive parameter in each of three places: input, custom_types and routines. members are the
// parameter's attributes, such as "value = ...".
func secretOwner(members string) string {
	return fmt.Sprintf(`
locals {
  plain  = { name = "plain", type = "str", value = jsonencode("shown") }
}

resource "engine_component" "it" {
  type                = "connector"
  name                = "it"
  version             = "1"
  deployment_capacity = "small"
  output              = []
  input               = [local.plain, { name = "token", type = "str", %[1]s }]
  custom_types        = [{ name = "Login", fields = [local.plain, { name = "token", type = "str", %[1]s }] }]
  routines            = [{ name = "pull", config = [{ name = "token", type = "str", %[1]s }, local.plain] }]
}
`, members)
}

// secretPlaces returns the three parameters "token" of secretOwner in an engine's document. The keys are the places, such as input.
func secretPlaces(doc map[string]any) map[string]map[string]any {
	at := func(value any, name string) map[string]any {
		elements, _ := value.([]any)
		for _, element := range elements {
			if object, _ := element.(map[string]any); object["name"] == name {
				return object
			}
		}
		return nil
	}
	return map[string]map[string]any{
		"input":        at(doc["input"], "token"),
		"custom_types": at(at(doc["custom_types"], "Login")["fields"], "token"),
		"routines":     at(at(doc["routines"], "pull")["config"], "token"),
	}
}

// TestAccComponent_writeOnly creates, changes and removes write-only values. The engine must get each new value, and the state must never
// contain a write-only value.
func TestAccComponent_writeOnly(t *testing.T) {
	e := startEngine(t, refserver.Options{})
	step := func(members string, want any, methods ...string) resource.TestStep {
		config := e.Config(secretOwner(members))
		return resource.TestStep{PreConfig: e.ClearRequests, Config: config, ConfigPlanChecks: after(func(state map[string]map[string]any) error {
			if got := e.methods(); !slices.Equal(got, methods) {
				return fmt.Errorf("the requests %v were sent, want %v", got, methods)
			}
			for place, parameter := range secretPlaces(e.Objects("component")[0]) {
				_, hasValue := parameter["value_wo"]
				if _, hasVersion := parameter["value_wo_version"]; hasValue || hasVersion || !reflect.DeepEqual(parameter["value"], want) {
					return fmt.Errorf("%s: the engine has %v, want the value %v", place, parameter, want)
				}
			}
			if text := fmt.Sprint(state); strings.Contains(text, "hush") {
				return fmt.Errorf("the state has a write-only value: %s", text)
			}
			return nil
		})}
	}
	test := e.testCase(
		step(`value_wo = jsonencode("hush 1"), value_wo_version = 1`, "hush 1", "POST"),
		step(`value_wo = jsonencode("hush 2"), value_wo_version = 1`, "hush 1"),
		step(`value_wo = jsonencode("hush 3"), value_wo_version = 1, description = "changed"`, "hush 1", "PATCH"),
		step(`value_wo = jsonencode("hush 4"), value_wo_version = 2, description = "changed"`, "hush 4", "PATCH"),
		step(`value = jsonencode("shown"), description = "changed"`, "shown", "PATCH"),
		step(`value_wo = jsonencode("hush 5"), value_wo_version = 2`, "hush 5", "PATCH"),
		step(`description = "no value"`, nil, "PATCH"),
	)
	test.TerraformVersionChecks = since(11, 11)
	resource.ParallelTest(t, test)
}
