// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

var update = flag.Bool("update", false, "write testdata")

// TestConfiguration adopts an engine with objects of every kind. The written files must equal those in testdata/plant.
func TestConfiguration(t *testing.T) {
	p := newProject(t, pumps())
	out := p.adopt("15 to import, 0 to change")
	if !strings.Contains(out, "Read 15 objects: 2 dashboards, 3 tabs, 3 widgets, 1 component, 1 routine, 3 alerts, 1 node, 1 function.") {
		t.Error(out)
	}
	got := p.files()
	const directory = "testdata/plant"
	if *update {
		if err := os.RemoveAll(directory); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(directory, os.DirFS(p.dir)); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{}
	files, err := filepath.Glob(directory + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want[filepath.Base(file)] = string(text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("go test -update writes testdata:\n%s", diff)
	}
	for _, r := range p.Requests() {
		if r.Method != "GET" {
			t.Errorf("the engine was changed: %s %s", r.Method, r.Path)
		}
	}
}

// TestObjectsThatCannotBeImported adopts an engine in which two objects can't be imported. The report must list these objects with a
// reason, and other resources must refer to them by their ids.
func TestObjectsThatCannotBeImported(t *testing.T) {
	p := newProject(t, pumps())
	t.Setenv("ENGINE_BULK_READS", "false") // Bulk reads would find these objects in the lists.
	for _, unseen := range []string{id(1), id(52)} {
		names := func(r *http.Request) bool { return strings.Contains(r.URL.Path, unseen) }
		p.Engine.Fail(refserver.Fault{
			Method: http.MethodGet, Match: names, Status: http.StatusForbidden, Body: `{"detail": "severity of secrecy"}`,
		})
	}
	out := p.adopt("13 to import, 0 to change, 2 left out")
	unfit := p.file("unfit.json")
	for _, want := range []string{id(1), id(52), `"dashboard"`, "severity"} {
		if !strings.Contains(unfit, want) || !strings.Contains(out, id(1)) {
			t.Errorf("%s is not said:\n%s\n%s", want, unfit, out)
		}
	}
	if text := p.file("tabs.tf"); !strings.Contains(text, `dashboard = "`+id(1)+`"`) {
		t.Error(text)
	}
	p.ClearFaults()
	p.adopt("2 to import, 0 to change")
	if _, ok := p.files()["unfit.json"]; ok {
		t.Error("there is a list of objects that do not fit, and all fit")
	}
}
