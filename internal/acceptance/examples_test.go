// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const examplesDir = "../../examples"

// TestExamples checks that each documented example can be applied and destroyed as a module, and that a plan after the apply is empty. Every
// alert must fire, either on the recorded data in the example's directory or, if there is no such data, on constant values.
func TestExamples(t *testing.T) {
	t.Parallel()
	testExamples(t, 0)
}

// TestWriteOnlyExamples runs the checks in TestExamples on examples with write-only values.
func TestWriteOnlyExamples(t *testing.T) {
	t.Parallel()
	terraformtest.Since(t, terraformtest.NewReattached(t, t.TempDir(), comparedServer), 11, 11)
	testExamples(t, 11)
}

// TestActionExamples runs the checks in TestExamples on examples of actions. It also runs the terraform -invoke commands in the examples.
func TestActionExamples(t *testing.T) {
	t.Parallel()
	terraformtest.Since(t, terraformtest.NewReattached(t, t.TempDir(), comparedServer), 14, terraformtest.Never)
	testExamples(t, 14)
}

func testExamples(t *testing.T, minor int) {
	t.Helper()
	groups := map[string][]example{}
	for _, x := range findExamples(t) {
		if x.minor == minor {
			groups[x.group()] = append(groups[x.group()], x)
		}
	}
	if len(groups) == 0 {
		t.Error("there are no such examples")
	}
	for name, group := range groups {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testGroup(t, group)
		})
	}
}

// example is a configuration in the examples directory.
type example struct {
	name      string // for example resources/engine_alert/resource_cron.tf
	directory string
	file      string // the only .tf file of the example, or "" if all files belong to it
	minor     int    // minor version of the first Terraform 1.x that can apply the example, or 0 for any version
}

// findExamples returns examples/complete and every .tf file in the directories from which registry pages are generated. It omits the
// examples of list resources and imports, which have their own tests.
func findExamples(t *testing.T) []example {
	t.Helper()
	all := []example{{name: "complete", directory: filepath.Join(examplesDir, "complete")}}
	for _, pattern := range []string{"provider/*.tf", "resources/*/*.tf", "data-sources/*/*.tf", "functions/*/*.tf", "actions/*/*.tf"} {
		files, err := filepath.Glob(filepath.Join(examplesDir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("there is no %s (%v)", pattern, err)
		}
		for _, path := range files {
			if strings.HasPrefix(filepath.Base(path), "import-") {
				continue
			}
			name, err := filepath.Rel(examplesDir, path)
			if err != nil {
				t.Fatal(err)
			}
			x := example{name: filepath.ToSlash(name), directory: filepath.Dir(path), file: filepath.Base(path)}
			if strings.HasPrefix(pattern, "actions/") {
				x.minor = 14
			} else if strings.Contains(readFile(t, path), "_wo_version") {
				x.minor = 11
			}
			all = append(all, x)
		}
	}
	return all
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// copyTo copies the example to a directory. The copy includes files next to the example, such as recorded data, but no other examples.
func (x example) copyTo(t *testing.T, directory string) {
	t.Helper()
	if err := os.CopyFS(directory, os.DirFS(x.directory)); err != nil {
		t.Fatal(err)
	}
	others, err := filepath.Glob(filepath.Join(directory, "*.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range others {
		if x.file != "" && filepath.Base(path) != x.file {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// group returns the name of the example's group. Terraform applies the examples in a group together, as modules of one configuration, which
// is much faster. They share an engine, so they need the same engine options. The data sources of one example must not find objects of
// another.
func (x example) group() string {
	kind, _, _ := strings.Cut(x.name, "/")
	switch {
	case x.isAlone():
		return x.name
	case kind == "data-sources":
		return kind + " " + x.file
	case x.engine().Series != nil:
		return x.name[:strings.LastIndex(x.name, "/")]
	case x.looksUp():
		return kind + " that look up objects"
	default:
		return kind
	}
}

// isAlone reports whether the example must be applied alone instead of as a module. This is necessary if the example has several files or
// configures the provider. It is also necessary for an action, because the command in the example contains the action's address in the root
// module.
func (x example) isAlone() bool {
	return x.file == "" || strings.HasPrefix(x.name, "provider/") || strings.HasPrefix(x.name, "actions/")
}

// looksUp reports whether the example uses for_each to look up existing objects.
func (x example) looksUp() bool { return strings.Contains(x.file, "for_each") }

// module returns the name of the example's module in its group's configuration.
func (x example) module() string { return regexp.MustCompile(`\W`).ReplaceAllString(x.name, "_") }

func testGroup(t *testing.T, group []example) {
	t.Helper()
	directory, first := t.TempDir(), group[0]
	e := startEngine(t, first.engine())
	if first.looksUp() {
		e.addObjectsToFind(t)
	}
	before := e.count()
	run := terraformtest.NewReattached(t, directory, comparedServer)
	if first.isAlone() {
		first.copyTo(t, directory)
		connect(t, directory, e)
	} else {
		writeModules(t, directory, e, group)
		terraformtest.Do(t, run, []string{"get"})
	}
	if printed := terraformtest.Do(t, run, []string{"apply", "-auto-approve"}); strings.Contains(printed, "Warning: ") {
		t.Errorf("the apply warns:\n%s", printed)
	}
	if first.minor == 14 {
		if invoke := onDemand.FindString(readFile(t, filepath.Join(directory, first.file))); invoke != "" {
			terraformtest.Do(t, run, []string{"apply", "-auto-approve", invoke})
		}
	}
	terraformtest.Do(t, run, noChanges)
	for _, alert := range e.createdAlerts(t) {
		if problem := e.whyNotFiring(t, alert); problem != "" {
			t.Errorf("the alert %v: %s", alert["name"], problem)
		}
	}
	if first.looksUp() {
		listed := terraformtest.Do(t, run, []string{"state", "list"})
		for _, x := range group {
			place := "module." + x.module() + "."
			if x.isAlone() {
				place = ""
			}
			if created := regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(place)+`.*]$`).FindAllString(listed, -1); len(created) < 2 {
				t.Errorf("%s: for_each created %q, want 2 objects or more", x.name, created)
			}
		}
	}
	terraformtest.Do(t, run, []string{"destroy", "-auto-approve"})
	if left := e.count() - before; left != 0 {
		t.Errorf("%d objects are left", left)
	}
}

// writeModules writes a configuration in which each of the given examples is a module.
func writeModules(t *testing.T, directory string, e *testEngine, group []example) {
	t.Helper()
	config := terraformtest.Versions + "\n" + e.Config("")
	for _, x := range group {
		config += x.asModule(t, directory)
	}
	terraformtest.Write(t, directory, "main.tf", config)
}

// asModule copies the example to a subdirectory of directory, and returns the block that calls it as a module.
func (x example) asModule(t *testing.T, directory string) (block string) {
	t.Helper()
	there := filepath.Join(directory, x.module())
	x.copyTo(t, there)
	terraformtest.Write(t, there, "versions.tf", terraformtest.Versions)
	block = fmt.Sprintf("module %[1]q {\n  source = \"./%[1]s\"\n", x.module())
	for _, variable := range variableWithoutDefault.FindAllStringSubmatch(readFile(t, filepath.Join(there, x.file)), -1) {
		block += fmt.Sprintf("  %s = \"given by the test\"\n", variable[1])
	}
	return block + "}\n"
}

// noChanges is a Terraform command that fails if the plan has changes.
var noChanges = []string{"plan", "-detailed-exitcode"}

var onDemand = regexp.MustCompile(`-invoke=[\w.]+`)

// engine returns the reference server options for the example. If the example's directory contains recorded data, the server uses it. The
// exception is examples/complete, because some of its alerts do not fire on the recorded day.
func (x example) engine() refserver.Options {
	options := refserver.Options{Collections: []string{"asset/assets", "tag/tags"}}
	if x.file == "" {
		return options
	}
	if path := filepath.Join(x.directory, "day.csv"); isFile(path) {
		options.Series = []string{path}
	}
	if path := filepath.Join(x.directory, "metadata.json"); isFile(path) {
		options.Metadata = path
	}
	return options
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// addObjectsToFind adds two objects of each kind for the examples that look up existing objects with for_each.
func (e *testEngine) addObjectsToFind(t *testing.T) {
	t.Helper()
	err := e.Seed(map[string][]map[string]any{
		"alert": {{"name": "Overflow", "severity": "SEV1"}, {"name": "Leak", "severity": "SEV1"}},
		"component": {
			{"type": "algorithm", "name": "Pressure forecast", "routines": []any{map[string]any{"name": "inference"}}},
			{"type": "algorithm", "name": "Flow forecast", "routines": []any{map[string]any{"name": "inference"}}},
		},
		"dashboard":    {{"id": "north", "name": "Pumping station north"}, {"id": "south", "name": "Pumping station south"}},
		"tab":          {{"name": "Operation", "dashboard": "north"}, {"name": "Operation", "dashboard": "south"}},
		"node":         {{"name": "North", "type": "self_hosted"}, {"name": "South", "type": "self_hosted"}},
		"asset/assets": {{"name": "Pump 1", "location": "Hall 2"}, {"name": "Pump 2", "location": "Hall 2"}},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (e *testEngine) count() int {
	count := 0
	for _, kind := range e.Kinds() {
		count += len(e.Objects(kind))
	}
	return count
}

func (e *testEngine) createdAlerts(t *testing.T) []map[string]any {
	t.Helper()
	var alerts []map[string]any
	for _, r := range e.Writes() {
		if r.Method != http.MethodPost || !strings.Contains(r.Path, "/alert/alerts") {
			continue
		}
		var alert map[string]any
		if err := json.Unmarshal(r.Body, &alert); err != nil {
			t.Fatal(err)
		}
		alerts = append(alerts, alert)
	}
	return alerts
}

// whyNotFiring evaluates the alert on the engine's recorded data or, if the engine has no such data, on constant values. It returns the
// reason why the alert does not fire, or "" if it fires.
func (e *testEngine) whyNotFiring(t *testing.T, alert map[string]any) string {
	t.Helper()
	recording, err := e.Recording(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !recording.HasData {
		return whyNeverFires(t, alert)
	}
	timeline, err := recording.Rehearse(t.Context(), alert)
	if err != nil {
		t.Fatal(err)
	}
	if timeline.Fired() != nil {
		return ""
	}
	return "the recorded data do not make it fire"
}

// variableWithoutDefault matches the block of a variable without a default value, such as a password.
var variableWithoutDefault = regexp.MustCompile(`(?m)^variable "(\w+)" \{\n(?:  (?:type|ephemeral|sensitive) .*\n)*\}`)

// connect adds a provider block for the engine to the configuration in a directory, or overrides the arguments of an existing one. It also
// sets every variable without a default.
func connect(t *testing.T, dir string, e *testEngine) {
	t.Helper()
	file, values := "connection.tf", ""
	files, err := filepath.Glob(filepath.Join(dir, "*.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		content := readFile(t, name)
		if strings.Contains(content, `provider "engine"`) {
			file = "connection_override.tf"
		}
		for _, variable := range variableWithoutDefault.FindAllStringSubmatch(content, -1) {
			values += fmt.Sprintf("%s = \"given by the test\"\n", variable[1])
		}
	}
	terraformtest.Write(t, dir, file, terraformtest.Versions+"\n"+e.Config(""))
	terraformtest.Write(t, dir, "values.auto.tfvars", values)
}
