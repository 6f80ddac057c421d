// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
)

func nodeNamed(label, name string) string {
	return fmt.Sprintf("resource \"engine_node\" %q {\n  name = %q\n  type = \"x\"\n}\n", label, name)
}

// TestFilesThatStay checks that the report lists changed values in files that update can't edit: JSON files, symbolic links, and files of
// modules outside the directory.
func TestFilesThatStay(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	p.write("plant/main.tf", "module \"m\" {\n  source = \"../shared\"\n}\n")
	p.write("shared/main.tf", nodeNamed("n", "a"))
	p.write("plant/json.tf.json", `{"resource": {"engine_node": {"j": {"name": "j", "type": "x"}}}}`)
	p.write("linked.tf", nodeNamed("l", "l"))
	if err := os.Symlink("../linked.tf", filepath.Join(p.dir, "plant", "linked.tf")); err != nil {
		t.Fatal(err)
	}
	p.dir = filepath.Join(p.dir, "plant")
	p.apply("module.m.engine_node.n", "engine_node.j", "engine_node.l")
	p.change(`{"module.m.engine_node.n": {"name": "new"}, "engine_node.j": {"name": "new"}, "engine_node.l": {"name": "new"}}`)
	var got []string
	for _, d := range p.update(Settings{}).Decisions {
		got = append(got, d.File+": "+d.Reason)
	}
	want := []string{
		"../shared/main.tf: its file is outside this directory, or a link", "json.tf.json: JSON configurations are not edited",
		"linked.tf: its file is outside this directory, or a link",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestErrors checks that update reports files that it can't read, an engine that fails, edits during the run, and output that fails.
func TestErrors(t *testing.T) {
	t.Parallel()
	const call = "module \"m\" {\n  source = \"./m\"\n}\n"
	fails := func(name string, p *project, words string) {
		t.Helper()
		if err := p.run(Settings{}, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: the error is %v, want %q", name, err, words)
		}
	}
	for name, files := range map[string]map[string]string{
		"main.tf:1":              {"main.tf": "locals {"},
		"terraform.tfvars:1":     {"terraform.tfvars": "a = {"},
		"read the configuration": {"main.tf": "resource \"a\" {}\n"},
		"m/main.tf:1":            {"main.tf": call, "m/main.tf": "locals {"},
		"m: not a directory":     {"main.tf": call, "m": ""},
	} {
		p := newProject(t)
		for file, text := range files {
			p.write(file, text)
		}
		fails(name, p, name)
	}
	p := newProject(t)
	p.write("main.tf", nodeNamed("a", "a"))
	p.apply("engine_node.a")
	p.change(`{"engine_node.a": {"name": "new"}}`)
	p.Engine.Fail(refserver.Fault{Method: http.MethodGet, Status: http.StatusForbidden})
	fails("engine", p, "engine_node.a: ")
	p.ClearFaults()
	for _, dry := range []bool{true, false} {
		_, closed := io.Pipe()
		_ = closed.Close() // This never fails.
		if err := p.run(Settings{DryRun: dry}, closed, io.Discard); err == nil || errors.Is(err, ErrUndecided) {
			t.Errorf("dry run %v: output that fails is no error", dry)
		}
	}
	p.Engine.Fail(refserver.Fault{Times: 1, Match: func(*http.Request) bool { p.write("main.tf", "# edited\n"); return false }})
	p.write("main.tf", nodeNamed("a", "a"))
	fails("edit", p, "changed since it was read")
}

// TestOnly checks that a run with -only edits nothing but the resources of the chosen objects. The run reads neither deposed objects nor
// objects of other providers.
func TestOnly(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	p.write("main.tf", nodeNamed("a", "a")+nodeNamed("b", "b"))
	p.apply("engine_node.a", "engine_node.b")
	p.change(`{"engine_node.a": {"name": "new"}, "engine_node.b": {"name": "new"}}`)
	deposed := p.instances[1]
	deposed.Deposed = true
	named := map[string]any{"name": "b"}
	p.instances = append(p.instances, deposed,
		statefile.Instance{Mode: "managed", Type: "random_pet", Name: "b", Attributes: named},
		statefile.Instance{Mode: "data", Type: "engine_node", Name: "b", Attributes: named})
	report := p.update(Settings{Only: func(_, name string) bool { return name == "b" }})
	if report.Read != 1 || len(report.Changes) != 1 || p.contents()["main.tf"] != nodeNamed("a", "a")+nodeNamed("b", "new") {
		t.Errorf("%v: %s", report.Changes, p.contents()["main.tf"])
	}
}

// TestOtherEngine checks that a missing object is not listed as deleted if its resource uses a provider alias. The alias may stand for a
// different engine, where the object still exists.
func TestOtherEngine(t *testing.T) {
	t.Parallel()
	p := newProject(t)
	p.write("main.tf", nodeNamed("a", "a"))
	p.apply("engine_node.a")
	p.instances[0].Alias = "south"
	p.change(`{"engine_node.a": null}`)
	if report := p.update(Settings{}); len(report.Decisions) != 1 || len(report.Deleted) > 0 {
		t.Errorf("%v", report)
	}
}

// TestRequests checks that update reads objects in bulk from the engine's lists, as a plan does, instead of one by one.
func TestRequests(t *testing.T) {
	t.Parallel()
	const count = 300
	p := newProject(t)
	text := ""
	var nodes []map[string]any
	for i := range count {
		name := fmt.Sprintf("n%d", i)
		text += nodeNamed(name, name)
		nodes = append(nodes, map[string]any{"id": "id-" + name, "name": name, "type": "x"})
		p.instances = append(p.instances, statefile.Instance{
			Mode: "managed", Type: "engine_node", Name: name, Attributes: maps.Clone(nodes[i]), Version: 1,
		})
	}
	p.write("main.tf", text)
	if err := p.Seed(map[string][]map[string]any{"node": nodes}); err != nil {
		t.Fatal(err)
	}
	const changed = 15
	for i := range changed {
		p.change(fmt.Sprintf(`{"engine_node.n%d": {"name": "New %d", "type": "y"}}`, i*count/changed, i))
	}
	if report := p.update(Settings{}); len(report.Changes) != 2*changed || len(report.Decisions) > 0 {
		t.Fatalf("%v", report)
	}
	if got, most := len(p.Requests()), 3*(count/100+1)+5; got > most {
		t.Errorf("%d requests for %d objects, want at most %d", got, count, most)
	}
	if words := fmt.Sprintf("name = %q", "New 1"); strings.Count(p.contents()["main.tf"], words) != 1 {
		t.Errorf("the configuration has no %s", words)
	}
}
