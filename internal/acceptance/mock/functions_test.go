// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package mock

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/function"
)

// assertions returns a condition for each provider function, for example on output.rehearsal. The condition must hold for the
// outputs of the function's documented example.
func assertions() map[string]string {
	return map[string]string{
		"cron":             `engine_alert.tank_level.cron_dow == "MON-FRI"`,
		"deep_merge":       `output.effective.notify.error && !output.effective.notify.no_data && !can(output.without_notify.notify)`,
		"describe":         `startswith(output.pressure_high, "Every 5 minutes: alert when the average of pressure of Pump 1 over 10 m")`,
		"expression_plain": `strcontains(output.pressure_drop, "$function")`,
		"layout":           `engine_widget.chart[2].position_x == 12`,
		"query_plain":      `strcontains(output.hourly_mean, "$match")`,
		"rate":             `engine_alert.overpressure.rate_unit == "minute"`,
		// At 0:40, the average of the last ten minutes is above 8 for the first time.
		"rehearse":     `startswith(output.rehearsal, "fired at 2026-03-02T00:40:00Z")`,
		"rule_catalog": `output.severities["flow-low"] == "SEV2" && output.schedules["pressure-high"] == "5 minutes"`,
	}
}

// TestFunctionsUnderMockProvider runs the first documented example of each function in `terraform test` with mock_provider. The functions
// must still compute their real results.
func TestFunctionsUnderMockProvider(t *testing.T) {
	t.Parallel()
	for _, f := range function.All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			condition, ok := assertions()[f.Name]
			if !ok {
				t.Fatal("the function has no assertion")
			}
			folder := t.TempDir()
			if err := os.CopyFS(folder, os.DirFS(filepath.Join("..", "..", "..", "examples", "functions", f.Name))); err != nil {
				t.Fatal(err)
			}
			others, err := filepath.Glob(filepath.Join(folder, "function_*.tf"))
			if err != nil {
				t.Fatal(err)
			}
			for _, other := range others { // Each example is a configuration of its own.
				if err := os.Remove(other); err != nil {
					t.Fatal(err)
				}
			}
			terraformtest.Write(t, folder, "versions.tf", terraformtest.Versions)
			var runs string
			for _, command := range []string{"plan", "apply"} {
				const run = "run %[1]q {\n  command = %[1]s\n  assert {\n    condition     = %s\n    error_message = \"wrong\"\n  }\n}\n"
				runs += fmt.Sprintf(run, command, condition)
			}
			terraformtest.Write(t, folder, "mocked.tftest.hcl", "mock_provider \"engine\" {}\n"+runs)
			output := terraformtest.Do(t, terraformtest.NewServed(t, folder), []string{"init"}, []string{"test"})
			if !strings.Contains(output, "2 passed, 0 failed") {
				t.Error(output)
			}
		})
	}
}
