// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// TestDraw runs the commands of the guide to drawing, and then the commands of the guide's workflow file.
func TestDraw(t *testing.T) {
	t.Parallel()
	const guide = "draw"
	folder := t.TempDir()
	terraformtest.Write(t, folder, "main.tf", terraformtest.Blocks(t, guide, "terraform")[0])
	terraformtest.Write(t, folder, "day.csv", terraformtest.Blocks(t, guide, "csv")[0])
	shell := terraformtest.Shell(t, folder, terraformtest.Build(t),
		"ENGINE_BASE_URL=http://127.0.0.1:9", "ENGINE_ACCESS_ID=a", "ENGINE_SECRET_KEY=b")
	commands := terraformtest.Blocks(t, guide, "sh")
	want := strings.TrimSpace(terraformtest.Blocks(t, guide, "text")[0])
	if output, err := shell.Run(t.Context(), "-c", "set -e\n"+commands[0]); err != nil || strings.TrimSpace(output) != want {
		t.Fatalf("%v\n%s", err, output)
	}
	for _, command := range append(commands[1:], workflow(t, terraformtest.Blocks(t, guide, "yaml")[0])...) {
		if output, err := shell.Run(t.Context(), "-c", "set -e\n"+command); err != nil {
			t.Fatalf("%v\n%s\n%s", err, command, output)
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "pictures.json"))
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Files []struct{ Path, Kind, Address, Change string }
	}
	if err := json.Unmarshal(text, &told); err != nil || len(told.Files) != 4 || told.Files[1].Change != "" {
		t.Errorf("%v: %s", err, text)
	}
	for _, file := range told.Files {
		text, err := os.ReadFile(filepath.Join(folder, "pictures", file.Path))
		if err != nil || !strings.Contains(string(text), "Drawn by terraform-provider-engine") {
			t.Errorf("%s: %v", file.Path, err)
		}
	}
}

func workflow(t *testing.T, text string) (commands []string) {
	t.Helper()
	var w struct {
		Jobs map[string]struct {
			Steps []struct{ Run string }
		}
	}
	if err := yaml.Unmarshal([]byte(text), &w); err != nil {
		t.Fatal(err)
	}
	for _, job := range w.Jobs {
		for _, step := range job.Steps {
			if step.Run != "" {
				commands = append(commands, step.Run)
			}
		}
	}
	if len(commands) == 0 {
		t.Error("the workflow has no commands")
	}
	return commands
}
