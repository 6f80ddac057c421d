// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestNewestEvents reads events from several engines, some of which ignore the order that the provider requests. The provider must return
// the same events for each engine, even if it has to read every page.
func TestNewestEvents(t *testing.T) {
	const count = 250 // the engine lists them on three pages
	for name, test := range map[string]struct {
		order    string // the engine's fixed order, or "" if it returns the requested order
		requests map[int]int
	}{
		"ordering":     {requests: map[int]int{0: 3, 1: 2, 99: 2, 100: 3, 249: 4, 250: 3, 1000: 3}},
		"newest first": {order: "-timestamp", requests: map[int]int{0: 3, 1: 4, 249: 4, 250: 3}},
		"oldest first": {order: "timestamp", requests: map[int]int{0: 3, 1: 4, 100: 3}},
		"any order":    {order: "new_status", requests: map[int]int{0: 3, 1: 4, 30: 4}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := providertest.StartEngine(t, refserver.Options{})
			client := e.Client(t)
			if _, err := client.Create(t.Context(), engine.Alerts, engine.Document{"name": "a", "severity": "SEV1", "type": "rate"}); err != nil {
				t.Fatal(err)
			}
			e.AddEvents(t, count)
			if test.order != "" {
				e.Before(func(r *http.Request) {
					query := r.URL.Query()
					query.Set("ordering", test.order)
					r.URL.RawQuery = query.Encode()
				})
			}
			alert := fmt.Sprint(e.Objects("alert")[0]["id"])
			for limit, requests := range test.requests {
				e.ClearRequests()
				events, err := newestEvents(t.Context(), client, engine.AlertEvents(alert), limit)
				if err != nil {
					t.Fatal(err)
				}
				want := count
				if limit > 0 {
					want = min(limit, count)
				}
				if len(events) != want {
					t.Errorf("limit %d: %d events, want %d", limit, len(events), want)
				}
				for i, event := range events {
					if got := event["new_status_text"]; got != strconv.Itoa(count-1-i) {
						t.Fatalf("limit %d: event %d is %v", limit, i, got)
					}
				}
				if got := len(e.Requests()); got != requests {
					t.Errorf("limit %d: %d requests, want %d", limit, got, requests)
				}
			}
		})
	}
}

// TestEventTimes compares timestamps in different formats and time zones.
func TestEventTimes(t *testing.T) {
	t.Parallel()
	inOrder := []string{
		"2026-01-01T00:00:01Z", "2026-01-01T01:00:00.500000+01:00", "2026-01-01T00:00:00Z", "2025-12-31T23:59:59.999999Z", "none",
	}
	for i := range inOrder[1:] {
		if byAge(engine.Document{"timestamp": inOrder[i]}, engine.Document{"timestamp": inOrder[i+1]}) >= 0 {
			t.Errorf("%s does not come before %s", inOrder[i], inOrder[i+1])
		}
	}
	if byAge(engine.Document{"timestamp": nil}, engine.Document{}) != 0 {
		t.Error("events without a time differ")
	}
}

// TestEventsOfBrokenList checks that reading events fails if the engine can't return the second page or the oldest event.
func TestEventsOfBrokenList(t *testing.T) {
	t.Parallel()
	for _, broken := range []url.Values{{"page": {"2"}}, {"ordering": {"timestamp"}}} {
		e := providertest.StartEngine(t, refserver.Options{})
		client := e.Client(t)
		if _, err := client.Create(t.Context(), engine.Alerts, engine.Document{"name": "a", "severity": "SEV1", "type": "rate"}); err != nil {
			t.Fatal(err)
		}
		e.AddEvents(t, 102)
		e.Before(func(r *http.Request) {
			for name := range broken {
				if r.URL.Query().Get(name) == broken.Get(name) {
					r.Header.Del("Authorization")
				}
			}
		})
		if events, err := newestEvents(t.Context(), client, engine.AllAlertEvents, 101); err == nil {
			t.Errorf("%v broken: %d events", broken, len(events))
		}
	}
}
