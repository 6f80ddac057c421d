// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression/expressiontest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// wantRejection checks that adopt exits with the given status, prints an error that contains the given words, and writes no file.
func (p *project) wantRejection(status int, words string, args ...string) {
	p.Helper()
	before := p.files()
	p.wantFailure(status, words, args...)
	if after := p.files(); !maps.Equal(before, after) {
		p.Errorf("it wrote %v", slices.Collect(maps.Keys(after)))
	}
}

func (p *project) wantFailure(status int, words string, args ...string) {
	p.Helper()
	if got, _, stderr := p.run(p.Context(), args...); got != status || !strings.Contains(stderr, words) {
		p.Errorf("status %d, want %d and %q:\n%s", got, status, words, stderr)
	}
}

// TestEditsDuringTheRunStay edits adopt.map.json or unfit.json while adopt is reading the engine. adopt must write nothing, so that the
// edit is not lost.
func TestEditsDuringTheRunStay(t *testing.T) {
	for name, text := range map[string]string{"adopt.map.json": "{}", "unfit.json": "[]"} {
		for _, wasThere := range []bool{true, false} {
			p := newProject(t, pumpNodes())
			p.seed(map[string][]object{"node": {{"id": "m\x1b", "name": "Odd", "type": "a"}}}) // belongs in unfit.json
			p.writeFiles(map[string]string{"main.tf": ""})
			words := name + " is there already"
			if wasThere {
				p.write(name, text)
				words = "changed since it was read: " + filepath.Join(p.dir, name)
			}
			p.Engine.Fail(refserver.Fault{Times: 1, Match: func(*http.Request) bool { p.write(name, text+"\n"); return false }})
			p.wantFailure(1, words)
			if files := p.files(); len(files) != 2 || files[name] != text+"\n" {
				t.Errorf("%s: %v", name, files)
			}
		}
	}
}

// TestListShorterThanCount runs adopt on an engine that counts four alerts but returns an empty list of alerts. adopt must read the count
// and the list once more, report both numbers, and write nothing.
func TestListShorterThanCount(t *testing.T) {
	p := newProject(t, pumps())
	p.Engine.Fail(refserver.Fault{
		Method: http.MethodGet, PathPrefix: "/v3/engine/alert/alerts/", Status: http.StatusOK, Body: `{"count": 4, "results": []}`,
	})
	p.wantRejection(1, "read the alerts: the list has 0 objects, but the engine counts 4")
	reads := 0
	for _, r := range p.Requests() {
		if strings.HasSuffix(r.Path, "/alerts/") {
			reads++
		}
	}
	if reads != 4 {
		t.Errorf("%d reads of the alerts, want two lists and two counts", reads)
	}
}

// TestOddDocuments adopts documents with random values, such as a number in place of a string. The plan must be empty for each of them.
func TestOddDocuments(t *testing.T) {
	p := newProject(t, nil)
	odd := []any{
		nil, "", "x", " ", "${a}", "%{ if }", "a\nb\n", "{\"a\": [1, 2.0]}", "null", 0, -1, 1.5, 1e30, true, false,
		[]any{},
		[]any{nil},
		[]any{""},
		[]any{1, "a"},
		object{},
		object{"id": nil},
		object{"id": id(900), "name": nil},
		[]any{object{}},
		[]any{object{"id": id(900), "unknown": 1}},
		[]any{object{"name": "a", "ref_id": "A", "value": object{"b": nil}}},
		"sev3", "2020-01-01T00:00:00Z",
	}
	kept := map[string]bool{"id": true, "deployment_type": true} // The provider sets deployment_type if it is omitted.
	for seed := range uint64(3) {
		draw := rand.New(rand.NewPCG(seed, 0))
		objects, total := map[string][]object{}, 0
		for n := range 30 {
			for kind, docs := range pumps() {
				for i, doc := range docs {
					names := slices.DeleteFunc(slices.Sorted(maps.Keys(doc)), func(name string) bool {
						return kept[name] || kind == "component" && name == "type"
					})
					for range draw.IntN(3) {
						doc[names[draw.IntN(len(names))]] = odd[draw.IntN(len(odd))]
					}
					doc["id"] = id(1000*n + 100*len(kind) + i)
					objects[kind] = append(objects[kind], doc)
					total++
				}
			}
		}
		p.adoptOdd(objects, total)
	}
}

// adoptOdd adopts unusual objects into a new directory. It checks that adopt imports all of them, and that the plan changes nothing. total
// is the number of objects.
func (p *project) adoptOdd(objects map[string][]object, total int) {
	p.Helper()
	if err := p.Reset(objects); err != nil {
		p.Fatal(err)
	}
	if err := os.RemoveAll(p.dir); err != nil {
		p.Fatal(err)
	}
	p.adopt(fmt.Sprintf("%d to import, 0 to change", total))
}

// TestHostileExpressions adopts alerts whose expressions could crash or hang a JavaScript interpreter, for example by deep nesting.
func TestHostileExpressions(t *testing.T) {
	p := newProject(t, nil)
	var alerts []object
	for i, expression := range expressiontest.Hostile() {
		isText := utf8.ValidString(expression) && !strings.Contains(expression, "\x00") && strings.TrimSpace(expression) != ""
		if len(expression) > 10_000 || !isText {
			continue
		}
		alert := maps.Clone(pumps()["alert"][0])
		alert["id"], alert["name"], alert["stmt_target_variable"] = id(5000+i), fmt.Sprint("hostile ", i), "B"
		alert["alert_items"] = []any{object{"id": id(7000 + i), "ref_id": "B", "type": "EXPRESSION", "expression": expression}}
		alerts = append(alerts, alert)
	}
	p.adoptOdd(map[string][]object{"alert": alerts}, len(alerts))
}
