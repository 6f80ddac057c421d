// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/sheet"
)

func resource(address, kind, values string) string {
	_, name, _ := strings.Cut(address, kind+".")
	return `{"address": ` + quoted(address) + `, "mode": "managed", "type": "` + kind + `", ` +
		`"name": ` + quoted(name) + `, "values": ` + values + `}`
}

func quoted(value string) string { return document.Encode(value) }

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

// testState returns a Terraform state as JSON. It contains a dashboard with one tab, a widget with the given limit, a widget whose tab is
// not in the state, and an alert.
func testState(limit string) string {
	return `{"values": {"root_module": {"resources": [` + strings.Join([]string{
		resource("engine_dashboard.x", "engine_dashboard", `{"id": "d1", "name": "Plant <b>"}`),
		resource("engine_tab.x", "engine_tab", `{"id": "t1", "name": "../../Operation", "dashboard": "d1"}`),
		resource("engine_widget.x", "engine_widget",
			`{"id": "w1", "name": "Pressure", "tab": "t1", "type": "gauge", "max_limit": `+limit+`, "chart_items": [`+itemA+`]}`),
		resource("engine_widget.lost", "engine_widget", `{"id": "w2", "name": "Lost", "tab": "t9", "type": "text", "text": "x"}`),
		resource("engine_alert.x", "engine_alert", `{"name": "Overpressure", "severity": "SEV1", `+condition+`, "alert_items": [`+itemA+`]}`),
	}, ", ") + `]}}}`
}

func write(t *testing.T, directory, name, content string) string {
	t.Helper()
	path := filepath.Join(directory, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
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

func files(t *testing.T, directory string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(directory)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(directory, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[entry.Name()] = string(content)
	}
	return all
}

// draw runs the command on a plan or state. It returns the standard output, and the contents of the written files by file name.
func draw(t *testing.T, directory, plan string, arguments ...string) (stdout string, written map[string]string) {
	t.Helper()
	fixed := []string{"-plan", write(t, t.TempDir(), "plan.json", plan), "-out", directory, "-now", "2026-03-02T00:02:00Z"}
	status, stdout, stderr := run(t, append(fixed, arguments...)...)
	if status != 0 || stderr != "" {
		t.Fatalf("got %d: %s%s", status, stdout, stderr)
	}
	return stdout, files(t, directory)
}

// checkContains checks that the files contain the wanted strings in the given order. The keys of both maps are file names.
func checkContains(t *testing.T, all map[string]string, want map[string][]string) {
	t.Helper()
	for name, words := range want {
		rest := all[name]
		for _, word := range words {
			_, after, found := strings.Cut(rest, word)
			if !found {
				t.Errorf("%s lacks %q in the order of %q", name, word, words)
				break
			}
			rest = after
		}
	}
}

// TestStateIsRenderedTheSameInEachRun checks that two runs write the same files, and that a widget whose tab is not in the state still gets
// a page.
func TestStateIsRenderedTheSameInEachRun(t *testing.T) {
	t.Parallel()
	out, series := t.TempDir(), write(t, t.TempDir(), "day.csv", day)
	stdout, first := draw(t, out, testState("10"), "-series", series, "-json")
	want := []string{
		"alert-x.svg", "dashboard-parent-not-in-this-plan-tab-t9.svg", "dashboard-parent-not-in-this-plan.html", "dashboard-x-operation.svg",
		"dashboard-x.html", "index.html",
	}
	if got := slices.Sorted(maps.Keys(first)); !slices.Equal(got, want) || !strings.Contains(stdout, `"worst_status": "alert"`) {
		t.Errorf("got the files %q and %s", got, stdout)
	}
	checkContains(t, first, map[string][]string{
		"dashboard-x-operation.svg": {"Plant &lt;b&gt; / ../../Operation"},
		"alert-x.svg":               {"It fired at 2026-03-02T00:01:00Z"},
		"index.html":                {`<a href="dashboard-x.html">Plant &lt;b&gt;</a>`},
		"dashboard-parent-not-in-this-plan-tab-t9.svg": {"Lost"},
	})
	if _, second := draw(t, out, testState("10"), "-series", series, "-json"); !maps.Equal(first, second) {
		t.Error("the second run wrote different files")
	}
}

func TestEarlierStateIsCompared(t *testing.T) {
	t.Parallel()
	before := write(t, t.TempDir(), "before.json", strings.Replace(testState("10"), "Overpressure", "Pressure", 1))
	stdout, written := draw(t, t.TempDir(), testState("20"), "-before", before, "-json")
	checkContains(t, written, map[string][]string{
		"dashboard-x-operation.svg": {">Before<", "sample data", ">After<", "changed: max_limit"},
		"alert-x.svg":               {">Before<", "changed: name", ">After<"},
	})
	removed, _ := draw(t, t.TempDir(), `{"values": {"root_module": {}}}`, "-before", before, "-json")
	for change, count := range map[string]int{"changed: widgets": 1, "changed: tabs": 1, "changed: name": 1, `"change": "removed"`: 5} {
		if got := strings.Count(stdout+removed, change); got != count {
			t.Errorf("%q is %d times in %s%s", change, got, stdout, removed)
		}
	}
}

// TestPriorStateIsCompared checks that a plan is compared with its own prior state. Changed objects must come first. Unchanged objects must
// be rendered only once and be collapsed. The command must delete the files of removed objects, but only files that it wrote itself.
func TestPriorStateIsCompared(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	tabs := `resources": [` + resource("engine_tab.n[10]", "engine_tab", `{"name": "Ten", "dashboard": "d1"}`) + ", " +
		resource("engine_tab.n[9]", "engine_tab", `{"name": "Nine", "dashboard": "d1"}`) + ", " +
		resource("engine_alert.a", "engine_alert", `{"name": "Same", "severity": "SEV1", `+condition+`, "alert_items": [`+itemA+`]}`) + ", "
	state := strings.Replace(testState("10"), `resources": [`, tabs, 1)
	planned := strings.Replace(strings.Replace(state, `"values"`, `"planned_values"`, 1), "Overpressure", "Renamed", 1)
	withPrior := func(prior string) string { return planned[:len(planned)-1] + `, "prior_state": ` + prior + `}` }
	draw(t, out, strings.ReplaceAll(state, "engine_alert.x", "engine_alert.gone"))
	write(t, out, "alert-mine.svg", "mine")
	stdout, written := draw(t, out, withPrior(state), "-markdown")
	if _, isThere := written["alert-gone.svg"]; isThere || written["alert-mine.svg"] != "mine" {
		t.Errorf("got the files %q", slices.Sorted(maps.Keys(written)))
	}
	for name, content := range written {
		if beside := strings.Contains(content, ">Before<"); beside != (name == "index.html" || name == "alert-x.svg") {
			t.Errorf("%s shows two versions: %t", name, beside)
		}
		if strings.HasSuffix(name, ".svg") && strings.Contains(content, "light-dark") {
			t.Errorf("%s has colors that only browsers know", name)
		}
	}
	written["stdout"] = stdout
	checkContains(t, written, map[string][]string{
		"stdout": {
			"| File | What | Title | Plan |\n", "alert-x.svg | alert | Renamed | changed: name |\n", "\n- engine\\_alert.a fired at", "sample data",
		},
		"index.html":       {"light dark", `id="alert-x"`, ">Before<", ">After<", `id="alert-a"`, "<summary>Same: unchanged</summary>"},
		"dashboard-x.html": {">Nine<", ">Ten<", "<summary>Nine: unchanged</summary>"},
	})
	for name, plan := range map[string]string{
		"first apply": withPrior(`{"values": {"root_module": {}}}`), "no changes": strings.Replace(withPrior(state), "Renamed", "Overpressure", 1),
	} {
		if _, written := draw(t, out, plan); strings.Contains(written["index.html"], "<details>") || strings.Contains(written["index.html"], "added") {
			t.Errorf("%s: two states are compared", name)
		}
	}
}

// sensitiveState returns a state in which these values are sensitive: the thresholds of an alert and a widget, the axis limit of the same
// widget, the text of another widget, the name of a tab, and the ids of parents.
func sensitiveState(limit, secret string) string {
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

// TestSensitiveValuesAreHidden checks that no file contains a sensitive value. With recorded data, two plans that differ only in their
// sensitive values must produce the same files.
func TestSensitiveValuesAreHidden(t *testing.T) {
	t.Parallel()
	state, other, series := sensitiveState("8.7654", "hunter2"), sensitiveState("7.1234", "swordfish"), write(t, t.TempDir(), "day.csv", day)
	for name, arguments := range map[string][]string{
		"sample": {"-json"}, "series": {"-series", series, "-json"}, "text": {"-series", series},
	} {
		written := map[string]map[string]string{}
		for _, plan := range []string{state, other} {
			out := t.TempDir()
			stdout, files := draw(t, out, plan, arguments...)
			files["stdout"] = strings.ReplaceAll(stdout, out, "OUT")
			for file, content := range files {
				for _, secret := range []string{"hunter2", "swordfish", "8.7654", "7.1234"} {
					if strings.Contains(file+content, secret) {
						t.Errorf("%s: %s contains %s", name, file, secret)
					}
				}
			}
			checkContains(t, files, map[string][]string{"alert-x.svg": {"sensitive: stmt_thresholds"}})
			written[plan] = files
		}
		if name != "sample" && !maps.Equal(written[state], written[other]) {
			t.Errorf("%s: files depend on the secrets", name)
		}
	}
	stdout, _ := draw(t, t.TempDir(), state, "-before", write(t, t.TempDir(), "other.json", other), "-json")
	checkContains(t, map[string]string{"stdout": stdout}, map[string][]string{"stdout": {"changed: stmt_thresholds (sensitive)"}})
}

// TestUnknownParentsGetPages checks that a widget with an unknown tab is rendered on a placeholder tab, and that the report lists the
// widget. A tab with an unknown dashboard must keep its widgets.
func TestUnknownParentsGetPages(t *testing.T) {
	t.Parallel()
	stdout, written := draw(t, t.TempDir(), `{"planned_values": {"root_module": {"resources": [`+strings.Join([]string{
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
	]}}}`, "-json")
	checkContains(t, written, map[string][]string{
		"dashboard-parent-known-after-apply-tab-known-after-apply.svg": {"Pressure"},
		"dashboard-parent-known-after-apply-b.svg":                     {"engine_widget.y (name known after apply)"},
		"dashboard-parent-known-after-apply.html":                      {"<h1>Parent known after apply</h1>"},
		"dashboard-x-a.svg": {"This tab has no widgets"},
		"dashboard-y.html":  {"<h1>engine_dashboard.y (name known after apply)</h1>"},
	})
	var report struct {
		Parents []string `json:"parent_known_after_apply"`
		Sample  bool     `json:"sample"`
	}
	want := []string{"engine_tab.b", "engine_widget.x"}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || !slices.Equal(report.Parents, want) || !report.Sample {
		t.Errorf("got %+v, %v", report, err)
	}
}

// TestSampleDataIsMarked checks that without -series, every output that shows an alert's status says that the alert ran on sample data.
func TestSampleDataIsMarked(t *testing.T) {
	t.Parallel()
	list := func(kind string) string {
		return resource("engine_widget."+kind, "engine_widget", `{"id": "w`+kind+`", "name": "n", "tab": "t`+kind+`", "type": "`+kind+`"}`)
	}
	state := strings.Replace(testState("10"), `"resources": [`, `"resources": [`+list("alertlist")+", "+list("alertevents")+", ", 1)
	for _, isSample := range []bool{true, false} {
		arguments := []string{"-json"}
		if !isSample {
			arguments = append(arguments, "-series", write(t, t.TempDir(), "day.csv", day))
		}
		stdout, written := draw(t, t.TempDir(), state, arguments...)
		if marks := strings.Count(stdout, fmt.Sprintf(`"sample": %t`, isSample)); marks != strings.Count(stdout, `"sample":`) || marks != 10 {
			t.Errorf("%d marks in %s", marks, stdout)
		}
		for file, content := range written {
			if strings.Contains(file, "-tab-talert") && strings.HasSuffix(file, "svg") && strings.Contains(content, "sample data") != isSample {
				t.Errorf("%s is marked as sample data: %t", file, !isSample)
			}
		}
	}
}

func TestPicturesOfHostileNamesAreXML(t *testing.T) {
	t.Parallel()
	const hostile = "a\x00\x01\x1b\u0085\u202e\ufffe\uffff\xffb]]>&<"
	plan := strings.NewReplacer(
		`"Plant <b>"`, quoted(hostile), `"../../Operation"`, quoted(hostile), `"Overpressure"`, quoted(hostile), `"Pressure"`, quoted(hostile),
	).Replace(testState("10"))
	for _, arguments := range [][]string{nil, {"-before", write(t, t.TempDir(), "before.json", plan)}} {
		_, written := draw(t, t.TempDir(), plan, arguments...)
		for name, content := range written {
			if strings.ContainsAny(content, "\x00\x01\x1b\u202e\uffff") {
				t.Errorf("%s contains control characters", name)
			}
			if err := xml.Unmarshal([]byte(content), new(struct{})); strings.HasSuffix(name, ".svg") && err != nil {
				t.Errorf("%s is not XML: %v", name, err)
			}
		}
	}
}

// TestWorkOnLargePlansIsBounded checks that the work on large or hostile plans is bounded. Without limits, drawing any of these plans would
// exceed the test's time limit.
func TestWorkOnLargePlansIsBounded(t *testing.T) {
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
			draw(t, t.TempDir(), `{"planned_values": {"root_module": {"resources": [`+resources+`]}}, "configuration": {"root_module": {"resources": [
				{"mode": "managed", "type": "engine_widget", "name": "w", "expressions": {"tab": {"references": ["engine_tab.x"]}}}
			]}}}`)
		})
	}
}

// TestMistakesAreReported checks the messages about users' mistakes. If the command fails, it must not change existing files.
func TestMistakesAreReported(t *testing.T) {
	t.Parallel()
	directory := t.TempDir()
	state := write(t, directory, "state.json", testState("10"))
	broken := write(t, directory, "broken.json", strings.Replace(testState("10"), `"stmt_operator": "gt"`, `"stmt_operator": "never"`, 1))
	taken, quoting, linked := t.TempDir(), t.TempDir(), t.TempDir()
	write(t, taken, "index.html", "mine")
	write(t, quoting, "index.html", "<!-- not Drawn by terraform-provider-engine. -->")
	if err := os.Symlink(write(t, directory, "outside.html", sheet.HTMLStart), filepath.Join(linked, "index.html")); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(directory, "out")
	for name, c := range map[string]struct {
		arguments []string
		status    int
		want      string
	}{
		"no arguments": {nil, 2, "-plan and -out are needed"},
		"an argument":  {[]string{"-plan", state, "-out", out, "x"}, 2, `unexpected argument "x"`},
		"no plan":      {[]string{"-plan", "missing.json", "-out", out}, 2, "-plan missing.json: there is no such file"},
		"not JSON":     {[]string{"-plan", write(t, directory, "odd.json", "x"), "-out", out}, 2, "is not what terraform show -json prints"},
		"nothing":      {[]string{"-plan", write(t, directory, "empty.json", "{}"), "-out", out}, 2, "has no dashboard"},
		"two formats":  {[]string{"-plan", state, "-out", out, "-json", "-markdown"}, 2, "exclude each other"},
		"a theme":      {[]string{"-theme", "pink"}, 2, "light or dark"},
		"a width":      {[]string{"-width", "599"}, 2, "from 600 to 4000"},
		"a time":       {[]string{"-now", "noon"}, 2, "ISO 8601"},
		"a zone":       {[]string{"-timezone", "Mars"}, 2, "unknown time zone"},
		"no points": {
			[]string{"-plan", state, "-out", out, "-series", write(t, directory, "none.csv", "time,asset,attribute,value\n")},
			2, "no data points in ",
		},
		"an alert": {[]string{"-plan", broken, "-out", out}, 1, "engine_alert.x had the status misconfigured: it did not run"},
		"old data": {[]string{"-plan", state, "-out", out, "-series", write(t, directory, "old.csv", strings.ReplaceAll(day, "2026",
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
		t.Errorf("the directory has %q", slices.Sorted(maps.Keys(got)))
	}
}

func TestFileNamesAreSafeAndUnique(t *testing.T) {
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
	if a.addFile(file{Path: "x"}, ".svg"); a.addFile(file{Path: "x"}, ".svg") != "x-2.svg" {
		t.Error("two files have the same name")
	}
}
