// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package migrate

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

const required = `terraform {
  required_providers {
    engine = { source = "` + engineSource + `" }
  }
}

`

func run(t *testing.T, tf *terraform.Terraform, arguments ...string) string {
	t.Helper()
	output, err := tf.Run(t.Context(), append(arguments, "-no-color")...)
	if err != nil {
		t.Fatal(err)
	}
	return output
}

// planOnlyMoves applies a plan. It fails the test unless the plan moves the given number of objects without changing them, the engine
// receives only GET requests, and the next plan is empty.
func planOnlyMoves(t *testing.T, tf *terraform.Terraform, e *providertest.Engine, moves int) {
	t.Helper()
	e.ClearRequests()
	plan := run(t, tf, "plan", "-input=false", "-out=plan")
	if got := strings.Count(plan, " has moved to "); got != moves {
		t.Errorf("%d objects are moved, want %d", got, moves)
	}
	changes := regexp.MustCompile(`Plan: .*|will be .*|must be .*`).FindAllString(plan, -1)
	if len(changes) > 1 || len(changes) == 1 && changes[0] != "Plan: 0 to add, 0 to change, 0 to destroy." {
		t.Errorf("the plan does more than move:\n%s", plan)
	}
	run(t, tf, "apply", "-input=false", "plan")
	if _, err := tf.Run(t.Context(), "plan", "-input=false", "-detailed-exitcode", "-no-color"); err != nil {
		t.Errorf("the second plan has changes: %v", err)
	}
	checkNothingWritten(t, e)
}

func checkNothingWritten(t *testing.T, e *providertest.Engine) {
	t.Helper()
	for _, r := range e.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("%s %s", r.Method, r.Path)
		}
	}
}

// TestMovedFromAnotherProvider moves an object of each kind from the legacy provider with moved blocks alone. The plan must not change the
// objects. A plan with -refresh=false must fail, because a moved object's state contains only the id until the provider reads the object.
func TestMovedFromAnotherProvider(t *testing.T) {
	t.Parallel()
	needsMoves(t)
	directory, e := copyTakeover(t, "testdata/moved")
	writeFile(t, filepath.Join(directory, "engine.tf"), required+e.Config(""))
	tf := inDirectory(t, directory, foreignTypes(t, directory)...)
	if err := tf.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := tf.Run(t.Context(), "plan", "-input=false", "-refresh=false", "-no-color")
	if err == nil || !strings.Contains(err.Error(), "was not read yet") {
		t.Errorf("a plan without reading is not refused: %v", err)
	}
	planOnlyMoves(t, tf, e, 8)
}

// TestMoveOfDifferentObjectIsRejected checks that legacy_dashboard.x can't move to engine_node.x. The error must explain that an
// engine_node can only come from a type that ends in _node.
func TestMoveOfDifferentObjectIsRejected(t *testing.T) {
	t.Parallel()
	needsMoves(t)
	e := providertest.StartEngine(t, refserver.Options{})
	directory := t.TempDir()
	writeFile(t, filepath.Join(directory, "terraform.tfstate"), `{
	"version": 4, "terraform_version": "1.5.0", "serial": 1, "lineage": "00000000-0000-0000-0000-000000000001", "outputs": {},
	"resources": [{
		"mode": "managed", "type": "legacy_dashboard", "name": "x", "provider": "provider[\"registry.terraform.io/`+legacySource+`\"]",
		"instances": [{"schema_version": 0, "attributes": {"id": "1"}}]
	}]
}`)
	writeFile(t, filepath.Join(directory, "main.tf"), required+e.Config(`
moved {
  from = legacy_dashboard.x
  to   = engine_node.x
}

resource "engine_node" "x" {
  name = "Edge"
  type = "self_hosted"
}
`))
	tf := inDirectory(t, directory, "legacy_dashboard")
	if err := tf.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := tf.Run(t.Context(), "plan", "-input=false", "-no-color")
	if err == nil {
		t.Fatal("a dashboard became a node")
	}
	for _, said := range []string{`"legacy_dashboard"`, "legacy", "*_node"} {
		if !strings.Contains(strings.Join(strings.Fields(err.Error()), " "), said) {
			t.Errorf("%v\nlacks %q", err, said)
		}
	}
}

// TestOtherAddressOfTheProvider changes this provider's source address, as when switching to a mirror. The next plan must be empty.
// Terraform users must first run "terraform state replace-provider". With OpenTofu, this is not necessary.
func TestOtherAddressOfTheProvider(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	directory := t.TempDir()
	configuration := required + e.Config("resource \"engine_node\" \"n\" {\n  name = \"Edge\"\n  type = \"self_hosted\"\n}\n")
	writeFile(t, filepath.Join(directory, "main.tf"), configuration)
	tf := inDirectory(t, directory)
	if err := tf.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	run(t, tf, "apply", "-input=false", "-auto-approve")
	writeFile(t, filepath.Join(directory, "main.tf"), strings.ReplaceAll(configuration, engineSource, mirrorSource))
	if err := tf.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(run(t, tf, "version"), "OpenTofu") {
		run(t, tf, "state", "replace-provider", "-auto-approve", engineSource, mirrorSource)
	}
	planOnlyMoves(t, tf, e, 0)
}
