// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

func (p *project) writeFiles(files map[string]string) {
	p.Helper()
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		p.Fatal(err)
	}
	for name, text := range files {
		p.write(name, text)
	}
}

func pumpNodes() map[string][]object { return map[string][]object{"node": pumps()["node"]} }

// eachDirectory runs a test for each txtar archive whose file name matches the pattern. It passes the archive's first line and the files in
// want/ to the test, and writes all other files to a new directory.
func eachDirectory(t *testing.T, archives string, test func(p *project, line string, want map[string]string)) {
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
			p := newProject(t, pumpNodes())
			p.writeFiles(files)
			test(p, strings.TrimSpace(string(archive.Comment)), want)
		})
	}
}

// TestDirectories runs adopt in the directory of each archive. The report must end with the archive's first line. Each file in want/
// contains text that the new file with the same name must contain. If a file in want/ is empty, adopt must not create that file.
func TestDirectories(t *testing.T) {
	eachDirectory(t, "testdata/directories/*.txtar", func(p *project, last string, want map[string]string) {
		p.adopt(last)
		for file, words := range want {
			text, has := p.files()[file]
			if words == "" && has || !strings.Contains(text, words) {
				p.Errorf("%s is\n%s\nwant %q", file, text, words)
			}
		}
	})
}

// TestDirectoriesThatAreRejected runs adopt in directories where new files would not work, for example because an override file would
// change them. adopt must fail with the error in the archive's first line, and must write nothing.
func TestDirectoriesThatAreRejected(t *testing.T) {
	eachDirectory(t, "testdata/rejected/*.txtar", func(p *project, words string, _ map[string]string) { p.wantRejection(1, words) })
}

// TestInvalidFiles runs adopt in the directory that each archive in testdata/invalid contains. One of its files is invalid: a
// configuration, an adopt.map.json or a state. adopt must fail with the error in the archive's first line, and must write nothing.
func TestInvalidFiles(t *testing.T) {
	eachDirectory(t, "testdata/invalid/*.txtar", func(p *project, words string, _ map[string]string) { p.wantRejection(1, words) })
}

// TestManyOfOneName adopts 10,000 objects with the same name. A run that is interrupted during the imports must write nothing.
func TestManyOfOneName(t *testing.T) {
	nodes := make([]object, 10000)
	for i := range nodes {
		nodes[i] = object{"id": id(i), "name": "Node", "type": "a"}
	}
	p := newProject(t, map[string][]object{"node": nodes})
	ctx, cancel := context.WithCancel(t.Context())
	var reads atomic.Int32
	p.Engine.Fail(refserver.Fault{Method: http.MethodGet, Match: func(r *http.Request) bool {
		if reads.Add(1) == 150 {
			cancel()
		}
		return false
	}})
	if status, _, stderr := p.run(ctx); status != 1 || stderr != "adopt: interrupted, and nothing was written\n" || len(p.files()) > 0 {
		t.Errorf("status %d: %s", status, stderr)
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
