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

	"github.com/engine-platform/terraform-provider-engine/internal/provider/rulecatalog"
)

type object = map[string]any

type list = []any

// inJSON converts a catalog to JSON with exact numbers.
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

func TestProblems(t *testing.T) {
	t.Parallel()
	const head = "version: 1\nrules:\n  a:\n"
	const window = "it has to be a text such as 30s, 10m, 2h or 1d, or a whole number of seconds above 0"
	const rate = "it has to be a text such as 5m, 1h or 1d, or a number of seconds that are whole minutes"
	const number = "it has to be a decimal number such as 8 or 0.5"
	cases := map[string]struct{ text, want string }{
		"nothing":   {text: "", want: "the catalog is empty; it has to be a mapping with version and rules"},
		"a comment": {text: "# soon\n", want: "the catalog is empty; it has to be a mapping with version and rules"},
		"null":      {text: "~", want: "line 1, column 1: the catalog is null, but it has to be a mapping with version and rules"},
		"a list":    {text: "- a", want: "line 1, column 1: the catalog is a list, but it has to be a mapping with version and rules"},
		"no YAML": {
			text: head + "    b: [1, 2\n",
			want: "line 5, column 1: no YAML: did not find expected ',' or ']' (while parsing a flow sequence that begins in line 4)",
		},
		"a tab": {text: head + "\tmute: true\n", want: "line 4, column 1: no YAML: a tab in the indentation, which has to be of " +
			"spaces"},
		"an unknown alias": {text: head + "    name: *x\n", want: "line 4, column 11: no YAML: unknown anchor 'x' referenced"},
		"two documents": {
			text: "version: 1\nrules: {}\n---\nversion: 1\n", want: "line 3, column 1: a second document begins here, but a catalog is one",
		},
		"lacks both": {text: "defaults: {}", want: "line 1, column 1: the catalog lacks version\nline 1, column 1: the catalog lacks " +
			"rules"},
		"another version":   {text: "version: 2\nrules: {}", want: "line 1, column 10: version is a number, but it has to be 1"},
		"version as a text": {text: "version: \"1\"\nrules: {}", want: "line 1, column 10: version is a text, but it has to be 1"},
		"unknown key":       {text: "version: 1\nrules: {}\nrule: {}", want: "line 3, column 1: rule is not known; did you mean rules?"},
		"unknown field": {
			text: head + "    treshold: 8\n    colour: red\n",
			want: "line 4, column 5: rules.a.treshold is not known; did you mean threshold?\nline 5, column 5: rules.a.colour is not known; " +
				"there are name, description, severity, attribute, items, target, aggregation, operator, threshold, text, thresholds, window, " +
				"rate, cron, tags, destinations, notify_no_data, notify_error, notify_timeout, mute, active, assets",
		},
		"a key twice": {text: head + "    mute: true\n    mute: false\n", want: "line 5, column 5: rules.a.mute is there twice, first in line 4"},
		"a rule twice": {
			text: head + "    mute: true\n  a:\n    mute: true\n", want: "line 5, column 3: rules.a is there twice, first in line 3",
		},
		"a name with a /": {
			text: "version: 1\nrules:\n  a/b: {}\n",
			want: `line 3, column 3: rules has the name "a/b", but a name has to be of letters, digits, dots, underscores and dashes, at most ` +
				`100, the first a letter or a digit`,
		},
		"a number as name": {
			text: "version: 1\nrules:\n  5: {}\n",
			want: "line 3, column 3: rules has the key a number, but a key has to be a text; put it in quotes",
		},
		"no rule": {
			text: "version: 1\nrules:\n  a:\n", want: "line 3, column 5: rules.a is null, but it has to be a mapping with the fields of a rule",
		},
		"no value": {
			text: head + "    severity:\n",
			want: "line 4, column 14: rules.a.severity has no value; it has to be SEV1, SEV2, SEV3, SEV4, SEV5, SEV6, SEV7 or SEV8, or null to " +
				"unset it",
		},
		"not in the list": {
			text: head + "    operator: \">\"\n", want: `line 4, column 15: rules.a.operator is a text, but it has to be ge, le, eq, gt or lt`,
		},
		"a number as text": {
			text: head + "    name: 5\n", want: "line 4, column 11: rules.a.name is a number, but it has to be a text; put it in quotes",
		},
		"true as text": {
			text: head + "    name: true\n", want: "line 4, column 11: rules.a.name is a boolean, but it has to be a text; put it in quotes",
		},
		"a blank text": {text: head + "    name: \" \"\n", want: "line 4, column 11: rules.a.name is blank, but it has to be a text"},
		"a long text": {
			text: head + "    text: " + strings.Repeat("x", 401) + "\n",
			want: "line 4, column 11: rules.a.text has 401 characters, but it has to be a text of at most 400 characters",
		},
		"yes": {text: head + "    mute: yes\n", want: `line 4, column 11: rules.a.mute is a text, but it has to be true or false`},
		"True": {text: head + "    mute: True\n", want: `line 4, column 11: rules.a.mute is a boolean, but it has to be true or ` +
			`false`},
		"an octal number": {text: head + "    threshold: 010\n", want: "line 4, column 16: rules.a.threshold is a number, but " + number},
		"no number":       {text: head + "    threshold: .inf\n", want: "line 4, column 16: rules.a.threshold is a number, but " + number},
		"too large": {
			text: head + "    threshold: !!float 1e999\n",
			want: "line 4, column 16: rules.a.threshold is a number, but " + number,
		},
		"a tagged value": {
			text: head + "    threshold: !bar 8\n", want: "line 4, column 16: rules.a.threshold is a value with a tag, but " + number,
		},
		"a window":      {text: head + "    window: 10x\n", want: `line 4, column 13: rules.a.window is a text, but ` + window},
		"half a second": {text: head + "    window: 0.5\n", want: `line 4, column 13: rules.a.window is a number, but ` + window},
		"no window":     {text: head + "    window: 0\n", want: `line 4, column 13: rules.a.window is a number, but ` + window},
		"a rate":        {text: head + "    rate: 30s\n", want: `line 4, column 11: rules.a.rate is a text, but ` + rate},
		"half a minute": {text: head + "    rate: 90\n", want: `line 4, column 11: rules.a.rate is a number, but ` + rate},
		"rate and cron": {
			text: head + "    rate: 5m\n    cron: 0 8 * * ? *\n",
			want: "line 5, column 5: rules.a has both rate and cron, but each excludes the other",
		},
		"threshold twice": {
			text: head + "    thresholds: [{value: 1}]\n    threshold: 1\n",
			want: "line 5, column 5: rules.a has both threshold and thresholds, but each excludes the other",
		},
		"attribute, items": {
			text: head + "    items: [{ref_id: A, attribute: x}]\n    attribute: x\n",
			want: "line 5, column 5: rules.a has both attribute and items, but each excludes the other",
		},
		"cron of five": {
			text: head + "    cron: 0 8 * * *\n",
			want: `line 4, column 11: rules.a.cron is a text, but it has to be six parts such as "0 8 * * ? *" (minutes, hours, days of the ` +
				`month, months, days of the week and years), or a mapping of minutes, hours, dom, month, dow, year`,
		},
		"hour 25": {
			text: head + "    cron: 0 25 * * ? *\n",
			want: `line 4, column 11: rules.a.cron has hours that no schedule takes. Right is, for example, "6", "8-18" or "*/2"`,
		},
		"hour 25 by name": {
			text: head + "    cron:\n      hours: 25\n",
			want: `line 5, column 14: rules.a.cron has hours that no schedule takes. Right is, for example, "6", "8-18" or "*/2"`,
		},
		"no day": {
			text: head + "    cron: 0 8 ? * ? *\n",
			want: `line 4, column 11: rules.a.cron has "?" for both the day of the month and the day of the week, so that neither says on ` +
				`which days`,
		},
		"a part": {
			text: head + "    cron: {hour: 8, minutes: []}\n",
			want: "line 4, column 12: rules.a.cron.hour is not known; there are minutes, hours, dom, month, dow, year\nline 4, column 30: " +
				"rules.a.cron.minutes is a list, but it has to be a whole number or a text such as */15",
		},
		"no list": {
			text: head + "    assets: pump-*\n", want: `line 4, column 13: rules.a.assets is a text, but it has to be a list, each element a text`,
		},
		"no thresholds": {
			text: head + "    thresholds: []\n",
			want: `line 4, column 17: rules.a.thresholds is empty, but it has to be a list, each element a mapping with value and status`,
		},
		"a null element": {text: head + "    assets: [~]\n", want: `line 4, column 14: rules.a.assets[0] is null, but it has to be a text`},
		"a threshold": {
			text: head + "    thresholds: [{value: 1}, {status: bad}]\n",
			want: "line 4, column 30: rules.a.thresholds[1] lacks value\nline 4, column 39: rules.a.thresholds[1].status is a text, but it has " +
				"to be alert, warning or no_alert",
		},
		"a tag": {
			text: head + "    tags: [{name: x}, 5]\n",
			want: "line 4, column 12: rules.a.tags[0] lacks id\nline 4, column 23: rules.a.tags[1] is a number, but it has to be a text of at " +
				"most 100 characters; put it in quotes",
		},
		"an empty item": {
			text: head + "    items: [{ref_id: A}]\n",
			want: "line 4, column 13: rules.a.items[0] has none, but it has to have exactly one of attribute, metadata, expression",
		},
		"two in one item": {
			text: head + "    items: [{ref_id: A, attribute: x, expression: y}]\n",
			want: "line 4, column 13: rules.a.items[0] has attribute and expression, but it has to have exactly one of attribute, metadata, " +
				"expression",
		},
		"another type": {
			text: head + "    items: [{ref_id: A, attribute: x, type: METADATA}]\n",
			want: "line 4, column 13: rules.a.items[0] has another type than QUERY, which an item with attribute has",
		},
		"a ref_id": {
			text: head + "    items: [{ref_id: A-B, attribute: x, limit: 0}]\n",
			want: "line 4, column 22: rules.a.items[0].ref_id is a text, but it has to be a text of letters, digits and underscores of at most " +
				"5 characters such as A\nline 4, column 48: rules.a.items[0].limit is a number, but it has to be a whole number from 1 to 10000",
		},
		"a ref_id twice": {
			text: head + "    items: [{ref_id: A, attribute: x}, {ref_id: A, attribute: y}]\n",
			want: "line 4, column 40: rules.a.items[1] has the ref_id A, and so has rules.a.items[0]",
		},
		"no expression": {
			text: head + "    items: [{ref_id: A, expression: \"1 +\"}]\n", want: "line 4, column 13: rules.a.items[0].expression ",
		},
		"no such item": {
			text: head + "    items: [{ref_id: A, attribute: x}, {ref_id: B, expression: $A + $C}]\n",
			want: "line 4, column 40: rules.a.items[1].expression names $C, but the items are A, B",
		},
		"no such target": {
			text: head + "    items: [{ref_id: A, attribute: x}]\n    target: B\n",
			want: "line 4, column 5: rules.a.target names none of the items, which are A",
		},
		"a merged list": {
			text: head + "    <<: [5]\n", want: "line 4, column 9: rules.a merges a number, but << takes a mapping or a list of mappings",
		},
		"an anchor told once": {
			text: "version: 1\nx-a: &a {severity: 1}\nrules: {a: *a, b: *a}\n",
			want: "line 2, column 20: rules.a.severity is a number, but it has to be SEV1, SEV2, SEV3, SEV4, SEV5, SEV6, SEV7 or SEV8\nline 2, " +
				"column 20: rules.b.severity is a number, but it has to be SEV1, SEV2, SEV3, SEV4, SEV5, SEV6, SEV7 or SEV8",
		},
		"merges itself": {
			text: "version: 1\nrules:\n  a: &a\n    <<: *a\n",
			want: "line 4, column 9: rules.a merges mappings that merge others, more than 10 deep",
		},
		"holds itself": {text: "version: 1\nrules: &a\n  a: *a\n", want: "line 3, column 3: rules.a.a is not known;"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := rulecatalog.Read(c.text)
			var problems *rulecatalog.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("the error is %v", err)
			}
			if got := err.Error(); got != c.want && (!strings.HasSuffix(c.want, " ") && !strings.HasSuffix(c.want, ";") ||
				!strings.HasPrefix(got, c.want)) {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestManyProblems checks that a long list of problems is cut, and sorted by line.
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

// TestBombs reads small catalogs that expand to huge ones by their aliases.
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
