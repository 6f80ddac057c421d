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

func count(t *testing.T, folder string) int {
	t.Helper()
	entries, err := os.ReadDir(folder)
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
	files := []File{{"new.tf", "new", false}, {"old.tf", "other", true}, {"below/b.tf", "b", false}, {"first.json", "{}", true}}
	if err := Write(dir, files); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"new.tf": "new", "old.tf": "other", "below/b.tf": "b", "first.json": "{}"} {
		wants(t, filepath.Join(dir, name), text)
	}
	if info, err := os.Stat(filepath.Join(dir, "old.tf")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the permissions became %v (%v)", info.Mode(), err)
	}
	if n := count(t, dir); n != 4 {
		t.Errorf("%d files are left, want 4", n)
	}
}

// Write must refuse names that files, folders or links already have, and names outside the folder. Nothing may be written, inside or
// outside the folder.
func TestRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file  File
		words string
	}{
		"a file":                   {File{"mine.tf", "new", false}, "mine.tf is there already"},
		"a link":                   {File{"link.tf", "new", false}, "link.tf is there already"},
		"a link to replace":        {File{"link.tf", "new", true}, "link.tf is a link"},
		"a link to nothing":        {File{"dangling.tf", "new", true}, "dangling.tf is a link"},
		"a folder":                 {File{"folder.tf", "new", true}, "folder.tf is a link or a folder"},
		"behind a linked folder":   {File{"elsewhere/a.tf", "new", false}, "escapes"},
		"above the folder":         {File{"../a.tf", "new", false}, "escapes"},
		"in a folder that is gone": {File{"gone/a.tf", "new", false}, "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			outside, dir := t.TempDir(), t.TempDir()
			put(t, filepath.Join(outside, "precious"), "precious", 0o600)
			put(t, filepath.Join(dir, "mine.tf"), "mine", 0o600)
			link(t, filepath.Join(outside, "precious"), filepath.Join(dir, "link.tf"))
			link(t, filepath.Join(outside, "nothing"), filepath.Join(dir, "dangling.tf"))
			link(t, outside, filepath.Join(dir, "elsewhere"))
			if err := os.Mkdir(filepath.Join(dir, "folder.tf"), 0o700); err != nil {
				t.Fatal(err)
			}
			err := Write(dir, []File{{"first.tf", "first", false}, test.file})
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
