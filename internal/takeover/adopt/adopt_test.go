// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"flag"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

var update = flag.Bool("update", false, "write testdata")

// The engine has objects of every kind. The written files must equal those in testdata/plant.
func TestConfiguration(t *testing.T) {
	p := newPlant(t, pumps())
	out := p.adopt("15 to import, 0 to change")
	if !strings.Contains(out, "Read 15 objects: 2 dashboards, 3 tabs, 3 widgets, 1 component, 1 routine, 3 alerts, 1 node, 1 function.") {
		t.Error(out)
	}
	got := p.files()
	const folder = "testdata/plant"
	if *update {
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(folder, os.DirFS(p.dir)); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{}
	files, err := filepath.Glob(folder + "/*")
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

// The secret of a parameter must not be in any file or output.
func TestSecrets(t *testing.T) {
	p := newPlant(t, pumps())
	out := p.adopt("15 to import, 0 to change")
	if !strings.Contains(out, `engine_component.forecast: the value of "api key" in input, variable forecast_api_key`) {
		t.Errorf("the report does not list the secret:\n%s", out)
	}
	for name, text := range maps.All(p.files()) {
		if strings.Contains(text+out, "correct-horse") {
			t.Errorf("%s has the secret", name)
		}
	}
}

// Without new objects, a second run must write nothing. New objects get new files. Files that a user has edited must stay, and resources
// must keep their names even if the names of their objects change.
func TestRerun(t *testing.T) {
	p := newPlant(t, pumps())
	p.adopt("15 to import, 0 to change")
	before := p.files()
	p.adopt("0 to import, 0 to change")
	if diff := cmp.Diff(before, p.files()); diff != "" {
		t.Fatalf("a run without anything new wrote: %s", diff)
	}

	p.write("alerts.tf", strings.Replace(before["alerts.tf"], `"500 mbar"`, `"Half a bar"`, 1))
	p.write("adopt.map.json", strings.Replace(before["adopt.map.json"], `"site"`, `"plant_node"`, 1))
	p.write("nodes.tf", strings.Replace(before["nodes.tf"], `"site"`, `"plant_node"`, 1))
	p.refused(1, "import.tf:73: Terraform refuses this import block: nothing declares engine_node.site")
	p.write("import.tf", strings.Replace(before["import.tf"], "node.site", "node.plant_node", 1))
	if err := p.Edit("alert", id(51), func(doc map[string]any) { doc["name"] = "Renamed" }); err != nil {
		t.Fatal(err)
	}
	if err := p.Remove("widget", id(22)); err != nil {
		t.Fatal(err)
	}
	p.seed(map[string][]object{
		"tab": {{"id": id(14), "name": "Pressure", "dashboard": id(1)}},
		"alert": {{
			"id": id(54), "name": "Low flow", "severity": "SEV1", "type": "rate", "rate_value": 5, "rate_unit": "minute",
			"tags": []any{reference(910, "water"), reference(911, "pump")},
		}},
		"widget": {{"id": id(24), "name": "Now", "tab": id(14), "type": "stat"}},
	})
	edited := p.files()
	out := p.adopt("3 to import, 0 to change")
	if !strings.Contains(out, "no longer in the engine") || !strings.Contains(out, "engine_widget.widget_1st_of_all ("+id(22)+")") {
		t.Errorf("the widget that is gone is not listed:\n%s", out)
	}
	after := p.files()
	for name, text := range edited {
		if name != "adopt.map.json" && after[name] != text {
			t.Errorf("%s was changed", name)
		}
		delete(after, name)
	}
	if got := slices.Sorted(maps.Keys(after)); !slices.Equal(got, []string{"alerts_2.tf", "import_2.tf", "tabs.tf"}) {
		t.Errorf("the new files are %v", got)
	}
	for file, words := range map[string][]string{
		"alerts_2.tf":    {`resource "engine_alert" "low_flow_3"`, "local.tags_water_pump"},
		"tabs.tf":        {`resource "engine_tab" "pressure"`, "engine_dashboard.ubersicht_sud.id", "engine_tab.pressure.id"},
		"adopt.map.json": {`"plant_node"`, `"low_flow"`, `"widget_1st_of_all"`},
	} {
		for _, word := range words {
			if !strings.Contains(p.file(file), word) {
				t.Errorf("%s lacks %s:\n%s", file, word, p.file(file))
			}
		}
	}
	p.adopt("0 to import, 0 to change")
}

// A user has renamed resources without changing adopt.map.json. The import blocks show which objects the resources belong to, so adopt must
// skip these objects.
func TestRenamed(t *testing.T) {
	p := newPlant(t, map[string][]object{"node": pumps()["node"]})
	p.adopt("1 to import, 0 to change")
	for _, name := range []string{"nodes.tf", "import.tf"} {
		p.write(name, strings.NewReplacer(`"site"`, `"other"`, ".site", ".other").Replace(p.file(name)))
	}
	if out := p.adopt("0 to import, 0 to change"); !strings.Contains(out, "Skipped 1: 1 in import blocks of the folder.") {
		t.Error(out)
	}
}

func TestSkipState(t *testing.T) {
	for name, state := range map[string]string{
		"file": `{"version": 4, "resources": [
			{"mode": "managed", "module": "module.site", "type": "engine_node", "name": "mine",
				"instances": [{"attributes": {"id": "` + id(61) + `"}}]},
			{"mode": "data", "type": "engine_alert", "name": "read", "instances": [{"attributes": {"id": "` + id(51) + `"}}]},
			{"mode": "managed", "type": "other_node", "name": "mine", "instances": [{"attributes": {"id": 5}}]}]}`,
		"show": `{"format_version": "1.0", "values": {"root_module": {"child_modules": [{"resources": [
			{"address": "module.site.engine_node.mine", "mode": "managed", "type": "engine_node", "values": {"id": "` + id(61) + `"}}]}]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlant(t, pumps())
			file := filepath.Join(t.TempDir(), "state")
			if err := os.WriteFile(file, []byte(state), 0o600); err != nil {
				t.Fatal(err)
			}
			out := p.adopt("14 to import, 0 to change", "-skip-state", file)
			if !strings.Contains(out, "New 14:") || !strings.Contains(out, "Skipped 1: 1 in the state.") {
				t.Error(out)
			}
			if _, err := os.Stat(filepath.Join(p.dir, "nodes.tf")); err == nil {
				t.Error("the node was written")
			}
		})
	}
}

// Without -skip-state, adopt must skip the objects in the folder's own state. If the file with an adopted resource is gone, adopt must
// write the resource again.
func TestOwnState(t *testing.T) {
	state := func(resource string) string {
		return `{"version": 4, "resources": [{"mode": "managed", "type": "engine_node", ` + resource + `,
			"instances": [{"attributes": {"id": "` + id(61) + `"}}]}]}`
	}
	labels := `{"engine_node": {"` + id(61) + `": "site"}}`
	block := "import {\n  to = engine_node.site\n  id = \"" + id(61) + "/exact\"\n}\n"
	for name, test := range map[string]struct {
		files map[string]string
		last  string
	}{
		"written by the user": {map[string]string{"terraform.tfstate": state(`"name": "mine"`)}, "0 to import, 0 to change"},
		"empty after a move":  {map[string]string{"terraform.tfstate": ""}, "1 to import, 0 to change"},
		"adopted": {
			map[string]string{"terraform.tfstate": state(`"name": "site"`), "adopt.map.json": labels}, "1 to import, 0 to change",
		},
		"adopted, with its import block": {
			map[string]string{"terraform.tfstate": state(`"name": "site"`), "import.tf": block}, "1 to import, 0 to change",
		},
		"adopted, then moved to a module": {
			map[string]string{"terraform.tfstate": state(`"name": "site", "module": "module.a"`), "adopt.map.json": labels},
			"0 to import, 0 to change",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlant(t, site())
			p.fill(test.files)
			out := p.adopt(test.last)
			if wantSkipped := strings.HasPrefix(test.last, "0"); strings.Contains(out, "Skipped 1: 1 in the state.") != wantSkipped {
				t.Error(out)
			}
		})
	}
}

// A tab whose dashboard is not adopted must refer to the dashboard by its id.
func TestOnly(t *testing.T) {
	p := newPlant(t, pumps())
	p.adopt("3 to import, 0 to change", "-only", "tab=F*", "-only", "nodes=S?te")
	if text := p.file("tabs.tf"); strings.Count(text, "resource") != 2 || !strings.Contains(text, `dashboard = "`+id(1)+`"`) {
		t.Error(text)
	}
	p.adopt("1 to import, 0 to change", "-only", "alert=*flow")
}

func TestDryRun(t *testing.T) {
	p := newPlant(t, pumps())
	out := p.adopt("15 to import, 0 to change", "-dry-run")
	if !strings.Contains(out, `resource "engine_node" "site"`) || !strings.Contains(out, "Would write to") {
		t.Error(out)
	}
	if files := p.files(); len(files) > 0 {
		t.Errorf("it wrote %v", slices.Collect(maps.Keys(files)))
	}
}

// Objects that can't be imported must be left out with a reason, and other resources must refer to them by id.
func TestUnfit(t *testing.T) {
	p := newPlant(t, pumps())
	t.Setenv("ENGINE_BULK_READS", "false") // a list would still show these objects
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

// Two components refer to each other. Terraform allows no circle, so one of the references must be an id.
func TestCircle(t *testing.T) {
	component := func(n, other int) object {
		return object{
			"id": id(n), "name": "C", "type": "connector", "version": "1", "deployment_capacity": "small",
			"deployment_type": "SERVICE_HOSTED", "output": []any{}, "routines": []any{},
			"input": []any{object{"name": "other", "type": "Component", "value": id(other)}},
		}
	}
	p := newPlant(t, map[string][]object{"component": {component(1, 2), component(2, 3), component(3, 1), component(4, 4)}})
	p.adopt("4 to import, 0 to change")
	references := 0
	for _, text := range p.files() {
		references += strings.Count(text, "jsonencode(engine_component.")
	}
	if references != 2 {
		t.Errorf("%d references, want 2 of the circle of 3: %v", references, p.files())
	}
}
