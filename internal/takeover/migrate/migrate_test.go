// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/migrate"
)

var update = flag.Bool("update", false, "write the golden files")

func run(t *testing.T, arguments ...string) (stdout, stderr string) {
	t.Helper()
	var out, problems bytes.Buffer
	if status := commandline.Run(t.Context(), migrate.Command(), arguments, nil, &out, &problems); status != 0 {
		t.Fatalf("migrate %v ends with %d: %s", arguments, status, problems.String())
	}
	return out.String(), problems.String()
}

func fail(t *testing.T, arguments ...string) (status int, problems string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = commandline.Run(t.Context(), migrate.Command(), arguments, nil, &stdout, &stderr)
	return status, stderr.String()
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, name)
		files[filepath.ToSlash(relative)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func copied(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// Each folder in testdata has the folders before and after. Migrating before must give after, and the output must equal report.txt. A dry
// run must show the same changes and write nothing. A second run must change nothing.
func TestGoldenFolders(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("testdata/*")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, c := range cases {
		t.Run(filepath.Base(c), func(t *testing.T) {
			t.Parallel()
			dir := copied(t, filepath.Join(c, "before"))
			difference, dryReport := run(t, dir, "-dry-run")
			if d := cmp.Diff(contents(t, filepath.Join(c, "before")), contents(t, dir)); d != "" {
				t.Errorf("a dry run wrote:\n%s", d)
			}
			patched := copied(t, filepath.Join(c, "before"))
			apply(t, patched, difference)
			report, _ := run(t, dir)
			got := contents(t, dir)
			if d := cmp.Diff(got, contents(t, patched)); d != "" {
				t.Errorf("the difference of a dry run leads elsewhere:\n%s", d)
			}
			if report != dryReport || (difference == "") != strings.Contains(report, "Files changed: 0.") {
				t.Errorf("a dry run says %s\nand shows %s", dryReport, difference)
			}
			if *update {
				golden(t, c, got, report)
			}
			want := contents(t, filepath.Join(c, "after"))
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("after (-want +got):\n%s", d)
			}
			text, err := os.ReadFile(filepath.Join(c, "report.txt"))
			if err != nil || string(text) != report {
				t.Errorf("report (-want +got):\n%s", cmp.Diff(string(text), report))
			}
			run(t, dir)
			if d := cmp.Diff(got, contents(t, dir)); d != "" {
				t.Errorf("a second run changes:\n%s", d)
			}
		})
	}
}

func apply(t *testing.T, dir, difference string) {
	t.Helper()
	git := exec.CommandContext(t.Context(), "git", "apply", "--allow-empty", "-")
	git.Dir, git.Stdin = dir, strings.NewReader(difference)
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s", err, out)
	}
}

func golden(t *testing.T, c string, files map[string]string, report string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(c, "after")); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		name = filepath.Join(c, "after", name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(c, "report.txt"), []byte(report), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestDifferenceIsUnified(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	before := "# 1\n# 2\n# 3\n# 4\nresource \"acme_node\" \"n\" {\n  name = \"n\"\n  type = \"x\"\n}\n" +
		"# 9\n# 10\n# 11\n# 12\n# 13\n# 14\n# 15\n# 16\noutput \"n\" {\n  value = acme_node.n.id\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	got, _ := run(t, "-dry-run", dir)
	want := `--- a/main.tf
+++ b/main.tf
@@ -2,7 +2,7 @@
 # 2
 # 3
 # 4
-resource "acme_node" "n" {
+resource "engine_node" "n" {
   name = "n"
   type = "x"
 }
@@ -15,5 +15,5 @@
 # 15
 # 16
 output "n" {
-  value = acme_node.n.id
+  value = engine_node.n.id
 }
--- /dev/null
+++ b/moved.tf
@@ -0,0 +1,4 @@
+moved {
+  from = acme_node.n
+  to   = engine_node.n
+}
--- /dev/null
+++ b/versions.tf
@@ -0,0 +1,7 @@
+terraform {
+  required_providers {
+    engine = {
+      source = "engine-platform/engine"
+    }
+  }
+}
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Lines must keep their ends, LF or CRLF. New lines end with CRLF only if all lines of the old file do.
func TestEndsOfLinesStay(t *testing.T) {
	t.Parallel()
	for before, want := range map[string]string{
		"resource \"acme_node\" \"n\" {\r\n  name  = \"n\" # here\r\n  owner = 1\r\n  type  = \"x\"\r\n}\r\n": "resource \"engine_node\" " +
			"\"n\" {\r\n  name = \"n\" # here\r\n  # migrate: engine_node has no \"owner\"\r\n  # owner = 1\r\n  type = \"x\"\r\n}\r\n",

		"# one\r\nresource \"acme_node\" \"n\" {\n  name = <<EOT\none\r\ntwo\nEOT\n  tag  = 1\n}\n": "# one\r\nresource \"engine_node\" " +
			"\"n\" {\n  name = <<EOT\none\r\ntwo\nEOT\n  # migrate: engine_node has no \"tag\"\n  # tag  = 1\n}\n",

		"resource \"acme_tab\" \"n\" {\r\n  name = <<-EOT\r\n  one\n  two\r\n  EOT\r\n  tag  = 1\r\n}\r\n": "resource \"engine_tab\" " +
			"\"n\" {\r\n  name = <<-EOT\r\n  one\n  two\r\n  EOT\r\n  # migrate: engine_tab has no \"tag\"\r\n  # tag  = 1\r\n}\r\n",

		"resource \"acme_alert\" \"n\" {\r\n  alert_items {\r\n    ref_id     = \"A\"\r\n    expression = <<-EOT\r\n      1\r\n" +
			"    EOT\r\n  }\r\n}\r\n": "resource \"engine_alert\" \"n\" {\r\n  alert_items = [\r\n    {\r\n      ref_id     = \"A\"\r\n" +
			"      expression = <<-EOT\r\n      1\r\n    EOT\r\n    },\r\n  ]\r\n}\r\n",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		run(t, dir)
		if got := contents(t, dir)["main.tf"]; got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}

// An interrupted run has written only moved.tf. The next run must finish with the same files as one complete run.
func TestInterruptedRunIsContinued(t *testing.T) {
	t.Parallel()
	whole := copied(t, "testdata/instances/before")
	run(t, whole)
	want := contents(t, whole)
	half := copied(t, "testdata/instances/before")
	if err := os.WriteFile(filepath.Join(half, "moved.tf"), []byte(want["moved.tf"]), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, half)
	if d := cmp.Diff(want, contents(t, half)); d != "" {
		t.Errorf("(-whole +continued):\n%s", d)
	}
}

// The report as JSON has the remarks of the text, with their places, and in a dry run the difference of each file.
func TestJSON(t *testing.T) {
	t.Parallel()
	const c = "testdata/kinds"
	dir := copied(t, filepath.Join(c, "before"))
	difference, text := run(t, dir, "-dry-run")
	type remark struct {
		File, Text string
		Line       int
	}
	for _, flags := range [][]string{{"-dry-run"}, {}} {
		var report struct {
			Folder             string
			Written            bool
			Files              []struct{ Path, Difference string }
			Resources          int
			Decisions, Changes []remark
		}
		printed, stderr := run(t, append(flags, "-json", dir)...)
		if err := json.Unmarshal([]byte(printed), &report); err != nil || stderr != "" {
			t.Fatalf("%v: %s%s", err, printed, stderr)
		}
		all := ""
		for _, f := range report.Files {
			all += f.Difference
		}
		if isDry := len(flags) > 0; report.Written == isDry || isDry != (all == difference) || report.Folder != dir {
			t.Errorf("%v: %s", flags, printed)
		}
		counts := fmt.Sprintf("Resources rewritten: %d.", report.Resources)
		for _, r := range append(report.Decisions, report.Changes...) {
			if line := fmt.Sprintf("  %s:%d: %s\n", r.File, r.Line, r.Text); !strings.Contains(text, line) {
				t.Errorf("%q is not in the report", line)
			}
		}
		if !strings.Contains(text, counts) || strings.Count(text, "\n  ") != len(report.Decisions)+len(report.Changes) {
			t.Errorf("%v: %s\n%s", flags, printed, text)
		}
	}
}

// Some resource types may or may not belong to the engine. The report must name them.
func TestDoubtfulTypesAreNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "main.tf")
	if err := os.WriteFile(name, []byte("resource \"acme_engine_node\" \"n\" {\n  name = \"n\"\n  type = \"x\"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const hint = "main.tf:1: acme_engine_node.n may be an object of the engine; to rewrite it, use -from acme"
	if report, _ := run(t, dir); !strings.Contains(report, hint) {
		t.Error(report)
	}
	if report, _ := run(t, "-from", "acme", dir); !strings.Contains(report, "Resources rewritten: 1.") {
		t.Error(report)
	}
}

// If a folder has nothing of another provider, migrate must say so. It must change nothing.
func TestNothingToMigrate(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "resource \"engine_alert\" \"a\" {\n  name = \"A\"\n}\n", "resource \"random_pet\" \"a\" {}\n"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if report, _ := run(t, dir); !strings.HasPrefix(report, "Nothing was rewritten: no resource and no data source in the folder") {
			t.Errorf("%q: %s", text, report)
		}
		if got := contents(t, dir); len(got) != 1 || got["main.tf"] != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// A module outside the folder can't be rewritten. The report must say so, and where to run the command. The command fails if it has nothing
// else to rewrite.
func TestModuleOutsideTheFolder(t *testing.T) {
	t.Parallel()
	const call = "module \"plant\" {\n  source = \"../../modules/plant\"\n}\n"
	node := "resource \"acme_node\" \"n\" {\n  name = \"n\"\n  type = \"x\"\n}\n"
	top := t.TempDir()
	prod := filepath.Join(top, "envs", "prod")
	for name, text := range map[string]string{"envs/prod/main.tf": call, "envs/both/main.tf": call + node, "modules/plant/main.tf": node} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(top, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(top, name), text)
	}
	want := "main.tf:1: module.plant is outside this folder, in " + filepath.Join(top, "modules", "plant") +
		", so migrate did not read it; to rewrite both, run: terraform-provider-engine migrate " + top + "\n"
	var report, problems bytes.Buffer
	status := commandline.Run(t.Context(), migrate.Command(), []string{"-dry-run", prod}, nil, &report, &problems)
	if said := problems.String(); status != 1 || !strings.Contains(said, want) || !strings.Contains(said, "Resources rewritten: 0.") {
		t.Errorf("status %d: %s", status, said)
	}
	if report, _ := run(t, "-dry-run", filepath.Join(top, "envs", "both")); strings.Count(report, want) != 0 {
		t.Error(report)
	}
	if _, said := run(t, "-dry-run", filepath.Join(top, "envs", "both")); !strings.Contains(said, want) {
		t.Error(said)
	}
	if report, _ := run(t, top); strings.Contains(report, "outside") || !strings.Contains(report, "Resources rewritten: 2.") {
		t.Error(report)
	}
}

// The report says whether a state was read, and how many of its objects belong to rewritten resources.
func TestStateIsReported(t *testing.T) {
	t.Parallel()
	dir, state := t.TempDir(), filepath.Join(t.TempDir(), "prod.json")
	write(t, filepath.Join(dir, "main.tf"), "resource \"acme_node\" \"n\" {\n  name = \"n\"\n  type = \"x\"\n}\n")
	resource := `{"mode": "managed", "type": "acme_node", "name": "NAME", "values": {"id": "n-1", "name": "n", "type": "x"}}`
	for name, want := range map[string]string{
		"":      "State: none was read.\n",
		"other": "State: " + state + " was read, but it has no object of the rewritten resources.\n",
		"n":     "State: " + state + " was read. Objects of the rewritten resources in it: 1.\n",
	} {
		arguments := []string{"-dry-run", dir}
		if name != "" {
			write(t, state, `{"format_version": "1.0", "values": {"root_module": {"resources": [`+strings.ReplaceAll(resource, "NAME", name)+`]}}}`)
			arguments = append(arguments, "-state", state)
		}
		if _, said := run(t, arguments...); !strings.Contains(said, want) {
			t.Errorf("%q: %s", name, said)
		}
	}
}

// The first names that migrate would choose for a resource are taken.
func TestManyTakenNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "resource \"acme_node\" \"n\" {\n  name = \"n\"\n  type = \"x\"\n}\n"
	ours := "resource \"engine_node\" \"%s\" {\n  name = \"n\"\n  type = \"x\"\n}\n"
	for _, taken := range []string{"n", "n_node", "n_2", "n_3", "n_4", "n_5", "n_6", "n_7"} {
		text += fmt.Sprintf(ours, taken)
	}
	write(t, filepath.Join(dir, "main.tf"), text)
	run(t, dir)
	if got := contents(t, dir)["main.tf"]; !strings.HasPrefix(got, fmt.Sprintf(ours, "n_8")) {
		t.Error(got)
	}
}

func TestWrongCommandLines(t *testing.T) {
	t.Parallel()
	two, broken, empty := t.TempDir(), t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(empty, "README.md"): "",
		filepath.Join(two, "main.tf"):     "resource \"acme_alert\" \"a\" {}\nresource \"other_dashboard\" \"a\" {}\n",
		filepath.Join(broken, "main.tf"):  "resource \"acme_alert\" \"a\" {\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		arguments []string
		status    int
		said      string
	}{
		{nil, 2, "no folder"},
		{[]string{"a", "b"}, 2, "one folder"},
		{[]string{"-what", "a"}, 2, "-what"},
		{[]string{filepath.Join(two, "nowhere")}, 1, "there is no folder " + filepath.Join(two, "nowhere")},
		{[]string{filepath.Join(two, "main.tf")}, 1, "main.tf is a file"},
		{[]string{"-from", "nosuch", two}, 1, "-from nosuch: nothing"},
		{[]string{"-state", filepath.Join(two, "nosuch"), two, "-from", "acme"}, 1, "nosuch"},
		{[]string{"-state", filepath.Join(two, "main.tf"), two, "-from", "acme"}, 1, "main.tf is not a state"},
		{[]string{empty}, 1, "there is no .tf file in " + empty},
		{[]string{two}, 1, "acme, other; choose one with -from NAME"},
		{[]string{broken}, 1, "main.tf:1"},
		{[]string{"-from", "engine", two}, 1, "import the objects"},
	} {
		var stdout, stderr bytes.Buffer
		status := commandline.Run(t.Context(), migrate.Command(), c.arguments, nil, &stdout, &stderr)
		if status != c.status || !strings.Contains(stderr.String(), c.said) {
			t.Errorf("migrate %v ends with %d: %s", c.arguments, status, stderr.String())
		}
	}
	if len(contents(t, two)) != 1 || len(contents(t, broken)) != 1 {
		t.Error("something was written")
	}
}
