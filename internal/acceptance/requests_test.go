// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"slices"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestRequests counts the requests of plan and apply. A create must be one POST. A plan without changes must only read. A change of a
// simple field must be one PATCH. A change of items must be one read of the object and one PATCH.
func TestRequests(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	config := func(description, label string) string {
		return e.Config(fmt.Sprintf(`resource "engine_alert" "it" {
			name        = "a"
			type        = "rate"
			rate_value  = 5
			rate_unit   = "minute"
			severity    = "SEV1"
			description = %q
			alert_items = [{ ref_id = "A", type = "EXPRESSION", expression = "1", label = %q }]
		}`, description, label))
	}
	run := startProviders(t, factories())
	writes := func(description, label string, want ...string) {
		t.Helper()
		e.ClearRequests()
		run.applied(t, config(description, label))
		if got := e.methods(); !slices.Equal(got, want) {
			t.Errorf("%s, %s: the writes are %v, want %v", description, label, got, want)
		}
	}
	writes("one", "x", "POST")
	writes("one", "x")
	writes("two", "x", "PATCH")
	writes("two", "y", "PATCH")
	if err := e.readBeforeWrite(); err != nil {
		t.Error(err)
	}
	run.destroy(t, e)
}

// TestRespelledConfigurations writes values in another spelling with the same meaning, such as "sev2" for "SEV2" and "300" for "5m". The
// provider must send nothing, and the state must keep the old spelling.
func TestRespelledConfigurations(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	config := func(severity, window, operator, value, secret string) string {
		return e.Config(fmt.Sprintf(`resource "engine_alert" "it" {
			name             = "a"
			type             = "rate"
			rate_value       = 5
			rate_unit        = "minute"
			severity         = %q
			stmt_time_window = %q
			extra            = %s
			alert_items      = [{ ref_id = "A", type = "EXPRESSION", expression = "1", query_group_function = %q }]
		}
		resource "engine_component" "it" {
			type                = "algorithm"
			name                = "c"
			version             = "1"
			deployment_capacity = "small"
			output              = []
			routines            = []
			input = [
				{ name = "depth", type = "int", value = %s },
				{ name = "token", type = "str", sensitive = true, value_wo = jsonencode(%q), value_wo_version = 1 },
			]
		}`, severity, window, value, operator, value, secret))
	}
	run := startProviders(t, factories())
	needsWriteOnly(t)
	holds := func(want map[string]any) {
		t.Helper()
		alert := run.state(t)["engine_alert.it"]
		for attribute, value := range want {
			if alert[attribute] != value {
				t.Errorf("%s is %v in state, want %v", attribute, alert[attribute], value)
			}
		}
	}
	kept := func(config string) {
		t.Helper()
		e.ClearRequests()
		if actions := run.applied(t, config); len(actions) > 0 || len(e.writes()) > 0 {
			t.Errorf("another spelling has the plan %v and %d writes", actions, len(e.writes()))
		}
		holds(map[string]any{"severity": "SEV2", "stmt_time_window": "5m", "extra": `{"a":1,"b":[2]}`})
		if item := elementsOf(run.state(t)["engine_alert.it"], "alert_items")[0]; item["query_group_function"] != "avg" {
			t.Errorf("the item is %v in state", item)
		}
	}
	first := config("SEV2", "5m", "avg", `"{\"a\":1,\"b\":[2]}"`, "hush")
	run.applied(t, first)
	kept(config("sev2", "300", "AVG", `"{ \"b\": [2], \"a\": 1 }"`, "another, of the same version"))
	kept(first)
	run.applied(t, config("sev3", "300", "max", `"{ \"b\": [2] }"`, "hush"))
	holds(map[string]any{"severity": "sev3", "stmt_time_window": "5m", "extra": `{ "b": [2] }`})
	run.destroy(t, e)
}

// TestRateWithUnit declares a rate with its unit, such as "5m", and changes the unit. The provider must send the number alone: the engine
// would otherwise keep "5m" when only rate_unit changes.
func TestRateWithUnit(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	for _, rate := range [][2]string{{"5m", "minute"}, {"5", "hour"}, {"5h", "hour"}, {"5d", "day"}} {
		run.applied(t, e.Config(fmt.Sprintf(`resource "engine_alert" "it" {
			name       = "a"
			severity   = "SEV1"
			type       = "rate"
			rate_value = %q
			rate_unit  = %q
		}`, rate[0], rate[1])))
		alert := e.Objects("alert")[0]
		if value, unit := fmt.Sprint(alert["rate_value"]), alert["rate_unit"]; value != "5" || unit != rate[1] {
			t.Errorf("with %q, the engine has the rate %s %s", rate, value, unit)
		}
	}
	run.destroy(t, e)
}

// TestRequestsOfRefresh counts the requests of a plan without changes for 250 nodes. With the provider argument bulk_reads = true, the
// provider must send list requests for three pages. With bulk_reads = false, it must read each node.
func TestRequestsOfRefresh(t *testing.T) {
	t.Parallel()
	const nodes = `resource "engine_node" "it" {
		count = 250
		name  = "node-${count.index}"
		type  = "self_hosted"
	}`
	type reads struct {
		bulkReads   string
		least, most int
	}
	for name, c := range map[string]struct {
		habits []string
		plans  []reads
	}{
		"on and off":       {nil, []reads{{"true", 3, 6}, {"false", 250, 250}}},
		"with moving ones": {[]string{"moving-fields"}, []reads{{"true", 3, 6}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{Habits: c.habits})
			dir := t.TempDir()
			connect(t, dir, e)
			run := startTerraform(t, dir)
			run.configure(t, nodes)
			terraformtest.Do(t, run.Terraform, []string{"apply", "-auto-approve"})
			for _, want := range c.plans {
				override := "provider \"engine\" {\n  bulk_reads = " + want.bulkReads + "\n}\n"
				terraformtest.Write(t, dir, "bulk_override.tf", override)
				e.ClearRequests()
				run.planEmpty(t)
				if n := len(e.Requests()); n < want.least || n > want.most || len(e.writes()) > 0 {
					t.Errorf("bulk_reads = %s: %d requests, %d of them writes; want %d to %d reads",
						want.bulkReads, n, len(e.writes()), want.least, want.most)
				}
			}
		})
	}
}

func (e *testEngine) readBeforeWrite() error {
	requests := e.Requests()
	for i, r := range requests {
		if r.Method != "PATCH" {
			continue
		}
		if i == 0 || requests[i-1].Method != "GET" || requests[i-1].Path != r.Path {
			return fmt.Errorf("the PATCH of %s was not preceded by a read", r.Path)
		}
	}
	return nil
}
