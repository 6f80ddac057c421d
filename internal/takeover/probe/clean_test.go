// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// export returns the JSON of each object on a server. The keys consist of kind and id, such as "node 7".
func export(t *testing.T, server *refserver.Server) map[string]string {
	t.Helper()
	objects := map[string]string{}
	for kind, docs := range server.Export() {
		for _, doc := range docs {
			text, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			objects[fmt.Sprint(kind, " ", doc["id"])] = string(text)
		}
	}
	return objects
}

// checkLeft checks that a run changed no object that existed before it, and that the leftovers are exactly the run's objects that still
// exist. After a create whose response was lost, the run can't know whether the object exists. It may then report a leftover without an id,
// even if there is no object.
func checkLeft(t *testing.T, server *refserver.Server, before map[string]string, left []Leftover) {
	t.Helper()
	after := export(t, server)
	for key, text := range before {
		if after[key] != text {
			t.Errorf("%s was changed:\n%s\n%s", key, text, after[key])
		}
	}
	named := map[string]bool{}
	for _, l := range left {
		if l.Kind == "" || l.Why == "" || !strings.HasPrefix(l.Name, NamePrefix) || (l.ID == "") != (l.Path == "") {
			t.Errorf("a leftover is not described well: %+v", l)
		}
		if _, isLeft := after[l.Kind+" "+l.ID]; l.ID != "" && !isLeft {
			t.Errorf("the report names %+v, and it is gone", l)
		}
		named[l.Kind+" "+l.ID], named[l.Kind+" "+l.Name] = true, true
	}
	for key, text := range after {
		kind, _, _ := strings.Cut(key, " ")
		var doc struct{ Name string }
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		if _, isOld := before[key]; !isOld && !named[key] && !named[kind+" "+doc.Name] {
			t.Errorf("the run left %s", text)
		}
	}
}

// startFaulty starts a server with other users' objects and the given habits (deviations from INTERFACE.md). Requests to the server fail at
// random. The argument named faults is the fraction of failing requests, from 0 to 1.
func startFaulty(t *testing.T, habits []string, faults float64, seed uint64) (*refserver.Server, Options) {
	t.Helper()
	server, client := start(t, refserver.Options{Seed: seed})
	seedOthers(t, server)
	if err := server.SetHabits(habits); err != nil {
		t.Fatal(err)
	}
	server.SetFaultRate(faults)
	return server, Options{Client: client, Write: true}
}

// loseCreates makes the server close the connection instead of responding to selected create requests. It calls isLost with the request
// number, starting at 1, and drops the response if isLost returns true.
func loseCreates(server *refserver.Server, isLost func(create int64) bool) {
	var creates atomic.Int64
	server.Fail(refserver.Fault{Method: http.MethodPost, Drop: refserver.DropAfter, Match: func(r *http.Request) bool {
		isAction := strings.Contains(r.URL.Path, "/start") || strings.Contains(r.URL.Path, "/stop")
		return !isAction && isLost(creates.Add(1))
	}})
}

// TestLostCreates drops the responses to some create requests. The run must find the created objects in the lists and delete them. If the
// engine has no lists, the report must list the objects as leftovers.
func TestLostCreates(t *testing.T) {
	t.Parallel()
	for _, habits := range [][]string{nil, {"no-lists"}, {"no-filters"}, {"late-lists"}} {
		inBubble(t, fmt.Sprint(habits), func(t *testing.T) {
			server, options := startFaulty(t, habits, 0, 0)
			options.Only = []string{"clearing"}
			before := export(t, server)
			var lost atomic.Int64
			loseCreates(server, func(create int64) bool {
				if create%5 != 0 {
					return false
				}
				lost.Add(1)
				return true
			})
			report := mustRun(t, options)
			if lost.Load() == 0 {
				t.Fatal("no create was lost")
			}
			if isBlind := slices.Contains(habits, "no-lists"); isBlind != (len(report.Left) > 0) {
				t.Errorf("the report names %v", report.Left)
			}
			checkLeft(t, server, before, report.Left)
		})
	}
}

// TestNothingIsLeftAfterFaults checks that a run deletes all its objects on an engine with random faults.
func TestNothingIsLeftAfterFaults(t *testing.T) {
	t.Parallel()
	for seed := range uint64(sampleSize(60)) {
		inBubble(t, fmt.Sprint(seed), func(t *testing.T) {
			server, options := startFaulty(t, nil, 0.03, seed)
			before := export(t, server)
			report := mustRun(t, options)
			if len(report.Left) > 0 {
				t.Error(report.Left)
			}
			checkLeft(t, server, before, report.Left)
		})
	}
}

// TestClean checks that Clean deletes exactly the objects left by a run that was killed.
func TestClean(t *testing.T) {
	t.Parallel()
	for _, habits := range [][]string{
		nil,
		{"small-pages=2", "other-page-parameter"},
		{"bare-lists"},
		{"refused-deletes"},
		{"children-survive"},
		{"delete-answers-404"},
		{"active-deletes-refused", "running-creates"},
		{"slow-deletes"},
		{"no-slash", "singular-paths"},
	} {
		inBubble(t, fmt.Sprint(habits), func(t *testing.T) {
			server, options := startFaulty(t, habits, 0, 0)
			before := export(t, server)
			r := newRun(options)
			for _, probe := range []func(context.Context, *run){probePaths, probeLists, createExamples} {
				if probe(t.Context(), r); r.err != nil {
					t.Fatal(r.err)
				}
			}
			made := len(export(t, server)) - len(before)
			left, removed, err := Clean(t.Context(), Options{Client: options.Client})
			if err != nil {
				t.Fatal(err)
			}
			if len(left) > 0 || len(removed) != made || made < len(kinds()) {
				t.Errorf("Clean left %v and removed %d of %d objects", left, len(removed), made)
			}
			checkLeft(t, server, before, left)
		})
	}
}

// TestCleanWithoutLists checks that Clean returns an error if the engine has no lists.
func TestCleanWithoutLists(t *testing.T) {
	t.Parallel()
	server, options := startFaulty(t, []string{"no-lists"}, 0, 0)
	before := export(t, server)
	_, removed, err := Clean(t.Context(), options)
	if err == nil || len(removed) > 0 || !strings.Contains(err.Error(), "no lists") {
		t.Errorf("Clean removed %v: %v", removed, err)
	}
	checkLeft(t, server, before, nil)
}

// TestOddID checks that Clean does not delete an object whose id could turn the request's path into a different object's path.
func TestOddID(t *testing.T) {
	t.Parallel()
	server, client := start(t, refserver.Options{})
	err := server.Seed(map[string][]map[string]any{"node": {
		{"id": "1", "name": "other", "type": "t"},
		{"id": "..", "name": NamePrefix + "a", "type": "t"},
		{"id": "1%2F", "name": NamePrefix + "b", "type": "t"},
		{"id": "1?x=", "name": NamePrefix + "c", "type": "t"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	before := export(t, server)
	left, removed, err := Clean(t.Context(), Options{Client: client})
	if err != nil || len(left) != 3 || len(removed) > 0 {
		t.Errorf("Clean left %v and removed %v: %v", left, removed, err)
	}
	checkLeft(t, server, before, left)
}
