// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package adopt

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// TestRecreation checks that a configuration adopted from one engine creates the same documents in a second, empty engine, except for
// fields that only the engine sets, such as ids and times.
func TestRecreation(t *testing.T) {
	p := newProject(t)
	fillByOthers(t, p.Client(t))
	p.adopt("10 to import, 0 to change")
	p.planImports(10)
	empty := newProject(t)
	files, err := filepath.Glob(filepath.Join(p.dir, "*.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if name := filepath.Base(file); name != "import.tf" {
			if err := os.WriteFile(filepath.Join(empty.dir, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	empty.run("init", "-input=false", "-no-color")
	empty.run("apply", "-input=false", "-no-color", "-auto-approve")
	before, after := p.documents(), empty.documents()
	for name, doc := range before {
		if after[name] != doc {
			t.Errorf("%s\n%s\nbecame\n%s", name, doc, after[name])
		}
	}
	if len(before) != 10 || len(after) != len(before) {
		t.Errorf("%d documents became %d", len(before), len(after))
	}
}

// documents returns the engine's documents by kind and name. To make them comparable across engines, it omits fields that only the engine
// sets, and replaces each object's id with its kind and name.
func (p *project) documents() map[string]string {
	ids := []string{}
	named := map[string]map[string]any{}
	for _, kind := range catalog.Objects() {
		for _, doc := range p.Objects(kind.Name) {
			name := kind.Name + " " + fmt.Sprint(doc["name"])
			ids = append(ids, fmt.Sprint(doc["id"]), name)
			for _, key := range slices.Concat([]string{"id", "created_at"}, kind.Facts.Runtime) {
				delete(doc, key)
			}
			for key := range kind.ReadOnly {
				delete(doc, key)
			}
			named[name] = doc
		}
	}
	texts := map[string]string{}
	for name, doc := range named {
		texts[name] = strings.NewReplacer(ids...).Replace(document.Encode(withoutIDs(doc)))
	}
	return texts
}

// withoutIDs removes null members and the ids of items, which differ between engines, from value, and returns value.
func withoutIDs(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			if value[key] = withoutIDs(member); member == nil || key == "id" && value["ref_id"] != nil {
				delete(value, key)
			}
		}
	case []any:
		for i, element := range value {
			value[i] = withoutIDs(element)
		}
	}
	return value
}

// fillByOthers creates the objects in testdata/others.json. Like objects from other clients, they contain empty strings, missing keys and
// unusual formats. In the file, "@dashboard" stands for the dashboard's id.
func fillByOthers(t *testing.T, client *engine.Client) {
	t.Helper()
	text, err := os.ReadFile("testdata/others.json")
	if err != nil {
		t.Fatal(err)
	}
	var objects []struct {
		Kind, Type string
		Document   json.RawMessage
	}
	if err := document.DecodeInto(text, &objects); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, o := range objects {
		var doc engine.Document
		if err := document.DecodeInto([]byte(strings.NewReplacer(ids...).Replace(string(o.Document))), &doc); err != nil {
			t.Fatal(err)
		}
		kind := slices.IndexFunc(catalog.Objects(), func(kind catalog.Object) bool { return kind.Name == o.Kind })
		created, err := client.Create(t.Context(), catalog.Objects()[kind].Collection(o.Type), doc)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, "@"+o.Kind, fmt.Sprint(created["id"]))
	}
}
