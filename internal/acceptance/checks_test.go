// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// mistakeMark matches a comment in a configuration. "# mistake: engine_alert.a: words" means that an error about engine_alert.a must
// contain these words. "# doubt: engine_alert.a: words" means the same for a warning.
var mistakeMark = regexp.MustCompile(`# (mistake|doubt): (\S+): (.+)`)

// TestMistakes validates one configuration with 31 mistakes. A single run of `terraform validate` must report all 31.
func TestMistakes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/mistakes.tf")
	if err != nil {
		t.Fatal(err)
	}
	marks := mistakeMark.FindAllStringSubmatch(string(text), -1)
	e := startEngine(t, refserver.Options{})
	reports := validateAlone(t, e, string(text))
	severities := map[string]tfjson.DiagnosticSeverity{"mistake": tfjson.DiagnosticSeverityError, "doubt": tfjson.DiagnosticSeverityWarning}
	for _, mark := range marks {
		kind, name, _ := strings.Cut(mark[2], ".")
		if kind != "provider" {
			kind = fmt.Sprintf("resource %q", kind)
		}
		found := slices.IndexFunc(reports, func(report tfjson.Diagnostic) bool {
			return report.Severity == severities[mark[1]] && report.Snippet != nil && report.Snippet.Context != nil &&
				strings.HasSuffix(*report.Snippet.Context, fmt.Sprintf("%s %q", kind, name)) && strings.Contains(report.Detail, mark[3])
		})
		if found < 0 {
			t.Errorf("no %s about %s: %s", mark[1], mark[2], mark[3])
			continue
		}
		reports = slices.Delete(reports, found, found+1)
	}
	for _, report := range reports {
		t.Errorf("reported without a mark: %s: %s", report.Severity, report.Detail)
	}
	if len(marks) != 31 {
		t.Errorf("%d mistakes, want 31", len(marks))
	}
	if requests := e.Requests(); len(requests) > 0 {
		t.Errorf("the engine was asked %d times", len(requests))
	}
}

// TestUnknownElements validates lists whose elements come from variables. The elements are unknown during `terraform validate`, so no check
// may fail.
func TestUnknownElements(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	run := startProviders(t, factories())
	run.apply(t, e.Config(`
		variable "station" {
			type    = object({ id = string, name = string })
			default = { id = "station-1", name = "Station" }
		}
		variable "stations" {
			type    = list(object({ id = string, name = string }))
			default = [{ id = "n1", name = "North" }]
		}
		resource "engine_dashboard" "it" {
			count  = 1
			name   = "Stations"
			assets = [var.station, var.stations[count.index]]
			tags   = [for tag in var.stations : tag]
		}`))
	north, state := map[string]any{"id": "n1", "name": "North"}, run.state(t)["engine_dashboard.it[0]"]
	want := []any{map[string]any{"id": "station-1", "name": "Station"}, north}
	if !reflect.DeepEqual(state["assets"], want) || !reflect.DeepEqual(state["tags"], []any{north}) {
		t.Errorf("the state has %v", state)
	}
}

func validateAlone(t *testing.T, e *testEngine, config string) []tfjson.Diagnostic {
	t.Helper()
	run := startTerraform(t, t.TempDir())
	run.configure(t, terraformtest.Versions+e.Config(config))
	terraformtest.Do(t, run.Terraform, []string{"init"})
	return run.validate(t)
}

func (r *terraformRun) validate(t *testing.T) []tfjson.Diagnostic {
	t.Helper()
	text, err := r.Run(t.Context(), "validate", "-json") // The command fails if it reports an error.
	var output tfjson.ValidateOutput
	if decoded := output.UnmarshalJSON([]byte(text)); decoded != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return output.Diagnostics
}

// TestFractions declares fractions and very large numbers in attributes that usually have integers. Each error must point to its
// attribute, and none may say that the provider has a bug.
func TestFractions(t *testing.T) {
	t.Parallel()
	const widget, tab = "name = \"w\"\ntab = \"t\"\ntype = \"line\"\n", "name = \"t\"\ndashboard = \"d\"\n"
	e := startEngine(t, refserver.Options{})
	const doubt, mistake = tfjson.DiagnosticSeverityWarning, tfjson.DiagnosticSeverityError
	for name, c := range map[string]struct {
		kind, body string
		severity   tfjson.DiagnosticSeverity // "" if nothing is reported
		want       string
	}{
		"width": {
			kind: "widget", body: widget + "width = 20 / 3",
			severity: doubt, want: "width is 6.666666667, but engines are only known to accept an integer from 1 to 20.",
		},
		"rate": {
			kind: "alert", body: "name = \"a\"\nseverity = \"SEV1\"\ntype = \"rate\"\nrate_unit = \"hour\"\nrate_value = 1.5",
			severity: doubt, want: "rate_value is 1.5, but engines are only known to accept an integer.",
		},
		"large order": {kind: "tab", body: tab + "order = 1e30"},
		"fraction, order": {
			kind: "tab", body: tab + "order = 1.5",
			severity: doubt, want: "order is 1.5, but engines are only known to accept an integer, 0 or more.",
		},
		"limit of items": {
			kind:     "widget",
			body:     widget + `chart_items = [{ ref_id = "A", type = "EXPRESSION", expression = "1", query_limit = 0.5 }]`,
			severity: mistake, want: "chart_items[0].query_limit is 0.5, but it has to be an integer from 1 to 10000.",
		},
		"buckets": {
			kind: "widget", body: widget + "bucket_count = 1e30 / 7",
			severity: mistake, want: "bucket_count is 1.428571429e+29, but it has to be an integer, 1 or more.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := validateAlone(t, e, "resource \"engine_"+c.kind+"\" \"it\" {\n"+c.body+"\n}\n")
			switch {
			case c.severity == "" && len(found) == 0:
			case len(found) != 1 || found[0].Severity != c.severity || !strings.Contains(found[0].Detail, c.want):
				t.Errorf("got %+v, want the %s %q", found, c.severity, c.want)
			}
		})
	}
	t.Run("data source", func(t *testing.T) {
		t.Parallel()
		found := validateAlone(t, e, "data \"engine_alert_events\" \"it\" { limit = 1.5 }\n")
		if len(found) != 1 || !strings.Contains(found[0].Detail, "limit is 1.5, but it has to be an integer, 1 or more.") {
			t.Errorf("got %+v", found)
		}
	})
}

// TestMistakesInLists checks that Terraform prints the source line of a mistake inside a list element. It also tries lists inside lists,
// two resources with the same attribute, and elements that are declared in a local value.
func TestMistakesInLists(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	for name, c := range map[string]struct{ body, want string }{
		"name of a resource's own attribute": {
			body: `
resource "engine_alert" "it" {
  name       = "a"
  severity   = "SEV1"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
  alert_items = [
    { ref_id = "A", type = "EXPRESSION", expression = "1" },
    { # here
      ref_id = "B" # here
      type   = "FORMULA" # here
    }, # here
  ]
}`,
			want: "alert_items[1].type is \"FORMULA\"",
		},
		"list in a list": {
			body: `
resource "engine_component" "it" {
  type                = "algorithm"
  name                = "c"
  version             = "1"
  deployment_capacity = "small"
  input               = []
  routines            = []
  output = [
    { name = "first" },
    { name = "second", fields = [{ name = "a" }, { name = "a" }] }, # here
  ]
}`,
			want: `output[1].fields[1].name is "a"`,
		},
		"object": {
			body: `
resource "engine_function" "it" {
  name = "f"
  type = "rate"
  rate_value = 5
  rate_unit  = "minute"
  target_attribute = { id = "power", type = "float" } # here
}`,
			want: `target_attribute.type is "float"`,
		},
		"element of a local value": {
			body: `
locals { items = [{ ref_id = "A", type = "FORMULA" }] }
resource "engine_widget" "it" {
  name        = "w"
  tab         = "t"
  type        = "line"
  chart_items = local.items # here
}`,
			want: `chart_items[0].type is "FORMULA"`,
		},
		"warning": {
			body: `
resource "engine_widget" "it" {
  name = "w"
  tab  = "t"
  type = "line"
  thresholds = [
    { value = 1, color = "red" },
    { value = 2, color = "#12" }, # here
  ]
}`,
			want: `thresholds[1].color is "#12"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pointsHere(t, validateAlone(t, e, c.body), terraformtest.Versions+e.Config(c.body), c.want)
		})
	}
}

// pointsHere checks that exactly one diagnostic contains the words, and that this diagnostic points to the line with "# here".
func pointsHere(t *testing.T, found []tfjson.Diagnostic, config, words string) {
	t.Helper()
	if len(found) != 1 || !strings.Contains(found[0].Detail, words) || found[0].Range == nil {
		t.Fatalf("got %+v, want one with the words %s", found, words)
	}
	lines := strings.Split(config, "\n")
	for line := found[0].Range.Start.Line; line <= found[0].Range.End.Line; line++ {
		if !strings.Contains(lines[line-1], "# here") {
			t.Errorf("%s is shown at line %d, %s", words, line, lines[line-1])
		}
	}
}
