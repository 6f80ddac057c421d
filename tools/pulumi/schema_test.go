// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package pulumi

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// TestSchema checks that Pulumi's schema for the provider contains every resource, data source and function that has a page in docs/.
func TestSchema(t *testing.T) {
	p := startPlugin(t)
	response := call(t, p.GetSchema, &pulumirpc.GetSchemaRequest{SubpackageName: "engine", SubpackageVersion: "0.0.0"})
	var schema struct {
		Resources, Functions map[string]any
		Config               struct {
			Variables map[string]struct{ Secret bool }
		}
		Types map[string]struct {
			Properties map[string]struct{ Secret bool }
		}
	}
	if err := json.Unmarshal([]byte(response.GetSchema()), &schema); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, kind := range []struct {
		directory, prefix string
		tokens            map[string]any
	}{
		{"resources", "", schema.Resources}, {"data-sources", "get_", schema.Functions}, {"functions", "", schema.Functions},
	} {
		pages, err := filepath.Glob(filepath.Join("../../docs", kind.directory, "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			module := camelCase(kind.prefix + strings.TrimSuffix(filepath.Base(page), ".md"))
			name := module
			if kind.directory == "resources" {
				name = strings.ToUpper(module[:1]) + module[1:]
			}
			if token := "engine:index/" + module + ":" + name; kind.tokens[token] == nil {
				t.Errorf("Pulumi has no %s", token)
			}
			compared++
		}
	}
	if compared < 30 {
		t.Errorf("docs/ has only %d pages", compared)
	}
	input := schema.Types["engine:index/ComponentInput:ComponentInput"]
	if !schema.Config.Variables["secretKey"].Secret || !input.Properties["valueWo"].Secret {
		t.Error("secretKey or valueWo is no secret in Pulumi")
	}
}

// camelCase returns Pulumi's form of a Terraform name, such as alertEvents for alert_events.
func camelCase(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// TestFunctions calls each of the provider's functions.
func TestFunctions(t *testing.T) {
	p := startPlugin(t)
	alert := map[string]any{
		"type": "rate", "rate_value": "5", "rate_unit": "minute",
		"alert_items": []any{map[string]any{
			"ref_id": "A", "type": "QUERY", "query_filter_asset": map[string]any{"id": "pump-1"},
			"query_filter_attribute": map[string]any{"id": "pressure"},
		}},
		"stmt_target_variable": "A", "stmt_aggregation": "max", "stmt_time_window": "600", "stmt_operator": "ge",
		"stmt_thresholds": []any{map[string]any{"value": 6, "status": "alert"}},
	}
	points := map[string]any{"start": "2026-03-01T10:00:00Z", "step": "5m", "values": []any{5, 7, 7}}
	called := []string{}
	for _, function := range []struct {
		name      string
		arguments map[string]any
		want      string // part of the result as JSON
	}{
		{"cron", map[string]any{"expression": "30 6 ? * MON-FRI *"}, `"cronHours":"6"`},
		{"deepMerge", map[string]any{"layers": []any{map[string]any{"a": 1}, map[string]any{"b": 2}}}, `{"a":1,"b":2}`},
		{"describe", map[string]any{"alert": alert}, `Every 5 minutes`},
		{"expressionPlain", map[string]any{"expression": "$A * 2"}, `$A`},
		{"layout", map[string]any{"columns": 20, "sizes": []any{map[string]any{"width": 12, "height": 8}}}, `"positionX":0`},
		{"queryPlain", map[string]any{"assetId": "pump-1", "attributeId": "pressure"}, `pump-1`},
		{"rate", map[string]any{"rate": "5 minutes"}, `"rateUnit":"minute"`},
		{"rehearse", map[string]any{"alert": alert, "series": map[string]any{"A": points}}, `"fired":"2026-03-01T10:05:00Z"`},
		{"ruleCatalog", map[string]any{"text": "version: 1\nrules: {high: {attribute: pressure, operator: gt, threshold: 8}}"}, `"high"`},
	} {
		token := "engine:index/" + function.name + ":" + function.name
		response := call(t, p.Invoke, &pulumirpc.InvokeRequest{Tok: token, Args: properties(t, function.arguments)})
		result, err := json.Marshal(response.GetReturn().AsMap())
		if err != nil {
			t.Fatal(err)
		}
		if len(response.GetFailures()) > 0 || !strings.Contains(string(result), function.want) {
			t.Errorf("%s returns %s, without %s (%v)", function.name, result, function.want, response.GetFailures())
		}
		called = append(called, function.name)
	}
	pages, err := os.ReadDir("../../docs/functions")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if name := camelCase(strings.TrimSuffix(page.Name(), ".md")); !slices.Contains(called, name) {
			t.Errorf("the test does not call %s", name)
		}
	}
}
