// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package query

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestQueryOfExample applies examples/complete and runs terraform query in another folder. The configuration that the query generates must
// import all objects: the plan must only import, and the next plan must be empty.
func TestQueryOfExample(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	there := t.TempDir()
	first := inFolder(t, there, e)
	if err := os.CopyFS(there, os.DirFS("../../../examples/complete")); err != nil {
		t.Fatal(err)
	}
	terraformtest.Do(t, first, []string{"init"}, []string{"apply", "-auto-approve"})
	objects := 0
	var lists strings.Builder
	for _, o := range catalog.Objects() {
		objects += len(e.Objects(o.Name))
		fmt.Fprintf(&lists, "list \"engine_%s\" \"all\" {\n  provider = engine\n}\n\n", o.Name)
	}

	here := t.TempDir()
	second := inFolder(t, here, e)
	terraformtest.Write(t, here, "provider.tf", terraformtest.Requirement)
	terraformtest.Write(t, here, "all.tfquery.hcl", lists.String())
	shown := terraformtest.Do(t, second, []string{"init"}, []string{"query", "-generate-config-out=generated.tf"})
	if got := strings.Count(shown, "list.engine_"); got != objects || objects == 0 {
		t.Errorf("the query shows %d objects of %d:\n%s", got, objects, shown)
	}
	for _, name := range []string{
		"Pumping station Riverside / Operation", "type=connector   Riverside gateway", "Operation / Discharge pressure",
	} {
		if !strings.Contains(shown, name) {
			t.Errorf("the query does not show %q:\n%s", name, shown)
		}
	}
	e.ClearRequests()
	want := fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy.", objects)
	if plan := terraformtest.Do(t, second, []string{"plan"}); !strings.Contains(plan, want) {
		t.Errorf("want %q in\n%s", want, plan)
	}
	terraformtest.Do(t, second, []string{"apply", "-auto-approve"}, []string{"plan", "-detailed-exitcode"})
	for _, r := range e.Requests() {
		if r.Method != "GET" {
			t.Errorf("the imports sent %s %s", r.Method, r.Path)
		}
	}
}

func TestExamples(t *testing.T) {
	t.Parallel()
	e := providertest.StartEngine(t, refserver.Options{})
	if err := e.Seed(map[string][]map[string]any{
		"node":  {{"name": "riverside-edge-1", "type": "self_hosted"}},
		"alert": {{"name": "a", "severity": "SEV1"}, {"name": "b", "severity": "SEV2"}},
	}); err != nil {
		t.Fatal(err)
	}
	here := t.TempDir()
	run := inFolder(t, here, e)
	terraformtest.Write(t, here, "provider.tf", terraformtest.Requirement)
	files, err := filepath.Glob("../../../examples/list-resources/*/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples (%v)", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		terraformtest.Write(t, here, filepath.Base(filepath.Dir(file))+"_"+filepath.Base(file), string(text))
	}
	shown := terraformtest.Do(t, run, []string{"init"}, []string{"query"})
	if strings.Count(shown, "id=") != 3 || !strings.Contains(shown, "list.engine_alert.critical") ||
		!strings.Contains(shown, "list.engine_node.edge") || !strings.Contains(shown, "list.engine_node.self_hosted") {
		t.Errorf("an alert, and twice a node were to be listed:\n%s", shown)
	}
}
