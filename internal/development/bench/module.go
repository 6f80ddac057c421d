// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
)

// alertSet is the folder of the module that makes alerts from assets and rules.
const alertSet = "examples/modules/alert-set"

// bare is the variant whose configuration declares the alerts itself.
func (s settings) bare() variant {
	return variant{name: "without the module", provider: s.provider, localState: true}
}

// inModule is the variant in which the module alert-set declares the alerts.
func (s settings) inModule() variant {
	return variant{name: "module alert-set", provider: s.provider, localState: true}
}

// firstPlan is a plan that creates all objects.
func firstPlan(count int) operation {
	return operation{
		name: "first plan", arguments: []string{"plan", "-input=false", "-no-color"},
		says: fmt.Sprintf("%d to add, 0 to change, 0 to destroy", count),
	}
}

// measureModule measures plans of alerts that a module makes, and of the same number of alerts without a module. Both use for_each,
// because Terraform takes longer for for_each than for count.
func (m *measurer) measureModule(ctx context.Context, count int) (err error) {
	m.tell("%d alerts of a module: prepare", count)
	e, err := startEngine(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.stop()) }()
	attributes, err := alerts().attributes(ctx, e)
	if err != nil {
		return err
	}
	source, err := filepath.Abs(alertSet)
	if err != nil {
		return err
	}
	var workplaces []*workplace
	for v, configuration := range map[variant]map[string]any{
		m.bare():     forEach(attributes, count),
		m.inModule(): setOf(source, count),
	} {
		w, err := m.plainWorkplace(ctx, e, v, fmt.Sprintf("%d alerts %s", count, v.name), configuration)
		if err != nil {
			return err
		}
		workplaces = append(workplaces, w)
	}
	for range m.runs {
		for _, w := range workplaces {
			taken, err := w.do(ctx, firstPlan(count))
			if err != nil {
				return err
			}
			m.take(describe(firstPlan(count), alerts(), count), w.variant, taken)
		}
	}
	return nil
}

// plainWorkplace returns a workplace without objects, with its state in a local file.
func (m *measurer) plainWorkplace(ctx context.Context, e *benchEngine, v variant, name string, configuration map[string]any) (*workplace, error) {
	folder, err := makeWorkFolder(m.parent, name, configuration)
	if err != nil {
		return nil, err
	}
	launcher, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &workplace{variant: v, engine: e, usage: filepath.Join(folder, "usage")}
	w.terraform, err = terraform.New(m.terraform, folder, launcher,
		append(e.environment(), providerVariable+"="+v.provider, usageVariable+"="+w.usage)...)
	if err != nil {
		return nil, err
	}
	return w, w.terraform.Init(ctx)
}

// rulesPerAsset is the number of rules in the catalog.
const rulesPerAsset = 5

// forEach returns a configuration with count alerts made by for_each. The keys are a local value, because Terraform evaluates the
// expression of for_each once for each alert.
func forEach(attributes map[string]any, count int) map[string]any {
	keys := map[string]string{}
	for i := range count {
		keys[fmt.Sprintf("pump-%d/rule", i)] = fmt.Sprintf("Object %d", i)
	}
	declared := maps.Clone(attributes)
	declared["for_each"], declared["name"], declared["description"] = "${local.keys}", "${each.value}", description
	return map[string]any{
		"terraform": map[string]any{"required_providers": map[string]any{"engine": map[string]any{"source": terraform.ProviderAddress}}},
		"locals":    map[string]any{"keys": keys},
		"resource":  map[string]any{alerts().resource: map[string]any{"all": declared}},
	}
}

// setOf returns a configuration with assets, a catalog of rules and some overrides. It makes count alerts like those of alerts().
func setOf(source string, count int) map[string]any {
	assets, overrides := map[string]any{}, map[string]any{}
	for i := range count / rulesPerAsset {
		key := fmt.Sprintf("pump-%d", i)
		assets[key] = map[string]any{"id": key, "attributes": map[string]any{"pressure": "pressure"}}
		if i%20 == 0 {
			overrides[key+"/rule-0"] = map[string]any{"threshold": 7.5}
		}
	}
	catalog := "version: 1\ndefaults: { severity: SEV3, rate: 5m, window: 10m, aggregation: avg, operator: ge, tags: [t-1], destinations: [plant@example.com], " +
		"active: true, mute: false, notify_no_data: true, notify_error: true, notify_timeout: false, description: Made by the benchmark. }\nrules:\n"
	for i := range rulesPerAsset {
		catalog += fmt.Sprintf("  rule-%d: { items: [{ ref_id: A, attribute: pressure, label: Pressure, group_unit: minute, group_function: avg, "+
			"sort_field: timestamp, sort_direction: -1, limit: 1000 }], target: A, threshold: %d.5 }\n", i, i)
	}
	return map[string]any{
		"terraform": map[string]any{"required_providers": map[string]any{"engine": map[string]any{"source": terraform.ProviderAddress}}},
		"module":    map[string]any{"alerts": map[string]any{"source": source, "assets": assets, "catalog": catalog, "overrides": overrides}},
	}
}

// moduleRow compares the plan with the module to the plan without it.
func (m *measurer) moduleRow() row {
	n := m.sizes().usual
	what := describe(firstPlan(n), alerts(), n)
	made := m.series(what, m.inModule())
	ratio := made.ratioTo(m.series(what, m.bare()))
	return row{
		what: what, of: "module alert-set / without", runs: len(made.samples), figure: fmt.Sprintf("%.2f", ratio),
		bars: []bar{{figure: ratio, limit: 1.5}},
	}
}
