// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

// TestCommandLine runs the commands of the guide to the command line, and compares the names in the reports with those in its tables.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	const guide = "command-line"
	folder := t.TempDir()
	terraformtest.Write(t, folder, "main.tf", "resource \"acme_dashboard\" \"plant\" {\n  name = \"Plant\"\n}\n")
	terraformtest.Write(t, folder, "plan.json", `{"values": {"root_module": {"resources": [
		{"address": "engine_dashboard.plant", "mode": "managed", "type": "engine_dashboard", "name": "plant", "values": {"name": "Plant"}}
	]}}}`)
	terraformtest.Write(t, folder, "state.json", `{"format_version": "1.0"}`)
	if err := os.Mkdir(filepath.Join(folder, "plant"), 0o755); err != nil {
		t.Fatal(err)
	}
	terraformtest.Write(t, folder, "guide.sh", "set -e\n"+strings.Join(terraformtest.Blocks(t, guide, "sh"), ""))
	shell := terraformtest.Shell(t, folder, terraformtest.Build(t))
	if output, err := shell.Run(t.Context(), "-c", terraformtest.Program+" reference-server -quiet -- sh guide.sh"); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "templates", "guides", guide+".md"))
	if err != nil {
		t.Fatal(err)
	}
	for command, file := range map[string]string{"adopt": "adopted.json", "adopt -update": "updated.json", "migrate": "migrated.json"} {
		text, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		var report map[string]any
		if err := json.Unmarshal(text, &report); err != nil {
			t.Fatal(err)
		}
		_, section, _ := strings.Cut(string(page), "\n### "+command+"\n")
		section, _, _ = strings.Cut(section, "\n#")
		var names []string
		for _, row := range regexp.MustCompile("(?m)^\\| (`[a-z_`, ]+`) \\|").FindAllStringSubmatch(section, -1) {
			for name := range strings.SplitSeq(row[1], ", ") {
				names = append(names, strings.Trim(name, "`"))
			}
		}
		if got := slices.Sorted(maps.Keys(report)); !slices.Equal(got, slices.Sorted(slices.Values(names))) {
			t.Errorf("%s prints %v, and the guide has %v", command, got, names)
		}
	}
}
