// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/rulecatalog"
)

type object = map[string]any

type list = []any

// inJSON converts a catalog to JSON values. Numbers keep all of their digits.
func inJSON(t testing.TB, value any) any {
	t.Helper()
	switch value := value.(type) {
	case object:
		shown := object{}
		for name, member := range value {
			shown[name] = inJSON(t, member)
		}
		return shown
	case list:
		shown := list{}
		for _, element := range value {
			shown = append(shown, inJSON(t, element))
		}
		return shown
	case *big.Float:
		return json.Number(value.Text('f', -1))
	default:
		return value
	}
}

// sortedJSON returns JSON with sorted keys, so that it can be compared.
func sortedJSON(t *testing.T, text string) string {
	t.Helper()
	value, err := document.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return document.Encode(value)
}

// TestRead reads each rule in testdata/accepted.txt twice: once as a rule in a rule catalog, and once as the defaults of a catalog. If the
// file also contains an expected result for the rule, the catalog must contain exactly this result.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, line := range append(rules(t, "accepted"), " => {}") {
		rule, result, hasResult := strings.Cut(line, " => ")
		got, err := rulecatalog.Read("version: 1\ndefaults: {" + rule + "}\nrules:\n  a.b-C_1: {" + rule + "}\n")
		if err != nil {
			t.Errorf("%s: %v", rule, err)
			continue
		}
		want := fmt.Sprintf(`{"version":1,"defaults":%s,"rules":{"a.b-C_1":%s}}`, result, result)
		if shown := document.Encode(inJSON(t, got)); hasResult && shown != sortedJSON(t, want) {
			t.Errorf("%s becomes %s, want %s", rule, shown, want)
		}
	}
}

func TestReadWholeCatalogs(t *testing.T) {
	t.Parallel()
	const anchors = `
x-base: &base {severity: SEV3, rate: 5m}
x-late: &late
  <<: *base
  mute: true
defaults: *late
rules:
  one:
    <<: [*late, {severity: SEV8, window: 60}]
    cron: "0 8 * * ? *"
  two: *base
version: 1
`
	const empty = `{"version":1,"defaults":{},"rules":{}}`
	for text, want := range map[string]string{
		"version: 1\nrules: {}":                                empty,
		"version: 1\ndefaults: null\nrules: {}":                empty,
		"\ufeff---\nversion: 1\nrules: {}\n...\n":              empty,
		`{"version": 1, "rules": {"a": {"severity": "SEV1"}}}`: `{"version":1,"defaults":{},"rules":{"a":{"severity":"SEV1"}}}`,
		anchors: `{"version":1,"defaults":{"severity":"SEV3","rate":"5 minutes","cron":null,"mute":true},"rules":{
			"one":{"severity":"SEV3","cron":"0 8 * * ? *","rate":null,"mute":true,"window":60},
			"two":{"severity":"SEV3","rate":"5 minutes","cron":null}}}`,
	} {
		got, err := rulecatalog.Read(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if shown := document.Encode(inJSON(t, got)); shown != sortedJSON(t, want) {
			t.Errorf("%s becomes %s, want %s", text, shown, want)
		}
	}
}

// TestProblems reads the invalid catalogs in testdata/problems.txtar. In that file, "=>" marks a line of the expected error. An expected
// line that ends in " …" is only the beginning of the line.
func TestProblems(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/problems.txtar")
	if err != nil {
		t.Fatal(err)
	}
	long := "version: 1\nrules:\n  a:\n    text: " + strings.Repeat("x", 401) + "\n" +
		"=> line 4, column 11: rules.a.text has 401 characters, but it has to be a string of at most 400 characters\n"
	archive.Files = append(archive.Files, txtar.File{Name: "a long text", Data: []byte(long)})
	for _, file := range archive.Files {
		t.Run(file.Name, func(t *testing.T) {
			t.Parallel()
			text, want, _ := strings.Cut(string(file.Data), "=> ")
			want = strings.ReplaceAll(strings.TrimSuffix(want, "\n"), "\n=> ", "\n")
			_, err := rulecatalog.Read(text)
			var problems *rulecatalog.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("the error is %v", err)
			}
			beginning, isCut := strings.CutSuffix(want, " …")
			if got := err.Error(); got != want && (!isCut || !strings.HasPrefix(got, beginning)) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestManyProblems checks that the error for 1,000 mistakes lists the first 20, sorted by line, and counts the others.
func TestManyProblems(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("version: 1\nrules:\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "  r%d: {mute: 1}\n", i)
	}
	_, err := rulecatalog.Read(text.String())
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 21 || lines[20] != "and 980 more" {
		t.Fatal(err)
	}
	for i, line := range lines[:20] {
		if want := fmt.Sprintf("line %d, column %d: rules.r%d.mute is a number,", i+3, len(fmt.Sprintf("  r%d: {mute: ", i))+1,
			i); !strings.HasPrefix(line, want) {
			t.Errorf("got %s, want %s", line, want)
		}
	}
}

// TestAliasBombs checks that Read rejects a small catalog whose YAML aliases expand to more than 200,000 values. Unused aliases are fine.
func TestAliasBombs(t *testing.T) {
	t.Parallel()
	laughs := "version: 1\nx-0: &x0 [" + strings.Repeat("a,", 100) + "]\n"
	for i := range 9 {
		laughs += fmt.Sprintf("x-%d: &x%d [%s*x%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*x%d,", i), 99), i)
	}
	if _, err := rulecatalog.Read(laughs + "rules: {}\n"); err != nil {
		t.Error(err) // no rule uses the aliases, so they do not count
	}
	merges := "version: 1\nx-0: &x0 {mute: true}\n"
	for i := range 9 {
		merges += fmt.Sprintf("x-%d: &x%d {<<: [%s*x%d]}\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*x%d,", i), 99), i)
	}
	wide := "version: 1\nx-tags: &tags [" + strings.Repeat("a,", 5000) + "]\nrules:\n"
	for i := range 1000 {
		wide += fmt.Sprintf("  r%d: {tags: *tags}\n", i)
	}
	for name, text := range map[string]string{
		"aliases in elements": laughs + "rules: {a: {assets: *x9}}\n",
		"merges":              merges + "rules: {a: *x9}\n", "wide": wide,
	} {
		_, err := rulecatalog.Read(text)
		if err == nil || name != "aliases in elements" && !strings.Contains(err.Error(), "with its aliases the catalog has more than 200000 "+
			"values") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := rulecatalog.Read(strings.Repeat("#", 1<<20+1)); err == nil || err.Error() != "the catalog has 1048577 bytes, but it may "+
		"have at most 1048576" {
		t.Error(err)
	}
}
