// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// marked returns an object of a kind in which every string that may be free is unique, such as "zqx17". Secrets have digits only,
// which a run could take for a mask.
func marked(kind string, next *int) map[string]any {
	var fill func(fields []table.Field) map[string]any
	text := func() string {
		*next++
		return fmt.Sprintf("zqx%d", *next)
	}
	fill = func(fields []table.Field) map[string]any {
		doc := map[string]any{text(): text()}
		for _, f := range fields {
			switch {
			case f.Name == "sensitive":
				doc[f.Name] = true
			case f.Name == "value" && f.Type == table.JSON:
				doc[f.Name] = strings.Repeat("7", 6)
			case f.Name == "created_at":
				doc[f.Name] = "2031-07-19T01:02:03Z"
			case len(f.OneOf) > 0 && len(f.OneOf[0]) > 0:
				doc[f.Name] = f.OneOf[0]
			case f.Type == table.String || f.Type == table.Text || f.Type == table.JSON:
				doc[f.Name] = text()
			case f.Type == table.Integer || f.Type == table.Number:
				doc[f.Name] = 7654321
			case f.Type == table.Boolean:
				doc[f.Name] = true
			case f.Type == table.Object:
				doc[f.Name] = fill(f.Fields)
			case f.Type == table.Array && f.Elements == table.Object:
				doc[f.Name] = []any{fill(f.Fields), fill(f.Fields)}
			case f.Type == table.Array:
				doc[f.Name] = []any{text(), text()}
			}
		}
		return doc
	}
	for _, t := range table.Tables() {
		if t.Kind == kind {
			doc := fill(t.Fields)
			if kind == "component" {
				doc["type"] = "algorithm"
			}
			return doc
		}
	}
	panic("there is no kind " + kind)
}

// words yields all strings of at least three letters in a value.
func words(value any, yield func(text string)) {
	switch value := value.(type) {
	case string:
		if len(value) >= 3 {
			yield(value)
		}
	case map[string]any:
		for name, inner := range value {
			words(name, yield)
			words(inner, yield)
		}
	case []any:
		for _, inner := range value {
			words(inner, yield)
		}
	}
}

// The report, the JSON and the profile have no string of the engine's objects, no address and no credentials. The strings of a run on an
// empty engine are those of the probe.
func TestNoTextOfTheEngine(t *testing.T) {
	for _, habits := range [][]string{
		nil,
		{"masked-secrets", "rich-references", "other-page-parameter"},
		{"own-defaults", "text-numbers", "synonyms", "own-elements"},
		{"null-refused", "unknown-keys-refused", "unique-names", "padded"},
	} {
		t.Run(strings.Join(habits, "+"), func(t *testing.T) {
			e := start(t, refserver.Options{Habits: habits})
			outputs := func() string {
				var all strings.Builder
				for _, args := range [][]string{{}, {"-json"}, {"-write", "-yes"}, {"-write", "-yes", "-json"}} {
					file := filepath.Join(t.TempDir(), "engine.json")
					_, stdout, stderr := run(t.Context(), append(args, "-out", file)...)
					written, err := os.ReadFile(file)
					if err != nil {
						t.Fatal(err, stderr)
					}
					all.WriteString(stdout + stderr + string(written))
				}
				return all.String()
			}
			ours := outputs()
			next := 0
			objects := map[string][]map[string]any{}
			for _, table := range table.Tables() {
				for range 6 {
					objects[table.Kind] = append(objects[table.Kind], marked(table.Kind, &next))
				}
			}
			if err := e.Seed(objects); err != nil {
				t.Fatal(err)
			}
			output := outputs()
			address, err := url.Parse(e.URL)
			if err != nil {
				t.Fatal(err)
			}
			seen := 0
			check := func(text string) {
				if seen++; strings.Contains(output, text) && !strings.Contains(ours, text) {
					t.Errorf("the output has %q", text)
				}
			}
			for _, list := range e.Export() {
				for _, doc := range list {
					words(doc, check)
				}
			}
			for _, text := range []string{e.URL, address.Host, address.Hostname(), e.AccessID(), e.SecretKey()} {
				check(text)
			}
			if seen < 1000 {
				t.Errorf("the engine has only %d words", seen)
			}
		})
	}
}

// A secret of equal characters is no mask.
func TestSecretsThatLookLikeMasks(t *testing.T) {
	e := start(t, refserver.Options{})
	next := 0
	if err := e.Seed(map[string][]map[string]any{"component": {marked("component", &next)}}); err != nil {
		t.Fatal(err)
	}
	if status, stdout, stderr := run(t.Context()); strings.Contains(stdout, "\nmasked-secrets") {
		t.Errorf("status %d\n%s\n%s", status, stdout, stderr)
	}
}
