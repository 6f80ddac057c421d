// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

// updated is the part of the report of adopt -update that the tests read.
type updated struct {
	Changes, Decisions, Deleted []struct{ Address, Attribute, Reason string }
}

// update runs adopt -update in this process.
func (p *plant) update(args ...string) (report updated) {
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

// TestUpdate changes random values of all objects in the engine and runs adopt -update. Afterwards, a plan may change only objects that the
// report names, and a second run must write nothing.
func TestUpdate(t *testing.T) {
	const root = "../../../examples/"
	for name, folder := range map[string]string{
		"complete": "complete", "for_each": "", "dashboard": "modules/dashboard/examples/station",
		"alert-set": "modules/alert-set/examples/catalog", "component-fleet": "modules/component-fleet/examples/sites",
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlant(t)
			switch {
			case folder == "":
				terraformtest.Write(t, p.dir, "main.tf", repeated)
			case name == "complete":
				p.copy(root+folder, "")
			default:
				p.copy(root+folder, "")
				p.copy(root+"modules/"+name, "module")
				text, err := os.ReadFile(filepath.Join(p.dir, "main.tf"))
				if err != nil {
					t.Fatal(err)
				}
				terraformtest.Write(t, p.dir, "main.tf", strings.Replace(string(text), `"../.."`, `"./module"`, 1))
			}
			p.run("init", "-input=false", "-no-color")
			for seed := range uint64(3) {
				p.run("apply", "-input=false", "-no-color", "-auto-approve")
				p.drift(rand.New(rand.NewPCG(seed, 1)))
				p.checkUpdate(seed)
			}
		})
	}
}

func (p *plant) copy(from, to string) {
	p.Helper()
	if err := os.CopyFS(filepath.Join(p.dir, to), os.DirFS(from)); err != nil {
		p.Fatal(err)
	}
}

func (p *plant) checkUpdate(seed uint64) {
	p.Helper()
	report := p.update()
	reported := map[string]bool{}
	for _, d := range slices.Concat(report.Decisions, report.Deleted) {
		reported[d.Address] = true
		p.Logf("seed %d: %s.%s: %s", seed, d.Address, d.Attribute, d.Reason)
	}
	for _, change := range p.planned() {
		if change.Mode == "managed" && !change.Change.Actions.NoOp() && !reported[change.Address] {
			p.Errorf("seed %d: the plan changes %s: %v becomes %v", seed, change.Address, change.Change.Before, change.Change.After)
		}
	}
	p.Logf("seed %d: %d written, %d to decide", seed, len(report.Changes), len(report.Decisions))
	if again := p.update(); len(again.Changes) > 0 {
		p.Errorf("seed %d: a second run writes %v", seed, again.Changes)
	}
}

// drift changes one or two values of each object in the engine.
func (p *plant) drift(random *rand.Rand) {
	p.Helper()
	all := p.Export()
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		for _, object := range all[kind] {
			err := p.Edit(kind, fmt.Sprint(object["id"]), func(doc map[string]any) {
				for range 1 + random.IntN(2) {
					mutate(random, doc)
				}
			})
			if err != nil {
				p.Fatal(err)
			}
		}
	}
}

// fixed lists fields whose random values would be invalid, and those that only the engine sets.
var fixed = []string{
	"id", "status", "dashboard", "tab", "component_id", "type", "ref_id", "color", "asset", "attribute", "query_plain", "expression_plain",
	"expression", "version", "created_at", "updated_at", "regular_expression", "parent", "routine",
}

// mutate changes a random member of an object, at any depth.
func mutate(random *rand.Rand, object map[string]any) {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(object)), func(name string) bool {
		return slices.Contains(fixed, name) || strings.HasPrefix(name, "deployment") || strings.HasPrefix(name, "timestamp") || object[name] == nil
	})
	if len(names) == 0 {
		return
	}
	name := names[random.IntN(len(names))]
	switch value := object[name].(type) {
	case string:
		if strings.Contains(name, "name") || strings.Contains(name, "text") || name == "label" || name == "description" || name == "title" {
			object[name] = value + []string{" new", "\n\"two\" lines\n", " ${x}"}[random.IntN(3)]
		}
	case bool:
		object[name] = !value
	case json.Number:
		number, _ := value.Float64()
		object[name] = number + 1
	case map[string]any:
		mutate(random, value)
	case []any:
		object[name] = mutateList(random, value)
	}
}

func mutateList(random *rand.Rand, list []any) []any {
	if len(list) == 0 {
		return list
	}
	at := random.IntN(len(list))
	element, isObject := list[at].(map[string]any)
	switch kind := random.IntN(4); {
	case kind == 0:
		return slices.Delete(slices.Clone(list), at, at+1)
	case kind == 1:
		list = slices.Clone(list)
		slices.Reverse(list)
	case isObject && kind == 2 && element["ref_id"] != nil:
		added := maps.Clone(element)
		delete(added, "id")
		added["ref_id"] = "Z"
		return append(slices.Clone(list), added)
	case isObject:
		mutate(random, element)
	default:
		return append(slices.Clone(list), "new")
	}
	return list
}
