// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package newfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func put(t *testing.T, file, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, from string) {
	t.Helper()
	if err := os.Symlink(to, from); err != nil {
		t.Fatal(err)
	}
}

func wants(t *testing.T, file, text string) {
	t.Helper()
	if got, err := os.ReadFile(file); err != nil || string(got) != text {
		t.Errorf("%s has %q, want %q (%v)", file, got, text, err)
	}
}

func count(t *testing.T, directory string) int {
	t.Helper()
	entries, err := os.ReadDir(directory)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "old.tf"), "old", 0o600)
	put(t, filepath.Join(dir, "read.tf"), "before", 0o600)
	files := []File{
		{Name: "new.tf", Text: "new"},
		{Name: "old.tf", Text: "other", Replaces: true},
		{Name: "below/b.tf", Text: "b"},
		{Name: "first.json", Text: "{}", Replaces: true},
		{Name: "read.tf", Text: "after", Was: []byte("before")},
	}
	if err := Write(dir, files); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"new.tf": "new", "old.tf": "other", "below/b.tf": "b", "first.json": "{}", "read.tf": "after"} {
		wants(t, filepath.Join(dir, name), text)
	}
	if info, err := os.Stat(filepath.Join(dir, "old.tf")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the permissions became %v (%v)", info.Mode(), err)
	}
	if n := count(t, dir); n != 5 {
		t.Errorf("%d files are left, want 5", n)
	}
}

// Write must reject names that files, directories or links already have, and names outside the directory. Nothing may be written, inside or
// outside the directory.
func TestRejected(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file  File
		words string
	}{
		"a file":                      {File{Name: "mine.tf", Text: "new"}, "mine.tf is there already"},
		"a link":                      {File{Name: "link.tf", Text: "new"}, "link.tf is there already"},
		"a link to replace":           {File{Name: "link.tf", Text: "new", Replaces: true}, "link.tf is a link"},
		"a link to nothing":           {File{Name: "dangling.tf", Text: "new", Replaces: true}, "dangling.tf is a link"},
		"a directory":                 {File{Name: "directory.tf", Text: "new", Replaces: true}, "directory.tf is a link or a directory"},
		"behind a linked directory":   {File{Name: "elsewhere/a.tf", Text: "new"}, "escapes"},
		"a file that changed":         {File{Name: "mine.tf", Text: "new", Was: []byte("old")}, "changed since it was read: "},
		"a file only to compare":      {File{Name: "mine.tf", Text: "old", Was: []byte("old")}, "changed since it was read: "},
		"a file that is gone":         {File{Name: "gone.tf", Text: "new", Was: []byte("old")}, "changed since it was read: "},
		"above the directory":         {File{Name: "../a.tf", Text: "new"}, "escapes"},
		"in a directory that is gone": {File{Name: "gone/a.tf", Text: "new"}, "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			outside, dir := t.TempDir(), t.TempDir()
			put(t, filepath.Join(outside, "precious"), "precious", 0o600)
			put(t, filepath.Join(dir, "mine.tf"), "mine", 0o600)
			link(t, filepath.Join(outside, "precious"), filepath.Join(dir, "link.tf"))
			link(t, filepath.Join(outside, "nothing"), filepath.Join(dir, "dangling.tf"))
			link(t, outside, filepath.Join(dir, "elsewhere"))
			if err := os.Mkdir(filepath.Join(dir, "directory.tf"), 0o700); err != nil {
				t.Fatal(err)
			}
			err := Write(dir, []File{{Name: "first.tf", Text: "first"}, test.file})
			if err == nil || !strings.Contains(err.Error(), test.words) {
				t.Errorf("the error is %v, want %q", err, test.words)
			}
			wants(t, filepath.Join(outside, "precious"), "precious")
			wants(t, filepath.Join(dir, "mine.tf"), "mine")
			if inside, out := count(t, dir), count(t, outside); inside != 5 || out != 1 {
				t.Errorf("%d files inside and %d outside, want 5 and 1", inside, out)
			}
		})
	}
}

// The third file changes after Write has compared all files: the first entry writes it. All files must get their earlier contents back.
func TestChangeDuringWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.tf"), "a", 0o600)
	put(t, filepath.Join(dir, "b.tf"), "b", 0o640)
	files := []File{
		{Name: "a.tf", Text: "saved", Was: []byte("a")},
		{Name: "b.tf", Text: "new b", Replaces: true},
		{Name: "c.tf", Text: "c"},
		{Name: "a.tf", Text: "new a", Was: []byte("a")},
	}
	if err := Write(dir, files); err == nil || !strings.Contains(err.Error(), "changed since it was read: "+filepath.Join(dir, "a.tf")) {
		t.Errorf("the error is %v", err)
	}
	wants(t, filepath.Join(dir, "a.tf"), "a")
	wants(t, filepath.Join(dir, "b.tf"), "b")
	if info, err := os.Stat(filepath.Join(dir, "b.tf")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the permissions became %v (%v)", info.Mode(), err)
	}
	if n := count(t, dir); n != 2 {
		t.Errorf("%d files are left, want 2", n)
	}
}

// Write removes the temporary files of killed runs, but not those of a run that still has the directory locked, and no other files.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	random := strings.Repeat("AZ27", 7)[:26]
	old, below := "alerts.tf."+random+".new", filepath.Join("below", "main.tf."+random+".new")
	others := []string{
		"alerts.tf.new", "alerts.tf." + random, "alerts.tf." + random[1:] + ".new", "alerts.tf." + strings.ToLower(random) + ".new",
		"." + random + ".new", "alerts.tf." + random + "A.new", "alerts.tf." + random + ".new.tf", random + ".new",
		filepath.Join("unread", "main.tf."+random+".new"),
	}
	for _, directory := range []string{"below", "unread", "directory." + random + ".new"} {
		if err := os.Mkdir(filepath.Join(dir, directory), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	link(t, "nothing", filepath.Join(dir, "link."+random+".new"))
	for _, name := range append(others, old, below) {
		put(t, filepath.Join(dir, name), "", 0o600)
	}
	inside := count(t, dir)
	write := func() {
		t.Helper()
		if err := Write(dir, []File{{Name: "below/a.tf", Text: "a", Replaces: true}}); err != nil {
			t.Fatal(err)
		}
	}
	running, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !lock(running, false) {
		return // Windows has no such lock.
	}
	write()
	if n := count(t, dir); n != inside {
		t.Errorf("%d files are left next to a running command, want %d", n, inside)
	}
	if err := running.Close(); err != nil {
		t.Fatal(err)
	}
	write()
	for _, name := range others {
		wants(t, filepath.Join(dir, name), "")
	}
	if inside, n := inside-1, count(t, dir); n != inside || count(t, filepath.Join(dir, "below")) != 1 {
		t.Errorf("%d files are left, want %d", n, inside)
	}
}
