// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// These tests apply, change, import and destroy the configuration in testdata/estate, which contains objects of every kind. They run the
// same steps on several engines that behave differently. After each step, all engines must contain the same objects.

// estateSecret is the write-only value in the configuration. Terraform must neither print it nor store it in a state.
const estateSecret = "correct-horse-battery"

// estate contains the engine and Terraform for one test, and has methods for the test's steps. The configuration comes from
// testdata/estate.
type estate struct {
	*testing.T
	*testEngine
	run       *terraform.Terraform
	dir       string
	logged    int    // length of Terraform's log when the current step began
	provider  string // the provider block
	stage     string
	failed    bool // whether a step has failed
	excuses   *excuses
	documents map[string]any // the engine's documents after each stage
}

// runEstate applies, changes, imports and destroys the configuration in testdata/estate on a new engine. It returns the engine's objects
// after each stage. The test fails if Terraform reports errors or unexpected changes, except those in excuses.
func runEstate(t *testing.T, options refserver.Options, excuses *excuses) map[string]any {
	t.Helper()
	e := newEstate(t, options, excuses)
	if slices.Contains(options.Habits, "no-lists") {
		e.failWithoutLists()
	}
	e.applyStage("full")
	e.applyStage("changed")
	e.withoutDataSources()
	e.applyStage("minimal")
	e.changeOutside()
	e.applyStage("full")
	e.wantRestored()
	e.checkImport()
	e.destroyAll()
	return e.documents
}

func newEstate(t *testing.T, options refserver.Options, excuses *excuses) *estate {
	t.Helper()
	e := &estate{T: t, testEngine: startEngine(t, options), excuses: excuses, documents: map[string]any{}}
	if slices.Contains(options.Habits, "other-scheme") { // No environment variable sets the scheme, so the configuration does.
		e.provider = strings.Replace(e.Config(""), "{\n", "{\n  auth_scheme = \"Bearer\"\n", 1)
	} else {
		e.provider = e.Config("")
	}
	e.openDirectory("main.tf", "data.tf")
	if slices.Contains(options.Habits, "never-stops") { // With this habit, each stop waits for its timeout.
		terraformtest.Write(t, e.dir, "timeout.auto.tfvars", "timeout = \"10s\"\n")
	}
	return e
}

// openDirectory creates a directory with the given files from testdata/estate. Later steps run in this directory.
func (e *estate) openDirectory(files ...string) {
	e.Helper()
	e.dir, e.logged = e.TempDir(), 0
	for _, name := range files {
		terraformtest.Write(e, e.dir, name, readFile(e.T, filepath.Join("testdata", "estate", name)))
	}
	terraformtest.Write(e, e.dir, "provider.tf", e.provider)
	terraformtest.Write(e, e.dir, "secret.auto.tfvars", fmt.Sprintf("secret = %q\n", estateSecret))
	e.run = terraformtest.NewReattached(e.T, e.dir, provider.NewServer("test"))
}

// printed returns the commands of the current step and their output.
func (e *estate) printed() string {
	content, err := os.ReadFile(filepath.Join(e.dir, terraform.Log))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		e.Fatal(err)
	}
	return string(content[e.logged:])
}

func (e *estate) ids() map[string]string {
	e.Helper()
	var state struct {
		Resources []struct {
			Mode, Type, Name string
			Instances        []struct{ Attributes struct{ ID string } }
		}
	}
	content, err := os.ReadFile(filepath.Join(e.dir, "terraform.tfstate"))
	if err == nil {
		err = json.Unmarshal(content, &state)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		e.Error(err)
	}
	ids := map[string]string{}
	for _, r := range state.Resources {
		if r.Mode == "managed" {
			ids[r.Type+"."+r.Name] = r.Instances[0].Attributes.ID
		}
	}
	return ids
}

func (e *estate) plan(ctx context.Context) (*tfjson.Plan, error) {
	if err := e.command(ctx, "plan", "-out=saved.tfplan"); err != nil {
		return nil, err
	}
	content, err := e.run.Run(ctx, "show", "-json", "saved.tfplan")
	if err != nil {
		return nil, err
	}
	plan := &tfjson.Plan{}
	return plan, plan.UnmarshalJSON([]byte(content))
}

// step calls a function that runs Terraform commands, and reports whether the function succeeded. The test fails if Terraform printed a
// string in forbiddenOutput, or an error that is not in excuses.
func (e *estate) step(name string, do func(ctx context.Context) error) bool {
	e.Helper()
	e.logged = 0
	e.logged = len(e.printed())
	err := do(e.Context())
	// Terraform prints a plan's JSON on a single line, which contains all variables, including the secret. Remove this line before
	// searching for forbidden strings. The function onlyImports searches the planned values for the secret.
	content := regexp.MustCompile(`(?m)^\{"format_version".*$`).ReplaceAllString(e.printed(), "")
	for _, never := range forbiddenOutput() {
		if at := strings.Index(content, never); at >= 0 {
			e.Errorf("%s: Terraform printed %q:\n%s", name, never, content[max(0, at-1000):min(len(content), at+1000)])
		}
	}
	if err == nil {
		return true
	}
	for _, complaint := range e.excuses.unexplained(name, errorLines(err, content)) {
		e.Errorf("%s: %s", name, complaint)
	}
	e.failed = true
	return false
}

func (e *estate) command(ctx context.Context, arguments ...string) error {
	_, err := e.run.Run(ctx, slices.Insert(arguments, 1, "-no-color", "-var=stage="+e.stage)...)
	return err
}

// applyStage applies the configuration for a stage: "full", "changed" or "minimal". It stores the resulting objects in e.documents. The
// test fails if an object is replaced or if the next plan is not empty.
func (e *estate) applyStage(stage string) {
	e.Helper()
	e.stage = stage
	before := e.ids()
	if !e.step("apply "+stage, e.apply) {
		return
	}
	for address, id := range e.ids() {
		if was, ok := before[address]; ok && was != id {
			e.Errorf("apply %s: %s is a different object now", stage, address)
		}
	}
	e.step("plan "+stage, e.planNothing)
	e.documents[stage] = e.storedDocuments()
	e.wantSecretInEngineOnly(stage)
}

// apply applies the configuration. If the response to a create request is lost, the provider may be unable to determine which object the
// request created. Its error message then suggests a terraform import command, and apply runs this command and tries again.
func (e *estate) apply(ctx context.Context) error {
	const most = 5
	for applies := 1; ; applies++ {
		begin := len(e.printed())
		err := e.command(ctx, "apply", "-auto-approve")
		unproven := unprovenCreates(e.printed()[begin:])
		if len(unproven) == 0 || applies == most {
			return err
		}
		for address, id := range unproven {
			if err := e.command(ctx, "import", address, id); err != nil {
				return err
			}
		}
	}
}

func (e *estate) planNothing(ctx context.Context) error {
	err := e.command(ctx, "plan", "-detailed-exitcode")
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != 2 {
		return err
	}
	plan, err := e.plan(ctx)
	if err != nil {
		return err
	}
	return changesOf(plan, func(c *tfjson.ResourceChange) bool { return c.Change.Actions.NoOp() })
}

func estateCounts() map[string]int {
	return map[string]int{"dashboard": 1, "tab": 1, "widget": 1, "component": 2, "routine": 1, "alert": 2, "node": 1, "function": 1}
}

// storedDocuments returns the documents as the engine stores them, which can differ from its responses.
func (e *estate) storedDocuments() map[string]any {
	e.Helper()
	truth := map[string]any{}
	for kind, count := range estateCounts() {
		docs := e.Objects(kind)
		if len(docs) != count {
			e.Errorf("%s: the engine has %d objects of the kind %s, want %d", e.stage, len(docs), kind, count)
		}
		slices.SortFunc(docs, func(a, b map[string]any) int { return strings.Compare(fmt.Sprint(a["name"]), fmt.Sprint(b["name"])) })
		for i, doc := range docs { // sorted by name, because the order in which Terraform creates objects varies
			truth[fmt.Sprintf("%s %d", kind, i)] = providertest.Normalize(doc)
		}
	}
	return truth
}

func (e *estate) wantSecretInEngineOnly(stage string) {
	e.Helper()
	state, err := os.ReadFile(filepath.Join(e.dir, "terraform.tfstate"))
	if err != nil || bytes.Contains(state, []byte(estateSecret)) {
		e.Errorf("%s: the state has the secret (%v)", stage, err)
	}
	if held := fmt.Sprint(e.Objects("component")); stage != "minimal" && !strings.Contains(held, estateSecret) {
		e.Errorf("%s: the engine has lost the secret: %s", stage, held)
	}
}

// withoutDataSources removes the data sources from the configuration. Earlier stages have already read them for new and for changed
// objects. Reading them again would take a quarter of the time of each remaining step.
func (e *estate) withoutDataSources() {
	e.Helper()
	if err := os.Remove(filepath.Join(e.dir, "data.tf")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		e.Fatal(err)
	}
}

// failWithoutLists checks that data sources fail if they need to list objects and the engine can't do so. It then removes all data sources
// from the configuration.
func (e *estate) failWithoutLists() {
	e.Helper()
	e.stage = "full"
	if e.step("plan lists", e.planNothing) {
		e.Error("data sources have read lists that the engine does not have")
	}
	e.failed = false
	e.withoutDataSources()
}

const outside = "Changed outside"

// changeOutside renames one object of each kind directly in the engine, as another client would. The next apply must restore the declared
// names in addition to its own changes.
func (e *estate) changeOutside() {
	e.Helper()
	if e.failed {
		return // A failed step can leave objects missing.
	}
	for kind := range estateCounts() {
		id, _ := e.Objects(kind)[0]["id"].(string)
		if err := e.Edit(kind, id, func(doc map[string]any) { doc["name"] = outside }); err != nil {
			e.Fatal(err)
		}
	}
}

func (e *estate) wantRestored() {
	e.Helper()
	for kind := range estateCounts() {
		for _, doc := range e.Objects(kind) {
			if !e.failed && doc["name"] == outside {
				e.Errorf("the %s still has the name that it was given outside: %v", kind, doc)
			}
		}
	}
}

// checkImport plans the import of all objects into a new state. The plan may change only components, because the engine doesn't return two
// of their attributes: "running" and value_wo_version, the version of a write-only value.
func (e *estate) checkImport() {
	e.Helper()
	if e.failed {
		return
	}
	ids := e.ids()
	dir, run := e.dir, e.run
	defer func() { e.dir, e.run = dir, run }()
	e.openDirectory("main.tf")
	var blocks strings.Builder
	for _, address := range slices.Sorted(maps.Keys(ids)) {
		fmt.Fprintf(&blocks, "import {\n  to = %s\n  id = %q\n}\n\n", address, ids[address])
	}
	terraformtest.Write(e, e.dir, "import.tf", blocks.String())
	e.step("plan import", func(ctx context.Context) error {
		plan, err := e.plan(ctx)
		if err != nil {
			return err
		}
		return onlyImports(plan)
	})
}

// destroyAll destroys all objects. It fails the test if any object remains, unless the engine has a habit (a deviation from INTERFACE.md)
// that prevents the deletion.
func (e *estate) destroyAll() {
	e.Helper()
	e.step("destroy", func(ctx context.Context) error {
		return e.command(ctx, "destroy", "-auto-approve")
	})
	if err := e.checkEmpty(); err != nil && len(e.excuses.unexplained("destroy", []string{err.Error()})) > 0 {
		e.Errorf("destroy: %v", err)
	}
}

func TestEstateHasEveryObject(t *testing.T) {
	t.Parallel()
	for _, o := range catalog.Objects() {
		if estateCounts()[o.Name] == 0 {
			t.Errorf("testdata/estate and estateCounts lack the object %s", o.Name)
		}
	}
}
