// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// startBehindProxy starts a server with other users' objects, and a client that reaches the server through a proxy. If handle returns a
// nonzero status, the proxy sends that status with the response encoded as JSON. Otherwise, it forwards the request. The test fails if a
// request body contains a name without NamePrefix.
func startBehindProxy(
	t *testing.T, handle func(server *refserver.Server, r *http.Request, body []byte) (status int, response any),
) (*refserver.Server, *engine.Client) {
	t.Helper()
	server, _ := start(t, refserver.Options{})
	seedOthers(t, server)
	return server, connect(t, server, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		var sent struct{ Name *string }
		if json.Unmarshal(body, &sent) == nil && sent.Name != nil && !strings.HasPrefix(*sent.Name, NamePrefix) {
			t.Errorf("%s %s sends the name %q", r.Method, r.URL.Path, *sent.Name)
		}
		if status, response := handle(server, r, body); status != 0 {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_ = json.NewEncoder(w).Encode(response) // The client may have closed the connection.
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		server.ServeHTTP(w, r)
	}))
}

// createdKind returns the kind of the object that a request creates, or "" if it creates none.
func createdKind(r *http.Request) string {
	for kind, path := range servertest.Paths {
		if r.Method == http.MethodPost && r.URL.Path == path {
			return kind
		}
	}
	return ""
}

// TestForeignObjects probes engines that respond to a create request with an object that the run did not create. The run must stop with an
// error that contains the object's id, and must not change or delete the object.
func TestForeignObjects(t *testing.T) {
	t.Parallel()
	for name, create := range map[string]func(server *refserver.Server, old map[string]any, sent map[string]any) any{
		"get or create": func(_ *refserver.Server, old, _ map[string]any) any { return old },
		"only the id":   func(_ *refserver.Server, old, _ map[string]any) any { return map[string]any{"id": old["id"]} },
		"upsert": func(_ *refserver.Server, old, sent map[string]any) any {
			return map[string]any{"id": old["id"], "name": sent["name"]}
		},
		"another name": func(_ *refserver.Server, _, _ map[string]any) any {
			return map[string]any{"id": "unlisted", "name": "somebody's"}
		},
	} {
		for _, kind := range []string{"dashboard", "widget", "node"} {
			inBubble(t, name+" "+kind, func(t *testing.T) {
				var touched, created atomic.Int32
				id := ""
				server, client := startBehindProxy(t, func(server *refserver.Server, r *http.Request, body []byte) (int, any) {
					if id != "" && r.Method != http.MethodGet && strings.Contains(r.URL.Path, id) {
						touched.Add(1)
					}
					if createdKind(r) != kind {
						return 0, nil
					}
					created.Add(1)
					var sent map[string]any
					if err := document.DecodeInto(body, &sent); err != nil {
						t.Error(err)
					}
					response := create(server, server.Objects(kind)[0], sent)
					id, _ = response.(map[string]any)["id"].(string)
					return http.StatusOK, response
				})
				before := export(t, server)
				report, err := Run(t.Context(), Options{Client: client, Write: true})
				if err == nil || id == "" || !strings.Contains(err.Error(), id) || touched.Load() > 0 || created.Load() != 1 {
					t.Errorf("%d writes to %s after %d creates: %v", touched.Load(), id, created.Load(), err)
				}
				checkLeft(t, server, before, report.Left)
			})
		}
	}
}

// TestNamesOfARun checks which names show that an object belongs to the run. The run has sent the names "probe-7" and "probe-7 as a long
// name", and the engine may have truncated the second one.
func TestNamesOfARun(t *testing.T) {
	t.Parallel()
	o := object{name: "probe-7", names: []string{"probe-7", "probe-7 as a long name"}}
	for name, want := range map[string]bool{
		"probe-7": true, "probe-7 as a long name": true, "probe-7 as a": true,
		"probe": false, "probe-7 as a long name of somebody": false, "probe-8": false, "": false,
	} {
		if o.owns(name) != want {
			t.Errorf("%q: want %t", name, want)
		}
	}
}

// TestContradiction checks that a habit (a deviation from INTERFACE.md) remains undetermined if the engine has it in one place and not in
// another.
func TestContradiction(t *testing.T) {
	t.Parallel()
	r := newRun(Options{})
	r.observe("start-fails", true)
	r.observe("start-fails", false)
	for _, finding := range r.report().Findings {
		if finding.Name == "start-fails" && (finding.State != Unknown || !strings.Contains(finding.Why, "in some places")) {
			t.Errorf("the finding is %+v", finding)
		}
	}
}

// TestPatience checks that a run waits longer for the deletion of components, because the engine has to stop them first.
func TestPatience(t *testing.T) {
	t.Parallel()
	r := newRun(Options{})
	component, node := []*object{{kind: "component"}}, []*object{{kind: "node"}}
	if r.patience(component) != stopTime || r.patience(node) != settleTime {
		t.Error("components do not get more time than nodes")
	}
	if r.observe("never-stops", true); r.patience(component) != settleTime {
		t.Error("a component that never stops gets more time")
	}
}

// TestRenamedObjectIsFoundOnce searches twice for an object whose create response was lost. The engine doesn't have this object. It only
// has an older object from someone else, which has since been renamed to the same name. The first search must add this object to the
// ledger, with isForeign set. The second search must not add it again.
func TestRenamedObjectIsFoundOnce(t *testing.T) {
	t.Parallel()
	r := newRun(Options{})
	r.ledger.listed["node"] = map[string]string{"1": "of somebody"}
	o := r.ledger.newObject("node", map[string]any{})
	for range 2 {
		if found := r.ledger.findListed("node", "1", o.name); found == o || !found.isForeign || len(r.ledger.objects) != 2 {
			t.Errorf("found %v; %d objects", found, len(r.ledger.objects))
		}
	}
}

// TestWrongResponses probes engines whose responses are wrong. Some create an object but respond with an error. Others respond to a
// deletion with 204 or 404 but keep the object. The report must list exactly the objects that remain.
func TestWrongResponses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault  refserver.Fault
		habits []string
		isLeft bool
	}{
		"500":          {refserver.Fault{Status: 500, AfterWrite: true}, nil, false},
		"409":          {refserver.Fault{Status: 409, AfterWrite: true}, nil, false},
		"400":          {refserver.Fault{Status: 400, AfterWrite: true, Body: `{"name": ["no"]}`}, nil, false},
		"400 late":     {refserver.Fault{Status: 400, AfterWrite: true, Body: `{"name": ["no"]}`}, []string{"late-lists"}, false},
		"500 no lists": {refserver.Fault{Status: 500, AfterWrite: true}, []string{"no-lists"}, true},
		"204":          {refserver.Fault{Method: http.MethodDelete, Status: 204}, nil, true},
		"404":          {refserver.Fault{Method: http.MethodDelete, Status: 404}, nil, false},
	} {
		inBubble(t, name, func(t *testing.T) {
			server, options := startFaulty(t, test.habits, 0, 0)
			options.Only = []string{"elements"}
			before := export(t, server)
			var count atomic.Int32
			test.fault.Match = func(r *http.Request) bool {
				isDelete := test.fault.Method == http.MethodDelete
				return test.fault.Status == 204 || (isDelete || createdKind(r) != "") && count.Add(1)%3 == 0
			}
			server.Fail(test.fault)
			report := mustRun(t, options)
			if isLeft := len(report.Left) > 0; isLeft != test.isLeft {
				t.Errorf("left %v", report.Left)
			}
			checkLeft(t, server, before, report.Left)
		})
	}
}

// TestListsWithoutEnd probes engines whose lists never end, contain too many objects, or can't be read. Run and Clean must return an error
// and must not send any writes.
func TestListsWithoutEnd(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]func(page string, number int64) map[string]any{
		"new ids": func(page string, number int64) map[string]any {
			doc := map[string]any{"id": fmt.Sprint(number), "name": "x"}
			return map[string]any{"count": 1, "next": "/?page=" + page + "0", "results": []any{doc}}
		},
		"one page again and again": func(page string, _ int64) map[string]any {
			return map[string]any{"next": "/?page=" + page + "0", "results": []any{map[string]any{"id": "1", "name": "x"}}}
		},
		"100,001 objects": func(string, int64) map[string]any {
			return map[string]any{"count": engine.MaxListed + 1, "results": []any{map[string]any{"id": "1", "name": NamePrefix + "1"}}}
		},
		"500": func(string, int64) map[string]any { return nil },
	} {
		inBubble(t, name, func(t *testing.T) {
			var requests, writes atomic.Int64
			_, client := startBehindProxy(t, func(_ *refserver.Server, r *http.Request, _ []byte) (int, any) {
				number := requests.Add(1)
				if r.Method != http.MethodGet {
					writes.Add(1)
				}
				if page := r.URL.Query().Get("page"); page != "" {
					if response := list(page, number); response != nil {
						return http.StatusOK, response
					}
					return http.StatusInternalServerError, nil
				}
				return 0, nil
			})
			_, err := Run(t.Context(), Options{Client: client, Write: true})
			_, _, failure := Clean(t.Context(), Options{Client: client})
			if err == nil || failure == nil || writes.Load() > 0 || requests.Load() > maxCleanRequests {
				t.Errorf("%d requests, %d writes: %v; Clean: %v", requests.Load(), writes.Load(), err, failure)
			}
		})
	}
}

// TestOnlyErrors probes an engine that responds to every request with 500. The errors must mention that status.
func TestOnlyErrors(t *testing.T) {
	t.Parallel()
	_, client := startBehindProxy(t, func(*refserver.Server, *http.Request, []byte) (int, any) { return 500, nil })
	_, reading := Run(t.Context(), Options{Client: client})
	_, writing := Run(t.Context(), Options{Client: client, Write: true})
	_, _, cleaning := Clean(t.Context(), Options{Client: client})
	for _, err := range []error{reading, writing, cleaning} {
		if err == nil || !strings.Contains(err.Error(), "500") {
			t.Error(err)
		}
	}
}

// TestCleanKeepsRenamed renames an object after Clean has found it in a list. Clean must not delete the object.
func TestCleanKeepsRenamed(t *testing.T) {
	t.Parallel()
	server, client := startBehindProxy(t, func(server *refserver.Server, r *http.Request, _ []byte) (int, any) {
		if strings.Contains(r.URL.Path, "/all/kept") {
			if err := server.Edit("node", "kept", func(doc map[string]any) { doc["name"] = "mine now" }); err != nil {
				t.Error(err)
			}
		}
		return 0, nil
	})
	if err := server.Seed(map[string][]map[string]any{"node": {{"id": "kept", "name": NamePrefix + "a", "type": "t"}}}); err != nil {
		t.Fatal(err)
	}
	left, removed, err := Clean(t.Context(), Options{Client: client})
	if err != nil || len(left) != 1 || left[0].ID != "kept" || len(removed) > 0 || export(t, server)["node kept"] == "" {
		t.Errorf("left %v, removed %v: %v", left, removed, err)
	}
}

// TestDeadEngine probes an engine that stops responding, and then a working engine with Options.Hurry closed. In both cases, the run must
// report all leftover objects with the same reason. After the first engine stops responding, the run may send at most three more requests
// and their retries.
func TestDeadEngine(t *testing.T) {
	t.Parallel()
	for _, isHurried := range []bool{false, true} {
		inBubble(t, fmt.Sprint("hurried ", isHurried), func(t *testing.T) {
			var requests atomic.Int64
			_, client := startBehindProxy(t, func(*refserver.Server, *http.Request, []byte) (int, any) {
				time.Sleep(time.Millisecond)
				if n := requests.Add(1); n < 45 || isHurried {
					return 0, nil
				}
				return http.StatusBadGateway, nil
			})
			options := Options{Client: client, Write: true}
			if isHurried {
				hurry := make(chan struct{})
				close(hurry)
				options.Hurry = hurry
			}
			report, err := Run(t.Context(), options)
			if (err == nil) != isHurried || len(report.Left) == 0 || requests.Load() > 45+3*maxAttempts && !isHurried {
				t.Errorf("%d requests, left %v: %v", requests.Load(), report.Left, err)
			}
			for _, l := range report.Left {
				if l.Why != report.Left[0].Why {
					t.Errorf("%q and %q", l.Why, report.Left[0].Why)
				}
			}
		})
	}
}
