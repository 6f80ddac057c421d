// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-exec/tfexec"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

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

// terraformRun drives the real terraform in a folder of its own, with a provider that runs in the test. It is for
// configurations that the test framework of Terraform can't take: those with for_each.
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
	return &terraformRun{Terraform: run, reattach: tfexec.ReattachInfo{
		address: serveForTest(t, serve),
		"registry.opentofu.org/engine-platform/engine": serveForTest(t, serve),
	}}
}

// environment is all that Terraform in a folder gets of ours.
func environment(dir string) map[string]string {
	env := map[string]string{"HOME": dir, "CHECKPOINT_DISABLE": "1", "TF_CLI_CONFIG_FILE": os.DevNull}
	for _, name := range []string{"PATH", "GOGC", "GOMAXPROCS"} {
		env[name] = os.Getenv(name)
	}
	return env
}

// serveForTest runs a provider in this process and says where it listens.
func serveForTest(t *testing.T, serve func() tfprotov6.ProviderServer) tfexec.ReattachConfig {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	listening, closed := make(chan *plugin.ReattachConfig), make(chan struct{})
	go func() {
		err := tf6server.Serve(address, serve, tf6server.WithDebug(ctx, listening, closed),
			tf6server.WithLoggingSink(t), tf6server.WithGoPluginLogger(hclog.NewNullLogger()), tf6server.WithoutLogStderrOverride())
		if err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-closed
	})
	at := <-listening
	return tfexec.ReattachConfig{
		Protocol: string(at.Protocol), ProtocolVersion: at.ProtocolVersion, Pid: at.Pid, Test: at.Test,
		Addr: tfexec.ReattachConfigAddr{Network: at.Addr.Network(), String: at.Addr.String()},
	}
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
	r.configure(t, config)
	var lines bytes.Buffer
	if err := r.ApplyJSON(t.Context(), &lines, tfexec.Reattach(r.reattach)); err != nil {
		t.Fatalf("%v\n%s", err, &lines)
	}
	r.SetStdout(io.Discard)
	actions := map[string]string{}
	for line := range strings.Lines(lines.String()) {
		var message struct {
			Type   string
			Change struct {
				Resource struct{ Addr string }
				Action   string
			}
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if message.Type == "planned_change" {
			actions[message.Change.Resource.Addr] = message.Change.Action
		}
	}
	r.planEmpty(t)
	return actions
}

// planEmpty wants a plan without changes.
func (r *terraformRun) planEmpty(t *testing.T, options ...tfexec.PlanOption) {
	t.Helper()
	changes, err := r.Plan(t.Context(), append(options, tfexec.Reattach(r.reattach))...)
	if err != nil || changes {
		t.Fatalf("the plan after the apply has changes: %v (%v)", changes, err)
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

// stateIDs are the ids of the resources in state, by address; none before there is a state.
func (r *terraformRun) stateIDs(t *testing.T) map[string]string {
	t.Helper()
	var state struct {
		Resources []struct {
			Mode, Type, Name string
			Instances        []struct{ Attributes struct{ ID string } }
		}
	}
	text, err := os.ReadFile(filepath.Join(r.WorkingDir(), "terraform.tfstate"))
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	ids := map[string]string{}
	for _, object := range state.Resources {
		if object.Mode == "managed" {
			for _, instance := range object.Instances {
				ids[object.Type+"."+object.Name] = instance.Attributes.ID
			}
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
