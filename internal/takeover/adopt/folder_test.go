// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

// fill writes files into the folder, for example between two runs.
func (p *plant) fill(files map[string]string) {
	p.Helper()
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		p.Fatal(err)
	}
	for name, text := range files {
		p.write(name, text)
	}
}

func site() map[string][]object { return map[string][]object{"node": pumps()["node"]} }

// TestFileNames adopts objects whose names could give an override file, or a file that a .tofu file hides from OpenTofu.
func TestFileNames(t *testing.T) {
	dashboards := []object{}
	for i, name := range []string{"override", "plant override", "Plant_Override", "a", "a 2"} {
		dashboards = append(dashboards, object{"id": id(i), "name": name})
	}
	p := newPlant(t, map[string][]object{"dashboard": dashboards, "node": pumps()["node"]})
	p.fill(map[string]string{"nodes.tofu": "", "dashboard_a.tf": "", "Import.tf": ""})
	p.adopt("6 to import, 0 to change")
	files := p.files()
	for name := range files {
		if strings.HasSuffix(name, "override.tf") || name == "nodes.tf" || name == "import.tf" {
			t.Errorf("there is %s", name)
		}
	}
	for _, name := range []string{"dashboard_override_2.tf", "dashboard_plant_override_2.tf", "dashboard_plant_override_2_2.tf", "dashboard_a_2.tf", "dashboard_a_2_2.tf", "nodes_2.tf", "import_2.tf"} {
		if files[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
}

// TestFolders adopts into folders that already have configurations, which affect the new files.
func TestFolders(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		last  string
		want  map[string]string // expected words in each file; "" if the file must not exist
	}{
		"another local name": {
			map[string]string{"main.tf": "terraform {\n  required_providers {\n    plant = {\n      source = \"engine-platform/engine\"\n    }\n    random = { source = \"hashicorp/random\" }\n  }\n}\n"},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": "provider = plant", "import.tf": "provider = plant", "versions.tf": ""},
		},
		"a mirror": {
			map[string]string{"main.tf": `terraform { 
  required_providers { 
    engine = { source = "mirror.example/tools/engine" } 
  } 
}`},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": `name = "Site"`, "versions.tf": ""},
		},
		"in JSON": {
			map[string]string{"main.tf.json": `{"terraform": {"required_providers": {"plant": {"source": "registry.terraform.io/engine-platform/engine"}}}, "resource": {"engine_node": {"site": {"name": "x", "type": "y"}}}}`},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": `"engine_node" "site_2"`, "versions.tf": ""},
		},
		"an override of a local": {
			map[string]string{"main.tf": "locals {\n  type = \"a\"\n}\n", "x_override.tf": "locals {\n  type = \"b\"\n}\n"},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": `"engine_node" "site"`},
		},
		"an override that says the same": {
			map[string]string{"adopt.map.json": `{"engine_node": {"` + id(61) + `": "site"}}`, "override.tf": "resource \"engine_node\" \"site\" {\n  name = \"Site\"\n}\n"},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": `"engine_node" "site"`},
		},
		"a file that OpenTofu replaces": {
			map[string]string{"main.tf": "resource \"engine_node\" \"site\" {\n}\n", "main.tofu": ""},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": `"engine_node" "site"`},
		},
		"files that do not count": {
			map[string]string{".hidden.tf": "{", "a.tf~": "{", "a.tftest.hcl": "{"},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": `"engine_node" "site"`},
		},
		"names of the past": {
			map[string]string{"main.tf": "moved {\n  from = engine_node.site\n  to   = engine_node.old\n}\nremoved {\n  from = engine_node.site_2\n}\nresource \"engine_node\" \"old\" {\n}\n"},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": `"engine_node" "site_3"`},
		},
		"renamed by a moved block": {
			map[string]string{"adopt.map.json": `{"engine_node": {"` + id(61) + `": "site"}}`, "main.tf": "moved {\n  from = engine_node.site\n  to   = engine_node.plant\n}\nresource \"engine_node\" \"plant\" {\n}\n"},
			"0 to import, 0 to change",
			map[string]string{"nodes.tf": ""},
		},
		"an import block without its resource": {
			map[string]string{"import.tf": "import {\n  to = engine_node.mine\n  id = \"" + id(61) + "\"\n}\n"},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": `"engine_node" "mine"`, "import_2.tf": "", "adopt.map.json": `"mine"`},
		},
		"an import block by identity": {
			map[string]string{"import.tf": "import {\n  to = engine_node.mine\n  identity = {\n    id = \"" + id(61) + "\"\n  }\n}\n"},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": `"engine_node" "mine"`, "import_2.tf": ""},
		},
		"an import block of another object with the name in the map": {
			map[string]string{"adopt.map.json": `{"engine_node": {"` + id(61) + `": "site"}}`, "import.tf": "import {\n  to = engine_node.plant\n  id = \"" + id(61) + "\"\n}\n"},
			"1 to import, 0 to change",
			map[string]string{"nodes.tf": `"engine_node" "plant"`, "adopt.map.json": `"plant"`},
		},
		"an import block of a module": {
			map[string]string{"import.tf": "import {\n  to = module.a[0].engine_node.mine\n  id = \"" + id(61) + "\"\n}\n"},
			"0 to import, 0 to change",
			map[string]string{"nodes.tf": ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlant(t, site())
			p.fill(test.files)
			p.adopt(test.last)
			for file, words := range test.want {
				text, has := p.files()[file]
				if words == "" && has || !strings.Contains(text, words) {
					t.Errorf("%s is\n%s\nwant %q", file, text, words)
				}
			}
		})
	}
}

// TestFoldersThatAreRefused adopts into folders that can't be read, or that Terraform would refuse together with the new files.
func TestFoldersThatAreRefused(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		words string
	}{
		"other providers": {
			map[string]string{"versions.tf": "terraform {\n  required_providers {\n    random = { source = \"hashicorp/random\" }\n  }\n}\n"},
			`versions.tf:2: required_providers does not have this provider, and Terraform takes one such block only. Add to it: engine = { source = "engine-platform/engine" }`,
		},
		"another provider of the name": {
			map[string]string{"versions.tf": "terraform {\n  required_providers {\n    engine = { source = \"other/motor\" }\n  }\n}\n"},
			`Add to it: engine_platform = {`,
		},
		"a target that nothing declares": {
			map[string]string{"import.tf": "import {\n  to = engine_alert.gone\n  id = \"gone\"\n}\n"},
			"import.tf:1: Terraform refuses this import block: nothing declares engine_alert.gone",
		},
		"a target with a key": {
			map[string]string{"import.tf": "import {\n  to = engine_node.mine[\"a\"]\n  id = \"" + id(61) + "\"\n}\n"},
			"nothing declares engine_node.mine",
		},
		"an override of nothing": {
			map[string]string{"override.tf": "resource \"engine_node\" \"mine\" {\n  name = \"x\"\n}\n"},
			"override.tf: Terraform refuses this file: nothing declares engine_node.mine",
		},
		"tags of the provider that are not known": {
			map[string]string{"main.tf": "provider \"engine\" {\n  default_tags = var.tags\n}\n"},
			"main.tf:2: adopt can't tell what default_tags",
		},
		"another engine": {
			map[string]string{"main.tf": "provider \"engine\" {\n  base_url = \"https://other.example\"\n}\n"},
			`main.tf:2: the provider block names the engine "https://other.example"`,
		},
		"a list of other things": {
			map[string]string{"unfit.json": `{"mine": true}`},
			"unfit.json is not a list of objects that adopt left out",
		},
		"JSON that is none": {map[string]string{"main.tf.json": "{"}, "main.tf.json"},
		"null for a map":    {map[string]string{"adopt.map.json": "null"}, "adopt.map.json: it is null; the file maps resource types to ids to names"},
		"null for names":    {map[string]string{"adopt.map.json": `{"engine_node": null}`}, "engine_node is null"},
		"null for a name":   {map[string]string{"adopt.map.json": `{"engine_node": {"1": null}}`}, `"" of the engine_node 1 is not a valid name`},
		"a list for a map":  {map[string]string{"adopt.map.json": `[]`}, "the file maps resource types to ids to names"},
		"other types":       {map[string]string{"adopt.map.json": `{"aws_instance": {"1": "a"}}`}, `there is no resource type "aws_instance"`},
		"two maps":          {map[string]string{"adopt.map.json": `{} {}`}, "more than one JSON value"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlant(t, site())
			p.fill(test.files)
			p.refused(1, test.words)
		})
	}
}

// TestOverrideThatChanges adopts with override files that would cause a change in the plan, or prevent the import.
func TestOverrideThatChanges(t *testing.T) {
	for argument, words := range map[string]string{
		"name = \"Other\"":                 "the plan would change name, because override.tf has arguments for engine_node.site",
		"count = 2":                        "override.tf:2 sets count of engine_node.site",
		"provider = engine.other":          "override.tf:2 sets provider of engine_node.site",
		"name = var.name":                  "Unknown variable",
		"lifecycle {\n  }\n  type = \"x\"": "the plan would change type",
	} {
		p := newPlant(t, site())
		p.fill(map[string]string{
			"adopt.map.json": `{"engine_node": {"` + id(61) + `": "site"}}`,
			"override.tf":    "resource \"engine_node\" \"site\" {\n  " + argument + "\n}\n",
		})
		p.refused(1, words)
	}
}

// TestDefaultTags adopts with default_tags in the folder's provider block. The import does not show these tags, and no resource
// declares them.
func TestDefaultTags(t *testing.T) {
	p := newPlant(t, map[string][]object{"dashboard": pumps()["dashboard"]})
	p.fill(map[string]string{"main.tf": "locals {\n  team = \"" + id(910) + "\"\n}\nprovider \"engine\" {\n  default_tags = [{ id = local.team }]\n}\n"})
	p.adopt("2 to import, 0 to change")
	if text := p.file("dashboard_ubersicht_sud.tf"); strings.Contains(text, "tags") {
		t.Error(text)
	}
}

// TestPlantedLinks has links in place of the files to write. Nothing outside the folder changes.
func TestPlantedLinks(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "precious")
	for _, name := range []string{"alerts.tf", "alerts.tf.new", "adopt.map.json.new", "import.tf.new", "unfit.json.new"} {
		p := newPlant(t, pumps())
		if err := os.WriteFile(outside, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
		p.fill(nil)
		if err := os.Symlink(outside, filepath.Join(p.dir, name)); err != nil {
			t.Fatal(err)
		}
		if name == "alerts.tf" {
			p.refused(1, "alerts.tf") // adopt reads alerts.tf through the link, and it is not valid HCL
		} else {
			p.adopt("15 to import, 0 to change")
		}
		if text, err := os.ReadFile(outside); err != nil || string(text) != "precious" {
			t.Errorf("%s: the file outside is %q (%v)", name, text, err)
		}
	}
	p := newPlant(t, pumps())
	p.fill(nil)
	if err := os.WriteFile(outside, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(p.dir, "adopt.map.json")); err != nil {
		t.Fatal(err)
	}
	p.refused(1, "adopt.map.json is a link")
	if text, err := os.ReadFile(outside); err != nil || string(text) != "{}" {
		t.Errorf("the map outside is %q (%v)", text, err)
	}
}

// TestDeletedFile deletes a file so that adopt writes it again. Names and import blocks stay.
func TestDeletedFile(t *testing.T) {
	p := newPlant(t, pumps())
	p.adopt("15 to import, 0 to change")
	before := p.files()
	if err := os.Remove(filepath.Join(p.dir, "alerts.tf")); err != nil {
		t.Fatal(err)
	}
	p.adopt("3 to import, 0 to change")
	after := p.files()
	if after["alerts.tf"] != before["alerts.tf"] || after["import_2.tf"] != "" || after["adopt.map.json"] != before["adopt.map.json"] {
		t.Errorf("the files are %v\n%s", slices.Sorted(maps.Keys(after)), after["alerts.tf"])
	}
	// Now the import blocks are deleted, too.
	for _, name := range []string{"alerts.tf", "import.tf"} {
		if err := os.Remove(filepath.Join(p.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	p.adopt("3 to import, 0 to change")
	if n := strings.Count(p.file("import.tf"), "import {"); n != 3 || p.file("alerts.tf") != before["alerts.tf"] {
		t.Errorf("%d import blocks, want 3\n%s", n, p.file("alerts.tf"))
	}
}

// TestManyOfOneName adopts ten thousand objects with the same name, and interrupts a run in the middle of the imports.
func TestManyOfOneName(t *testing.T) {
	nodes := make([]object, 10000)
	for i := range nodes {
		nodes[i] = object{"id": id(i), "name": "Node", "type": "a"}
	}
	p := newPlant(t, map[string][]object{"node": nodes})
	ctx, cancel := context.WithCancel(t.Context())
	var reads atomic.Int32
	p.Engine.Fail(refserver.Fault{Method: http.MethodGet, Match: func(r *http.Request) bool {
		if reads.Add(1) == 150 {
			cancel()
		}
		return false
	}})
	var stdout, stderr bytes.Buffer
	if status := adopt.Run(ctx, "test", []string{"-dir", p.dir}, &stdout, &stderr); status != 1 || stderr.String() != "adopt: interrupted, and nothing was written\n" || len(p.files()) > 0 {
		t.Errorf("status %d: %s", status, stderr.String())
	}
	p.ClearFaults()
	p.adopt("10,000 to import, 0 to change")
	labels := regexp.MustCompile(`(?m)^resource "engine_node" "(.*)"`).FindAllStringSubmatch(p.file("nodes.tf"), -1)
	for i, label := range labels {
		want := fmt.Sprintf("node_%d", i+1)
		if i == 0 {
			want = "node"
		}
		if label[1] != want {
			t.Fatalf("resource %d is %s, want %s", i, label[1], want)
		}
	}
}
