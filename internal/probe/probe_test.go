// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
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
		r := &run{Options: Options{Client: client}, door: &door{client: client, limit: -1}}
		r.verdicts.counts = map[string]*count{}
		r.route = route{plural: true}
		r.listing.parameter = "page"
		if err := makeCast(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if len(r.cast.refused) > 0 {
			t.Fatal(r.cast.refused)
		}
		for _, o := range r.cast.made {
			rename := func(doc map[string]any) { doc["name"] = strings.TrimPrefix(o.name, NamePrefix) }
			if err := server.Edit(o.kind, o.id, rename); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestReading(t *testing.T) {
	t.Parallel()
	for _, b := range beliefs() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			server, client := start(t, refserver.Options{})
			furnish(t, server, client)
			if err := server.SetHabits([]string{b.Name}); err != nil {
				t.Fatal(err)
			}
			report, err := Run(t.Context(), Options{Client: client})
			if err != nil {
				t.Fatal(err)
			}
			if report.Requests > MostReadRequests {
				t.Errorf("%d requests", report.Requests)
			}
			var found []string
			for _, name := range report.Habits() {
				name, _, _ = strings.Cut(name, "=")
				found = append(found, name)
			}
			var want []string
			if b.Reading {
				want = []string{b.Name}
			}
			if !slices.Equal(found, want) {
				t.Errorf("found %v, want %v", found, want)
				for _, a := range report.Answers {
					if a.Name == b.Name {
						t.Logf("%s: %s %s", a.Name, a.State, a.Why)
					}
				}
			}
		})
	}
}

func TestWriting(t *testing.T) {
	t.Parallel()
	for _, b := range beliefs() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			server, client := start(t, refserver.Options{Habits: []string{b.Name}})
			report, err := Run(t.Context(), Options{Client: client, Write: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Left) > 0 {
				t.Error(report.Left)
			}
			checkLeft(t, server, nil, report.Left)
			var found []string
			for _, name := range report.Habits() {
				name, _, _ = strings.Cut(name, "=")
				found = append(found, name)
			}
			if want := []string{b.Name}; !slices.Equal(found, want) {
				t.Errorf("found %v, want %v", found, want)
				for _, a := range report.Answers {
					if a.Name == b.Name {
						t.Logf("%s: %s %s", a.Name, a.State, a.Why)
					}
				}
			}
		})
	}
}

// TestEmptyEngine reads engines without objects. A run may then find less, but nothing that is not there.
func TestEmptyEngine(t *testing.T) {
	t.Parallel()
	for _, b := range beliefs() {
		_, client := start(t, refserver.Options{Habits: []string{b.Name}})
		report, err := Run(t.Context(), Options{Client: client})
		if err != nil {
			t.Fatalf("%s: %v", b.Name, err)
		}
		for _, found := range namesOf(report) {
			if found != b.Name {
				t.Errorf("with %s, the run found %s", b.Name, found)
			}
		}
	}
}
