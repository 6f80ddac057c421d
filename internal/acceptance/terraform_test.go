// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// terraformRun runs the real Terraform in a folder. The provider runs in the test's process. The file terraform.log in the folder contains
// all that Terraform printed.
type terraformRun struct {
	*terraform.Terraform
	folder    string
	forgotten int // the length of the log when forget was called
}

func startTerraform(t *testing.T, folder string) *terraformRun {
	t.Helper()
	return startTerraformWith(t, folder, provider.NewServer("test"))
}

func startTerraformWith(t *testing.T, folder string, serve func() tfprotov6.ProviderServer) *terraformRun {
	t.Helper()
	return newTerraform(t, folder, map[string]func() tfprotov6.ProviderServer{"engine-platform/engine": serve})
}

// needsWriteOnly skips a test on Terraform and OpenTofu before 1.11, which have no write-only attributes.
func needsWriteOnly(t *testing.T) {
	t.Helper()
	terraformtest.Since(t, startTerraform(t, t.TempDir()).Terraform, 11, 11)
}

// servers has functions that create the servers of providers. The keys are local names of the providers, such as "engine".
type servers map[string]func() tfprotov6.ProviderServer

// startProviders returns a terraformRun for configurations without a required_providers block. Terraform finds each provider by its local
// name, such as "engine".
func startProviders(t *testing.T, providers servers, environment ...string) *terraformRun {
	t.Helper()
	bySource := servers{}
	for name, server := range providers {
		bySource["hashicorp/"+name] = server
	}
	return newTerraform(t, t.TempDir(), bySource, environment...)
}

func newTerraform(t *testing.T, folder string, bySource servers, environment ...string) *terraformRun {
	t.Helper()
	environment = append(environment, terraformtest.Reattach(t, bySource), "TF_INPUT=0", "TF_CLI_ARGS=-no-color")
	return &terraformRun{Terraform: terraformtest.New(t, folder, os.Args[0], environment...), folder: folder}
}

// forget discards everything that Terraform has printed so far, so that the method "printed" no longer returns it.
func (r *terraformRun) forget(t *testing.T) {
	t.Helper()
	r.forgotten = 0
	r.forgotten = len(r.printed(t))
}

// printed returns all commands and their output since forget was last called.
func (r *terraformRun) printed(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.folder, terraform.Log))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(text[r.forgotten:])
}

func (r *terraformRun) hasChanges(ctx context.Context, arguments ...string) (bool, error) {
	_, err := r.Run(ctx, append([]string{"plan", "-detailed-exitcode"}, arguments...)...)
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.ExitCode() == 2 {
		return true, nil
	}
	return false, err
}

func (r *terraformRun) plan(ctx context.Context, arguments ...string) (*tfjson.Plan, error) {
	const file = "saved.tfplan"
	if _, err := r.Run(ctx, append([]string{"plan", "-out=" + file}, arguments...)...); err != nil {
		return nil, err
	}
	text, err := r.Run(ctx, "show", "-json", file)
	if err != nil {
		return nil, err
	}
	plan := &tfjson.Plan{}
	return plan, plan.UnmarshalJSON([]byte(text))
}

func (r *terraformRun) configure(t *testing.T, config string) {
	t.Helper()
	terraformtest.Write(t, r.folder, "main.tf", config)
}

// apply applies a configuration and checks that the next plan is empty.
func (r *terraformRun) apply(t *testing.T, config string) {
	t.Helper()
	r.configure(t, config)
	terraformtest.Do(t, r.Terraform, []string{"apply", "-auto-approve"})
	r.planEmpty(t)
}

// applied is like apply, and returns the planned actions by address, such as "update". Unchanged objects have no entry. The actions come
// from the output of the apply, because saving and showing a plan would take two more runs of Terraform.
func (r *terraformRun) applied(t *testing.T, config string) map[string]string {
	t.Helper()
	return actionsIn(r.appliedLines(t, config))
}

// appliedLines is like apply, and returns what the apply and the next plan printed. That plan must also report no changes made outside of
// Terraform. Otherwise a provider that never reads the engine could pass.
func (r *terraformRun) appliedLines(t *testing.T, config string) []printedLine {
	t.Helper()
	r.configure(t, config)
	applied := r.lines(t, "apply", "-auto-approve")
	planned := r.lines(t, "plan", "-detailed-exitcode") // fails if the plan has changes
	for _, line := range planned {
		if line.Type == "resource_drift" {
			t.Errorf("the plan after the apply finds another state: %s", line.text)
		}
	}
	return slices.Concat(applied, planned)
}

type printedLine struct {
	Type   string
	Change struct {
		Resource struct{ Addr string }
		Action   string
	}
	Diagnostic struct{ Severity, Summary, Detail, Address string }
	text       string
}

func actionsIn(lines []printedLine) map[string]string {
	actions := map[string]string{}
	for _, line := range lines {
		if line.Type == "planned_change" {
			actions[line.Change.Resource.Addr] = line.Change.Action
		}
	}
	return actions
}

func (r *terraformRun) lines(t *testing.T, arguments ...string) []printedLine {
	t.Helper()
	printed, err := r.Run(t.Context(), slices.Insert(arguments, 1, "-json")...)
	if err != nil {
		t.Fatal(err)
	}
	var lines []printedLine
	for text := range strings.Lines(printed) {
		line := printedLine{text: text}
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		lines = append(lines, line)
	}
	return lines
}

func (r *terraformRun) fails(t *testing.T, config, want string) {
	t.Helper()
	r.configure(t, config)
	if _, err := r.Run(t.Context(), "apply", "-auto-approve"); err == nil || !words(want).MatchString(err.Error()) {
		t.Fatalf("the error is %v, want %q", err, want)
	}
}

func (r *terraformRun) destroy(t *testing.T, engines ...*testEngine) {
	t.Helper()
	terraformtest.Do(t, r.Terraform, []string{"destroy", "-auto-approve"})
	for _, e := range engines {
		if err := e.checkEmpty(); err != nil {
			t.Error(err)
		}
	}
}

func (r *terraformRun) planEmpty(t *testing.T) {
	t.Helper()
	if changes, err := r.hasChanges(t.Context()); err != nil || changes {
		t.Fatalf("the plan has changes: %v (%v)\n%s", changes, err, r.printed(t))
	}
}

// imports plans the import of some objects that are already in the state. It removes them from a copy of the state and adds import blocks.
// The plan must import the objects and do nothing else.
func (r *terraformRun) imports(t *testing.T, config string, addresses ...string) {
	t.Helper()
	const others = "others.tfstate"
	state, err := os.ReadFile(filepath.Join(r.folder, "terraform.tfstate"))
	if err == nil {
		err = os.WriteFile(filepath.Join(r.folder, others), state, 0o600)
	}
	if err == nil {
		_, err = r.Run(t.Context(), append([]string{"state", "rm", "-state=" + others}, addresses...)...)
	}
	if err != nil {
		t.Fatal(err)
	}
	ids := r.stateIDs(t)
	for _, address := range addresses {
		config += fmt.Sprintf("\nimport {\n  to = %s\n  id = %q\n}\n", address, ids[address])
	}
	r.configure(t, config)
	want := fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy.", len(addresses))
	lines := r.lines(t, "plan", "-state="+others)
	if !slices.ContainsFunc(lines, func(line printedLine) bool { return strings.Contains(line.text, want) }) {
		t.Errorf("the plan does more than the import: %v", lines)
	}
}

// importGenerated imports objects and returns the configuration that Terraform generates for them. The keys of ids are resource addresses.
// Each import block names the provider, because Terraform 1.16 would otherwise look for hashicorp/engine.
func (r *terraformRun) importGenerated(t *testing.T, config string, ids map[string]string) string {
	t.Helper()
	blocks := filepath.Join(r.folder, "import.tf")
	var text strings.Builder
	for address, id := range ids {
		fmt.Fprintf(&text, "import {\n  provider = engine\n  to       = %s\n  id       = %q\n}\n", address, id)
	}
	r.configure(t, config)
	if err := os.WriteFile(blocks, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	const plan, generated = "import.tfplan", "generated.tf"
	terraformtest.Do(t, r.Terraform, []string{"init"},
		[]string{"plan", "-out=" + plan, "-generate-config-out=" + generated}, []string{"apply", plan})
	written, err := os.ReadFile(filepath.Join(r.folder, generated))
	if err != nil {
		t.Fatal(err)
	}
	// The import blocks name the provider, but the generated resources do not. So the next plan must run without the import blocks.
	if err := os.Remove(blocks); err != nil {
		t.Fatal(err)
	}
	r.planEmpty(t)
	return string(written)
}

// state returns the attributes of all resources and data sources in the state, by address. It returns an empty map if there is no state
// yet.
func (r *terraformRun) state(t *testing.T) map[string]map[string]any {
	t.Helper()
	var state struct {
		Resources []struct {
			Mode, Type, Name string
			Instances        []struct {
				IndexKey   any `json:"index_key"`
				Attributes map[string]any
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(r.folder, "terraform.tfstate"))
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	attributes := map[string]map[string]any{}
	for _, object := range state.Resources {
		address := object.Type + "." + object.Name
		if object.Mode == "data" {
			address = "data." + address
		}
		for _, instance := range object.Instances {
			if instance.IndexKey != nil {
				attributes[fmt.Sprintf("%s[%v]", address, instance.IndexKey)] = instance.Attributes
			} else {
				attributes[address] = instance.Attributes
			}
		}
	}
	return attributes
}

func (r *terraformRun) document(t *testing.T, e *testEngine, address string) map[string]any {
	t.Helper()
	object, _, _ := strings.Cut(strings.TrimPrefix(address, "engine_"), ".")
	id := r.stateIDs(t)[address]
	doc, ok := e.Object(object, id)
	if !ok {
		t.Fatalf("the engine lacks the %s %q, which is in state", object, id)
	}
	return doc
}

func (r *terraformRun) stateIDs(t *testing.T) map[string]string {
	t.Helper()
	ids := map[string]string{}
	for address, attributes := range r.state(t) {
		if !strings.HasPrefix(address, "data.") {
			ids[address], _ = attributes["id"].(string)
		}
	}
	return ids
}
