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

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt"
)

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

// A new file must not be called like an override file (override.tf). If there is nodes.tofu, a new file must not be called nodes.tf,
// because OpenTofu would ignore the new file.
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
	for _, name := range []string{
		"dashboard_override_2.tf", "dashboard_plant_override_2.tf", "dashboard_plant_override_2_2.tf", "dashboard_a_2.tf",
		"dashboard_a_2_2.tf", "nodes_2.tf", "import_2.tf",
	} {
		if files[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
}

// eachFolder runs a test for each txtar archive. It writes the archive's files into a new folder, except the files in want/, which it
// passes as want. line is the first line of the archive.
func eachFolder(t *testing.T, archives string, test func(p *plant, line string, want map[string]string)) {
	t.Helper()
	names, err := filepath.Glob(archives)
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := map[string]string{}, map[string]string{}
			for _, f := range archive.Files {
				if wanted, ok := strings.CutPrefix(f.Name, "want/"); ok {
					want[wanted] = strings.TrimSpace(string(f.Data))
				} else {
					files[f.Name] = string(f.Data)
				}
			}
			p := newPlant(t, site())
			p.fill(files)
			test(p, strings.TrimSpace(string(archive.Comment)), want)
		})
	}
}

// Each archive is a folder that already has a configuration. The archive's first line is the expected last line of the report. A file in
// want/ has text that the new file of this name must contain. An empty file in want/ means that there must be no such new file.
func TestFolders(t *testing.T) {
	eachFolder(t, "testdata/folders/*.txtar", func(p *plant, last string, want map[string]string) {
		p.adopt(last)
		for file, words := range want {
			text, has := p.files()[file]
			if words == "" && has || !strings.Contains(text, words) {
				p.Errorf("%s is\n%s\nwant %q", file, text, words)
			}
		}
	})
}

// In each of these folders, the new files would break something: Terraform would refuse them, or an override file would change the plan.
// adopt must write nothing and fail with the error in the first line of the archive.
func TestFoldersThatAreRefused(t *testing.T) {
	eachFolder(t, "testdata/refused/*.txtar", func(p *plant, words string, _ map[string]string) { p.refused(1, words) })
}

// In each archive, a file of the folder, adopt.map.json or the state can't be read. adopt must write nothing and fail with the error in the
// first line of the archive.
func TestFilesThatAreWrong(t *testing.T) {
	eachFolder(t, "testdata/wrong/*.txtar", func(p *plant, words string, _ map[string]string) { p.refused(1, words) })
	p := newPlant(t, site())
	file := filepath.Join(t.TempDir(), "state")
	for _, text := range []string{`{}`, `[]`, `{"version": 3}`} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p.refused(1, "is not a state", "-skip-state", file)
	}
}

// The tags in default_tags of the provider block must not be written into new resources.
func TestDefaultTags(t *testing.T) {
	p := newPlant(t, map[string][]object{"dashboard": pumps()["dashboard"]})
	p.fill(map[string]string{
		"locals.tf": "locals {\n  team = \"" + id(910) + "\"\n}\n",
		"main.tf":   "provider \"engine\" {\n  default_tags = [{ id = local.team }]\n}\n",
	})
	p.adopt("2 to import, 0 to change")
	if text := p.file("dashboard_ubersicht_sud.tf"); strings.Contains(text, "tags") {
		t.Error(text)
	}
}

// Symbolic links have the names of the new files. Nothing outside the folder may change.
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

// A user has deleted a file of the configuration. It must be written again with the same names of resources, and without a second import
// block.
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
	// Now the import blocks are deleted too, so adopt must write them again.
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

// Ten thousand objects have the same name. A run that is interrupted during its imports must write nothing.
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
	status := commandline.Run(ctx, adopt.Command("test"), []string{"-dir", p.dir}, nil, &stdout, &stderr)
	if status != 1 || stderr.String() != "adopt: interrupted, and nothing was written\n" || len(p.files()) > 0 {
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
