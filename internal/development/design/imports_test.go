// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package design checks DESIGN.md and CONTRIBUTING.md against the code: which package imports which, and whether the tests, functions and
// files that these documents name exist. Start reading at TestImports and TestNamedCodeExists.
package design

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	root     = "../../.."
	internal = "github.com/engine-platform/terraform-provider-engine/internal/"

	// The function imports lists "Terraform" once instead of the names of all Terraform and HCL libraries.
	outside = "Terraform"
)

// TestImports checks the table under "The parts" in DESIGN.md against the code. The table must list every package. A package may import
// only packages in rows above its own. A row must say "yes" if and only if the package uses Terraform's libraries.
func TestImports(t *testing.T) {
	t.Parallel()
	rows, usesTerraform := parts(t)
	actual := imports(t)
	for _, name := range slices.Sorted(maps.Keys(actual)) {
		own := slices.Index(rows, name)
		if own < 0 {
			t.Errorf("%s has no row in the table of DESIGN.md", name)
			continue
		}
		for _, imported := range actual[name] {
			if imported != outside && !slices.Contains(rows[:own], imported) {
				t.Errorf("%s imports %s, whose row in DESIGN.md is not above its own", name, imported)
			}
		}
		if uses := slices.Contains(actual[name], outside); uses != usesTerraform[name] {
			t.Errorf("%s imports libraries of Terraform: %t, but the table of DESIGN.md says %t", name, uses, usesTerraform[name])
		}
	}
	for _, name := range rows {
		if _, exists := actual[name]; !exists {
			t.Errorf("the table of DESIGN.md has the package %s, which does not exist", name)
		}
	}
}

// parts returns the packages in the table under "The parts" in DESIGN.md, from top to bottom, and which of them may use Terraform's
// libraries.
func parts(t *testing.T) (rows []string, usesTerraform map[string]bool) {
	t.Helper()
	text, err := os.ReadFile(root + "/DESIGN.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## The parts\n")
	section, _, _ = strings.Cut(section, "\n## ")
	usesTerraform = map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\| .* \\| (yes )?\\|$").FindAllStringSubmatch(section, -1) {
		rows = append(rows, row[1])
		usesTerraform[row[1]] = row[2] != ""
	}
	if len(rows) == 0 {
		t.Fatal("DESIGN.md has no table of packages")
	}
	return rows, usesTerraform
}

// imports returns the sorted imports of each package in this module, excluding test imports. Libraries from Terraform or HCL become
// "Terraform". Other imports from outside this module are omitted.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	const format = `{{if .GoFiles}}{{.ImportPath}} {{join .Imports " "}}{{end}}`
	list := exec.CommandContext(t.Context(), "go", "list", "-f", format, "./internal/...")
	list.Dir = root
	text, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	libraries := regexp.MustCompile(`^github\.com/hashicorp/(terraform-|hcl/)`)
	all := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		name := strings.TrimPrefix(words[0], internal)
		if strings.HasPrefix(name, "acceptance") {
			continue
		}
		all[name] = []string{}
		for _, path := range words[1:] {
			if short, ours := strings.CutPrefix(path, internal); ours {
				all[name] = append(all[name], short)
			} else if libraries.MatchString(path) {
				all[name] = append(all[name], outside)
			}
			if strings.Contains(path, "terraform-plugin-sdk") || strings.Contains(path, "dop251/goja") {
				t.Errorf("%s imports %s, which only tests may use", name, path)
			}
		}
		slices.Sort(all[name])
		all[name] = slices.Compact(all[name])
	}
	return all
}
