// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-exec/tfexec"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// address is where configurations find the provider.
const address = "registry.terraform.io/engine-platform/engine"

// TestMain gives each Terraform one processor: several of them run at a time, and the threads of one that wait for each other take
// an eighth of the time. The provider is in this process, which has all processors.
func TestMain(m *testing.M) {
	if err := os.Setenv("GOMAXPROCS", "1"); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}

// terraformRun drives the real terraform in a folder of its own, with a provider that runs in the test: a step is an apply and a plan,
// where the test framework of Terraform runs ten commands.
type terraformRun struct {
	*tfexec.Terraform
	reattach tfexec.ReattachInfo
}

func startTerraform(t *testing.T, dir string) *terraformRun {
	t.Helper()
	return startTerraformWith(t, dir, provider.NewServer("test"))
}

// startTerraformWith is startTerraform with servers of the provider that the test makes.
func startTerraformWith(t *testing.T, dir string, serve func() tfprotov6.ProviderServer) *terraformRun {
	t.Helper()
	return newTerraform(t, dir, tfexec.ReattachInfo{
		address: terraformtest.Serve(t, address, serve),
		"registry.opentofu.org/engine-platform/engine": terraformtest.Serve(t, address, serve),
	})
}

// startProviders drives Terraform in a folder of its own, with providers by their names in configurations that say nothing of a source,
// as the test framework of Terraform takes them. There is nothing to init: they run in the test.
func startProviders(t *testing.T, providers map[string]func() (tfprotov6.ProviderServer, error)) *terraformRun {
	t.Helper()
	served := tfexec.ReattachInfo{}
	for name, provider := range providers {
		server, err := provider()
		if err != nil {
			t.Fatal(err)
		}
		at := terraformtest.Serve(t, address, func() tfprotov6.ProviderServer { return server })
		served["registry.terraform.io/hashicorp/"+name], served["registry.opentofu.org/hashicorp/"+name] = at, at
	}
	return newTerraform(t, t.TempDir(), served)
}

func newTerraform(t *testing.T, dir string, served tfexec.ReattachInfo) *terraformRun {
	t.Helper()
	path := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if os.Getenv("TF_ACC") == "" || path == "" {
		t.Skip("TF_ACC and TF_ACC_TERRAFORM_PATH are not set: make test sets them and finds the Terraform that this test runs")
	}
	run, err := tfexec.NewTerraform(dir, path)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.SetEnv(environment(dir)); err != nil {
		t.Fatal(err)
	}
	return &terraformRun{Terraform: run, reattach: served}
}

// environment is all that Terraform in a folder gets of ours.
func environment(dir string) map[string]string {
	env := map[string]string{"HOME": dir, "CHECKPOINT_DISABLE": "1", "TF_CLI_CONFIG_FILE": os.DevNull}
	for _, name := range []string{"PATH", "GOGC", "GOMAXPROCS"} {
		env[name] = os.Getenv(name)
	}
	return env
}

// configure writes the configuration.
func (r *terraformRun) configure(t *testing.T, config string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(r.WorkingDir(), "main.tf"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
}

// apply applies a configuration, and wants no changes afterwards.
func (r *terraformRun) apply(t *testing.T, config string) {
	t.Helper()
	r.configure(t, config)
	if err := r.Apply(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatal(err)
	}
	r.planEmpty(t)
}

// applied is apply that returns the planned actions by address, of objects that are not left alone. It takes them from the lines
// that the apply prints: a plan in a file, and showing it, would be two more Terraforms.
func (r *terraformRun) applied(t *testing.T, config string) map[string]string {
	t.Helper()
	return actionsIn(r.appliedLines(t, config))
}

// appliedLines is apply that returns what was printed. The plan afterwards has to find the state as the apply has left it, so that a
// plan which does not read the engine would be empty as well.
func (r *terraformRun) appliedLines(t *testing.T, config string) []printedLine {
	t.Helper()
	r.configure(t, config)
	applied := r.lines(t, "apply", "-auto-approve")
	planned := r.lines(t, "plan", "-detailed-exitcode") // which fails where the plan has changes
	for _, line := range planned {
		if line.Type == "resource_drift" {
			t.Errorf("the plan after the apply finds another state: %s", line.text)
		}
	}
	return slices.Concat(applied, planned)
}

// printedLine is a line that Terraform prints with -json.
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

// lines are what a command prints that does not fail.
func (r *terraformRun) lines(t *testing.T, arguments ...string) []printedLine {
	t.Helper()
	printed, err := r.command(t, append(arguments, "-json", "-input=false")...).Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", arguments, err, printed)
	}
	var lines []printedLine
	for text := range strings.Lines(string(printed)) {
		line := printedLine{text: text}
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		lines = append(lines, line)
	}
	return lines
}

// fails applies a configuration, which ends with an error of these words.
func (r *terraformRun) fails(t *testing.T, config, want string) {
	t.Helper()
	r.configure(t, config)
	if err := r.Apply(t.Context(), tfexec.Reattach(r.reattach)); err == nil || !words(want).MatchString(err.Error()) {
		t.Fatalf("the error is %v, want %q", err, want)
	}
}

// destroy removes all that is in state, which leaves nothing on the engines.
func (r *terraformRun) destroy(t *testing.T, engines ...*testEngine) {
	t.Helper()
	if err := r.Destroy(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatal(err)
	}
	for _, e := range engines {
		if err := e.checkEmpty(); err != nil {
			t.Error(err)
		}
	}
}

// planEmpty wants a plan without changes.
func (r *terraformRun) planEmpty(t *testing.T, options ...tfexec.PlanOption) {
	t.Helper()
	changes, err := r.Plan(t.Context(), append(options, tfexec.Reattach(r.reattach))...)
	if err != nil || changes {
		t.Fatalf("the plan after the apply has changes: %v (%v)", changes, err)
	}
}

// imports has some of the objects in state imported, with their configuration, into a state that has all others: nothing else is to do.
func (r *terraformRun) imports(t *testing.T, config string, addresses ...string) {
	t.Helper()
	const others = "others.tfstate"
	state, err := os.ReadFile(filepath.Join(r.WorkingDir(), "terraform.tfstate"))
	if err == nil {
		err = os.WriteFile(filepath.Join(r.WorkingDir(), others), state, 0o600)
	}
	if err == nil {
		err = r.command(t, append([]string{"state", "rm", "-state=" + others}, addresses...)...).Run()
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

// importGenerated imports objects, their import ids by address, and has Terraform write their configuration beside one that is
// given whole. It returns what was written. The blocks name the provider, because Terraform 1.16 takes hashicorp/engine otherwise, and
// are gone after the apply: the resources that are written do not name it.
func (r *terraformRun) importGenerated(t *testing.T, config string, ids map[string]string) string {
	t.Helper()
	blocks := filepath.Join(r.WorkingDir(), "import.tf")
	var text strings.Builder
	for address, id := range ids {
		fmt.Fprintf(&text, "import {\n  provider = engine\n  to       = %s\n  id       = %q\n}\n", address, id)
	}
	r.configure(t, config)
	if err := os.WriteFile(blocks, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.Init(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatal(err)
	}
	const plan = "import.tfplan"
	generated := filepath.Join(r.WorkingDir(), "generated.tf")
	if _, err := r.Plan(t.Context(), tfexec.Out(plan), tfexec.GenerateConfigOut(generated), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatal(err)
	}
	if err := r.Apply(t.Context(), tfexec.DirOrPlan(plan), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(generated)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(blocks); err != nil {
		t.Fatal(err)
	}
	r.planEmpty(t)
	return string(written)
}

// state is the attributes of the objects in state, by address; none before there is a state.
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
	text, err := os.ReadFile(filepath.Join(r.WorkingDir(), "terraform.tfstate"))
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

// document is the engine's document of an object in state.
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

// stateIDs are the ids of the resources in state, by address.
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

// applyAndDestroy applies the configuration, which has nothing to init, wants no changes in a second plan, and destroys.
func (r *terraformRun) applyAndDestroy(t *testing.T) {
	t.Helper()
	if err := r.Apply(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatal(err)
	}
	r.planEmpty(t)
	if err := r.Destroy(t.Context(), tfexec.Reattach(r.reattach)); err != nil {
		t.Fatal(err)
	}
}

// printout is what Terraform prints, to both of its outputs at once.
type printout struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (p *printout) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(text)
}

func (p *printout) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// Reset forgets what was printed.
func (p *printout) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text.Reset()
}
