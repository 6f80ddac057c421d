// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// TestReadObjects checks that ReadObjects can read a data file, because users may pass a data file to the -objects flag.
func TestReadObjects(t *testing.T) {
	name, states := validDataFile(t)
	objects, err := ReadObjects(bytes.NewReader(content(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, "")
	must(t, s, func(tx *Tx) (err error) {
		for kind, list := range objects {
			for _, o := range list {
				put := tx.Create
				if tx.Exists(kind, jsondoc.ID(o)) {
					put = tx.Replace
				}
				_, errPut := put(kind, jsondoc.ID(o), o)
				err = errors.Join(err, errPut)
			}
		}
		return err
	})
	if all(s) != states[len(states)-1] {
		t.Error("it reads something else")
	}
	for text, want := range map[string]string{
		"": "EOF", "null": "it has to be an object", "[]": "it has to be an object", `{"removed":{"node":5}}`: "removed has to be lists of ids",
		`{"node":{}}`: "node has to be a list of objects", `{"node":[{},5]}`: "node[1] has to be an object", "{}{": "unexpected EOF",
	} {
		if _, err := ReadObjects(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %s", text, err, want)
		}
	}
}

// TestOtherFormats checks that the store rejects data files in older and newer formats, and data files with objects of an unknown kind.
func TestOtherFormats(t *testing.T) {
	for format, want := range map[string]string{
		"0": "line 1 is damaged", "1": "the format 1 of a build before the first release", "3": "a later version wrote it",
	} {
		if _, err := openWith(t, []byte(headerText+format+"}\n")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the format %s is opened: %v", format, err)
		}
	}
	other, _ := appendLine(headerOf(1), []Change{{Kind: "asset/assets", ID: "a", After: []byte(`{"id":"a"}`)}}, 0)
	if _, err := openWith(t, other); err == nil || !strings.Contains(err.Error(), `line 2 has objects of the kind "asset/assets"`) {
		t.Errorf("a file with other objects is opened: %v", err)
	}
}

// TestForeignFiles checks the errors for files that can't be used as a data file: a file in a different format, an empty file, a directory,
// and a file in a directory that does not exist.
func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	empty, text := filepath.Join(dir, "empty"), filepath.Join(dir, "text")
	for file, data := range map[string]string{empty: "", text: strings.Repeat("SQLite format 3\x00", 1000)} {
		if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for file, want := range map[string]string{
		empty: "it is empty", text: "it was not written by a reference server",
		dir: "is a directory: name a file in it", os.DevNull: "it was not written by a reference server",
		filepath.Join(text, "data"):        "the data file " + filepath.Join(text, "data") + ": stat ",
		filepath.Join(dir, "none", "data"): "the directory " + filepath.Join(dir, "none") + " does not exist",
	} {
		if _, err := Open(kinds(), file); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}

func TestLockedFile(t *testing.T) {
	file, _ := validDataFile(t)
	s := open(t, file)
	if _, err := Open(kinds(), file); err == nil || !strings.Contains(err.Error(), "in use, most likely by another reference server") {
		t.Errorf("a file that is open is opened: %v", err)
	}
	closeStore(t, s)
}

// TestFileCutWhileOpen checks that if another process truncates the data file of a running server, writes fail but reads still work.
func TestFileCutWhileOpen(t *testing.T) {
	file, states := validDataFile(t)
	s := open(t, file)
	if err := os.Truncate(file, 100); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		err := s.Write(func(tx *Tx) error { return tx.Remove("node", "large") })
		if err == nil || !strings.Contains(err.Error(), "accepts no more writes") {
			t.Errorf("a write fails with %v", err)
		}
	}
	if got := all(s); got != states[len(states)-1] {
		t.Errorf("readers see %s", got)
	}
	closeStore(t, s)
}
