// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

// updateReport is the part of the JSON report from adopt -update that the tests use.
type updateReport struct {
	Changes, Decisions, Deleted []struct{ Address, Attribute, Reason string }
}

// update runs adopt -update in-process.
func (p *project) update(args ...string) (report updateReport) {
	p.Helper()
	var stdout, stderr strings.Builder
	args = append([]string{"-update", "-json", "-dir", p.dir}, args...)
	status := commandline.Run(p.Context(), adopt.Command("test"), args, nil, &stdout, &stderr)
	if err := json.Unmarshal([]byte(stdout.String()), &report); err != nil {
		p.Fatalf("status %d: %s%s", status, stdout.String(), stderr.String())
	}
	return report
}

const repeated = terraformtest.Requirement + `
locals {
  pumps = {
    north = { title = "Pump north", limit = 5, tags = ["t1", "t2"] }
    south = { title = "Pump south", limit = 7, tags = ["t1"] }
  }
}

resource "engine_dashboard" "pump" {
  for_each = local.pumps
  name     = each.value.title
  tags     = [for tag in each.value.tags : { id = tag }]
}

resource "engine_tab" "flow" {
  for_each  = local.pumps
  name      = "Flow"
  dashboard = engine_dashboard.pump[each.key].id
}

resource "engine_alert" "flow" {
  for_each   = local.pumps
  name       = "Low flow of ${each.key}"
  severity   = "SEV2"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
  alert_items = [
    {
      ref_id                 = "A"
      type                   = "QUERY"
      query_filter_asset     = { id = each.key }
      query_filter_attribute = { id = "flow" }
    },
  ]
  stmt_target_variable = "A"
  stmt_aggregation     = "avg"
  stmt_time_window     = 300
  stmt_operator        = "lt"
  stmt_thresholds      = [{ value = each.value.limit, status = "alert" }]
}
`

// TestUpdate changes values in the engine and checks that adopt -update writes the new values to the configuration. The next plan may
// change only objects that adopt reports as deleted or as needing a decision from the user. A second run of adopt must write nothing. The
// test changes strings, then numbers and booleans, and then lists. In the example modules, it changes only strings.
func TestUpdate(t *testing.T) {
	const root = "../../../examples/"
	written := 0
	for name, directory := range map[string]string{
		"complete": "complete", "for_each": "", "dashboard": "modules/dashboard/examples/station",
		"alert-set": "modules/alert-set/examples/catalog", "component-fleet": "modules/component-fleet/examples/sites",
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t)
			switch {
			case directory == "":
				terraformtest.Write(t, p.dir, "main.tf", repeated)
			case name == "complete":
				p.copy(root+directory, "")
			default:
				p.copy(root+directory, "")
				p.copy(root+"modules/"+name, "module")
				text, err := os.ReadFile(filepath.Join(p.dir, "main.tf"))
				if err != nil {
					t.Fatal(err)
				}
				terraformtest.Write(t, p.dir, "main.tf", strings.Replace(string(text), `"../.."`, `"./module"`, 1))
			}
			p.run("init", "-input=false", "-no-color")
			kinds := []string{"string", "number or boolean", "list"}
			if isModule := directory != "" && name != "complete"; isModule {
				kinds = kinds[:1]
			}
			for _, kind := range kinds {
				p.run("apply", "-input=false", "-no-color", "-auto-approve")
				p.drift(kind)
				written += p.checkUpdate(kind)
			}
		})
	}
	if written < 10 && os.Getenv("TF_ACC") != "" { // without TF_ACC, newProject skips every subtest
		t.Errorf("only %d values were written", written)
	}
}

func (p *project) copy(from, to string) {
	p.Helper()
	if err := os.CopyFS(filepath.Join(p.dir, to), os.DirFS(from)); err != nil {
		p.Fatal(err)
	}
}

// checkUpdate runs adopt -update and returns the number of values that adopt wrote. It checks that the next plan changes only objects that
// adopt reported as deleted or as needing a decision.
func (p *project) checkUpdate(kind string) int {
	p.Helper()
	report := p.update()
	reported := map[string]bool{}
	for _, d := range slices.Concat(report.Decisions, report.Deleted) {
		reported[d.Address] = true
		p.Logf("%s: %s.%s: %s", kind, d.Address, d.Attribute, d.Reason)
	}
	for _, change := range p.planned() {
		if change.Mode == "managed" && !change.Change.Actions.NoOp() && !reported[change.Address] {
			p.Errorf("%s: the plan changes %s: %v becomes %v", kind, change.Address, change.Change.Before, change.Change.After)
		}
	}
	if again := p.update(); len(again.Changes) > 0 {
		p.Errorf("%s: a second run writes %v", kind, again.Changes)
	}
	return len(report.Changes)
}

// drift changes all values of the given kind ("string", "number or boolean" or "list") in half of the engine's objects.
func (p *project) drift(kind string) {
	p.Helper()
	for name, objects := range p.Export() {
		for _, object := range objects[len(objects)/2:] {
			err := p.Edit(name, fmt.Sprint(object["id"]), func(doc map[string]any) {
				for member, value := range doc {
					doc[member] = changeValues(kind, member, value)
				}
			})
			if err != nil {
				p.Fatal(err)
			}
		}
	}
}

// fixed contains the names of fields that the test never changes. They accept only a few values, or only the engine sets them.
var fixed = []string{
	"id", "status", "dashboard", "tab", "component_id", "type", "ref_id", "color", "asset", "attribute", "query_plain", "expression_plain",
	"expression", "version", "created_at", "updated_at", "regular_expression", "parent", "routine",
}

// changeValues returns a field's value with changed parts. kind selects the parts to change: free text such as a description, numbers and
// booleans, or lists with at least two elements.
func changeValues(kind, name string, value any) any {
	if slices.Contains(fixed, name) || strings.HasPrefix(name, "deployment") || strings.HasPrefix(name, "timestamp") {
		return value
	}
	switch value := value.(type) {
	case string:
		isFree := name == "label" || name == "description" || name == "title" || strings.Contains(name, "name") || strings.Contains(name, "text")
		if kind == "string" && isFree {
			return value + "\n\"two\" lines ${x}\n"
		}
	case bool:
		return value != (kind == "number or boolean")
	case json.Number:
		if number, err := value.Float64(); err == nil && kind == "number or boolean" {
			return number + 1
		}
	case map[string]any:
		for member, inner := range value {
			value[member] = changeValues(kind, member, inner)
		}
	case []any:
		for i, element := range value {
			value[i] = changeValues(kind, name, element)
		}
		if kind == "list" && len(value) > 2 {
			slices.Reverse(value)
		} else if kind == "list" && len(value) == 2 {
			return value[:1]
		}
	}
	return value
}
