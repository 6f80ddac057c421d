// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package guides

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
)

var update = flag.Bool("update", false, "write the pictures of README.md again")

// TestReadmePictures draws the plan of examples/complete on its recorded day. The pictures in README.md must be the same, byte for byte.
// After a change that is right, run make pictures.
func TestReadmePictures(t *testing.T) {
	t.Parallel()
	const root = "../../.."
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "examples", "complete"))); err != nil {
		t.Fatal(err)
	}
	shell := terraformtest.Shell(t, dir, terraformtest.Build(t),
		"ENGINE_BASE_URL=http://127.0.0.1:9", "ENGINE_ACCESS_ID=a", "ENGINE_SECRET_KEY=b")
	if output, err := shell.Run(t.Context(), "-c", `set -e
		terraform init
		terraform plan -out plan
		terraform show -json plan > plan.json
		for theme in light dark; do
			terraform-provider-engine draw -plan plan.json -out $theme -series day.csv -now 2026-01-15T00:00:00Z -theme $theme -width 880
		done`); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name, drawn := range map[string]string{"dashboard": "dashboard-station-operation.svg", "alert": "alert-energy_use-north.svg"} {
		for _, theme := range []string{"light", "dark"} {
			got, err := os.ReadFile(filepath.Join(dir, theme, drawn))
			if err != nil {
				t.Fatal(err)
			}
			path := ".github/images/" + name + "-" + theme + ".svg"
			if *update {
				if err := os.WriteFile(filepath.Join(root, path), got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(filepath.Join(root, path))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != string(want) {
				t.Errorf("%s differs from what draw makes now; if the new picture is right, run make pictures", path)
			}
			if !strings.Contains(string(readme), `"`+path+`"`) {
				t.Errorf("README.md does not show %s", path)
			}
		}
	}
}
