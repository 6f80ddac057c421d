// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

const source = `package sample

func f(a, b int, ok bool) (int, error) {
	for i := range a {
		if i == b && !ok {
			continue
		}
		a += i - 1
	}
	switch {
	case a >= 7:
		return a, nil
	}
	return b, nil
}
`

// TestMutations checks which mutations are found in a source file.
func TestMutations(t *testing.T) {
	found, err := mutationsIn("a.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range found {
		got = append(got, m.key)
	}
	slices.Sort(got)
	want := []string{
		"a.go f: a «+=» i - 1 => -=",
		"a.go f: a += i «-» 1 => +",
		"a.go f: a += i - «1» => 2",
		"a.go f: case a «>=» 7: => <",
		"a.go f: case a «>=» 7: => >",
		"a.go f: case a >= «7»: => 8",
		"a.go f: if i «==» b && !ok { => !=",
		"a.go f: if i == b «&&» !ok { => ||",
		"a.go f: if i == b && «!»ok { =>",
		"a.go f: «continue» =>",
		"a.go f: «return a, nil» =>",
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

// TestEqual checks that each key in equal.txt names a mutation of the current code.
func TestEqual(t *testing.T) {
	t.Chdir("..") // the directory that the command runs in
	reasons, err := equals()
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		mutations, err := mutationsOf(target.pkg)
		if err != nil || len(mutations) == 0 {
			t.Fatalf("%s: %d mutations, %v", target.pkg, len(mutations), err)
		}
		for _, m := range mutations {
			delete(reasons, m.key)
		}
	}
	for key := range reasons {
		t.Errorf("equal.txt names a mutation that does not exist: %s", key)
	}
}

// TestTry tries three mutations of a small module. The module's test catches the first, the second survives, and the third does not
// compile.
func TestTry(t *testing.T) {
	directory := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module sample\n\ngo 1.26\n",
		"a/a.go":      "package a\n\nfunc Less(a, b int) bool { return a < b }\n\nfunc Text(a string) string { return a + a }\n",
		"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestLess(t *testing.T) {\n\tif !Less(1, 2) {\n\t\tt.Error(\"no\")\n\t}\n}\n",
	} {
		path := filepath.Join(directory, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(directory, "a")) // root is the parent directory.
	if output, err := exec.Command("go", "vet", "./...").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	mutations, err := mutationsOf("a")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]result{}
	for _, m := range mutations {
		if got[m.replacement], err = (target{pkg: "a"}).try(t.Context(), m, t.TempDir(), map[string]time.Duration{"a": time.Minute}); err != nil {
			t.Fatal(err)
		}
	}
	if want := map[string]result{"<=": survived, ">=": wasNoticed, "-": doesNotCompile}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
