// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// losses are the faults that leave open whether a write was done, and whether it was.
func losses() map[string]refserver.Fault {
	return map[string]refserver.Fault{
		"502 before":     {Status: 502, Body: "<html>"},
		"502 after":      {Status: 502, Body: "<html>", AfterWrite: true},
		"504 after":      {Status: 504, Body: "<html>", AfterWrite: true},
		"503 before":     {Status: 503, Body: `{"detail":"Later."}`},
		"503 after":      {Status: 503, Body: `{"detail":"Later."}`, AfterWrite: true},
		"dropped before": {Drop: refserver.DropBefore},
		"dropped after":  {Drop: refserver.DropAfter},
		"cut":            {CutBody: true},
	}
}

// sameNames compares nothing but names, by which objects are looked for.
func sameNames(cfg *engine.Config) {
	cfg.Differing = func(engine.Collection, engine.Document, engine.Document) []string { return nil }
}

// doubt has a client lose a reply, after which it looks at lists before it creates.
func doubt(t *testing.T, client *engine.Client, server *refserver.Server) {
	t.Helper()
	defer server.Fail(refserver.Fault{Method: http.MethodGet, Status: http.StatusBadGateway, Times: 1})()
	if _, err := client.Read(t.Context(), engine.Nodes, "none"); !engine.IsNotFound(err) {
		t.Fatal(err)
	}
}

// What every create of a kind makes can be proved: by its time of creation, by the object above it, or because the list was
// read before.
func TestLostCreatesOfEveryKind(t *testing.T) {
	t.Parallel()
	for name, fault := range losses() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := enginetest.Start(t, refserver.Options{}, sameNames)
			docs := enginetest.Documents(t, client)
			doubt(t, client, server)
			fault.Method, fault.Times = http.MethodPost, len(docs)
			server.Fail(fault)
			var group sync.WaitGroup
			for col, doc := range docs {
				group.Go(func() {
					created, err := client.Create(t.Context(), col, doc)
					if err != nil || created["name"] != "a" {
						t.Errorf("%s: created %v, error %v", col, created, err)
					}
				})
			}
			group.Wait()
			for col := range docs {
				made := slices.DeleteFunc(server.Objects(col.String()), func(doc map[string]any) bool { return doc["name"] != "a" })
				if len(made) != 1 && (col.String() != "component" || len(made) != 2) { // of both types
					t.Errorf("%s: %d objects were made", col, len(made))
				}
			}
		})
	}
}

// The first reply that is lost in a run finds no list that was read before. Another object of the kind, which the run made,
// tells what the times of creation mean.
func TestTheFirstLostCreate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		habits []string
		col    engine.Collection
		doc    func(name, above string) engine.Document
		first  string // the name of another one
		proven bool
	}{
		"with a time of creation":      {nil, engine.Nodes, node, "first", true},
		"with a time of another clock": {[]string{"other-clock"}, engine.Nodes, node, "first", true},
		"in a list that lags":          {[]string{"late-lists=300ms"}, engine.Nodes, node, "first", true},
		"in a list without filters":    {[]string{"no-filters"}, engine.Nodes, node, "first", true},
		"in lists without pages":       {[]string{"bare-lists"}, engine.Nodes, node, "first", true},
		"with a name that is trimmed": {[]string{"trimmed-texts"}, engine.Nodes, func(name, _ string) engine.Document {
			return node(" "+name+" ", "")
		}, "first", true},
		"without a list": {[]string{"no-lists"}, engine.Nodes, node, "first", false},
		"below an object of this run": {nil, engine.Tabs, func(name, above string) engine.Document {
			return engine.Document{"name": name, "dashboard": above}
		}, "", true},
		"without any of it": {nil, engine.Alerts, func(name, _ string) engine.Document { return enginetest.Alert(name) }, "first", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := enginetest.Start(t, refserver.Options{Habits: test.habits}, sameNames)
			above := enginetest.ID(t, enginetest.Create(t, client, engine.Dashboards, engine.Document{"name": "owner"}))
			made := 1
			if test.first != "" {
				enginetest.Create(t, client, test.col, test.doc(test.first, above))
				made = 2
			}
			server.Fail(refserver.Fault{Method: http.MethodPost, Drop: refserver.DropAfter, Times: 1})
			created, err := client.Create(t.Context(), test.col, test.doc("a", above))
			if proven := err == nil && created["id"] != nil; proven != test.proven {
				t.Errorf("created %v, error %v", created, err)
			}
			var unknown *engine.UnknownOutcomeError
			if !test.proven && (!errors.As(err, &unknown) || len(unknown.Candidates) != 1 && unknown.Search == nil) {
				t.Errorf("the error names neither a candidate nor why there is none: %v", err)
			}
			if has := len(server.Objects(test.col.String())); has != made {
				t.Errorf("the engine has %d objects, want %d", has, made)
			}
		})
	}
}

func node(name, _ string) engine.Document {
	return engine.Document{"name": name, "type": "self_hosted"}
}

// What a list leaves out is no difference: the object is read by itself.
func TestALostCreateInAShortList(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{Habits: []string{"short-lists"}}, nil)
	enginetest.Create(t, client, engine.Dashboards, engine.Document{"name": "first"})
	server.Fail(refserver.Fault{Method: http.MethodPost, Drop: refserver.DropAfter, Times: 1})
	tags := []any{engine.Document{"id": "1", "name": "water"}}
	created, err := client.Create(t.Context(), engine.Dashboards, engine.Document{"name": "a", "tags": tags})
	if err != nil || fmt.Sprint(created["tags"]) != fmt.Sprint(tags) {
		t.Errorf("created %v, error %v", created, err)
	}
}

// An object that says the same and was there before is never taken.
func TestAnOlderTwinIsNotTaken(t *testing.T) {
	t.Parallel()
	for _, col := range []engine.Collection{engine.Nodes, engine.Alerts} {
		var cfg engine.Config
		other, server := enginetest.Start(t, refserver.Options{}, func(c *engine.Config) { cfg = *c })
		doc := node("a", "")
		if col == engine.Alerts {
			doc = enginetest.Alert("a")
		}
		twin := enginetest.ID(t, enginetest.Create(t, other, col, doc))
		time.Sleep(1100 * time.Millisecond) // the header Date has whole seconds
		client := another(t, cfg)
		doubt(t, client, server)
		for _, drop := range []refserver.Drop{refserver.DropBefore, refserver.DropAfter} {
			server.Fail(refserver.Fault{Method: http.MethodPost, Drop: drop, Times: 1})
			created, err := client.Create(t.Context(), col, doc)
			if err != nil || created["id"] == twin {
				t.Errorf("%s: created %v instead of one beside %s, error %v", col, created, twin, err)
			}
		}
		if made := len(server.Objects(col.String())); made != 3 {
			t.Errorf("there are %d objects of the kind %s, want 3", made, col)
		}
	}
}

// Nor is one that the run before made in the second before this one began: the header Date has whole seconds, so that its
// time of creation alone says nothing. A node that this run made shows what it means.
func TestATwinOfTheRunBeforeIsNotTaken(t *testing.T) {
	t.Parallel()
	for name, habits := range map[string][]string{"one clock": nil, "another clock": {"other-clock"}} {
		var cfg engine.Config
		other, server := enginetest.Start(t, refserver.Options{Habits: habits}, func(c *engine.Config) { cfg = *c })
		twin := enginetest.ID(t, enginetest.Create(t, other, engine.Nodes, node("a", "")))
		client := another(t, cfg)
		server.Fail(refserver.Fault{Method: http.MethodPost, Drop: refserver.DropBefore, Times: 1})
		_, err := client.Create(t.Context(), engine.Nodes, node("a", ""))
		var unknown *engine.UnknownOutcomeError
		if !errors.As(err, &unknown) || len(unknown.Candidates) != 1 || unknown.Candidates[0].ID != twin {
			t.Errorf("%s: error %v, want one that names %s", name, err, twin)
		}
		client = another(t, cfg)
		enginetest.Create(t, client, engine.Nodes, node("first", ""))
		server.Fail(refserver.Fault{Method: http.MethodPost, Drop: refserver.DropAfter, Times: 1})
		created, err := client.Create(t.Context(), engine.Nodes, node("a", ""))
		if err != nil || created["id"] == twin {
			t.Errorf("%s, with another node: created %v, error %v", name, created, err)
		}
	}
}

// Two objects that say the same, of which nobody knows whose they are, are told to the user.
func TestCandidatesAreNamed(t *testing.T) {
	t.Parallel()
	var cfg engine.Config
	other, server := enginetest.Start(t, refserver.Options{}, func(c *engine.Config) { cfg = *c })
	same := enginetest.ID(t, enginetest.Create(t, other, engine.Alerts, enginetest.Alert("a")))
	doc := enginetest.Alert("a")
	doc["severity"] = "SEV1"
	odd := enginetest.ID(t, enginetest.Create(t, other, engine.Alerts, doc))
	client := another(t, cfg)
	server.Fail(refserver.Fault{Method: http.MethodPost, Drop: refserver.DropBefore, Times: 1})
	_, err := client.Create(t.Context(), engine.Alerts, enginetest.Alert("a"))
	var unknown *engine.UnknownOutcomeError
	if !errors.As(err, &unknown) || fmt.Sprint(unknown.Candidates) != fmt.Sprintf("[{%s  [] false} {%s  [severity] false}]", same, odd) {
		t.Fatalf("the error is %v with %+v", err, unknown)
	}
	if got := fmt.Sprint(unknown.Fields); got != "[name severity type]" {
		t.Errorf("to be compared are %s", got)
	}
	if made := len(server.Objects("alert")); made != 2 {
		t.Errorf("there are %d alerts", made)
	}
}

// Creates of the same name at the same time, of which replies are lost, never take each other's object.
func TestEqualCreatesAtOnce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			client, server := enginetest.Start(t, refserver.Options{Seed: seed}, nil)
			first := enginetest.ID(t, enginetest.Create(t, client, engine.Nodes, node("first", ""))) // shows the engine's clock
			server.SetFaultRate(0.3)
			var mu sync.Mutex
			var group sync.WaitGroup
			ids := map[string]bool{first: true}
			for range 20 {
				group.Go(func() {
					created, err := client.Create(t.Context(), engine.Nodes, node("a", ""))
					if err != nil {
						t.Error(err)
						return
					}
					mu.Lock()
					defer mu.Unlock()
					ids[fmt.Sprint(created["id"])] = true
				})
			}
			group.Wait()
			if made := len(server.Objects("node")); made != 21 || len(ids) != 21 {
				t.Errorf("%d nodes were made, %d of them known", made, len(ids))
			}
		})
	}
}

// As long as nothing goes wrong, a create is one request.
func TestNoRequestMore(t *testing.T) {
	t.Parallel()
	client, server := enginetest.Start(t, refserver.Options{}, nil)
	docs := enginetest.Documents(t, client)
	server.ClearRequests()
	for col, doc := range docs {
		enginetest.Create(t, client, col, doc)
	}
	if got := len(server.Requests()); got != len(docs) {
		t.Errorf("%d creates took %d requests", len(docs), got)
	}
}

// A function keeps the items that an update does not mention, so that an update with a new one must be made exactly once.
func TestLostUpdateWithANewItem(t *testing.T) {
	t.Parallel()
	for name, fault := range losses() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, server := enginetest.Start(t, refserver.Options{}, nil)
			created := enginetest.Create(t, client, engine.Functions, engine.Document{
				"name": "a", "function_items": []any{engine.Document{"ref_id": "A", "type": "QUERY"}},
			})
			items, _ := created["function_items"].([]any)
			fault.Method, fault.Times = http.MethodPatch, 2
			server.Fail(fault)
			updated, err := client.Update(t.Context(), engine.Functions, enginetest.ID(t, created), engine.Document{
				"description": "new", "function_items": append(items, engine.Document{"ref_id": "B", "type": "QUERY"}),
			})
			if items, _ := updated["function_items"].([]any); err != nil || len(items) != 2 || updated["description"] != "new" {
				t.Errorf("the function is %v, error %v", updated, err)
			}
			if stored, _ := server.Objects("function")[0]["function_items"].([]any); len(stored) != 2 {
				t.Errorf("the engine has %d items: %v", len(stored), stored)
			}
		})
	}
}

// An update of which no reply comes says whether it was made; one that was made is none to complain of.
func TestLostUpdatesSayWhetherTheyWereMade(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		faults []refserver.Fault
		want   string // in the error; none without
	}{
		"made":     {[]refserver.Fault{{Method: http.MethodPatch, Drop: refserver.DropAfter}}, ""},
		"not made": {[]refserver.Fault{{Method: http.MethodPatch, Drop: refserver.DropBefore}}, "was not made"},
		"unknown": {[]refserver.Fault{
			{Method: http.MethodPatch, Drop: refserver.DropAfter}, {Method: http.MethodGet, Status: 500, Body: `{"detail":"No."}`},
		}, "it is not known whether"},
	}
	for name, test := range tests {
		client, server := enginetest.Start(t, refserver.Options{}, func(cfg *engine.Config) { cfg.MaxRetries = 1 })
		id := enginetest.ID(t, enginetest.Create(t, client, engine.Alerts, enginetest.Alert("a")))
		for _, fault := range test.faults {
			server.Fail(fault)
		}
		updated, err := client.Update(t.Context(), engine.Alerts, id, engine.Document{"name": "b", "mute": true})
		if test.want == "" && (err != nil || updated["name"] != "b") || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: updated %v, error %v", name, updated, err)
		}
	}
}

// another is a client of a run that knows nothing of the first.
func another(t *testing.T, cfg engine.Config) *engine.Client {
	t.Helper()
	client, err := engine.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return client
}
