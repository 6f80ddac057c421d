// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// inBubble runs a parallel subtest with a fake clock (testing/synctest), so that waits take no real time.
func inBubble(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, test)
	})
}

// start starts a reference server, and returns it with a client that sends requests to it.
func start(t *testing.T, options refserver.Options) (*refserver.Server, *engine.Client) {
	t.Helper()
	options.NoRequestLog = true // The request log uses up to 64 MiB per server, and the tests start hundreds of servers.
	server := servertest.Start(t, options)
	return server, connect(t, server, server)
}

// connect returns a client that uses a server's credentials but sends its requests to handler.
func connect(t *testing.T, server *refserver.Server, handler http.Handler) *engine.Client {
	t.Helper()
	client, err := engine.New(engine.Config{
		BaseURL: "http://engine.invalid", AccessID: server.AccessID(), SecretKey: server.SecretKey(),
		Transport: servertest.InMemory{Handler: handler},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// mustRun runs the probe and fails the test on error.
func mustRun(t *testing.T, options Options) *Report {
	t.Helper()
	report, err := Run(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// otherObjects returns four objects of each kind, with the fields from objects.json and names that a run would not use.
var otherObjects = sync.OnceValues(func() (map[string][]map[string]any, error) {
	server, err := refserver.New(refserver.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = server.Close() }()
	client, err := engine.New(engine.Config{
		BaseURL: "http://engine.invalid", AccessID: server.AccessID(), SecretKey: server.SecretKey(),
		Transport: servertest.InMemory{Handler: server},
	})
	if err != nil {
		return nil, err
	}
	for range 4 {
		r := newRun(Options{Client: client, Write: true})
		r.route = route{plural: true}
		if createExamples(context.Background(), r); r.err != nil || len(r.rejected) > 0 {
			return nil, fmt.Errorf("%v: %w", r.rejected, r.err)
		}
	}
	objects := server.Export()
	for kind, docs := range objects {
		for i, doc := range docs {
			doc["name"] = fmt.Sprint("other ", kind, i)
		}
	}
	return objects, nil
})

// seedOthers adds otherObjects to a server, so that a read-only run has objects to read.
func seedOthers(t *testing.T, server *refserver.Server) {
	t.Helper()
	objects, err := otherObjects()
	if err == nil {
		err = server.Seed(objects)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// expectedHabits returns those of the given habits (deviations from INTERFACE.md) that the probe run must report: it can observe them, and
// users would notice them.
func expectedHabits(habits []string, isWriting bool) (want []string) {
	for _, h := range userVisibleHabits() {
		isReadable := !h.NeedsWrites && (!slices.Contains(habits, "no-lists") || slices.Contains(seenWithoutObjects, h.Name))
		if slices.Contains(habits, h.Name) && (isWriting || isReadable) {
			want = append(want, h.Name)
		}
	}
	return slices.Sorted(slices.Values(want))
}

// TestEachHabitIsFound probes one engine for each habit (a deviation from INTERFACE.md). The run must find this habit and its parameter,
// such as 4096 for small-bodies, unless users would not notice the habit. The run must find no other habits.
func TestEachHabitIsFound(t *testing.T) {
	t.Parallel()
	for _, name := range habit.Names() {
		inBubble(t, name, func(t *testing.T) {
			for _, report := range checkSet(t, []string{name}) {
				if diff := cmp.Diff(Facts{}, report.Facts); diff != "" {
					t.Errorf("found facts:\n%s", diff)
				}
				for _, f := range report.Findings {
					if isMeasured := strings.HasPrefix(f.Name, "late-"); f.State == Differs && f.Parameter != f.Default && !isMeasured {
						t.Errorf("found %s, want the parameter %q", f.Option(), f.Default)
					}
				}
				if !report.Written && report.Requests > MaxReadRequests || len(report.Left) > 0 {
					t.Errorf("%d requests, left %v", report.Requests, report.Left)
				}
			}
		})
	}
}

// TestEmptyEngine checks a read-only run on an engine without objects. Every habit (deviation from INTERFACE.md) that the run reports must
// be one that the engine has.
func TestEmptyEngine(t *testing.T) {
	t.Parallel()
	for _, name := range habit.Names() {
		inBubble(t, name, func(t *testing.T) {
			_, client := start(t, refserver.Options{Habits: []string{name}})
			report := mustRun(t, Options{Client: client})
			for _, found := range namesOf(report) {
				if found != name {
					t.Errorf("found %s", found)
				}
			}
		})
	}
}
