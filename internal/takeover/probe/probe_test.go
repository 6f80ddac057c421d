// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// inBubble runs a parallel subtest whose clock goes on as soon as nothing happens (testing/synctest).
func inBubble(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, test)
	})
}

// direct calls a handler without a network, because tests in a bubble must not wait for one.
type direct struct{ http.Handler }

// RoundTrip returns an error if the handler closes the connection.
func (d direct) RoundTrip(r *http.Request) (response *http.Response, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			if cause != http.ErrAbortHandler {
				panic(cause)
			}
			err = io.ErrUnexpectedEOF
		}
	}()
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	recorder := httptest.NewRecorder()
	d.ServeHTTP(recorder, r)
	return recorder.Result(), nil
}

// start starts a reference server and returns it with a client for it.
func start(t *testing.T, options refserver.Options) (*refserver.Server, *engine.Client) {
	t.Helper()
	options.NoRequestLog = true // The log of a server keeps up to 64 MiB, and the tests start hundreds of servers.
	server := servertest.Start(t, options)
	return server, connect(t, server, server)
}

// connect returns a client with the credentials of a server that sends its requests to a handler.
func connect(t *testing.T, server *refserver.Server, handler http.Handler) *engine.Client {
	t.Helper()
	client, err := engine.New(engine.Config{
		BaseURL: "http://engine.invalid", AccessID: server.AccessID(), SecretKey: server.SecretKey(), Transport: direct{handler},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// furniture returns the objects of objects.json, four times, as somebody else would have made them.
var furniture = sync.OnceValues(func() (map[string][]map[string]any, error) {
	server, err := refserver.New(refserver.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = server.Close() }()
	client, err := engine.New(engine.Config{
		BaseURL: "http://engine.invalid", AccessID: server.AccessID(), SecretKey: server.SecretKey(), Transport: direct{server},
	})
	if err != nil {
		return nil, err
	}
	for range 4 {
		r := newRun(Options{Client: client, Write: true})
		r.route = route{plural: true}
		if makeExamples(context.Background(), r); r.err != nil || len(r.rejected) > 0 {
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

// furnish seeds a server with objects of somebody else, so that reading has something to see.
func furnish(t *testing.T, server *refserver.Server) {
	t.Helper()
	objects, err := furniture()
	if err == nil {
		err = server.Seed(objects)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// wanted returns the habits that a run has to find on an engine with the given ones.
func wanted(habits []string, isWriting bool) (want []string) {
	for _, h := range noticed() {
		isReadable := !h.NeedsWrites && (!slices.Contains(habits, "no-lists") || slices.Contains(seenWithoutObjects, h.Name))
		if slices.Contains(habits, h.Name) && (isWriting || isReadable) {
			want = append(want, h.Name)
		}
	}
	return slices.Sorted(slices.Values(want))
}

// TestEachHabitIsFound probes engines with each habit. A run finds the habit if a user notices it, and no other.
func TestEachHabitIsFound(t *testing.T) {
	t.Parallel()
	for _, name := range habit.Names() {
		inBubble(t, name, func(t *testing.T) {
			for _, report := range checkSet(t, []string{name}) {
				if diff := cmp.Diff(Facts{}, report.Facts); diff != "" {
					t.Errorf("found facts:\n%s", diff)
				}
				if !report.Written && report.Requests > MaxReadRequests || len(report.Left) > 0 {
					t.Errorf("%d requests, left %v", report.Requests, report.Left)
				}
			}
		})
	}
}

// TestEmptyEngine reads engines without objects. A run may then find less, but nothing that is not there.
func TestEmptyEngine(t *testing.T) {
	t.Parallel()
	for _, name := range habit.Names() {
		inBubble(t, name, func(t *testing.T) {
			_, client := start(t, refserver.Options{Habits: []string{name}})
			report, err := Run(t.Context(), Options{Client: client})
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range namesOf(report) {
				if found != name {
					t.Errorf("found %s", found)
				}
			}
		})
	}
}
