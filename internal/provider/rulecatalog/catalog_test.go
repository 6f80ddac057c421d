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

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/rulecatalog"
)

type object = map[string]any

type list = []any

// inJSON converts a catalog to JSON values. Numbers keep all their digits.
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

func TestRead(t *testing.T) {
	t.Parallel()
	n := func(digits string) json.Number { return json.Number(digits) }
	threshold := func(value, status string, text any) object {
		return object{"value": n(value), "status": status, "text": text}
	}
	item := func(refID, kind, reads, what string) object {
		all := object{
			"ref_id": refID, "type": kind, "label": nil, "attribute": nil, "metadata": nil, "expression": nil, "group_unit": nil,
			"group_function": nil,
			"sort_field":     nil, "sort_direction": nil, "limit": nil,
		}
		all[reads] = what
		return all
	}
	for name, c := range map[string]struct {
		rule string // the fields of a rule, on one line of YAML
		want object
	}{
		"nothing": {rule: ``, want: object{}},
		"texts": {
			rule: `name: "N {asset}", description: D, severity: SEV1, text: T`,
			want: object{"name": "N {asset}", "description": "D", "severity": "SEV1", "text": "T"},
		},
		"a time is a text": {rule: `description: 2026-01-05`, want: object{"description": "2026-01-05"}},
		"words are texts":  {rule: `description: yes, name: Off`, want: object{"description": "yes", "name": "Off"}},
		"booleans": {
			rule: `notify_no_data: true, notify_error: false, notify_timeout: true, mute: false, active: true`,
			want: object{"notify_no_data": true, "notify_error": false, "notify_timeout": true, "mute": false, "active": true},
		},
		"statement":     {rule: `aggregation: last, operator: le`, want: object{"aggregation": "last", "operator": "le"}},
		"one threshold": {rule: `threshold: -1.5e1`, want: object{"threshold": n("-15"), "thresholds": nil}},
		"exact numbers": {
			rule: `threshold: 12345678901234567890.0625`, want: object{"threshold": n("12345678901234567890.0625"), "thresholds": nil},
		},
		"thresholds": {
			rule: `thresholds: [{value: 8, text: high}, {value: 7, status: warning}]`,
			want: object{"thresholds": list{threshold("8", "alert", "high"), threshold("7", "warning", nil)}, "threshold": nil, "text": nil},
		},
		"window in words":   {rule: `window: 10m`, want: object{"window": n("600")}},
		"window in seconds": {rule: `window: 90`, want: object{"window": n("90")}},
		"window of days":    {rule: `window: 2 days`, want: object{"window": n("172800")}},
		"rate":              {rule: `rate: 5m`, want: object{"rate": "5 minutes", "cron": nil}},
		"rate of one":       {rule: `rate: 1 hours`, want: object{"rate": "1 hour", "cron": nil}},
		"rate in seconds":   {rule: `rate: 300`, want: object{"rate": "5 minutes", "cron": nil}},
		"rate of days":      {rule: `rate: 2d`, want: object{"rate": "2 days", "cron": nil}},
		"cron":              {rule: `cron: " 0  8 * * ? *"`, want: object{"cron": "0 8 * * ? *", "rate": nil}},
		"cron of an hour":   {rule: `cron: {hours: 8}`, want: object{"cron": "0 8 * * ? *", "rate": nil}},
		"cron of nothing":   {rule: `cron: {}`, want: object{"cron": "0 * * * ? *", "rate": nil}},
		"cron of weekdays": {
			rule: `cron: {minutes: 30, hours: "6,18", dow: MON-FRI}`, want: object{"cron": "30 6,18 ? * MON-FRI *", "rate": nil},
		},
		"cron of a day":       {rule: `cron: {hours: 0, dom: L, month: JAN, year: 2030}`, want: object{"cron": "0 0 L JAN ? 2030", "rate": nil}},
		"cron of any day":     {rule: `cron: {dom: "?"}`, want: object{"cron": "0 * ? * * *", "rate": nil}},
		"cron of any weekday": {rule: `cron: {dow: "?"}`, want: object{"cron": "0 * * * ? *", "rate": nil}},
		"one attribute":       {rule: `attribute: pressure`, want: object{"attribute": "pressure", "items": nil, "target": nil}},
		"tags": {
			rule: `tags: [plant, {id: t2, name: T}, {id: t3}]`,
			want: object{"tags": list{object{"id": "plant", "name": nil}, object{"id": "t2", "name": "T"}, object{"id": "t3", "name": nil}}},
		},
		"lists": {
			rule: `destinations: [a@b.c], assets: ["pump-*"], tags: []`,
			want: object{"destinations": list{"a@b.c"}, "assets": list{"pump-*"}, "tags": list{}},
		},
		"nulls stay": {
			rule: `severity: null, thresholds: ~, rate: null, tags: Null`,
			want: object{"severity": nil, "thresholds": nil, "rate": nil, "tags": nil},
		},
		"null beside its pair": {rule: `rate: null, cron: "0 8 * * ? *"`, want: object{"rate": nil, "cron": "0 8 * * ? *"}},
		"items": {
			rule: `items: [{ref_id: A, attribute: flow}, {ref_id: B, type: METADATA, metadata: rated}, {ref_id: C, expression: "$A / $B"}], ` +
				`target: C`,
			want: object{"items": list{
				item("A", "QUERY", "attribute", "flow"), item("B", "METADATA", "metadata", "rated"),
				item("C", "EXPRESSION", "expression", "$A / $B"),
			}, "target": "C", "attribute": nil},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := rulecatalog.Read("version: 1\ndefaults: {" + c.rule + "}\nrules:\n  a.b-C_1: {" + c.rule + "}\n")
			if err != nil {
				t.Fatal(err)
			}
			want := object{"version": n("1"), "defaults": c.want, "rules": object{"a.b-C_1": c.want}}
			if diff := cmp.Diff(any(want), inJSON(t, got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
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
	cases := map[string]struct {
		text string
		want object
	}{
		"no rules":      {text: "version: 1\nrules: {}", want: object{"version": "1", "defaults": object{}, "rules": object{}}},
		"null defaults": {text: "version: 1\ndefaults: null\nrules: {}", want: object{"version": "1", "defaults": object{}, "rules": object{}}},
		"JSON": {
			text: `{"version": 1, "rules": {"a": {"severity": "SEV1"}}}`,
			want: object{"version": "1", "defaults": object{}, "rules": object{"a": object{"severity": "SEV1"}}},
		},
		"one document": {text: "\ufeff---\nversion: 1\nrules: {}\n...\n", want: object{"version": "1", "defaults": object{}, "rules": object{}}},
		"anchors, aliases": {anchors, object{
			"version": "1", "defaults": object{"severity": "SEV3", "rate": "5 minutes", "cron": nil, "mute": true},
			"rules": object{
				"one": object{"severity": "SEV3", "cron": "0 8 * * ? *", "rate": nil, "mute": true, "window": "60"},
				"two": object{"severity": "SEV3", "rate": "5 minutes", "cron": nil},
			},
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := rulecatalog.Read(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(fmt.Sprint(any(c.want)), fmt.Sprint(inJSON(t, got))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestProblems reads the wrong catalogs of testdata/problems.txtar. In that file, "=>" begins a line of the expected error. If such a line
// ends in " …", it is only the beginning of an error line.
func TestProblems(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/problems.txtar")
	if err != nil {
		t.Fatal(err)
	}
	long := "version: 1\nrules:\n  a:\n    text: " + strings.Repeat("x", 401) + "\n" +
		"=> line 4, column 11: rules.a.text has 401 characters, but it has to be a text of at most 400 characters\n"
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

// TestBombs checks that a small catalog is refused if its YAML aliases expand to more than 200,000 values. Aliases that are not used do not
// count.
func TestBombs(t *testing.T) {
	t.Parallel()
	laughs := "version: 1\nx-0: &x0 [" + strings.Repeat("a,", 100) + "]\n"
	for i := range 9 {
		laughs += fmt.Sprintf("x-%d: &x%d [%s*x%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*x%d,", i), 99), i)
	}
	if _, err := rulecatalog.Read(laughs + "rules: {}\n"); err != nil {
		t.Error(err) // An alias that nothing reads costs nothing.
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
