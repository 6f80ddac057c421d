// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package migrate

import (
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

const guide = "../../../templates/guides/migrate.md"

func TestGuide(t *testing.T) {
	t.Parallel()
	needsMoves(t)
	directory, e, objects := setUpPlant(t)
	shell := terraformtest.Shell(t, directory, terraformtest.Build(t), terraformtest.Reattach(t, map[string]func() tfprotov6.ProviderServer{
		legacySource: legacyServer(foreignTypes(t, directory)...),
	}))
	e.ClearRequests()
	moves := 0
	lines := strings.Split(strings.TrimSpace(strings.Join(terraformtest.Blocks(t, "migrate", "shell"), "")), "\n")
	for _, line := range lines {
		output, err := shell.Run(t.Context(), "-c", line)
		if err != nil {
			t.Fatal(err)
		}
		moves += strings.Count(output, "has moved to")
		if strings.Contains(output, "Plan: ") && !strings.Contains(output, "Plan: 0 to add, 0 to change, 0 to destroy.") {
			t.Errorf("%s:\n%s", line, output)
		}
	}
	if moves != objects {
		t.Errorf("%d objects moved with %q, want %d", moves, lines, objects)
	}
	const checks = "set -e; terraform fmt -check -diff -recursive; terraform validate; terraform plan -detailed-exitcode"
	if _, err := shell.Run(t.Context(), "-c", checks); err != nil {
		t.Errorf("after the guide, the configuration is not formatted or valid, or its plan has changes: %v", err)
	}
	checkNothingWritten(t, e)
}

func TestGuideNamesTheTypes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	named := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		if !strings.HasPrefix(line, "| `*_") || len(cells) != 2 {
			continue
		}
		rows++
		for pattern := range strings.SplitSeq(strings.Trim(cells[0], "| "), ", ") {
			typeName := strings.ReplaceAll(strings.Trim(pattern, "`"), "*", "acme")
			named[strings.Trim(pattern, "`")] = true
			if kind, ok := foreign.Of(typeName); !ok || !strings.HasPrefix(cells[1], "`"+kind.Resource()+"`") {
				t.Errorf("%s becomes %+v, the guide says %s", typeName, kind, cells[1])
			}
		}
	}
	if rows == 0 {
		t.Error("the guide has no table of types")
	}
	for _, object := range []string{"alert", "dashboard", "tab", "widget", "component", "routine", "node", "function"} {
		for _, pattern := range foreign.TypePatterns(object) {
			if !named[pattern] {
				t.Errorf("the guide does not have %s", pattern)
			}
		}
	}
}
