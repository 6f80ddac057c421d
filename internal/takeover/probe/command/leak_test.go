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

// uniqueObject returns an object whose strings are unique, such as "zqx17", so that the test can find them in outputs. The exceptions are
// times, which must be valid, and secrets, which are 777777. The last number used is stored in *next.
func uniqueObject(fields []table.Field, next *int) map[string]any {
	text := func() string {
		*next++
		return fmt.Sprintf("zqx%d", *next)
	}
	doc := map[string]any{text(): text()}
	for _, f := range fields {
		switch {
		case f.Type == table.Boolean || f.Name == "sensitive":
			doc[f.Name] = true
		case f.Name == "value" && f.Type == table.JSON:
			doc[f.Name] = "777777"
		case f.Name == "created_at":
			doc[f.Name] = "2031-07-19T01:02:03Z"
		case f.Numeric():
			doc[f.Name] = 7654321
		case f.Type == table.Object:
			doc[f.Name] = uniqueObject(f.Fields, next)
		case f.Type == table.Array && f.Elements == table.Object:
			doc[f.Name] = []any{uniqueObject(f.Fields, next), uniqueObject(f.Fields, next)}
		case f.Type == table.Array:
			doc[f.Name] = []any{text(), text()}
		default:
			doc[f.Name] = text()
		}
	}
	return doc
}

// eachString calls yield for each string in a value, including field names. It omits strings of less than three bytes.
func eachString(value any, yield func(text string)) {
	switch value := value.(type) {
	case string:
		if len(value) >= 3 {
			yield(value)
		}
	case map[string]any:
		for name, inner := range value {
			eachString(name, yield)
			eachString(inner, yield)
		}
	case []any:
		for _, inner := range value {
			eachString(inner, yield)
		}
	}
}

// TestNoTextOfTheEngine checks that the outputs contain no strings from the engine's objects, no address and no credentials. It ignores
// strings that also appear in the outputs for an empty engine, because those come from the command itself.
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
					objects[table.Kind] = append(objects[table.Kind], uniqueObject(table.Fields, &next))
				}
			}
			if err := e.Seed(objects); err != nil {
				t.Fatal(err)
			}
			output := outputs()
			if len(habits) == 0 && strings.Contains(output, "\nmasked-secrets") {
				t.Error("secrets of equal digits count as masks")
			}
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
					eachString(doc, check)
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
