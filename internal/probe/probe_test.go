// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// start starts a reference server and returns it with a client for it.
func start(t *testing.T, options refserver.Options) (*refserver.Server, *engine.Client) {
	t.Helper()
	options.NoRequestLog = true // The log of a server keeps up to 64 MiB, and the tests start hundreds of servers.
	served := servertest.Serve(t, options)
	client, err := engine.New(engine.Config{
		BaseURL: served.URL, AccessID: served.Server.AccessID(), SecretKey: served.Server.SecretKey(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return served.Server, client
}

// furnish makes the objects of objects.json four times on a server, so that reading has something to see.
func furnish(t *testing.T, server *refserver.Server, client *engine.Client) {
	t.Helper()
	for range 4 {
		r := newRun(Options{Client: client, Write: true})
		r.route = route{plural: true}
		makeExamples(t.Context(), r)
		if r.err != nil || len(r.rejected) > 0 {
			t.Fatal(r.err, r.rejected)
		}
		for _, o := range r.ledger.made {
			rename := func(doc map[string]any) { doc["name"] = strings.TrimPrefix(o.name, NamePrefix) }
			if err := server.Edit(o.kind, o.id, rename); err != nil {
				t.Fatal(err)
			}
		}
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

// TestReading reads engines with each habit, TestWriting writes on them. A run finds the habit if a user notices it, and no other.
func TestReading(t *testing.T) {
	t.Parallel()
	for _, name := range habit.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, client := start(t, refserver.Options{})
			furnish(t, server, client)
			if err := server.SetHabits([]string{name}); err != nil {
				t.Fatal(err)
			}
			report, err := Run(t.Context(), Options{Client: client})
			if err != nil {
				t.Fatal(err)
			}
			if report.Requests > MostReadRequests {
				t.Errorf("%d requests", report.Requests)
			}
			if found, want := namesOf(report), wanted([]string{name}, false); !slices.Equal(found, want) {
				t.Errorf("found %v, want %v", found, want)
				explain(t, report, want)
			}
		})
	}
}

func TestWriting(t *testing.T) {
	t.Parallel()
	for _, name := range habit.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, client := start(t, refserver.Options{Habits: []string{name}})
			report, err := Run(t.Context(), Options{Client: client, Write: true})
			if err != nil {
				t.Fatal(err)
			}
			checkLeft(t, server, nil, report.Left)
			if isBlind := name == "no-lists"; len(report.Left) > 0 && !isBlind {
				t.Error(report.Left)
			}
			if found, want := namesOf(report), wanted([]string{name}, true); !slices.Equal(found, want) {
				t.Errorf("found %v, want %v", found, want)
				explain(t, report, want)
			}
			if diff := cmp.Diff(Facts{}, report.Facts); diff != "" {
				t.Errorf("found facts:\n%s", diff)
			}
		})
	}
}

// TestEmptyEngine reads engines without objects. A run may then find less, but nothing that is not there.
func TestEmptyEngine(t *testing.T) {
	t.Parallel()
	for _, name := range habit.Names() {
		_, client := start(t, refserver.Options{Habits: []string{name}})
		report, err := Run(t.Context(), Options{Client: client})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, found := range namesOf(report) {
			if found != name {
				t.Errorf("with %s, the run found %s", name, found)
			}
		}
	}
}
