// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// processVariable is an environment variable that names a file. The provider writes its process id to this file, so that tests can kill it.
const processVariable = "TEST_PROCESS"

// TestMain runs the tests. If Terraform started the test binary, TestMain instead writes the process id and serves the provider.
func TestMain(m *testing.M) {
	terraformtest.Main(m, func() tfprotov6.ProviderServer {
		if err := os.WriteFile(os.Getenv(processVariable), []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
			log.Fatal(err)
		}
		return provider.NewServer("test")()
	})
}

// perSize returns the number of objects of each kind that testdata/plant.tf declares when its size variable is 1.
func perSize() map[string]int {
	return map[string]int{"dashboard": 3, "tab": 6, "widget": 12, "component": 3, "routine": 6, "alert": 9, "node": 4, "function": 7}
}

// project is a test environment: an engine, and a directory where Terraform applies testdata/plant.tf.
type project struct {
	*testing.T
	*providertest.Engine
	run  *terraform.Terraform
	dir  string
	size int
	// unproven contains the addresses of resources whose objects the provider may have created. It could not prove which objects these are.
	unproven []string
}

func newProject(t *testing.T, size int, options refserver.Options) *project {
	t.Helper()
	p := &project{T: t, Engine: providertest.StartEngine(t, options), dir: t.TempDir(), size: size}
	content, err := os.ReadFile(filepath.Join("testdata", "plant.tf"))
	if err != nil {
		t.Fatal(err)
	}
	terraformtest.Write(t, p.dir, "main.tf", string(content))
	p.run = terraformtest.NewServed(t, p.dir, append(
		p.Environment(), fmt.Sprintf("TF_VAR_size=%d", size), processVariable+"="+filepath.Join(p.dir, "process"),
	)...)
	if err := p.run.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

type diagnostic struct {
	Severity, Summary, Detail, Address string
}

// kind returns the kind of object that the diagnostic is about, such as "alert".
func (d diagnostic) kind() string {
	kind, _, _ := strings.Cut(strings.TrimPrefix(d.Address, "engine_"), ".")
	return kind
}

func (p *project) command(ctx context.Context, arguments ...string) (failures []diagnostic, err error) {
	p.Helper()
	found, err := p.diagnostics(ctx, arguments...)
	return slices.DeleteFunc(found, func(d diagnostic) bool { return d.Severity != "error" }), err
}

func (p *project) diagnostics(ctx context.Context, arguments ...string) (found []diagnostic, err error) {
	p.Helper()
	printed, err := p.run.Run(ctx, append(arguments, "-json", "-input=false", "-no-color")...)
	for line := range strings.Lines(printed) {
		var event struct{ Diagnostic diagnostic }
		if json.Unmarshal([]byte(line), &event) == nil && event.Diagnostic.Severity != "" {
			found = append(found, event.Diagnostic)
		}
	}
	return found, err
}

// kill ends the provider's process immediately, so that it can't finish its work.
func (p *project) kill() {
	content, err := os.ReadFile(filepath.Join(p.dir, "process"))
	if err != nil {
		p.Error(err)
		return
	}
	id, err := strconv.Atoi(string(content))
	if err == nil {
		err = syscall.Kill(id, syscall.SIGKILL)
	}
	if err != nil {
		p.Error(err)
	}
}

// applyUntilSuccess repeats the apply until it succeeds, and returns the number of applies. If an apply fails because the provider can't
// determine which object it created, applyUntilSuccess imports that object and applies again. Any other error fails the test.
func (p *project) applyUntilSuccess(variables ...string) (applies int) {
	p.Helper()
	const most = 5
	for applies = 1; applies <= most; applies++ {
		failures, err := p.command(p.Context(), append([]string{"apply", "-auto-approve"}, variables...)...)
		if err == nil {
			return applies
		}
		for _, failure := range failures {
			if !strings.Contains(failure.Detail, "it is not known whether") {
				p.Fatalf("%s: %s: %s", failure.Address, failure.Summary, failure.Detail)
			}
			p.importLostCreate(failure, variables)
		}
		if len(failures) == 0 {
			p.Fatal(err)
		}
	}
	p.Fatalf("%d applies did not make what is declared", most)
	return applies
}

// importLostCreate imports an object whose create response was lost. It takes the ids of possible objects from the error message, and
// imports the first one that exists and is not yet in the state. If there is none, it calls importLate.
func (p *project) importLostCreate(failure diagnostic, variables []string) {
	p.Helper()
	p.unproven = append(p.unproven, failure.Address)
	p.Logf("%s could not be proved: %s", failure.Address, failure.Detail)
	known := p.stateIDs()
	_, list, _ := strings.Cut(failure.Detail, "may have created:\n\n")
	for line := range strings.SplitSeq(list, "\n") {
		id, _, candidate := strings.Cut(strings.TrimSpace(line), ": ")
		if !candidate {
			break
		}
		if _, exists := p.Object(failure.kind(), id); known[id] || !exists { // Already in the state, or gone.
			continue
		}
		p.importAs(failure.Address, id, variables)
		return
	}
	p.importLate(failure, variables, known)
}

// importLate imports an object that was not yet visible when the provider searched for it. It finds the object by the name in the error
// message.
func (p *project) importLate(failure diagnostic, variables []string, known map[string]bool) {
	p.Helper()
	for _, doc := range p.Objects(failure.kind()) {
		if id := fmt.Sprint(doc["id"]); !known[id] && strings.Contains(failure.Detail, strconv.Quote(fmt.Sprint(doc["name"]))) {
			p.importAs(failure.Address, id, variables)
			return
		}
	}
}

func (p *project) importAs(address, id string, variables []string) {
	p.Helper()
	arguments := append([]string{"import", "-input=false", "-no-color"}, variables...)
	if _, err := p.run.Run(p.Context(), append(arguments, address, id)...); err != nil {
		p.Error(err)
	}
}

func (p *project) stateIDs() map[string]bool {
	p.Helper()
	var state struct {
		Resources []struct {
			Mode      string
			Instances []struct{ Attributes struct{ ID string } }
		}
	}
	content, err := os.ReadFile(filepath.Join(p.dir, "terraform.tfstate"))
	if err == nil {
		err = json.Unmarshal(content, &state)
	}
	if err != nil && !os.IsNotExist(err) {
		p.Fatal(err)
	}
	ids := map[string]bool{}
	for _, r := range state.Resources {
		for _, instance := range r.Instances {
			if ids[instance.Attributes.ID] {
				p.Errorf("the state has the object %s twice", instance.Attributes.ID)
			}
			ids[instance.Attributes.ID] = true
		}
	}
	return ids
}

// checkSameAsState checks that the engine and the state contain the same ids, and returns the number of objects of each kind in the engine.
func (p *project) checkSameAsState() map[string]int {
	p.Helper()
	ids, counts := p.stateIDs(), map[string]int{}
	for kind := range perSize() {
		for _, doc := range p.Objects(kind) {
			counts[kind]++
			if id := fmt.Sprint(doc["id"]); !ids[id] {
				p.Errorf("the engine has the %s %s, which the state lacks", kind, id)
			} else {
				delete(ids, id)
			}
		}
	}
	if len(ids) > 0 {
		p.Errorf("the state has %v, which the engine lacks", slices.Sorted(maps.Keys(ids)))
	}
	return counts
}
