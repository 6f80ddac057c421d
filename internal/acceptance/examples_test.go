// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform/terraformtest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestExamples applies each documented example alone. The next plan must be empty, and destroy must remove all objects. Every alert must
// fire on some recorded data.
func TestExamples(t *testing.T) {
	t.Parallel()
	folders := []string{"../../examples/provider", "../../examples/complete"}
	for _, of := range []string{"resources", "data-sources", "functions"} { // Packages query and action test the other examples.
		found, err := filepath.Glob("../../examples/" + of + "/*")
		if err != nil || len(found) == 0 {
			t.Fatalf("no examples of %s (%v)", of, err)
		}
		folders = append(folders, found...)
	}
	for _, folder := range folders {
		t.Run(strings.TrimPrefix(filepath.ToSlash(folder), "../../examples/"), func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{Collections: []string{"asset/assets", "tag/tags"}})
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
				t.Fatal(err)
			}
			connect(t, dir, e)
			startTerraform(t, dir).applyAndDestroy(t)
			if err := e.checkEmpty(); err != nil {
				t.Error(err)
			}
			for _, r := range e.Requests() {
				if r.Method != http.MethodPost || !strings.Contains(r.Path, "/alert/alerts") {
					continue
				}
				var alert map[string]any
				if err := json.Unmarshal(r.Body, &alert); err != nil {
					t.Fatal(err)
				}
				if problem := whyNeverFires(t, alert); problem != "" {
					t.Errorf("the alert %v: %s", alert["name"], problem)
				}
			}
		})
	}
}

func TestEveryObjectHasExamples(t *testing.T) {
	t.Parallel()
	for _, o := range catalog.Objects() {
		for _, file := range []string{
			"resources/engine_" + o.Name + "/resource.tf", "resources/engine_" + o.Name + "/import.sh",
			"data-sources/engine_" + o.Name + "/data-source.tf", "data-sources/engine_" + o.Plural + "/data-source.tf",
			"list-resources/engine_" + o.Name + "/list-resource.tfquery.hcl",
		} {
			if _, err := os.Stat("../../examples/" + file); err != nil {
				t.Error(err)
			}
		}
	}
}

// connect adds a provider block for the engine to the configuration in a folder. If the configuration has a provider block, connect
// overrides its arguments.
func connect(t *testing.T, dir string, e *testEngine) {
	t.Helper()
	file := "connection.tf"
	files, err := filepath.Glob(filepath.Join(dir, "*.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `provider "engine"`) {
			file = "connection_override.tf"
		}
	}
	terraformtest.Write(t, dir, file, terraformtest.Versions+"\n"+e.Config(""))
}
