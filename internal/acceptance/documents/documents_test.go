// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package documents

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

func collection(t *testing.T, path string) engine.Collection {
	t.Helper()
	col, err := engine.Plain(path)
	if err != nil {
		t.Fatal(err)
	}
	return col
}

const listed = `
data "engine_documents" "all" {
  path = "asset/assets/"
}

data "engine_documents" "one" {
  path  = "asset/assets"
  query = { name = "Pump 7" }
}

resource "engine_alert" "it" {
  name     = "a"
  severity = "SEV1"
  type     = "rate"
  rate_value = 1
  rate_unit  = "hour"
  assets   = [{ id = data.engine_documents.one.ids["Pump 7"] }]
}

output "all" {
  value = length(data.engine_documents.all.documents)
}

output "named" {
  value = length(data.engine_documents.all.ids)
}

output "kinds" {
  value = distinct([for d in data.engine_documents.all.documents : jsondecode(d).kind])
}
`

// TestDocuments reads 250 objects on several pages, and one object by its name. Two objects have the same name, so the provider must warn.
// The test repeats this on an engine that ignores filters.
func TestDocuments(t *testing.T) {
	t.Parallel()
	for _, habit := range []string{"", "no-filters"} {
		t.Run("habit "+habit, func(t *testing.T) {
			t.Parallel()
			options := refserver.Options{}
			if habit != "" {
				options.Habits = []string{habit}
			}
			w := newWorkplace(t, options)
			pumps := []map[string]any{}
			for i := range 250 {
				pumps = append(pumps, map[string]any{
					"id": fmt.Sprintf("id-%d", i), "name": fmt.Sprint("Pump ", i), "kind": "pump",
					"secret": map[string]any{"sensitive": true, "value": "hush"},
				})
			}
			pumps[249]["name"] = "Pump 9"
			if err := w.Seed(map[string][]map[string]any{asset: pumps}); err != nil {
				t.Fatal(err)
			}
			warnings := w.apply(listed, "+1 ~0 -0 <0")
			if !slices.Contains(warnings, "Names that are not unique") {
				t.Errorf("the warnings are %q", warnings)
			}
			text, err := w.run.Run(t.Context(), "output", "-json")
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{`"value": 250`, `"value": 248`, `"pump"`} {
				if !strings.Contains(text, want) {
					t.Errorf("the outputs are %s, want %s", text, want)
				}
			}
			assets, _ := w.only("alert")["assets"].([]any)
			if len(assets) != 1 || !strings.Contains(fmt.Sprint(assets), "id:id-7") {
				t.Errorf("the alert has the assets %v", assets)
			}
			if state, err := os.ReadFile(filepath.Join(w.folder, "terraform.tfstate")); err != nil || strings.Contains(string(state), "hush") {
				t.Errorf("the state has what is marked as sensitive (%v)", err)
			}
		})
	}
}

// TestDocumentsThatCannotBeListed checks the errors for a path without a collection in the engine, for a path that is a whole URL, and for
// the query parameter "page".
func TestDocumentsThatCannotBeListed(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, refserver.Options{})
	source := func(arguments string) string { return "data \"engine_documents\" \"it\" {\n" + arguments + "\n}\n" }
	w.refused(source(`path = "pump/pumps"`), "No such collection")
	w.refused(source(`path = "https://other.example/pumps"`), "Not the path of a collection")
	w.refused(source("path = \"asset/assets\"\nquery = { page = \"2\" }"), "No filter")
}

// TestDocumentWithoutCollection creates an object in a collection that the engine does not have. The error must name the path, and how the
// reference server gets such a collection.
func TestDocumentWithoutCollection(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, refserver.Options{})
	w.write(`
resource "engine_document" "it" {
  path = "pump/pumps"
  body = jsonencode({ name = "Pump 1" })
}
`)
	told, _, err := w.command("apply", "-auto-approve")
	if err == nil || len(told) != 1 || told[0].Summary != "No such collection" ||
		!strings.Contains(told[0].Detail, `The engine has no collection at the path "pump/pumps"`) ||
		!strings.Contains(told[0].Detail, "-collection pump/pumps") {
		t.Errorf("the apply reports %+v (%v)", told, err)
	}
}

// TestManyDocuments creates 120 documents and loses the answers to two creates. The provider must find these two objects. The next plan
// must send list requests and not read 120 single documents.
func TestManyDocuments(t *testing.T) {
	t.Parallel()
	w := newWorkplace(t, refserver.Options{})
	const config = `
resource "engine_document" "it" {
  count = 120
  path  = "asset/assets/"
  body  = jsonencode({ name = "Pump ${count.index}", settings = { low = count.index } })
}
`
	w.Server.Fail(refserver.Fault{Method: post, Drop: refserver.DropAfter, Times: 2})
	w.apply(config, "+120 ~0 -0 <0")
	if made := len(w.Objects(asset)); made != 120 {
		t.Errorf("the engine has %d assets", made)
	}
	w.ClearRequests()
	w.planEmpty()
	if asked := len(w.Requests()); asked > 8 {
		t.Errorf("a plan took %d requests", asked)
	}
	w.destroy(asset)
}
