// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package newfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
)

func writeFile(t *testing.T, file, text string, mode fs.FileMode) {
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

func wantFile(t *testing.T, file, text string) {
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
	writeFile(t, filepath.Join(dir, "old.tf"), "old", 0o600)
	writeFile(t, filepath.Join(dir, "read.tf"), "before", 0o600)
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
		wantFile(t, filepath.Join(dir, name), text)
	}
	if info, err := os.Stat(filepath.Join(dir, "old.tf")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the permissions became %v (%v)", info.Mode(), err)
	}
	if n := count(t, dir); n != 5 {
		t.Errorf("%d files are left, want 5", n)
	}
}

// TestRejected checks that Write rejects existing files, directories and links, and names outside the directory. In each case, Write must
// write nothing.
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
			writeFile(t, filepath.Join(outside, "precious"), "precious", 0o600)
			writeFile(t, filepath.Join(dir, "mine.tf"), "mine", 0o600)
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
			wantFile(t, filepath.Join(outside, "precious"), "precious")
			wantFile(t, filepath.Join(dir, "mine.tf"), "mine")
			if inside, out := count(t, dir), count(t, outside); inside != 5 || out != 1 {
				t.Errorf("%d files inside and %d outside, want 5 and 1", inside, out)
			}
		})
	}
}

// TestChangeDuringWrite checks that Write fails and restores all files if somebody edits a file after Write has checked its content. The
// test passes a.tf to Write twice, so that the first write of a.tf acts as the edit.
func TestChangeDuringWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "a.tf"), "a", 0o600)
	writeFile(t, filepath.Join(dir, "b.tf"), "b", 0o640)
	files := []File{
		{Name: "a.tf", Text: "saved", Was: []byte("a")},
		{Name: "b.tf", Text: "new b", Replaces: true},
		{Name: "c.tf", Text: "c"},
		{Name: "a.tf", Text: "new a", Was: []byte("a")},
	}
	if err := Write(dir, files); err == nil || !strings.Contains(err.Error(), "changed since it was read: "+filepath.Join(dir, "a.tf")) {
		t.Errorf("the error is %v", err)
	}
	wantFile(t, filepath.Join(dir, "a.tf"), "a")
	wantFile(t, filepath.Join(dir, "b.tf"), "b")
	if info, err := os.Stat(filepath.Join(dir, "b.tf")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the permissions became %v (%v)", info.Mode(), err)
	}
	if n := count(t, dir); n != 2 {
		t.Errorf("%d files are left, want 2", n)
	}
}

// TestLeftovers checks that Write removes the files that a killed process left in the staging directory, but no other files.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, staging), 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, staging, "0"), "old", 0o600)
	writeFile(t, filepath.Join(dir, "alerts.tf.new"), "", 0o600)
	if err := Write(dir, []File{{Name: "a.tf", Text: "a"}}); err != nil {
		t.Fatal(err)
	}
	wantFile(t, filepath.Join(dir, "alerts.tf.new"), "")
	wantFile(t, filepath.Join(dir, "a.tf"), "a")
	if n := count(t, dir); n != 2 {
		t.Errorf("%d files are left, want 2", n)
	}
}

// TestRunsWait checks that several concurrent calls to Write can write different files to the same directory. On Windows, Write does not
// wait for other calls, so some calls may fail.
func TestRunsWait(t *testing.T) {
	t.Parallel()
	const runs = 20
	dir := t.TempDir()
	var group errgroup.Group
	for i := range runs {
		group.Go(func() error { return Write(dir, []File{{Name: fmt.Sprintf("%d.tf", i), Text: "a"}}) })
	}
	if err := group.Wait(); err != nil && runtime.GOOS != "windows" {
		t.Error(err)
	}
	if n := count(t, dir); n != runs && runtime.GOOS != "windows" {
		t.Errorf("%d files, want %d", n, runs)
	}
}
