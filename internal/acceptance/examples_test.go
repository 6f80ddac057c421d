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

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const examplesFolder = "../../examples"

// TestExamples applies each documented example alone. The next plan must be empty, and destroy must remove all objects. Every alert must
// fire: on the recorded data in the folder of the example, or on some data if the folder has none.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, x := range findExamples(t) {
		if !x.isWriteOnly {
			t.Run(x.name, x.test)
		}
	}
}

// TestWriteOnlyExamples is like TestExamples, for the examples with write-only values.
func TestWriteOnlyExamples(t *testing.T) {
	t.Parallel()
	needsWriteOnly(t)
	found := 0
	for _, x := range findExamples(t) {
		if x.isWriteOnly {
			found++
			t.Run(x.name, x.test)
		}
	}
	if found == 0 {
		t.Error("no example has a write-only value")
	}
}

// example is a configuration in the folder examples.
type example struct {
	name        string // such as resources/engine_alert/resource_cron.tf
	folder      string
	file        string // the only .tf file that belongs to the example, or "" if all do
	isWriteOnly bool
}

// findExamples returns the folder examples/complete, and every .tf file in the folders that the pages of the registry show. Packages query
// and action test the examples of list resources and actions. TestImportExamples tests the files with imports.
func findExamples(t *testing.T) []example {
	t.Helper()
	all := []example{{name: "complete", folder: filepath.Join(examplesFolder, "complete")}}
	for _, pattern := range []string{"provider/*.tf", "resources/*/*.tf", "data-sources/*/*.tf", "functions/*/*.tf"} {
		files, err := filepath.Glob(filepath.Join(examplesFolder, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("there is no %s (%v)", pattern, err)
		}
		for _, path := range files {
			if strings.HasPrefix(filepath.Base(path), "import-") {
				continue
			}
			name, err := filepath.Rel(examplesFolder, path)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, example{
				name: filepath.ToSlash(name), folder: filepath.Dir(path), file: filepath.Base(path),
				isWriteOnly: strings.Contains(readText(t, path), "_wo_version"),
			})
		}
	}
	return all
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// copyTo copies the example to a folder, with all files that are not configurations, such as recorded data.
func (x example) copyTo(t *testing.T, folder string) {
	t.Helper()
	if err := os.CopyFS(folder, os.DirFS(x.folder)); err != nil {
		t.Fatal(err)
	}
	others, err := filepath.Glob(filepath.Join(folder, "*.tf"))
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

func (x example) test(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	x.copyTo(t, folder)
	e := startEngine(t, x.engine())
	isForEach := strings.Contains(x.file, "for_each")
	if isForEach {
		e.addObjectsToFind(t)
	}
	before := e.count()
	connect(t, folder, e)
	run := startTerraform(t, folder)
	if printed := terraformtest.Do(t, run.Terraform, []string{"apply", "-auto-approve"}); strings.Contains(printed, "Warning: ") {
		t.Errorf("the apply warns:\n%s", printed)
	}
	run.planEmpty(t)
	for _, alert := range e.createdAlerts(t) {
		if problem := e.whyNotFiring(t, alert); problem != "" {
			t.Errorf("the alert %v: %s", alert["name"], problem)
		}
	}
	if instances := run.instances(t); isForEach && instances < 2 {
		t.Errorf("for_each created %d objects, want 2 or more", instances)
	}
	terraformtest.Do(t, run.Terraform, []string{"destroy", "-auto-approve"})
	if left := e.count() - before; left != 0 {
		t.Errorf("%d objects are left", left)
	}
}

// instances returns the number of objects in the state that for_each or count created.
func (r *terraformRun) instances(t *testing.T) int {
	t.Helper()
	instances := 0
	for address := range r.stateIDs(t) {
		if strings.HasSuffix(address, "]") {
			instances++
		}
	}
	return instances
}

// engine returns the options of the reference server for the example. The server has the recorded data in the example's folder. The day in
// examples/complete is left out, because not all alerts fire on it.
func (x example) engine() refserver.Options {
	options := refserver.Options{Collections: []string{"asset/assets", "tag/tags"}}
	if x.file == "" {
		return options
	}
	if path := filepath.Join(x.folder, "day.csv"); isFile(path) {
		options.Series = []string{path}
	}
	if path := filepath.Join(x.folder, "metadata.json"); isFile(path) {
		options.Metadata = path
	}
	return options
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// addObjectsToFind adds two objects of each kind that the examples with for_each look for.
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
	for _, r := range e.writes() {
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

// whyNotFiring returns "" if the alert fires on the recorded data of the engine, or on some data if nothing is recorded.
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

// TestImportExamples imports an object in the two ways that every version of Terraform has: by command, and by import block with an id.
func TestImportExamples(t *testing.T) {
	t.Parallel()
	testImports(t, "import.sh", "import-by-string-id.tf")
}

// TestImportByIdentityExamples imports an object by an import block with the object's identity.
func TestImportByIdentityExamples(t *testing.T) {
	t.Parallel()
	terraformtest.Since(t, startTerraform(t, t.TempDir()).Terraform, 12, 12)
	testImports(t, "import-by-identity.tf")
}

// testImports creates the object of every resource's smallest example, and imports it with each of the given files.
func testImports(t *testing.T, files ...string) {
	t.Helper()
	for _, kind := range resourceKinds() {
		folder := filepath.Join(examplesFolder, "resources", kind)
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			x := example{folder: folder, file: "resource.tf"}
			e := startEngine(t, x.engine())
			there := t.TempDir()
			x.copyTo(t, there)
			connect(t, there, e)
			run := startTerraform(t, there)
			terraformtest.Do(t, run.Terraform, []string{"apply", "-auto-approve"})
			e.ClearRequests()
			for _, file := range files {
				run.importAsIn(t, kind, readText(t, filepath.Join(folder, file)))
			}
			if writes := e.writes(); len(writes) > 0 {
				t.Errorf("the imports sent %s %s", writes[0].Method, writes[0].Path)
			}
		})
	}
}

func resourceKinds() []string {
	kinds := []string{"engine_document"}
	for _, o := range catalog.Objects() {
		kinds = append(kinds, "engine_"+o.Name)
	}
	return kinds
}

var anID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// importAsIn removes an object of the given kind from the state, and imports it as text says. The text is an import block, or a command
// after a comment.
func (r *terraformRun) importAsIn(t *testing.T, kind, text string) {
	t.Helper()
	address := regexp.MustCompile(`\b` + kind + `\.\w+`).FindString(text)
	id := r.stateIDs(t)[address]
	if id == "" || !anID.MatchString(text) {
		t.Fatalf("the import names no object of resource.tf, or no id:\n%s", text)
	}
	text = anID.ReplaceAllLiteralString(text, id)
	terraformtest.Do(t, r.Terraform, []string{"state", "rm", address})
	if _, command, ok := strings.Cut(text, "\nterraform "); ok {
		terraformtest.Do(t, r.Terraform, strings.Fields(command))
	} else {
		const file = "import.tf"
		terraformtest.Write(t, r.folder, file, text)
		const want = "1 imported, 0 added, 0 changed, 0 destroyed."
		if printed := terraformtest.Do(t, r.Terraform, []string{"apply", "-auto-approve"}); !strings.Contains(printed, want) {
			t.Errorf("want %q in\n%s", want, printed)
		}
		if err := os.Remove(filepath.Join(r.folder, file)); err != nil {
			t.Fatal(err)
		}
	}
	r.planEmpty(t)
}

// variableWithoutDefault matches a variable that an example leaves to its users, such as a password.
var variableWithoutDefault = regexp.MustCompile(`(?m)^variable "(\w+)" \{\n(?:  (?:type|ephemeral|sensitive) .*\n)*\}`)

// connect adds a provider block for the engine to the configuration in a folder. If the configuration has a provider block, connect
// overrides its arguments. It also gives a text to each variable without a default.
func connect(t *testing.T, dir string, e *testEngine) {
	t.Helper()
	file, values := "connection.tf", ""
	files, err := filepath.Glob(filepath.Join(dir, "*.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text := readText(t, name)
		if strings.Contains(text, `provider "engine"`) {
			file = "connection_override.tf"
		}
		for _, variable := range variableWithoutDefault.FindAllStringSubmatch(text, -1) {
			values += fmt.Sprintf("%s = \"given by the test\"\n", variable[1])
		}
	}
	terraformtest.Write(t, dir, file, terraformtest.Versions+"\n"+e.Config(""))
	terraformtest.Write(t, dir, "values.auto.tfvars", values)
}
