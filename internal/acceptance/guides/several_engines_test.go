// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// TestSeveralEngines follows the guide "several-engines" with two reference servers. It runs all sh blocks as one script, and compares the
// output with the text blocks, line by line.
func TestSeveralEngines(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shell := terraformtest.Shell(t, folder, terraformtest.Build(t))
	if err := os.Mkdir(filepath.Join(folder, "plant"), 0o755); err != nil {
		t.Fatal(err)
	}
	files := []string{"main.tf", "north.tfvars", "south.tfvars", "plant/main.tf"}
	var script, want []string
	for _, block := range terraformtest.Story(t, "several-engines") {
		switch block.Language {
		case "terraform", "hcl":
			terraformtest.Write(t, folder, files[0], block.Text)
			files = files[1:]
		case "sh":
			script = append(script, block.Text)
		case "text":
			want = append(want, strings.Split(strings.TrimSpace(block.Text), "\n")...)
		}
	}
	output, err := shell.Run(t.Context(), "-c", "exec 2>&1\nset -e\n"+strings.Join(script, ""))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range want {
		_, rest, found := strings.Cut(output, line)
		if !found {
			t.Fatalf("%q does not follow in\n%s", line, output)
		}
		output = rest
	}
	if len(want) == 0 || len(files) > 0 {
		t.Errorf("the guide has %d expected lines, and lacks the files %q", len(want), files)
	}
}
