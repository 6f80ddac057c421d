// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// TestReferenceServer runs the commands of the guide "reference-server". Where the guide's server would run until Ctrl-C, the test adds a
// short command. The server ends when this command ends.
func TestReferenceServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	terraformtest.Write(t, folder, "day.csv", "time,p1/pressure\n2026-01-01T08:00:00Z,7\n")
	terraformtest.Write(t, folder, "metadata.json", "{}")
	terraformtest.Write(t, folder, "engine.json", "{\"format\": 1}\n")
	terraformtest.Write(t, folder, "empty.tftest.hcl", "run \"nothing\" {}\n")
	shell := terraformtest.Shell(t, folder, terraformtest.Build(t))
	commands := strings.FieldsFunc(strings.Join(terraformtest.Blocks(t, "reference-server", "sh"), ""), func(r rune) bool { return r == '\n' })
	if len(commands) < 7 {
		t.Fatal(commands)
	}
	for _, line := range commands {
		command, _, _ := strings.Cut(line, " #")
		if !strings.Contains(command, " -- ") && !strings.Contains(command, "-openapi") {
			command += " -- printenv ENGINE_BASE_URL"
		}
		if _, err := shell.Run(t.Context(), "-c", command); err != nil {
			t.Errorf("%s: %v", command, err)
		}
	}
}
