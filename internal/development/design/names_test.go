// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package design

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// scripts maps each test that runs scripts to the directory that contains them. DESIGN.md and CONTRIBUTING.md refer to scripts by names
// such as TestScripts/stop-warnings.
var scripts = map[string]string{
	"TestScripts":    "internal/acceptance/testdata/scripts",
	"TestGuidesWork": "internal/acceptance/guides/testdata",
}

// TestNamedCodeExists checks that every test, script, function and file named in backquotes in DESIGN.md and CONTRIBUTING.md exists. The
// numbered lists in DESIGN.md must name functions as package.Function or package.Type.Method.
func TestNamedCodeExists(t *testing.T) {
	t.Parallel()
	declared := declarations(t)
	quoted := regexp.MustCompile("`([^`\n]+)`")
	test := regexp.MustCompile(`^(Test|Fuzz|Benchmark)[A-Z]\w*$`)
	file := regexp.MustCompile(`^(internal|examples|templates|docs|tools|provider|engine|lens|catalog|refserver|takeover)/[\w/.-]+$`)
	example := regexp.MustCompile(`[/_]gates?(_|\b)`) // the imaginary object in "Adding an engine object"
	step := regexp.MustCompile(`(?m)^\d+\. (?:\x60[^\x60]+\x60,? ?(?:and )?)+`)
	for _, name := range []string{"DESIGN.md", "CONTRIBUTING.md"} {
		text := read(t, name)
		for _, match := range quoted.FindAllStringSubmatch(text, -1) {
			word := match[1]
			runner, script, isScript := strings.Cut(word, "/")
			switch {
			case isScript && test.MatchString(runner) && !exists(filepath.Join(scripts[runner], script+".txtar")):
				t.Errorf("%s names the script %s, which does not exist", name, word)
			case test.MatchString(word) && !declared[word]:
				t.Errorf("%s names the test %s, which does not exist", name, word)
			case file.MatchString(word) && !exists(word) && !exists("internal/"+word) && !example.MatchString(word):
				t.Errorf("%s names the file %s, which does not exist", name, word)
			}
		}
	}
	_, paths, _ := strings.Cut(read(t, "DESIGN.md"), "\n## Five paths through the code\n")
	paths, _, _ = strings.Cut(paths, "\n## ")
	steps := step.FindAllString(paths, -1)
	if len(steps) == 0 {
		t.Error("DESIGN.md has no numbered lists of functions")
	}
	for _, functions := range steps {
		for _, match := range quoted.FindAllStringSubmatch(functions, -1) {
			if !declared[match[1]] {
				t.Errorf("a numbered list in DESIGN.md names %s, which does not exist", match[1])
			}
		}
	}
}

// declarations returns the names of all functions in the module, with their package and receiver type: "catalog.Objects",
// "engine.Client.Create". Functions in test files are also listed without the package: "TestNamedCodeExists".
func declarations(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok {
				all[function.Name.Name] = all[function.Name.Name] || strings.HasSuffix(path, "_test.go")
				all[file.Name.Name+"."+receiver(function)+function.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// receiver returns a method's receiver type and a dot, such as "Client.", or "" for a function.
func receiver(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return ""
	}
	kind := function.Recv.List[0].Type
	if star, ok := kind.(*ast.StarExpr); ok {
		kind = star.X
	}
	if generic, ok := kind.(*ast.IndexExpr); ok {
		kind = generic.X
	}
	if name, ok := kind.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func exists(path string) bool {
	_, err := os.Stat(filepath.Join(root, path))
	return err == nil
}
