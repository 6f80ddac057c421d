// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

// project is a test environment: an engine with another client's objects, and a new directory for Terraform.
type project struct {
	*testing.T
	*providertest.Engine
	dir       string
	terraform *terraform.Terraform
}

func newProject(t *testing.T) *project {
	t.Helper()
	p := &project{T: t, Engine: providertest.StartEngine(t, refserver.Options{}), dir: t.TempDir()}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("ENGINE_BASE_URL", p.URL)
	t.Setenv("ENGINE_ACCESS_ID", p.AccessID())
	t.Setenv("ENGINE_SECRET_KEY", p.SecretKey())
	p.terraform = terraformtest.New(t, p.dir, self, p.Environment()...)
	return p
}

// adopt runs the adopt subcommand in-process. The test fails unless the command succeeds and the last line of its output equals summary,
// for example "1 to import, 0 to change".
func (p *project) adopt(summary string, args ...string) {
	p.Helper()
	var stdout, stderr strings.Builder
	status := commandline.Run(p.Context(), adopt.Command("test"), append([]string{"-dir", p.dir}, args...), nil, &stdout, &stderr)
	if status != 0 || !strings.HasSuffix(stdout.String(), "\n"+summary+"\n") {
		p.Fatalf("status %d, want %q last:\n%s\n%s", status, summary, stdout.String(), stderr.String())
	}
}

func (p *project) run(arguments ...string) string {
	p.Helper()
	out, err := p.terraform.Run(p.Context(), arguments...)
	if err != nil {
		p.Fatal(err)
	}
	return out
}

func (p *project) planned() []*tfjson.ResourceChange {
	p.Helper()
	p.run("plan", "-input=false", "-no-color", "-out=plan.tfplan")
	var plan struct {
		ResourceChanges []*tfjson.ResourceChange `json:"resource_changes"`
	}
	if err := json.Unmarshal([]byte(p.run("show", "-json", "plan.tfplan")), &plan); err != nil {
		p.Fatal(err)
	}
	return plan.ResourceChanges
}

// planImports checks that the configuration is formatted, and that its plan imports the given number of objects and changes nothing.
func (p *project) planImports(count int) {
	p.Helper()
	p.run("fmt", "-check", "-diff", "-recursive")
	p.run("init", "-input=false", "-no-color")
	changes := p.planned()
	for _, change := range changes {
		if !change.Change.Actions.NoOp() || change.Change.Importing == nil {
			p.Errorf("%s: %v: %v becomes %v", change.Address, change.Change.Actions, change.Change.Before, change.Change.After)
		}
	}
	if len(changes) != count {
		p.Errorf("%d changes for %d objects", len(changes), count)
	}
}

func checkNothingWritten(t *testing.T, e *providertest.Engine) {
	t.Helper()
	for _, r := range e.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("a request changed something: %s %s", r.Method, r.Path)
		}
	}
}
