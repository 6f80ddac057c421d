// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate_test

import (
	"bytes"
	"flag"
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

// TestGoldenDirectories checks that migrate turns testdata/*/before into testdata/*/after and prints report.txt. A dry run must print the
// same changes without writing them, and a second run must change nothing.
func TestGoldenDirectories(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("testdata/*/before")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, c := range cases {
		c = filepath.Dir(c)
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

// TestEndsOfLinesStay checks that migrate preserves LF and CRLF line endings. New lines must end with CRLF if all old lines do, and with LF
// otherwise.
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
