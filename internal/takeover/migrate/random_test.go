// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"pgregory.net/rapid"
)

// generator generates random configurations with resources of a different provider, and counts the comments in them.
type generator struct {
	*rapid.T
	comments int
}

func (d *generator) one(label string, of ...string) string {
	return rapid.SampledFrom(of).Draw(d.T, label)
}

func (d *generator) comment(label string) string {
	form := d.one(label, "", "", "", "# %d.", "// %d.", "/* %d. */")
	if form == "" {
		return ""
	}
	d.comments++
	return fmt.Sprintf(form, d.comments)
}

func (d *generator) expression(iterators []string) string {
	names := []string{
		`""`, `"x"`, `5`, `true`, `null`, `[]`, `{}`, `-1`, `10000`, `var.x`, `acme_alert.a.id`, `acme_node.a[0].name`,
		`"${acme_alert.a.name}!"`, `[acme_node.a.id]`,
		`{ id = "x" }`, `[{ id = "x", name = "" }]`, "<<EOT\ntext ${acme_alert.a.id}\nEOT", "<<-EOT\n  text\n  EOT",
		`jsonencode({ a = 1 })`, `[for x in var.y : x]`,
		"[\n\"a\", # in a list\n]", `(var.x)`, `data.acme_node.a.id`, `acme_node.a[*].id`, `{ ref_id = "A", query_sort_direction = -1 }`,
	}
	for _, iterator := range iterators {
		names = append(names, iterator+".value", iterator+".key", iterator+".value.x[0]", `"${`+iterator+`.value}"`)
	}
	return d.one("expression", names...)
}

func (d *generator) body(depth int, iterators []string) string {
	names := []string{
		"name", "id", "alert_items", "alert_item", "tags", "tag", "stmt_thresholds", "value", "extra", "target_asset",
		"query_filter_asset", "expression_plain",
		"query_limit", "mute", "type", "what", "ref_id", "input", "timeouts", "config", "choices", "dashboard_id", "status", "asset_ids",
	}
	var text strings.Builder
	text.WriteString(d.comment("after the brace") + "\n")
	used := map[string]bool{}
	for range rapid.IntRange(0, 6).Draw(d.T, "items") {
		if c := d.comment("before"); c != "" {
			text.WriteString(c + "\n")
		}
		if d.one("blank", "", "\n") != "" {
			text.WriteString("\n")
		}
		name := rapid.SampledFrom(names).Draw(d.T, "name")
		end := " " + d.comment("after") + "\n"
		form := d.one("form", "attribute", "attribute", "block", "line", "dynamic")
		switch {
		case form == "attribute" || depth == 0:
			if used[name] {
				continue
			}
			used[name] = true
			expression := d.expression(iterators)
			if strings.HasPrefix(expression, "<<") {
				end = "\n"
			}
			text.WriteString(name + " = " + expression + end)
		case form == "block":
			text.WriteString(name + " {" + d.body(depth-1, iterators) + "}" + end)
		case form == "line":
			inner := d.one("in line", "", "id = 1 ", "what = 2 ", "type = acme_alert.a.type ", "query_limit = 10000 ")
			text.WriteString(name + " { " + inner + "}" + end)
		default:
			text.WriteString("dynamic \"" + name + "\" {\n")
			iterator := d.one("iterator", name, name, "it", "tag")
			if iterator != name {
				text.WriteString("iterator = " + iterator + "\n")
			}
			text.WriteString(d.comment("in dynamic") + "\nfor_each = " + d.one("over", "var.x", "acme_node.a", "toset([])") + "\n")
			text.WriteString("content {" + d.body(depth-1, append(iterators, iterator)) + "}\n}" + end)
		}
	}
	return text.String()
}

func (d *generator) configuration() string {
	var text strings.Builder
	for i := range rapid.IntRange(1, 3).Draw(d.T, "resources") {
		kind := d.one("kind", "alert", "node", "function", "algorithm", "component_routine", "dashboard_line_chart",
			"dashboard_bar_chart", "dashboard", "tab", "user")
		text.WriteString(d.comment("above") + "\nresource \"acme_" + kind + "\" \"" + string(rune('a'+i)) + "\" {")
		meta := d.one("meta", "", "", "count = 1\n", "for_each = acme_node.a\n",
			"lifecycle {\nignore_changes = [what, name, alert_item[0]]\n}\n", "provider = acme.b\n")
		text.WriteString("\n" + meta + d.body(3, nil) + "}\n")
	}
	text.WriteString(d.one("more", "", "provider \"acme\" {\nbase_url = 1\nregion = 2 # here\n}\n", "terraform {\n}\n",
		"terraform {\nrequired_providers {\nacme = {} # it\n}\n}\n",
		"data \"acme_node\" \"a\" { name = acme_alert.a.name }\n", "output \"x\" { value = acme_alert.a }\n",
		"module \"m\" {\nsource = \"x\"\nproviders = { acme = acme.b }\n}\n"))
	return text.String()
}

// TestRandomConfigurations migrates random configurations twice. The first migration must produce valid HCL and keep all comments. The
// second must change nothing.
func TestRandomConfigurations(t *testing.T) {
	t.Parallel()
	s, err := loadSchemas()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		d := &generator{T: t}
		src := d.configuration()
		if _, diags := hclsyntax.ParseConfig([]byte(src), "main.tf", hcl.InitialPos); diags.HasErrors() {
			t.Fatalf("no configuration: %v\n%s", diags, src)
		}
		for _, old := range []string{"moved.tf", "versions.tf"} {
			if err := os.RemoveAll(filepath.Join(dir, old)); err != nil {
				t.Fatal(err)
			}
		}
		name := filepath.Join(dir, "main.tf")
		if err := os.WriteFile(name, []byte(src), 0o600); err != nil {
			t.Fatal(err)
		}
		migrateOnce := func() []change {
			m, err := load(t.Context(), s, dir, []string{"acme"})
			if err != nil {
				t.Fatal(err)
			}
			changes, err := m.changes()
			if err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			if err := m.write(dir, changes); err != nil {
				t.Fatal(err)
			}
			return changes
		}
		migrateOnce()
		after, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i <= d.comments; i++ {
			if text := fmt.Sprintf(" %d.", i); strings.Contains(src, text) && !bytes.Contains(after, []byte(text)) {
				t.Errorf("comment %d of\n%s\nis lost in\n%s", i, src, after)
			}
		}
		checkOurs(t, s, src, string(after))
		if again := migrateOnce(); len(again) > 0 {
			t.Errorf("a second migration changes\n%s\nto\n%s", again[0].Src, again[0].after)
		}
	})
}

// checkOurs checks that this provider's resources contain only attributes that it supports, no nested blocks except lifecycle, and no
// leftover iterators of dynamic blocks.
func checkOurs(t *rapid.T, s *schemas, src, after string) {
	f, err := parseFile("main.tf", []byte(after))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range f.body.Blocks {
		known := s.resources[strings.TrimPrefix(strings.Join(b.Labels[:min(1, len(b.Labels))], ""), "engine_")]
		if b.Type != "resource" || known == nil {
			continue
		}
		for name := range b.Body.Attributes {
			if (known[name] == nil || known[name].name != name) && name != "count" && name != "for_each" && name != "provider" {
				t.Errorf("%v has %q in\n%s", b.Labels, name, after)
			}
		}
		for _, inner := range b.Body.Blocks {
			if inner.Type != "lifecycle" {
				t.Errorf("%v has a block %q in\n%s\nfrom\n%s", b.Labels, inner.Type, after, src)
			}
		}
		_ = hclsyntax.VisitAll(b.Body, func(node hclsyntax.Node) hcl.Diagnostics {
			if expr, ok := node.(*hclsyntax.ScopeTraversalExpr); ok && !strings.Contains(expr.Traversal.RootName(), "_node") {
				if step, ok := attributeAt(expr.Traversal, 1); ok && (step.Name == "value" || step.Name == "key") {
					t.Errorf("%s.%s is left in\n%s\nfrom\n%s", expr.Traversal.RootName(), step.Name, after, src)
				}
			}
			return nil
		})
	}
}
