// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

func resource(address, kind, values string) string {
	_, name, _ := strings.Cut(address, kind+".")
	return `{"address": ` + quoted(address) + `, "mode": "managed", "type": "` + kind + `", ` +
		`"name": ` + quoted(name) + `, "values": ` + values + `}`
}

func quoted(text string) string {
	encoded, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text is always JSON
	}
	return string(encoded)
}

const (
	itemA     = `{"ref_id": "A", "type": "QUERY", "query_filter_asset": {"id": "pump"}, "query_filter_attribute": {"id": "pressure"}}`
	condition = `"type": "rate", "rate_value": 1, "rate_unit": "minute", "stmt_time_window": "1m",
		"stmt_target_variable": "A", "stmt_operator": "gt", "stmt_aggregation": "last",
		"stmt_thresholds": [{"value": 8, "status": "alert"}]`
	day = "time,asset,attribute,value\n" +
		"2026-03-02T00:00:00Z,pump,pressure,1\n" +
		"2026-03-02T00:01:00Z,pump,pressure,9\n" +
		"2026-03-02T00:02:00Z,pump,pressure,1\n"
)

// station returns a Terraform state in JSON, with a dashboard of one tab, and an alert with the given limit.
func station(limit string) string {
	return `{"values": {"root_module": {"resources": [` + strings.Join([]string{
		resource("engine_dashboard.x", "engine_dashboard", `{"id": "d1", "name": "Plant <b>"}`),
		resource("engine_tab.x", "engine_tab", `{"id": "t1", "name": "../../Operation", "dashboard": "d1"}`),
		resource("engine_widget.x", "engine_widget",
			`{"id": "w1", "name": "Pressure", "tab": "t1", "type": "gauge", "max_limit": `+limit+`, "chart_items": [`+itemA+`]}`),
		resource("engine_widget.lost", "engine_widget", `{"id": "w2", "name": "Lost", "tab": "t9", "type": "text", "text": "x"}`),
		resource("engine_alert.x", "engine_alert", `{"name": "Overpressure", "severity": "SEV1", `+condition+`, "alert_items": [`+itemA+`]}`),
	}, ", ") + `]}}}`
}

func write(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func run(t *testing.T, arguments ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = commandline.Run(t.Context(), Command(), arguments, nil, &out, &err)
	return status, out.String(), err.String()
}

func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[entry.Name()] = string(text)
	}
	return all
}

// Two runs must give the same files. A widget whose tab is not in the state file gets a page of its own.
func TestState(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	out := filepath.Join(folder, "out")
	arguments := []string{
		"-plan", write(t, folder, "state.json", station("10")), "-out", out, "-now", "2026-03-02T00:02:00Z", "-series",
		write(t, folder, "day.csv", day), "-json",
	}
	status, stdout, stderr := run(t, arguments...)
	if status != 0 || stderr != "" || !strings.Contains(stdout, `"worst_status": "alert"`) {
		t.Fatalf("got %d: %s%s", status, stdout, stderr)
	}
	first := files(t, out)
	want := []string{
		"alert-x.svg", "dashboard-parent-not-in-this-plan-tab-t9.svg", "dashboard-parent-not-in-this-plan.html", "dashboard-x-operation.svg",
		"dashboard-x.html", "index.html",
	}
	if got := slices.Sorted(maps.Keys(first)); !slices.Equal(got, want) {
		t.Errorf("got the files %q", got)
	}
	for name, words := range map[string]string{
		"dashboard-x-operation.svg": "Plant &lt;b&gt; / ../../Operation", "alert-x.svg": "It fired at 2026-03-02T00:01:00Z",
		"index.html": `<a href="dashboard-x.html">Plant &lt;b&gt;</a>`,
		"dashboard-parent-not-in-this-plan-tab-t9.svg": "Lost",
	} {
		if !strings.Contains(first[name], words) {
			t.Errorf("%s lacks %q", name, words)
		}
	}
	if status, _, stderr := run(t, arguments...); status != 0 || !maps.Equal(first, files(t, out)) {
		t.Errorf("the second run ended with %d and other files: %s", status, stderr)
	}
}

// With an earlier state file (-before), the drawn files must show what changed.
func TestBefore(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	out := filepath.Join(folder, "out")
	before := strings.Replace(station("10"), "Overpressure", "Pressure", 1)
	status, stdout, stderr := run(t, "-plan", write(t, folder, "state.json", station("20")), "-before", write(t, folder, "before.json",
		before), "-out", out, "-now", "2026-03-02T00:02:00Z")
	if status != 0 {
		t.Fatalf("got %d: %s%s", status, stdout, stderr)
	}
	for name, words := range map[string][]string{
		"dashboard-x-operation.svg": {">Before<", ">After<", "changed: max_limit", "sample data"},
		"alert-x.svg":               {">Before<", ">After<", "changed: name"},
	} {
		for _, word := range words {
			if text := files(t, out)[name]; !strings.Contains(text, word) {
				t.Errorf("%s lacks %q", name, word)
			}
		}
	}
	if _, stdout, _ := run(t, "-plan", write(t, folder, "none.json", `{"values": {"root_module": {}}}`), "-before", filepath.Join(folder,
		"before.json"), "-out", filepath.Join(folder, "removed"), "-json"); strings.Count(stdout, `"change": "removed"`) != 5 {
		t.Errorf("got %s", stdout)
	}
	_, stdout, _ = run(t, "-plan", filepath.Join(folder, "state.json"), "-before", filepath.Join(folder, "before.json"), "-out", out,
		"-json")
	for _, change := range []string{"changed: widgets", "changed: tabs", "changed: name"} {
		if strings.Count(stdout, change) != 1 {
			t.Errorf("%q is not once in %s", change, stdout)
		}
	}
}

// TestPriorState draws a plan beside its own state before the apply. Changed objects come first, and unchanged ones are drawn once and
// collapsed. Files of objects that are gone are deleted, but no files of others.
func TestPriorState(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	out := filepath.Join(folder, "out")
	tabs := `resources": [` + resource("engine_tab.n[10]", "engine_tab", `{"name": "Ten", "dashboard": "d1"}`) + ", " +
		resource("engine_tab.n[9]", "engine_tab", `{"name": "Nine", "dashboard": "d1"}`) + ", " +
		resource("engine_alert.a", "engine_alert", `{"name": "Same", "severity": "SEV1", `+condition+`, "alert_items": [`+itemA+`]}`) + ", "
	state := strings.Replace(station("10"), `resources": [`, tabs, 1)
	planned := strings.Replace(strings.Replace(state, `"values"`, `"planned_values"`, 1), "Overpressure", "Renamed", 1)
	withPrior := func(prior string) string { return planned[:len(planned)-1] + `, "prior_state": ` + prior + `}` }
	draw := func(plan string) map[string]string {
		t.Helper()
		if status, _, stderr := run(t, "-plan", write(t, folder, "plan.json", plan), "-out", out, "-now", "2026-03-02T00:02:00Z"); status != 0 {
			t.Fatalf("got %d: %s", status, stderr)
		}
		return files(t, out)
	}
	draw(strings.ReplaceAll(state, "engine_alert.x", "engine_alert.gone"))
	write(t, out, "alert-mine.svg", "mine")
	drawn := draw(withPrior(state))
	if _, isThere := drawn["alert-gone.svg"]; isThere || drawn["alert-mine.svg"] != "mine" {
		t.Errorf("got the files %q", slices.Sorted(maps.Keys(drawn)))
	}
	inOrder := func(name string, words ...string) {
		t.Helper()
		var found bool
		rest := drawn[name]
		for _, word := range words {
			if _, rest, found = strings.Cut(rest, word); !found {
				t.Errorf("%s lacks %q in the order of %q", name, word, words)
			}
		}
	}
	_, stdout, _ := run(t, "-plan", filepath.Join(folder, "plan.json"), "-out", out, "-now", "2026-03-02T00:02:00Z", "-markdown")
	for _, want := range []string{
		"| File | What | Title | Plan |\n", "alert-x.svg | alert | Renamed | changed: name |\n",
		"\n- engine\\_alert.a fired at", "sample data",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is missing in\n%s", want, stdout)
		}
	}
	inOrder("index.html", "light dark", `id="alert-x"`, ">Before<", ">After<", `id="alert-a"`, "<summary>Same: unchanged</summary>")
	inOrder("dashboard-x.html", ">Nine<", ">Ten<", "<summary>Nine: unchanged</summary>")
	for name, text := range drawn {
		if beside := strings.Contains(text, ">Before<"); beside != (name == "index.html" || name == "alert-x.svg") {
			t.Errorf("%s shows two versions: %t", name, beside)
		}
		if strings.HasSuffix(name, ".svg") && strings.Contains(text, "light-dark") {
			t.Errorf("%s has colors that only browsers know", name)
		}
	}
	for name, plan := range map[string]string{
		"first apply": withPrior(`{"values": {"root_module": {}}}`), "no changes": strings.Replace(withPrior(state), "Renamed", "Overpressure", 1),
	} {
		if text := draw(plan)["index.html"]; strings.Contains(text, "<details>") || strings.Contains(text, "added") {
			t.Errorf("%s: two states are compared", name)
		}
	}
}

// guarded returns a state in which the secrets are sensitive: a threshold of an alert and of a widget, a text, and ids of parents.
func guarded(limit, secret string) string {
	marked := func(resource, marks string) string {
		return strings.TrimSuffix(resource, "}") + `, "sensitive_values": ` + marks + `}`
	}
	level := `{"value": ` + limit + `, "status": "alert", "status_text": "` + secret + `"}`
	return `{"values": {"root_module": {"resources": [` + strings.Join([]string{
		resource("engine_dashboard.x", "engine_dashboard", `{"id": "d1", "name": "Plant"}`),
		marked(resource("engine_tab.x", "engine_tab", `{"id": "t1", "name": "`+secret+`", "dashboard": "d`+secret+`"}`),
			`{"name": true, "dashboard": true}`),
		marked(resource("engine_widget.lost", "engine_widget", `{"name": "Lost", "tab": "t`+secret+`", "type": "text", "text": "`+secret+`"}`),
			`{"tab": true, "text": true}`),
		marked(resource("engine_widget.x", "engine_widget", `{"name": "Pressure", "tab": "t1", "type": "line", "thresholds": [`+level+`],
			"y_axis_max_limit": `+limit+`, "chart_items": [`+itemA+`]}`), `{"tab": true, "thresholds": true, "y_axis_max_limit": true}`),
		marked(resource("engine_alert.x", "engine_alert", `{"name": "Overpressure", "severity": "SEV1", `+
			strings.Replace(condition, `{"value": 8, "status": "alert"}`, level, 1)+`, "alert_items": [`+itemA+`]}`),
			`{"stmt_thresholds": [{"value": true, "status_text": true}]}`),
	}, ", ") + `]}}}`
}

// Sensitive values must not leave the program, and no picture may depend on them: with other secrets, every file is the same.
func TestSensitive(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	state := write(t, folder, "state.json", guarded("8.7654", "hunter2"))
	other := write(t, folder, "other.json", guarded("7.1234", "swordfish"))
	for name, arguments := range map[string][]string{
		"sample": {"-json"},
		"series": {"-series", write(t, folder, "day.csv", day), "-json"},
		"text":   {"-series", filepath.Join(folder, "day.csv")},
	} {
		drawn := map[string]map[string]string{}
		for _, plan := range []string{state, other} {
			out := filepath.Join(folder, name, filepath.Base(plan))
			status, stdout, stderr := run(t, append([]string{"-plan", plan, "-out", out, "-now", "2026-03-02T00:02:00Z"}, arguments...)...)
			if status != 0 {
				t.Fatalf("%s: got %d: %s%s", name, status, stdout, stderr)
			}
			drawn[plan] = files(t, out)
			drawn[plan]["stdout"], drawn[plan]["stderr"] = strings.ReplaceAll(stdout, out, "OUT"), stderr
			for file, text := range drawn[plan] {
				for _, secret := range []string{"hunter2", "swordfish", "8.7654", "7.1234"} {
					if strings.Contains(file+text, secret) {
						t.Errorf("%s: %s contains %s", name, file, secret)
					}
				}
			}
		}
		if text := drawn[state]["alert-x.svg"]; !strings.Contains(text, "sensitive: stmt_thresholds") {
			t.Errorf("%s: the alert does not show that a threshold is sensitive", name)
		}
		if name != "sample" && !maps.Equal(drawn[state], drawn[other]) {
			t.Errorf("%s: files depend on the secrets", name)
		}
	}
	_, stdout, _ := run(t, "-plan", state, "-before", other, "-out", filepath.Join(folder, "both"), "-json")
	if want := "changed: stmt_thresholds (sensitive)"; !strings.Contains(stdout, want) {
		t.Errorf("%s is missing in %s", want, stdout)
	}
}

// A widget of which the plan does not show the tab must be on no tab, and the list of files names it. A tab and its widgets go together.
func TestUnknownParents(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	plan := write(t, folder, "plan.json", `{"planned_values": {"root_module": {"resources": [`+strings.Join([]string{
		resource("engine_dashboard.x", "engine_dashboard", `{"name": "Plant"}`),
		resource("engine_dashboard.y", "engine_dashboard", `{}`),
		resource("engine_tab.a", "engine_tab", `{"name": "A"}`),
		resource("engine_tab.b", "engine_tab", `{"name": "B"}`),
		resource("engine_widget.x", "engine_widget", `{"name": "Pressure", "type": "text"}`),
		resource("engine_widget.y", "engine_widget", `{"type": "text", "text": "certain"}`),
	}, ", ")+`]}}, "resource_changes": [
		{"address": "engine_dashboard.y", "change": {"after_unknown": {"name": true}}},
		{"address": "engine_widget.y", "change": {"after_unknown": {"name": true}}}
	], "configuration": {"root_module": {"resources": [
		{"mode": "managed", "type": "engine_widget", "name": "x", "expressions": {"tab": {"references": ["local.tab"]}}},
		{"mode": "managed", "type": "engine_widget", "name": "y", "expressions": {"tab": {"references": ["engine_tab.b.id", "engine_tab.b"]}}},
		{"mode": "managed", "type": "engine_tab", "name": "a", "expressions": {
			"dashboard": {"references": ["engine_dashboard.x.id", "engine_dashboard.x"]}
		}},
		{"mode": "managed", "type": "engine_tab", "name": "b", "expressions": {"dashboard": {"references": ["local.dashboard"]}}}
	]}}}`)
	out := filepath.Join(folder, "out")
	status, stdout, stderr := run(t, "-plan", plan, "-out", out, "-json")
	if status != 0 {
		t.Fatalf("got %d: %s%s", status, stdout, stderr)
	}
	drawn := files(t, out)
	for name, words := range map[string]string{
		"dashboard-parent-known-after-apply-tab-known-after-apply.svg": "Pressure",
		"dashboard-parent-known-after-apply-b.svg":                     "engine_widget.y (name known after apply)",
		"dashboard-parent-known-after-apply.html":                      "<h1>Parent known after apply</h1>",
		"dashboard-x-a.svg":                                            "This tab has no widgets",
		"dashboard-y.html":                                             "<h1>engine_dashboard.y (name known after apply)</h1>",
	} {
		if !strings.Contains(drawn[name], words) {
			t.Errorf("%s lacks %q", name, words)
		}
	}
	var report struct {
		Parents []string `json:"parent_known_after_apply"`
		Sample  bool     `json:"sample"`
	}
	want := []string{"engine_tab.b", "engine_widget.x"}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || !slices.Equal(report.Parents, want) || !report.Sample {
		t.Errorf("got %+v, %v", report, err)
	}
}

// Without -series, whatever shows the outcome of an alert says that it ran on sample data.
func TestSampleIsMarked(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	list := func(kind string) string {
		return resource("engine_widget."+kind, "engine_widget", `{"id": "w`+kind+`", "name": "n", "tab": "t`+kind+`", "type": "`+kind+`"}`)
	}
	state := strings.Replace(station("10"), `"resources": [`, `"resources": [`+list("alertlist")+", "+list("alertevents")+", ", 1)
	plan := write(t, folder, "state.json", state)
	for name, c := range map[string]struct {
		arguments []string
		sample    bool
	}{
		"sample": {nil, true}, "series": {[]string{"-series", write(t, folder, "day.csv", day)}, false},
	} {
		out := filepath.Join(folder, name)
		arguments := append([]string{"-plan", plan, "-out", out, "-json", "-now", "2026-03-02T00:02:00Z"}, c.arguments...)
		status, stdout, stderr := run(t, arguments...)
		var report struct {
			Sample        bool
			Files, Alerts []struct{ Sample bool }
		}
		if err := json.Unmarshal([]byte(stdout), &report); err != nil || status != 0 {
			t.Fatalf("%s: got %d, %v: %s", name, status, err, stderr)
		}
		for _, marked := range append(append(report.Files, report.Alerts...), struct{ Sample bool }{report.Sample}) {
			if marked.Sample != c.sample {
				t.Errorf("%s: got %+v", name, report)
				break
			}
		}
		for file, text := range files(t, out) {
			if strings.Contains(file, "-tab-talert") && strings.Contains(text, "sample data") != c.sample {
				t.Errorf("%s: %s says %t that it shows sample data", name, file, !c.sample)
			}
		}
	}
}

// Whatever the names are, all pictures are XML.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const hostile = "a\x00\x01\x1b\u0085\u202e\ufffe\uffff\xffb]]>&<"
	plan := write(t, folder, "state.json", strings.NewReplacer(
		`"Plant <b>"`, quoted(hostile), `"../../Operation"`, quoted(hostile), `"Overpressure"`, quoted(hostile), `"Pressure"`, quoted(hostile),
	).Replace(station("10")))
	for _, arguments := range [][]string{nil, {"-before", plan}} {
		out := filepath.Join(folder, "out"+fmt.Sprint(len(arguments)))
		if status, _, stderr := run(t, append([]string{"-plan", plan, "-out", out}, arguments...)...); status != 0 {
			t.Fatalf("got %d: %s", status, stderr)
		}
		for name, text := range files(t, out) {
			if strings.ContainsAny(text, "\x00\x01\x1b\u202e\uffff") {
				t.Errorf("%s contains control characters", name)
			}
			for decoder := xml.NewDecoder(strings.NewReader(text)); strings.HasSuffix(name, ".svg"); {
				if _, err := decoder.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s is not XML: %v", name, err)
				}
			}
		}
	}
}

// A plan can be large or hostile. Each would take many seconds if the work were not bounded, and the test would run into its time limit.
func TestLargePlans(t *testing.T) {
	t.Parallel()
	var widgets, items, mappings []string
	for i := range 100_000 {
		widgets = append(widgets, resource(fmt.Sprintf("engine_widget.w[%d]", i), "engine_widget", `{"name": "n", "type": "text"}`))
	}
	for i := range 400 {
		items = append(items, fmt.Sprintf(`{"ref_id": "A%d", "type": "QUERY", "query_filter_asset": {"id": "a"},
			"query_filter_attribute": {"id": "x%d"}}`, i, i))
	}
	items = append(items, `{"ref_id": "T", "type": "EXPRESSION", "expression": "$A1 / $A2"}`)
	for i := range 100 {
		mappings = append(mappings, fmt.Sprintf(`{"type": "regex", "regular_expression": "^(([0-9.]+)+)+x%d$", "display_text": "x"}`, i))
	}
	for name, resources := range map[string]string{
		"widgets": resource("engine_tab.x", "engine_tab", `{"name": "T"}`) + ", " + strings.Join(widgets, ", "),
		"items": resource("engine_alert.x", "engine_alert", `{"name": "n", "alert_items": [`+strings.Join(items, ", ")+`],
			"type": "rate", "rate_value": 1, "rate_unit": "hour", "stmt_time_window": "1h",
			"stmt_target_variable": "T", "stmt_operator": "gt", "stmt_aggregation": "last",
			"stmt_thresholds": [{"value": 8, "status": "alert"}]}`),
		"mappings": resource("engine_widget.x", "engine_widget", `{"name": "n", "type": "table", "value_mappings": [`+
			strings.Join(mappings, ", ")+`], "chart_items": [`+itemA+`]}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			plan := write(t, folder, "plan.json", `{"planned_values": {"root_module": {"resources": [`+resources+`]}},
				"configuration": {"root_module": {"resources": [
					{"mode": "managed", "type": "engine_widget", "name": "w", "expressions": {"tab": {"references": ["engine_tab.x"]}}}
				]}}}`)
			if status, _, stderr := run(t, "-plan", plan, "-out", filepath.Join(folder, "out")); status != 0 {
				t.Errorf("got %d: %s", status, stderr)
			}
		})
	}
}

// Wrong arguments and wrong files must give an error. All files that are already in the folder must stay.
func TestMistakes(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	state := write(t, folder, "state.json", station("10"))
	broken := write(t, folder, "broken.json", strings.Replace(station("10"), `"stmt_operator": "gt"`, `"stmt_operator": "never"`, 1))
	taken := filepath.Join(folder, "taken")
	if err := os.Mkdir(taken, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, taken, "index.html", "mine")
	quoting := filepath.Join(folder, "quoting")
	if err := os.Mkdir(quoting, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, quoting, "index.html", "<!-- not Drawn by terraform-provider-engine. -->")
	outside := write(t, folder, "outside.html", sheet.HTMLStart)
	linked := filepath.Join(folder, "linked")
	if err := os.Mkdir(linked, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(linked, "index.html")); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(folder, "out")
	for name, c := range map[string]struct {
		arguments []string
		status    int
		want      string
	}{
		"no arguments": {nil, 2, "-plan and -out are needed"},
		"an argument":  {[]string{"-plan", state, "-out", out, "x"}, 2, `unexpected argument "x"`},
		"no plan":      {[]string{"-plan", "missing.json", "-out", out}, 2, "-plan missing.json: there is no such file"},
		"not JSON":     {[]string{"-plan", write(t, folder, "odd.json", "x"), "-out", out}, 2, "is not what terraform show -json prints"},
		"nothing":      {[]string{"-plan", write(t, folder, "empty.json", "{}"), "-out", out}, 2, "has no dashboard"},
		"two formats":  {[]string{"-plan", state, "-out", out, "-json", "-markdown"}, 2, "exclude each other"},
		"a theme":      {[]string{"-theme", "pink"}, 2, "light or dark"},
		"a width":      {[]string{"-width", "599"}, 2, "from 600 to 4000"},
		"a time":       {[]string{"-now", "noon"}, 2, "ISO 8601"},
		"a zone":       {[]string{"-timezone", "Mars"}, 2, "unknown time zone"},
		"no points": {
			[]string{"-plan", state, "-out", out, "-series", write(t, folder, "none.csv", "time,asset,attribute,value\n")},
			2, "there is no point in it",
		},
		"an alert": {[]string{"-plan", broken, "-out", out}, 1, "engine_alert.x had the status misconfigured: it did not run"},
		"old data": {[]string{"-plan", state, "-out", out, "-series", write(t, folder, "old.csv", strings.ReplaceAll(day, "2026",
			"2020"))}, 0, "use -now 2020-03-02T00:02:00Z"},
		"a file of others":            {[]string{"-plan", state, "-out", taken}, 2, filepath.Join(taken, "index.html") + " is there already"},
		"a file that quotes the mark": {[]string{"-plan", state, "-out", quoting}, 2, "index.html is there already"},
		"a link":                      {[]string{"-plan", state, "-out", linked}, 2, "index.html is there already"},
	} {
		if status, _, stderr := run(t, c.arguments...); status != c.status || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: got %d %s, want %s", name, status, stderr, c.want)
		}
	}
	if got := files(t, taken); len(got) != 1 || got["index.html"] != "mine" {
		t.Errorf("the folder has %q", slices.Sorted(maps.Keys(got)))
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`module.a["x/y"].engine_dashboard.main[0]`: "module-a-x-y-main-0", "../../etc/passwd": "etc-passwd", "": "unnamed",
		"Größe 2": "gr-e-2", "CON": "con",
		strings.Repeat("a", 300): strings.Repeat("a", 80), "\x00..\\": "unnamed",
	} {
		if got := slug(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	a := gallery{names: map[string]int{}}
	if a.add(file{Path: "x"}, ".svg"); a.add(file{Path: "x"}, ".svg") != "x-2.svg" {
		t.Error("two files have the same name")
	}
}
