// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package javascript

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	goja "github.com/dop251/goja/parser"
)

// TestSyntax checks that the parser accepts each text of accepted.txt, and that it refuses each text of refused.txt with certainty (Unsure
// is false).
func TestSyntax(t *testing.T) {
	t.Parallel()
	for _, source := range append(sources(t, "accepted"), "\ufeffa\u00a0+\u2003b") {
		if _, _, err := ParseExpression(source); err != nil {
			t.Errorf("%s: %v", source, err)
		}
	}
	for _, source := range sources(t, "refused") {
		_, _, err := ParseExpression(source)
		if wrong := (*Error)(nil); !errors.As(err, &wrong) || wrong.Unsure {
			t.Errorf("%s: got %v", source, err)
		}
	}
}

// sources reads a file with one text per line, in which ⏎ stands for a line break.
func sources(t testing.TB, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, "⏎", "\n")
	}
	return lines
}

// TestNesting checks for each kind of syntax that 200 nested levels are accepted and 201 are refused.
func TestNesting(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"(@)", "[@]", "`${@}`", "!@", "- @", "a=>@", "a=@", "2**@", "{a:@}", "x[@]", "f(@)", "new @", "1?@:1", "class extends @{}",
	} {
		begin, end, _ := strings.Cut(form, "@")
		for depth, want := range map[int]string{MostNesting: "", MostNesting + 1: "it is nested more than 200 deep"} {
			outer := ""
			if begin == "{a:" { // At the start of a text, { begins a block.
				outer, depth = "a=", depth-1
			}
			source := "\n" + outer + strings.Repeat(begin, depth) + "f" + strings.Repeat(end, depth)
			_, _, err := ParseExpression(source)
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%d of %s: %v", depth, form, err)
			}
		}
	}
}

// TestMemory checks for each kind of syntax that parsing 256 kB allocates at most 500 bytes per byte of text.
func TestMemory(t *testing.T) {
	const bytes = 1 << 18
	numbered := func(form string) string {
		var text strings.Builder
		for i := 0; text.Len() < bytes/4; i++ {
			fmt.Fprintf(&text, form, i, i)
		}
		return text.String()
	}
	repeated := func(text string) string { return strings.Repeat(text, bytes/len(text)) }
	for _, source := range []string{
		repeated("a+") + "a", repeated("(1)+") + "1", "a" + repeated(".b"), "f" + repeated("(1)"), "[" + repeated(",") + "]",
		"[" + repeated("x=>x,") + "]", repeated("1?1:") + "1", repeated("a,") + "a", "`" + repeated("${a}") + "`", repeated("/x/+") + "1",
		"() => {" + repeated("a\n") + "}", repeated(" ") + "1", repeated("/**/") + "1", repeated("//\n") + "1", "'" + repeated("\\n") + "'",
		"() => {" + repeated("if(a){}else ") + "{}}", "[" + repeated("[],") + "]", numbered("($a%d=>$b%d)+") + "1",
		"[" + numbered("x%d=>$a%d,") + "1]", "() => {" + numbered("let a%d=b%d;") + "}", "() => {" + numbered("{var a%d=b%d}") + "}",
		"(" + numbered("a%d,b%d,") + "c) => 1", repeated("\\u0061+") + "1",
		strings.Repeat("(() => {", 60) + numbered("var a%d=b%d;") + strings.Repeat("})()", 60), repeated("{"), repeated("'"),
		repeated("/*"), repeated("async "), repeated("let "),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		root, _, err := ParseExpression(source)
		if err == nil {
			FreeNames(root)
		}
		runtime.ReadMemStats(&after)
		if made := after.TotalAlloc - before.TotalAlloc; made > 500*bytes {
			t.Errorf("%.60s makes %d MB", source, made>>20)
		}
	}
}

// FuzzParse checks that goja, another JavaScript parser, refuses each text that this parser refuses with certainty (Unsure is false). Texts
// with / or U+0085 are skipped: goja accepts unterminated regular expressions, and U+0085 as white space.
func FuzzParse(f *testing.F) {
	for _, seed := range append(sources(f, "accepted"), sources(f, "refused")...) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		root, _, err := ParseExpression(source)
		var wrong *Error
		switch {
		case (root == nil) == (err == nil) || err != nil && !errors.As(err, &wrong):
			t.Errorf("%q: got %v, %v", source, root, err)
		case err == nil:
			FreeNames(root)
		case strings.Contains(err.Error(), "failed with"):
			t.Errorf("%q: %v", source, err)
		case wrong.Unsure || len(source) >= 60 || strings.Count(source, "(") >= 8 || strings.ContainsAny(source, "/\u0085"):
		case !strings.Contains(err.Error(), "nested") && gojaAccepts(source):
			t.Errorf("%q: %v, but goja accepts it", source, err)
		}
	})
}

func gojaAccepts(source string) (ok bool) {
	defer func() { _ = recover() }()
	function := "(function () { return (\n" + source + "\n) })"
	program, err := goja.ParseFile(nil, "", function, goja.IgnoreRegExpErrors, goja.WithDisableSourceMaps)
	return err == nil && len(program.Body) == 1 && !strings.ContainsAny(source, "}){")
}
