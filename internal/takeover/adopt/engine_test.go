// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

type object = map[string]any

// plant is an engine with objects, and a folder for their configuration.
type plant struct {
	*testing.T
	*providertest.Engine
	dir string
}

func newPlant(t *testing.T, objects map[string][]object) *plant {
	t.Helper()
	return newPlantWith(t, refserver.Options{}, objects)
}

func newPlantWith(t *testing.T, options refserver.Options, objects map[string][]object) *plant {
	t.Helper()
	e := providertest.StartEngine(t, options)
	t.Setenv("ENGINE_BASE_URL", e.URL)
	t.Setenv("ENGINE_ACCESS_ID", e.AccessID())
	t.Setenv("ENGINE_SECRET_KEY", e.SecretKey())
	p := &plant{T: t, Engine: e, dir: filepath.Join(t.TempDir(), "plant")}
	p.seed(objects)
	return p
}

func (p *plant) seed(objects map[string][]object) {
	p.Helper()
	if err := p.Seed(objects); err != nil {
		p.Fatal(err)
	}
}

// adopt runs the command and returns its output. It fails the test unless the last line and the exit status are as expected.
func (p *plant) adopt(last string, args ...string) string {
	p.Helper()
	var stdout, stderr bytes.Buffer
	status := adopt.Run(p.Context(), "test", append([]string{"-dir", p.dir}, args...), &stdout, &stderr)
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	wantStatus := 0
	if strings.Contains(last, "left out") || last == "" {
		wantStatus = 1
	}
	if status != wantStatus || lines[len(lines)-1] != last {
		p.Fatalf("status %d, want %d, and %q last:\n%s\n%s", status, wantStatus, last, stdout.String(), stderr.String())
	}
	return stdout.String() + stderr.String()
}

// file returns the text of a file in the folder.
func (p *plant) file(name string) string {
	p.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		p.Fatal(err)
	}
	return string(text)
}

// files returns the texts of all files in the folder, by name.
func (p *plant) files() map[string]string {
	p.Helper()
	entries, err := os.ReadDir(p.dir)
	if err != nil && !os.IsNotExist(err) {
		p.Fatal(err)
	}
	all := map[string]string{}
	for _, entry := range entries {
		all[entry.Name()] = p.file(entry.Name())
	}
	return all
}

// id returns the nth id, in the form that engines use.
func id(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }

func reference(n int, name string) object { return object{"id": id(n), "name": name} }

// pumps returns objects of every kind.
func pumps() map[string][]object {
	item := func(refID string, attribute object) object {
		return object{
			"ref_id": refID, "type": "QUERY", "label": "Flow", "query_filter_asset": reference(900, "Pump 1"), "query_filter_attribute": attribute,
			"query_sort_direction": -1, "query_limit": 10000,
		}
	}
	flow := reference(901, "Flow")
	return map[string][]object{
		"dashboard": {
			{"id": id(1), "name": "Übersicht Süd", "tags": []any{reference(910, "water")}, "assets": []any{}},
			{"id": id(2), "name": "Насосы", "description": "Line one\nline two\n  indented\n"},
		},
		"tab": {
			{"id": id(11), "name": "Flow", "dashboard": id(1), "order": 1},
			{"id": id(12), "name": "Overview", "dashboard": id(1), "order": 0},
			{"id": id(13), "name": "Flow", "dashboard": id(2)},
		},
		"widget": {
			{"id": id(21), "name": "Now", "tab": id(11), "type": "stat", "chart_items": []any{item("A", flow)}, "width": 4, "position_y": 2, "unknown": true},
			{"id": id(22), "name": "1st of all", "tab": id(11), "type": "text", "text": "say \"${hi}\" %{ if }\n\tto all", "position_y": 0},
			{"id": id(23), "name": "Now", "tab": id(12), "type": "timeseries", "chart_items": []any{
				item("A", flow), item("B", flow), object{"ref_id": "C", "type": "EXPRESSION", "expression": "$A / $B"},
			}},
		},
		"component": {
			{
				"id": id(31), "name": "Forecast", "type": "algorithm", "version": "1.0", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
				"output": []any{}, "routines": []any{object{"name": "inference"}},
				"input": []any{
					object{"name": "horizon", "type": "int", "value": 24},
					object{"name": "api key", "type": "str", "sensitive": true, "value": "correct-horse"},
					object{"name": "model", "type": "str", "value": object{"for": nil, "a-b": []any{1, 2.5, "x"}, "big": 12345678901234567}},
				},
			},
		},
		"routine": {
			{
				"id": id(41), "name": "Pump 1", "component_id": id(31), "type": "inference",
				"config": []any{object{"name": "component", "type": "Component", "value": id(31)}},
				"input":  []any{object{"name": "in", "value_type": "Number", "value": object{"asset": id(900), "attribute": id(901)}}},
				"output": []any{object{"name": "out", "value_type": "Number", "value": object{"asset": id(900), "attribute": id(902)}}},
			},
		},
		"alert": {
			{
				"id": id(51), "name": "Low flow", "severity": "sev2", "type": "rate", "rate_value": 5, "rate_unit": "minute", "tags": []any{reference(910, "water"), reference(911, "pump")},
				"alert_items": []any{item("A", flow)}, "stmt_target_variable": "A", "stmt_operator": "lt", "status": "alert",
				"stmt_thresholds":   []any{object{"value": 3, "status": "alert", "status_text": "low"}, object{"value": 4.5, "status": "warning"}},
				"destinations_list": []any{"a@example.com"}, "active": true,
			},
			{"id": id(52), "name": "low flow!", "severity": "SEV1", "type": "cron", "tags": []any{reference(910, "water"), reference(911, "pump")}, "destinations_list": []any{"a@example.com"}},
			{"id": id(53), "name": "500 mbar", "severity": "SEV1", "type": "rate", "tags": []any{reference(910, "water"), reference(911, "pump")}, "destinations_list": []any{"a@example.com"}},
		},
		"node":     {{"id": id(61), "name": "Site", "type": "self_hosted"}},
		"function": {{"id": id(71), "name": "Mean", "tags": []any{"water"}, "target_asset": reference(900, "Pump 1"), "function_items": []any{item("A", object{"id": id(901), "name": "Flow", "type": "Number"})}}},
	}
}

func (p *plant) write(name, text string) {
	p.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
		p.Fatal(err)
	}
}
