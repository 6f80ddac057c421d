// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lost_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/enginetest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// inMemory runs a subtest on a fake clock, so waits take no real time.
func inMemory(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, f)
	})
}

// start starts a server that takes a millisecond per request, so that creation times reflect the order of the creates.
func start(t *testing.T, options refserver.Options, change func(*engine.Config)) (*engine.Client, *refserver.Server) {
	t.Helper()
	options.Latency = time.Millisecond
	return enginetest.StartInMemory(t, options, change)
}

// lostReplyFaults returns faults after which the client can't tell whether the engine performed a write. The engine does not perform the
// write if the fault's name contains "before".
func lostReplyFaults() map[string]refserver.Fault {
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

func sameNames(cfg *engine.Config) {
	cfg.Differing = func(engine.Collection, engine.Document, engine.Document) []string { return nil }
}

// loseOneReply makes the server return 502 for one read. The client can't tell whether the engine received the request, so it counts the
// reply as lost. After a lost reply, the client reads the engine's list before each create.
func loseOneReply(t *testing.T, client *engine.Client, server *refserver.Server) {
	t.Helper()
	defer server.Fail(refserver.Fault{Method: http.MethodGet, Status: http.StatusBadGateway, Times: 1})()
	if _, err := client.Read(t.Context(), engine.Nodes, "none"); !engine.IsNotFound(err) {
		t.Fatal(err)
	}
}

func TestLostCreatesOfEveryKind(t *testing.T) {
	t.Parallel()
	for name, fault := range lostReplyFaults() {
		inMemory(t, name, func(t *testing.T) {
			client, server := start(t, refserver.Options{}, sameNames)
			docs := enginetest.Documents(t, client)
			loseOneReply(t, client, server)
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
				if len(made) != 1 && (col.String() != "component" || len(made) != 2) { // algorithm and connector
					t.Errorf("%s: %d objects were made", col, len(made))
				}
			}
		})
	}
}

// TestTheFirstLostCreate checks what happens when the reply to a create is lost for the first time in a run. The client has not read the
// engine's list before the create, so only the object's creation time or parent can prove that it is new. Most cases first create another
// object, whose creation time shows how far the engine's clock is off.
func TestTheFirstLostCreate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		habits []string
		col    engine.Collection
		doc    func(name, dashboard string) engine.Document
		first  string // the name of an object that the run creates earlier
		proven bool
	}{
		"a creation time":              {col: engine.Nodes, doc: node, first: "first", proven: true},
		"a creation time, other clock": {habits: []string{"other-clock"}, col: engine.Nodes, doc: node, first: "first", proven: true},
		"a list that lags":             {habits: []string{"late-lists=300ms"}, col: engine.Nodes, doc: node, first: "first", proven: true},
		"a list without filters":       {habits: []string{"no-filters"}, col: engine.Nodes, doc: node, first: "first", proven: true},
		"a list without pages":         {habits: []string{"bare-lists"}, col: engine.Nodes, doc: node, first: "first", proven: true},
		"a name that the engine trims": {habits: []string{"trimmed-texts"}, col: engine.Nodes, doc: nodeWithSpaces, first: "first", proven: true},
		"no list":                      {habits: []string{"no-lists"}, col: engine.Nodes, doc: node, first: "first"},
		"a parent of this run":         {col: engine.Tabs, doc: tab, proven: true},
		"neither time nor parent":      {col: engine.Alerts, doc: plainAlert, first: "first"},
	}
	for name, test := range tests {
		inMemory(t, name, func(t *testing.T) {
			client, server := start(t, refserver.Options{Habits: test.habits}, sameNames)
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

func nodeWithSpaces(name, _ string) engine.Document { return node(" "+name+" ", "") }

func tab(name, dashboard string) engine.Document {
	return engine.Document{"name": name, "dashboard": dashboard}
}

func plainAlert(name, _ string) engine.Document { return enginetest.Alert(name) }

// TestALostCreateInAShortList checks that Create finds its object even if the engine's lists omit one of the fields in the create request,
// "tags".
func TestALostCreateInAShortList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, server := start(t, refserver.Options{Habits: []string{"short-lists"}}, nil)
		enginetest.Create(t, client, engine.Dashboards, engine.Document{"name": "first"})
		server.Fail(refserver.Fault{Method: http.MethodPost, Drop: refserver.DropAfter, Times: 1})
		tags := []any{engine.Document{"id": "1", "name": "water"}}
		created, err := client.Create(t.Context(), engine.Dashboards, engine.Document{"name": "a", "tags": tags})
		if err != nil || fmt.Sprint(created["tags"]) != fmt.Sprint(tags) {
			t.Errorf("created %v, error %v", created, err)
		}
	})
}

// TestOlderObjectIsNotMistaken checks that Create never returns an older object that has the same values. This must hold whether or not the
// engine made the new object.
func TestOlderObjectIsNotMistaken(t *testing.T) {
	t.Parallel()
	for _, col := range []engine.Collection{engine.Nodes, engine.Alerts} {
		synctest.Test(t, func(t *testing.T) {
			var cfg engine.Config
			other, server := start(t, refserver.Options{}, func(c *engine.Config) { cfg = *c })
			doc := node("a", "")
			if col == engine.Alerts {
				doc = enginetest.Alert("a")
			}
			twin := enginetest.ID(t, enginetest.Create(t, other, col, doc))
			time.Sleep(1100 * time.Millisecond) // because the Date header has whole seconds
			client := laterRun(t, cfg)
			loseOneReply(t, client, server)
			for made, drop := range []refserver.Drop{refserver.DropBefore, refserver.DropAfter} {
				server.Fail(refserver.Fault{Method: http.MethodPost, Drop: drop, Times: 1})
				created, err := client.Create(t.Context(), col, doc)
				if err != nil || created["id"] == twin || len(server.Objects(col.String())) != made+2 {
					t.Errorf("%s, reply lost %s: created %v beside %s, error %v", col, drop, created, twin, err)
				}
			}
		})
	}
}

func TestCandidatesAreNamed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var cfg engine.Config
		other, server := start(t, refserver.Options{}, func(c *engine.Config) { cfg = *c })
		same := enginetest.ID(t, enginetest.Create(t, other, engine.Alerts, enginetest.Alert("a")))
		doc := enginetest.Alert("a")
		doc["severity"] = "SEV1"
		odd := enginetest.ID(t, enginetest.Create(t, other, engine.Alerts, doc))
		client := laterRun(t, cfg)
		server.Fail(refserver.Fault{Method: http.MethodPost, Drop: refserver.DropBefore, Times: 1})
		_, err := client.Create(t.Context(), engine.Alerts, enginetest.Alert("a"))
		var unknown *engine.UnknownOutcomeError
		if !errors.As(err, &unknown) || len(unknown.Candidates) != 2 || unknown.Candidates[0].ID != same || unknown.Candidates[1].ID != odd ||
			fmt.Sprint(unknown.Candidates[0].Differing, unknown.Candidates[1].Differing) != "[] [severity]" {
			t.Fatalf("the error is %v with %+v", err, unknown)
		}
		if got := fmt.Sprint(unknown.Fields); got != "[name severity type]" {
			t.Errorf("the fields are %s", got)
		}
		if made := len(server.Objects("alert")); made != 2 {
			t.Errorf("there are %d alerts", made)
		}
	})
}

// TestEqualCreatesAtOnce checks that 20 concurrent creates with the same name return 20 different nodes, even if replies are lost.
func TestEqualCreatesAtOnce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		inMemory(t, fmt.Sprint("seed ", seed), func(t *testing.T) {
			client, server := start(t, refserver.Options{Seed: seed}, nil)
			first := enginetest.ID(t, enginetest.Create(t, client, engine.Nodes, node("first", ""))) // shows how far the engine's clock is off
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

// TestLostUpdateWithANewItem checks an update that adds a function item. If its reply is lost, the item must still exist exactly once.
func TestLostUpdateWithANewItem(t *testing.T) {
	t.Parallel()
	for name, fault := range lostReplyFaults() {
		inMemory(t, name, func(t *testing.T) {
			client, server := start(t, refserver.Options{}, nil)
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

// laterRun returns a client that knows nothing about earlier requests, like the client in a second Terraform run.
func laterRun(t *testing.T, cfg engine.Config) *engine.Client {
	t.Helper()
	client, err := engine.New(cfg)
	enginetest.Must(t, err)
	return client
}
