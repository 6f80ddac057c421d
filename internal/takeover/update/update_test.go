// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

type fields = map[string]any

const alert = `resource "engine_alert" "low" {
  name     = "Low flow" # the name
  severity = "SEV2"
  type     = "rate"
  rate_value = 5
  rate_unit  = "minute"
  tags = [{ id = "t1", name = "water" }]
  alert_items = [
    # the flow
    {
      ref_id = "A"
      type   = "QUERY"
      query_filter_asset = { id = "pump" }
      query_filter_attribute = { id = "flow" }
      query_limit = 5
    },
    {
      ref_id = "B", type = "EXPRESSION", expression = "$A * 2"
    }, # doubled
  ]
  destinations_list = ["a@example.com", "b@example.com"]
  stmt_target_variable = "B"
  stmt_aggregation = "avg"
  stmt_time_window = 300
  stmt_operator    = "lt"
  stmt_thresholds  = [{ value = 5, status = "alert" }]
}
`

func items(doc fields, name string) []any {
	list, _ := doc[name].([]any)
	return list
}

func item(doc fields, name string, i int) fields {
	object, _ := items(doc, name)[i].(fields)
	return object
}

// wantText fails the test if a file is not as it was before, apart from replacements (old and new texts in turn).
func (p *plant) wantText(name, before string, replacements ...string) {
	p.Helper()
	for i := 0; i < len(replacements); i += 2 {
		if !strings.Contains(before, replacements[i]) {
			p.Fatalf("%s has no %q", name, replacements[i])
		}
		before = strings.Replace(before, replacements[i], replacements[i+1], 1)
	}
	if diff := cmp.Diff(before, p.file(name)); diff != "" {
		p.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// settled updates the configuration. The report must have the given number of decisions, and a second run must write nothing.
func (p *plant) settled(decisions int) result {
	p.Helper()
	report, text, err := p.update(Settings{})
	if len(report.Decisions) != decisions || errors.Is(err, ErrUndecided) != (decisions+len(report.Deleted) > 0) {
		p.Fatalf("%v\n%s", err, text)
	}
	before := p.contents()
	again, text, _ := p.update(Settings{})
	if diff := cmp.Diff(before, p.contents()); diff != "" || len(again.Changes) > 0 || len(again.Decisions) != decisions {
		p.Errorf("a second run changes something: %s\n%s", text, diff)
	}
	return report
}

// wantDecisions updates the configuration, and compares the decisions that it leaves to the user.
func (p *plant) wantDecisions(want ...string) {
	p.Helper()
	var got []string
	for _, d := range p.settled(len(want)).Decisions {
		got = append(got, d.text())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		p.Errorf("decisions (-want +got):\n%s", diff)
	}
}

func (p *plant) contents() map[string]string {
	p.Helper()
	all := map[string]string{}
	files, err := filepath.Glob(filepath.Join(p.dir, "*"))
	if err != nil {
		p.Fatal(err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil {
			all[filepath.Base(file)] = string(text)
		}
	}
	return all
}

func plain(t *testing.T, text string) string {
	t.Helper()
	plain, err := expression.Plain(text)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

func TestLiterals(t *testing.T) {
	t.Parallel()
	p := newPlant(t, map[string]string{"main.tf": alert}, "engine_alert.low")
	p.edit("engine_alert.low", func(doc fields) {
		doc["name"], doc["rate_value"] = `High "flow" ${x} %{y}`, 10
		item(doc, "stmt_thresholds", 0)["value"] = 7.5
		item(doc, "alert_items", 0)["query_limit"] = 20
		item(doc, "tags", 0)["id"] = "t2"
	})
	p.settled(0)
	p.wantText("main.tf", alert, `"Low flow"`, `"High \"flow\" $${x} %%{y}"`, "rate_value = 5", "rate_value = 10", "value = 5,", "value = 7.5,",
		"query_limit = 5", "query_limit = 20", `id = "t1"`, `id = "t2"`)
}

func TestElements(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		edit func(doc fields)
		want []string
	}{
		"added": {func(doc fields) {
			doc["alert_items"] = append(items(doc, "alert_items"), fields{
				"ref_id": "C", "type": "EXPRESSION", "expression": "$B + 1", "expression_plain": plain(t, "$B + 1"),
			})
			item(doc, "alert_items", 1)["expression"], item(doc, "alert_items", 1)["expression_plain"] = "$A * 3", plain(t, "$A * 3")
			doc["destinations_list"] = []any{"a@example.com", "b@example.com", "c@example.com"}
		}, []string{
			"# doubled\n", "# doubled\n    { expression = \"$B + 1\", ref_id = \"C\", type = \"EXPRESSION\" },\n",
			`"b@example.com"`, `"b@example.com", "c@example.com"`, "$A * 2", "$A * 3",
		}},
		"removed": {func(doc fields) {
			doc["alert_items"] = items(doc, "alert_items")[:1]
			doc["destinations_list"], doc["stmt_target_variable"] = []any{"b@example.com"}, "A"
		}, []string{
			"\n    {\n      ref_id = \"B\", type = \"EXPRESSION\", expression = \"$A * 2\"\n    }, # doubled", "", `"a@example.com", `, "",
			`variable = "B"`, `variable = "A"`,
		}},
		"thresholds": {func(doc fields) {
			doc["stmt_thresholds"] = append([]any{fields{"value": 1, "status": "warning"}}, items(doc, "stmt_thresholds")...)
		}, []string{`[{ value`, `[{ status = "warning", value = 1 }, { value`}},
		"none": {func(doc fields) { doc["destinations_list"] = []any{} }, []string{`["a@example.com", "b@example.com"]`, "[]"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlant(t, map[string]string{"main.tf": alert}, "engine_alert.low")
			p.edit("engine_alert.low", c.edit)
			p.settled(0)
			p.wantText("main.tf", alert, c.want...)
		})
	}
}

const shared = `variable "limit" {
  type    = number
  default = 5
}

variable "token" {
  default   = "s3cret"
  sensitive = true
}

locals {
  unit   = "minute"
  shared = "both"
  names  = { main = "Main" }
  pumps = {
    a = { name = "Pump A", limit = 1 }
    b = { name = "Pump B", limit = 2, note = "x" }
  }
}

resource "engine_node" "site" {
  name = local.names.main
  type = local.shared
}

resource "engine_node" "other" {
  name = "other ${local.unit}s"
  type = local.shared
}

resource "engine_node" "secret" {
  name = var.token
  type = "x"
}

resource "engine_dashboard" "pump" {
  for_each = local.pumps
  name     = each.value.name
  tags     = [{ id = "t${each.value.limit}", name = "all" }]
}

module "line" {
  source = "./line"
  title  = "Line"
  kind   = "edge"
}

module "again" {
  source = "./line"
  title  = "Again"
}
`

const line = `variable "title" {}
variable "kind" { default = "cloud" }
resource "engine_node" "n" {
  name = var.title
  type = var.kind
  extra = jsonencode({ site = "north" })
}
`

func TestReferences(t *testing.T) {
	t.Parallel()
	p := newPlant(t, map[string]string{"main.tf": shared, "line/main.tf": line},
		"engine_node.site", "engine_node.other", "engine_node.secret", `engine_dashboard.pump["a"]`, `engine_dashboard.pump["b"]`,
		"module.line.engine_node.n", "module.again.engine_node.n")
	p.set("engine_node.site", fields{"name": "Head", "type": "self"})
	p.set("engine_node.other", fields{"name": "changed"})
	p.set("engine_node.secret", fields{"name": "0ther"})
	p.set(`engine_dashboard.pump["b"]`, fields{"name": "Pump 2", "tags": []any{fields{"id": "t2", "name": "some"}}})
	p.set("module.line.engine_node.n", fields{"name": "Line 1", "type": "core", "site": "south"})
	p.set("module.again.engine_node.n", fields{"type": "fog"})
	p.wantDecisions(
		`line/main.tf:6: module.line.engine_node.n.extra.site: the configuration has "north", and the engine has "south": `+
			`other objects depend on this value, too: module.again.engine_node.n`,
		`main.tf:7: engine_node.secret.name: it may be a secret, which is neither written nor shown`,
		`main.tf:13: engine_node.site.type: the configuration has "both", and the engine has "self": `+
			`other objects depend on this value, too: engine_node.other`,
		`main.tf:27: engine_node.other.name: the configuration has "other minutes", and the engine has "changed": `+
			`it comes from a template with references`,
	)
	p.wantText("main.tf", shared, `"Main"`, `"Head"`, `"Pump B"`, `"Pump 2"`, `"Line"`, `"Line 1"`, `"edge"`, `"core"`)
	p.wantText("line/main.tf", line, `"cloud"`, `"fog"`)
}

// Others must not depend on an edited value, even if no object of the engine shows that.
func TestOtherBlocks(t *testing.T) {
	t.Parallel()
	const text = `
locals { site = "north" }
resource "engine_node" "n" {
  name = local.site
  type = "x"
}
resource "random_pet" "p" {
  keepers = { site = "in ${local.site}" }
}
`
	p := newPlant(t, map[string]string{"main.tf": text}, "engine_node.n")
	p.set("engine_node.n", fields{"name": "south"})
	p.wantDecisions(`main.tf:2: engine_node.n.name: the configuration has "north", and the engine has "south": ` +
		`other objects depend on this value, too: random_pet.p`)
}

func TestRepetition(t *testing.T) {
	t.Parallel()
	const text = `
locals { names = ["a", "b"] }
resource "engine_node" "n" {
  count = 2
  name  = local.names[count.index]
  type  = "x"
}
resource "engine_node" "one" {
  count = 1
  name  = "one"
  type  = "x"
}
`
	p := newPlant(t, map[string]string{"main.tf": text}, "engine_node.n[0]", "engine_node.n[1]", "engine_node.one[0]")
	p.set("engine_node.n[1]", fields{"name": "c", "type": "y"})
	p.set("engine_node.one[0]", fields{"name": "1"})
	p.wantDecisions(`main.tf:6: engine_node.n[1].type: the configuration has "x", and the engine has "y": ` +
		`other objects depend on this value, too: engine_node.n[0]`)
	p.wantText("main.tf", text, `"b"`, `"c"`, `"one"
  type`, `"1"
  type`)
}

func TestTexts(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(`
resource "engine_alert" "a" {
  name = "a"
  severity = "SEV2"
  type = "rate"
  description = <<-EOT
    one
      two
  EOT
  extra = jsonencode({
    # where
    site = "north" # here
    steps = [1, 2, { a = true }]
    old = 1
    text = "x"
  })
  tags = [
    { id = "t1" }
  ]
}
`, "\n", "\r\n")
	p := newPlant(t, map[string]string{"main.tf": strings.ReplaceAll(text, "\r\n", "\n")}, "engine_alert.a")
	edit := func(doc fields) {
		doc["description"] = "one\n  2\nthree $${ EOT\n"
		doc["site"], doc["steps"], doc["text"] = "s\"${x}", []any{0, 1, fields{"a": false}}, nil
		doc["tags"] = []any{fields{"id": "t1"}, fields{"id": "t2"}}
	}
	p.edit("engine_alert.a", edit)
	t.Log(p.settled(0))
	t.Log(p.file("main.tf"))
}
