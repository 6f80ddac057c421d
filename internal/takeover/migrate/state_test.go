// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func shown(t *testing.T, stateFile string) string {
	t.Helper()
	text, err := os.ReadFile(stateFile)
	if err != nil {
		t.Fatal(err)
	}
	var state struct {
		Resources []struct {
			Mode, Type, Name string
			Instances        []struct {
				Key        any            `json:"index_key"`
				Attributes map[string]any `json:"attributes"`
			}
		}
	}
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	var resources []map[string]any
	for _, r := range state.Resources {
		for _, i := range r.Instances {
			resources = append(resources, map[string]any{
				"address": r.Type + "." + r.Name, "mode": r.Mode, "type": r.Type, "name": r.Name, "index": i.Key, "values": i.Attributes,
			})
		}
	}
	printed, err := json.Marshal(map[string]any{
		"format_version": "1.0", "terraform_version": "1.11.4", "values": map[string]any{"root_module": map[string]any{"resources": resources}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(printed)
}

// The same state is given in three ways: in the folder, as a file elsewhere, and as output of terraform show -json. The results must be
// equal.
func TestStatesAreReadInBothForms(t *testing.T) {
	t.Parallel()
	const takeover = "testdata/takeover/before"
	folder := copied(t, takeover)
	wantReport, _ := run(t, folder)
	want := contents(t, folder)["main.tf"]
	printed := filepath.Join(t.TempDir(), "state.json")
	write(t, printed, shown(t, filepath.Join(takeover, "terraform.tfstate")))
	for _, state := range []string{filepath.Join(takeover, "terraform.tfstate"), printed} {
		folder := copied(t, takeover)
		if err := os.Remove(filepath.Join(folder, "terraform.tfstate")); err != nil {
			t.Fatal(err)
		}
		report, _ := run(t, "-state", state, folder)
		report = strings.Replace(report, "State: "+state, "State: terraform.tfstate", 1)
		if d := cmp.Diff(want, contents(t, folder)["main.tf"]); d != "" || report != wantReport {
			t.Errorf("%s (-want +got):\n%s\n%s", state, d, cmp.Diff(wantReport, report))
		}
	}
	empty := filepath.Join(t.TempDir(), "empty.json")
	write(t, empty, `{"format_version":"1.0"}`)
	folder = copied(t, takeover)
	if report, _ := run(t, "-state", empty, folder); !strings.Contains(report, "Resources rewritten: 8.") {
		t.Errorf("an empty state:\n%s", report)
	}
}

// write writes a file.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Symbolic links must not be followed, and the report must name them.
func TestLinksAreTold(t *testing.T) {
	t.Parallel()
	outside, folder := t.TempDir(), t.TempDir()
	node := "resource \"acme_node\" \"n\" {\n  name = \"n\"\n  type = \"x\"\n}\n"
	write(t, filepath.Join(outside, "linked.tf"), node)
	write(t, filepath.Join(outside, "moved.tf"), "")
	write(t, filepath.Join(folder, "main.tf"), strings.ReplaceAll(node, `"n" {`, `"m" {`))
	for name, target := range map[string]string{"linked.tf": "linked.tf", "module": ".", "notes.txt": "linked.tf", ".hidden.tf": "linked.tf"} {
		if err := os.Symlink(filepath.Join(outside, target), filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	report, _ := run(t, folder)
	if strings.Count(report, "symbolic link") != 2 || !strings.Contains(report, "linked.tf:1: ") || !strings.Contains(report, "module:1: ") {
		t.Error(report)
	}
	if d := cmp.Diff(map[string]string{"linked.tf": node, "moved.tf": ""}, contents(t, outside)); d != "" {
		t.Error(d)
	}
}

// A new file such as moved.tf must not be written through a symbolic link of that name.
func TestNothingIsWrittenThroughLinks(t *testing.T) {
	t.Parallel()
	outside, folder := t.TempDir(), t.TempDir()
	node := "resource \"acme_node\" \"n\" {\n  name = \"n\"\n  type = \"x\"\n}\n"
	write(t, filepath.Join(outside, "there"), "as it was")
	write(t, filepath.Join(folder, "main.tf"), node)
	for _, name := range []string{"moved.tf", "main.tf.migrate", "main.tf.new"} {
		if err := os.Symlink(filepath.Join(outside, "there"), filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	status, problems := fail(t, folder)
	if status != 1 || !strings.Contains(problems, "moved.tf") {
		t.Errorf("%d: %s", status, problems)
	}
	if got := contents(t, outside)["there"]; got != "as it was" {
		t.Errorf("a file outside of the folder is %q", got)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "main.tf")); err != nil || string(text) != node {
		t.Errorf("something was written: %s", text)
	}
}
