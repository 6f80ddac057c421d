// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// condition has the attributes that tell an alert when to fire, one per line. Without any of these lines, the alert can't run.
const condition = `
	stmt_target_variable = "A"
	stmt_aggregation     = "avg"
	stmt_operator        = "gt"
	stmt_time_window     = 600
	stmt_thresholds      = [{ value = 8, status = "alert" }]
	alert_items          = [local.pressure]
`

func alertWith(more string) string {
	return `
locals {
  pressure = { ref_id = "A", type = "QUERY", query_filter_asset = { id = "pump" }, query_filter_attribute = { id = "pressure" } }
}
resource "engine_alert" "it" {
  name       = "Overpressure"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
` + more + "\n}\n"
}

func conditionWithout(names ...string) string {
	var kept []string
	for line := range strings.Lines(condition) {
		isOut := false
		for _, name := range names {
			isOut = isOut || strings.HasPrefix(strings.TrimSpace(line), name)
		}
		if !isOut {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// TestConditionThatCannotRun plans alerts whose conditions lack attributes. The plan must warn about each of these attributes. After an
// import it must not warn, because the engine may already have a value.
func TestConditionThatCannotRun(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	says := func(config string, want ...string) {
		t.Helper()
		run.configure(t, e.Config(config))
		told := 0
		for _, line := range run.lines(t, "plan") {
			if line.Diagnostic.Summary != "The alert can't run" {
				continue
			}
			told++
			for _, words := range want {
				d := line.Diagnostic
				if !strings.Contains(d.Detail, words) || d.Address != "engine_alert.it" || d.Severity != "warning" {
					t.Errorf("the plan says of %s %q, want %q", d.Address, d.Detail, words)
				}
			}
		}
		if (told == 1) != (len(want) > 0) {
			t.Errorf("the plan warns %d times, want %q:\n%s", told, want, config)
		}
	}
	// New alerts.
	says(alertWith(condition))
	says(alertWith(conditionWithout("stmt_aggregation", "stmt_time_window")),
		`The alert "Overpressure" will not run: stmt_aggregation is not declared; it is one of avg, sum, min, max, last; `+
			`stmt_time_window is not declared: nothing says how far back the values count.`)
	says(alertWith(conditionWithout("stmt_operator", "stmt_target")), "stmt_operator is not declared", "stmt_target_variable is not declared")
	says(alertWith(conditionWithout("stmt_thresholds")+"stmt_thresholds = []"),
		"stmt_thresholds has no element: there is nothing that a value could reach")
	says(alertWith(conditionWithout("alert_items")), "alert_items has no element: there is nothing to compare")
	says(alertWith(""), "stmt_target_variable", "stmt_aggregation", "stmt_operator", "stmt_time_window", "stmt_thresholds", "alert_items")
	says(alertWith(conditionWithout("stmt_operator") + "active = false"))
	const later = "resource \"terraform_data\" \"later\" {\n  input = \"gt\"\n}\n"
	says(alertWith(conditionWithout("stmt_operator")+"stmt_operator = terraform_data.later.output") + later)

	// An apply sets all attributes. If the configuration then lacks one of them, the next apply would clear it, so the plan must warn.
	run.apply(t, e.Config(alertWith(condition)))
	says(alertWith(condition + "description = \"d\""))
	says(alertWith(conditionWithout("stmt_operator")), `The alert "Overpressure" will not run: stmt_operator is not declared`)
	says(alertWith(conditionWithout("stmt_thresholds")+"stmt_thresholds = []"),
		"stmt_thresholds has no element")
	run.destroy(t, e)

	// The apply after an import keeps the engine's values of undeclared attributes, so the plan must not warn about them. It must warn when
	// stmt_operator, which was declared, is removed.
	id := create(t, e, engine.Document{"stmt_operator": "gt", "stmt_aggregation": "avg"})
	imported := fmt.Sprintf("import {\n  to = engine_alert.it\n  id = %q\n}\n", id) + alertWith("stmt_operator = \"lt\"")
	says(imported)
	run.apply(t, e.Config(imported))
	says(alertWith("stmt_operator = \"le\""))
	says(alertWith("description = \"d\""), "stmt_operator is not declared")
	run.destroy(t, e)
}

// create creates an alert directly in the engine: the alert of alertWith with additional fields. It returns the id.
func create(t *testing.T, e *testEngine, more engine.Document) string {
	t.Helper()
	doc := engine.Document{"name": "Overpressure", "severity": "SEV2", "type": "rate", "rate_value": 5, "rate_unit": "minute"}
	for name, value := range more {
		doc[name] = value
	}
	created, err := e.Client(t).Create(t.Context(), engine.Alerts, doc)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(created["id"])
}
