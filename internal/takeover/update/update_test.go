// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
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

// wantText fails the test if a file is not as it was before, apart from replacements (old and new strings in turn).
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
	if text == "" || len(report.Decisions) != decisions || errors.Is(err, ErrUndecided) != (decisions+len(report.Deleted) > 0) {
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
	p.wantText("main.tf", alert, `"Low flow"`, `"High \"flow\" $${x} %%{y}"`,
		"rate_value = 5", "rate_value = 10", "value = 5,", "value = 7.5,", "query_limit = 5", "query_limit = 20", `id = "t1"`, `id = "t2"`)
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

// Whatever follows a comment in a list has to stay on a different line.
func TestCommentsInLists(t *testing.T) {
	t.Parallel()
	const text = `resource "engine_dashboard" "d" {
  name = "d"
  tags = [ /* a */ { id = "t1" }, # first
    { id = "t2" } // second
  ]
}
`
	for want, ids := range map[string][]string{
		"[ /* a */ { id = \"t1\" }, # first\n    { id = \"t2\" }, // second\n  { id = \"t0\" }\n  ]": {"t1", "t2", "t0"},
		"[\n    { id = \"t2\" } // second\n  ]":                                                      {"t2"},
		"[ /* a */ { id = \"t1\" } # first\n  ]":                                                     {"t1"},
		"[ /* a */ { id = \"t1\" }, # first\n  { id = \"t0\" }\n  ]":                                 {"t1", "t0"},
	} {
		p := newPlant(t, map[string]string{"main.tf": text}, "engine_dashboard.d")
		var tags []any
		for _, id := range ids {
			tags = append(tags, fields{"id": id})
		}
		p.set("engine_dashboard.d", fields{"tags": tags})
		p.settled(0)
		p.wantText("main.tf", text, text[strings.Index(text, "[ /"):strings.Index(text, "]")+1], want)
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
		`line/main.tf:6: module.line.engine_node.n.extra.site: "north" -> "south": `+
			`other objects depend on this value, too: module.again.engine_node.n`,
		`main.tf:7: engine_node.secret.name: it may be a secret, which is neither written nor shown`,
		`main.tf:13: engine_node.site.type: "both" -> "self": `+
			`other objects depend on this value, too: engine_node.other`,
		`main.tf:27: engine_node.other.name: "other minutes" -> "changed": `+
			`it is computed`,
	)
	p.wantText("main.tf", shared, `"Main"`, `"Head"`, `"Pump B"`, `"Pump 2"`, `"Line"`, `"Line 1"`, `"edge"`, `"core"`)
	p.wantText("line/main.tf", line, `"cloud"`, `"fog"`)
}

// Others must not depend on an edited value, even if no object of the engine shows that. depends_on is no such dependency.
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
data "engine_nodes" "all" {
  depends_on = [engine_node.n]
}
`
	p := newPlant(t, map[string]string{"main.tf": text}, "engine_node.n")
	p.set("engine_node.n", fields{"name": "south", "type": "y"})
	p.wantDecisions(`main.tf:2: engine_node.n.name: "north" -> "south": ` +
		`other objects depend on this value, too: random_pet.p`)
	p.wantText("main.tf", text, `"x"`, `"y"`)
}

// An object may take a value from an object through the output of a module.
func TestOutputs(t *testing.T) {
	t.Parallel()
	const module = `variable "title" {}
resource "engine_node" "n" {
  name = var.title
  type = "x"
}
output "title" { value = var.title }
`
	for reference, call := range map[string]string{
		`module.m.title`:              `title = "north"`,
		`module.m["a"].title`:         "for_each = { a = \"north\", b = \"other\" }\n  title = each.value",
		`join("", module.m[*].title)`: "count = 1\n  title = [\"north\"][count.index]",
	} {
		text := "module \"m\" {\n  source = \"./m\"\n  " + call + "\n}\nresource \"engine_node\" \"out\" {\n  name = " + reference + "\n  type = \"x\"\n}\n"
		address := strings.Replace(strings.TrimSuffix(reference, ".title"), `join("", module.m[*].title)`, "module.m[0]", 1) + ".engine_node.n"
		p := newPlant(t, map[string]string{"main.tf": text, "m/main.tf": module}, address, "engine_node.out")
		p.set(address, fields{"name": "south"})
		if d := p.settled(1).Decisions[0]; d.Address != address || strings.Join(d.Others, " ") != "engine_node.out" {
			t.Errorf("%s: %s", reference, d.text())
		}
		p.wantText("main.tf", text)
	}
}

// An edit must not change a second object that takes the value from the changed object.
func TestReferencesToObjects(t *testing.T) {
	t.Parallel()
	const text = `
resource "engine_dashboard" "d" {
  name        = "d"
  description = "old"
}
resource "engine_node" "n" {
  name = engine_dashboard.d.name
  type = "x"
}
`
	p := newPlant(t, map[string]string{"main.tf": text}, "engine_dashboard.d", "engine_node.n")
	p.set("engine_dashboard.d", fields{"name": "new", "description": "new"})
	p.wantDecisions(`main.tf:3: engine_dashboard.d.name: "d" -> "new": other objects depend on this value, too: engine_node.n`)
	p.wantText("main.tf", text, `"old"`, `"new"`)
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
	p.wantDecisions(`main.tf:6: engine_node.n[1].type: "x" -> "y": ` +
		`other objects depend on this value, too: engine_node.n[0]`)
	p.wantText("main.tf", text, `"b"`, `"c"`, `"one"
  type`, `"1"
  type`)
}

// Bytes that are not part of a changed value must stay, including line endings.
func TestTexts(t *testing.T) {
	t.Parallel()
	const text = `
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
`
	const nested = "one\n  2\n\nthree\n"
	for _, crlf := range []bool{false, true} {
		p := newPlant(t, map[string]string{"main.tf": text}, "engine_alert.a")
		want := strings.NewReplacer("      two\n", "      2\n\n    three\n", `"north"`, `"s\"$${x}"`,
			"[1, 2, { a = true }]", "[0, 1, { a = false }]",
			`text = "x"`, "text = null", `"t1" }`, "\"t1\" },\n    { id = \"t2\" },").Replace(text)
		if crlf {
			// The heredoc of a file with CRLF has CRLF in its value, so it is left alone here.
			without := func(text string) string {
				before, rest, _ := strings.Cut(text, "  description")
				_, after, _ := strings.Cut(rest, "EOT\n  extra")
				return strings.ReplaceAll(before+"  extra"+after, "\n", "\r\n")
			}
			want = without(want)
			p.write("main.tf", without(text))
		}
		p.edit("engine_alert.a", func(doc fields) {
			if !crlf {
				doc["description"] = nested
			}
			doc["site"], doc["steps"], doc["text"] = `s"${x}`, []any{0, 1, fields{"a": false}}, nil
			doc["tags"] = []any{fields{"id": "t1"}, fields{"id": "t2"}}
		})
		if crlf {
			p.instances[0].Attributes["description"] = nil
		}
		p.settled(0)
		p.wantText("main.tf", want)
	}
}

const plain3 = `
resource "engine_node" "a" {
  name = "a"
  type = "x"
}
resource "engine_node" "b" {
  name = "b"
  type = "x"
  lifecycle {
    ignore_changes = [type]
  }
}
`

func TestDecisions(t *testing.T) {
	t.Parallel()
	p := newPlant(t, map[string]string{"main.tf": plain3}, "engine_node.a", "engine_node.b")
	if err := p.Remove(p.find("engine_node.a")); err != nil {
		t.Fatal(err)
	}
	p.set("engine_node.b", fields{"type": "ignored"})
	if report := p.settled(0); len(report.Deleted) != 1 || report.Deleted[0].text() != "main.tf:2: engine_node.a" {
		t.Errorf("the report has %v", report.Deleted)
	}

	p = newPlant(t, map[string]string{"main.tf": plain3}, "engine_node.a", "engine_node.b")
	edited := strings.NewReplacer(`"a"`+"\n", `"mine"`+"\n", `"b"`+"\n", `"mine too"`+"\n").Replace(plain3)
	p.write("main.tf", edited)
	p.set("engine_node.a", fields{"name": "theirs"})
	p.wantDecisions(
		`main.tf:3: engine_node.a.name: "mine" -> "theirs": `+
			`both the engine and the configuration have changed since the last apply`,
		`main.tf:7: engine_node.b.name: "mine too" -> "b": `+
			`the engine has not changed since the last apply, so the configuration may be newer`)
	p.wantText("main.tf", edited)
}

// Files that can't be edited are named in the report: JSON, links, and modules outside the directory.
func TestForeignFiles(t *testing.T) {
	t.Parallel()
	p := newPlant(t, map[string]string{
		"plant/main.tf":      "module \"m\" {\n  source = \"../shared\"\n}\n",
		"shared/main.tf":     "resource \"engine_node\" \"n\" {\n  name = \"a\"\n  type = \"x\"\n}\n",
		"plant/json.tf.json": `{"resource": {"engine_node": {"j": {"name": "j", "type": "x"}}}}`,
		"linked.tf":          "resource \"engine_node\" \"l\" {\n  name = \"l\"\n  type = \"x\"\n}\n",
	})
	if err := os.Symlink("../linked.tf", filepath.Join(p.dir, "plant", "linked.tf")); err != nil {
		t.Fatal(err)
	}
	p.dir = filepath.Join(p.dir, "plant")
	p.apply("module.m.engine_node.n", "engine_node.j", "engine_node.l")
	for _, address := range []string{"module.m.engine_node.n", "engine_node.j", "engine_node.l"} {
		p.set(address, fields{"name": "new"})
	}
	var got []string
	for _, d := range p.settled(3).Decisions {
		got = append(got, d.File+": "+d.Reason)
	}
	want := []string{
		"../shared/main.tf: its file is outside this directory, or a link", "json.tf.json: JSON configurations are not edited",
		"linked.tf: its file is outside this directory, or a link",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// No file and no report may have a secret.
func TestSecrets(t *testing.T) {
	t.Parallel()
	const text = `
resource "engine_component" "c" {
  name = "c"
  type = "connector"
  version = "1"
  deployment_capacity = "small"
  input = [
    { name = "key", type = "str", sensitive = true, value = jsonencode("old-secret") },
    { name = "url", type = "str", value = jsonencode("old-url") },
    { name = "pin", type = "str", value_wo = jsonencode("old-secret"), value_wo_version = 1 },
  ]
}
`
	p := newPlant(t, map[string]string{"main.tf": text}, "engine_component.c")
	p.edit("engine_component.c", func(doc fields) {
		item(doc, "input", 0)["value"], item(doc, "input", 1)["value"] = "new-secret", "new-url"
	})
	_, printed, _ := p.update(Settings{DryRun: true})
	if strings.Contains(printed, "new-secret") || strings.Contains(strings.Split(printed, "decisions")[1], "old-secret") {
		t.Error(printed)
	}
	p.wantDecisions("main.tf:8: engine_component.c.input[0].value: it may be a secret, which is neither written nor shown")
	p.wantText("main.tf", text, "old-url", "new-url")
}

// A run that chooses objects leaves others alone, and a dry run writes nothing.
func TestOnlyAndDryRun(t *testing.T) {
	t.Parallel()
	p := newPlant(t, map[string]string{"main.tf": plain3}, "engine_node.a", "engine_node.b")
	p.set("engine_node.a", fields{"name": "new"})
	p.set("engine_node.b", fields{"name": "new"})
	only := func(_, name string) bool { return name == "b" }
	report, text, err := p.update(Settings{DryRun: true, Only: only})
	if err != nil || len(report.Changes) != 1 || !strings.Contains(report.Files[0].Difference, "-  name = \"b\"\n+  name = \"new\"\n") {
		t.Errorf("%v\n%s", err, text)
	}
	p.wantText("main.tf", plain3)
}

// An update of many objects must read them in lists, as a plan does.
func TestRequests(t *testing.T) {
	t.Parallel()
	const count = 300
	p := newPlant(t, nil)
	var text strings.Builder
	var nodes []fields
	for i := range count {
		name := fmt.Sprintf("n%d", i)
		fmt.Fprintf(&text, "resource \"engine_node\" %q {\n  name = %q\n  type = \"x\"\n}\n", name, name)
		nodes = append(nodes, fields{"id": "id-" + name, "name": name, "type": "x"})
		p.instances = append(p.instances, statefile.Instance{
			Mode: "managed", Type: "engine_node", Name: name, Attributes: maps.Clone(nodes[i]), Version: 1,
		})
	}
	p.write("main.tf", text.String())
	if err := p.Seed(map[string][]fields{"node": nodes}); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < count; i += 20 {
		p.set(fmt.Sprintf("engine_node.n%d", i), fields{"name": fmt.Sprintf("New %d", i), "type": "y"})
	}
	report, printed, err := p.update(Settings{})
	if err != nil || len(report.Changes) != (count+19)/20*2 {
		t.Fatalf("%v\n%.3000s", err, printed)
	}
	if got, most := len(p.Requests()), 3*(count/100+1)+5; got > most {
		t.Errorf("%d requests for %d objects, want at most %d", got, count, most)
	}
}

// A value that the provider rejects, and one on which a second attribute depends, must not be written.
func TestProof(t *testing.T) {
	t.Parallel()
	const text = `
locals { site = "north" }
resource "engine_node" "n" {
  name = local.site
  type = local.site
}
`
	p := newPlant(t, map[string]string{"main.tf": text + alert}, "engine_node.n", "engine_alert.low")
	p.set("engine_node.n", fields{"name": "south"})
	p.set("engine_alert.low", fields{"name": "High flow", "rate_value": 10})
	p.wantDecisions(`main.tf:2: engine_node.n.name: "north" -> "south": the plan would then change type`)
	p.wantText("main.tf", text+alert, "Low flow", "High flow", "rate_value = 5", "rate_value = 10")

	p = newPlant(t, map[string]string{"main.tf": alert}, "engine_alert.low")
	p.set("engine_alert.low", fields{"rate_value": -1})
	if reason := p.settled(1).Decisions[0].Reason; !strings.HasPrefix(reason, "the provider rejects the engine's values: ") {
		t.Error(reason)
	}
	p.wantText("main.tf", alert)
}

// Objects without a resource of their own are updated, too.
func TestDocuments(t *testing.T) {
	t.Parallel()
	const text = `
resource "engine_document" "pump" {
  path = "asset/assets/"
  body = jsonencode({ name = "Pump", site = { hall = 1 } }) # body
}
`
	p := newPlant(t, map[string]string{"main.tf": text}, "engine_document.pump")
	id, _ := p.instances[0].Attributes["id"].(string)
	if err := p.Edit("asset/assets", id, func(doc fields) { doc["site"] = fields{"hall": 2} }); err != nil {
		t.Fatal(err)
	}
	p.settled(0)
	p.wantText("main.tf", text, "hall = 1", "hall = 2")
}
