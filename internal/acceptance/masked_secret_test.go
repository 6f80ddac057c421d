// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-exec/tfexec"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// masks are the ways in which engines hide the values of sensitive parameters, as habits.
func masks() map[string]string {
	return map[string]string{
		"stars": "masked-secrets", "word": "masked-secrets=[REDACTED]", "nothing": "masked-secrets-null", "absent": "masked-secrets-absent",
	}
}

// maskedEngines are an engine for each of the masks, which one Terraform manages.
type maskedEngines map[string]*testEngine

func startMasked(t *testing.T) maskedEngines {
	t.Helper()
	engines := maskedEngines{}
	for name, habit := range masks() {
		engines[name] = startEngine(t, refserver.Options{Habits: []string{habit}})
	}
	return engines
}

// Config is a configuration for all of them.
func (m maskedEngines) Config(body string) string {
	config, _ := onEach(m, body)
	return config
}

// each wants no error of any of them.
func (m maskedEngines) each(check func(e *testEngine, address string) error) error {
	for name, e := range m {
		if err := check(e, "engine_component.it_"+name); err != nil {
			return fmt.Errorf("%s: %w", masks()[name], err)
		}
	}
	return nil
}

func (m maskedEngines) wrote(count int) error {
	return m.each(func(e *testEngine, _ string) error { return e.wrote(count) })
}

// hasSecret wants a value in every parameter of secretOwner.
func (m maskedEngines) hasSecret(want any) resource.TestCheckFunc {
	return func(state *terraform.State) error {
		return m.each(func(e *testEngine, address string) error {
			doc, err := e.document("component", state, address)
			if err != nil {
				return err
			}
			for place, parameter := range secretPlaces(doc) {
				if !reflect.DeepEqual(parameter["value"], want) {
					return fmt.Errorf("%s: the engine has the value %v, want %v", place, parameter["value"], want)
				}
			}
			return nil
		})
	}
}

var needsWriteOnly = []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)}

// TestMaskedWriteOnlyValues takes write-only values through their life on engines that hide them: what the engine has is what
// the configuration says, whatever else of their lists changes.
func TestMaskedWriteOnlyValues(t *testing.T) {
	t.Parallel()
	e := startMasked(t)
	_, providers := onEach(e, "")
	const wo = `sensitive = true, value_wo = jsonencode("hush 1"), value_wo_version = 1`
	var imports []resource.TestStep
	for name := range e {
		imports = append(imports, resource.TestStep{
			ResourceName: "engine_component.it_" + name, ImportState: true, ImportStateKind: resource.ImportBlockWithID,
			Config: e.Config(strings.ReplaceAll(secretOwner(`sensitive = true`), `[local.plain, {`, `[{ name = "first", type = "str" }, local.plain, {`)),
		})
	}
	resource.Test(t, resource.TestCase{
		TerraformVersionChecks:   needsWriteOnly,
		ProtoV6ProviderFactories: providers,
		CheckDestroy: func(*terraform.State) error {
			return e.each(func(e *testEngine, _ string) error { return e.checkEmpty() })
		},
		Steps: slices.Concat([]resource.TestStep{
			{Config: e.Config(secretOwner(wo)), Check: resource.ComposeAggregateTestCheckFunc(e.hasSecret("hush 1"), func(*terraform.State) error { return e.wrote(1) })},
			{Config: e.Config(secretOwner(wo + `, description = "changed"`)), Check: e.hasSecret("hush 1")},
			{Config: e.Config(strings.ReplaceAll(secretOwner(wo), `jsonencode("shown")`, `jsonencode("shown anew")`)), Check: e.hasSecret("hush 1")},
			{Config: e.Config(strings.ReplaceAll(secretOwner(wo), `[local.plain, {`, `[{ name = "first", type = "str" }, local.plain, {`)), Check: e.hasSecret("hush 1")},
		}, imports, []resource.TestStep{
			{Config: e.Config(secretOwner(strings.ReplaceAll(wo, "1", "2"))), Check: e.hasSecret("hush 2")},
			// Another value of the same version goes along with another change: nobody can tell what the engine has.
			{Config: e.Config(secretOwner(strings.ReplaceAll(wo, "hush 1", "hush 3"))), Check: e.hasSecret("hush 3")},
			{Config: e.Config(secretOwner(strings.ReplaceAll(wo, "hush 1", "hush 4"))), Check: e.hasSecret("hush 3")},
			{Config: e.Config(secretOwner(strings.ReplaceAll(wo, "hush 1", "hush 5") + `, description = "changed"`)), Check: e.hasSecret("hush 5")},
			{Config: e.Config(secretOwner(`sensitive = true`)), Check: e.hasSecret(nil)},
			{Config: e.Config(secretOwner(wo)), Check: e.hasSecret("hush 1")},
		}),
	})
}

// TestMaskedPlainValues has a value in plain on engines that hide it: no plan shows a change that is none, and the engine keeps
// the value.
func TestMaskedPlainValues(t *testing.T) {
	t.Parallel()
	e := startMasked(t)
	_, providers := onEach(e, "")
	plain := func(value string) string { return `sensitive = true, value = jsonencode("` + value + `")` }
	var updates []plancheck.PlanCheck
	var shown []resource.TestCheckFunc
	for name := range e {
		it := "engine_component.it_" + name
		updates = append(updates, plancheck.ExpectResourceAction(it, plancheck.ResourceActionUpdate))
		shown = append(shown, resource.TestCheckResourceAttr(it, "input.1.value", `"hush 3"`))
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: providers,
		Steps: []resource.TestStep{
			{Config: e.Config(secretOwner(plain("hush 1"))), Check: resource.ComposeAggregateTestCheckFunc(e.hasSecret("hush 1"), func(*terraform.State) error { return e.wrote(1) })},
			{Config: e.Config(secretOwner(plain("hush 1") + `, description = "changed"`)), Check: e.hasSecret("hush 1")},
			{Config: e.Config(secretOwner(plain("hush 2") + `, description = "changed"`)), Check: e.hasSecret("hush 2")},
			{
				Config:           e.Config(secretOwner(plain("hush 3"))),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: updates},
				Check: resource.ComposeAggregateTestCheckFunc(
					append(shown, e.hasSecret("hush 3"))...,
				),
			},
			{Config: e.Config(secretOwner(`sensitive = true`)), Check: e.hasSecret(nil)},
		},
	})
}

// TestMaskedValuesAreNotSentBack has values that only the engine knows and hides. An update of their lists leaves them out and
// warns; another update leaves them alone.
func TestMaskedValuesAreNotSentBack(t *testing.T) {
	t.Parallel()
	for name, habit := range masks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{Habits: []string{habit}})
			run := startTerraform(t, t.TempDir())
			var output printout
			run.SetStdout(&output)
			run.SetStderr(&output)
			apply := func(members string, change func(config string) string) (text string) {
				t.Helper()
				output.Reset()
				requirement := "terraform {\n  required_providers {\n    engine = { source = \"engine-platform/engine\" }\n  }\n}\n"
				config := requirement + e.Config(change(secretOwner(members)))
				if err := os.WriteFile(filepath.Join(run.WorkingDir(), "main.tf"), []byte(config), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := run.Apply(t.Context(), tfexec.Reattach(run.reattach)); err != nil {
					t.Fatal(err)
				}
				run.planEmpty(t)
				return output.String()
			}
			same := func(config string) string { return config }
			apply(`sensitive = true`, same)
			id := fmt.Sprint(e.Objects("component")[0]["id"])
			if err := e.Edit("component", id, func(doc map[string]any) {
				for _, parameter := range secretPlaces(doc) {
					parameter["value"] = "hush"
				}
			}); err != nil {
				t.Fatal(err)
			}
			secrets := func() (found []any) {
				doc, _ := e.Object("component", id)
				for _, parameter := range secretPlaces(doc) {
					found = append(found, parameter["value"])
				}
				return found
			}
			text := apply(`sensitive = true`, func(config string) string {
				return strings.ReplaceAll(config, `version             = "1"`, `version             = "2"`)
			})
			if got := secrets(); !reflect.DeepEqual(got, []any{"hush", "hush", "hush"}) || strings.Contains(text, "Warning") {
				t.Errorf("the values are %v after an update of another attribute, which said\n%s", got, text)
			}
			text = apply(`sensitive = true, description = "changed"`, same)
			if got := secrets(); !reflect.DeepEqual(got, []any{nil, nil, nil}) {
				t.Errorf("the values are %v after an update of their lists", got)
			}
			for _, want := range []string{"Hidden values could not be kept", "Left out of the update: custom_types[0].fields[1].value, input[1].value, routines[0].config[0].value.", "Declare it: value_wo with value_wo_version."} {
				if !words(want).MatchString(text) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
		})
	}
}
