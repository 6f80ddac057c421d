// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// withEvents gives every alert of the engine that many events, whose texts count up from 0.
func (e *testEngine) withEvents(t *testing.T, count int) {
	t.Helper()
	for i := range count {
		for _, alert := range e.Objects("alert") {
			err := e.Edit("alert", fmt.Sprint(alert["id"]), func(doc map[string]any) {
				doc["status"], doc["status_text"] = []string{"alert", "no_alert"}[i%2], strconv.Itoa(i)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (e *testEngine) client(t *testing.T) *engine.Client {
	t.Helper()
	client, err := engine.New(engine.Config{BaseURL: e.url, AccessID: e.AccessID(), SecretKey: e.SecretKey()})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// TestNewestEvents lists with and without a limit from engines that order as they are asked, and from engines that ignore
// it: the answer is the same. Only where the order can be trusted are pages left out.
func TestNewestEvents(t *testing.T) {
	const count = 250 // Three pages.
	for name, test := range map[string]struct {
		own      string // The order that the engine has instead of the one it is asked for.
		requests map[int]int
	}{
		"ordering":     {requests: map[int]int{0: 3, 1: 2, 99: 2, 100: 3, 249: 4, 250: 3, 1000: 3}},
		"newest first": {own: "-timestamp", requests: map[int]int{0: 3, 1: 4, 249: 4, 250: 3}},
		"oldest first": {own: "timestamp", requests: map[int]int{0: 3, 1: 4, 100: 3}},
		"any order":    {own: "new_status", requests: map[int]int{0: 3, 1: 4, 30: 4}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startEngine(t, refserver.Options{})
			client := e.client(t)
			if _, err := client.Create(t.Context(), engine.Alerts, engine.Document{"name": "a", "severity": "SEV1", "type": "rate"}); err != nil {
				t.Fatal(err)
			}
			e.withEvents(t, count)
			if test.own != "" {
				e.Before(func(r *http.Request) {
					query := r.URL.Query()
					query.Set("ordering", test.own)
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

// TestEventTimes sorts by the instant that a timestamp means, not by its spelling.
func TestEventTimes(t *testing.T) {
	t.Parallel()
	inOrder := []string{"2026-01-01T00:00:01Z", "2026-01-01T01:00:00.500000+01:00", "2026-01-01T00:00:00Z", "2025-12-31T23:59:59.999999Z", "none"}
	for i := range inOrder[1:] {
		if byAge(engine.Document{"timestamp": inOrder[i]}, engine.Document{"timestamp": inOrder[i+1]}) >= 0 {
			t.Errorf("%s does not come before %s", inOrder[i], inOrder[i+1])
		}
	}
	if byAge(engine.Document{"timestamp": nil}, engine.Document{}) != 0 {
		t.Error("events without a time differ")
	}
}

// TestAlertEvents reads the events of one alert and of all, over more than one page, with Terraform.
func TestAlertEvents(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	alerts := `
		resource "engine_alert" "it" {
			count      = 2
			name       = "alert ${count.index}"
			severity   = "SEV1"
			type       = "rate"
			rate_value = 5
			rate_unit  = "minute"
		}
	`
	events := `
		data "engine_alert_events" "all" {}
		data "engine_alert_events" "one" {
			alert = engine_alert.it[0].id
		}
		data "engine_alert_events" "newest" {
			alert = engine_alert.it[0].id
			limit = 2
		}
	`
	one, newest := "data.engine_alert_events.one", "data.engine_alert_events.newest"
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{
			{
				Config: e.config(alerts + events),
				Check:  resource.TestCheckResourceAttr(one, "events.#", "0"),
			},
			{
				PreConfig: func() { e.withEvents(t, 120) },
				Config:    e.config(alerts + events),
				Check: resource.ComposeAggregateTestCheckFunc(
					resource.TestCheckResourceAttr("data.engine_alert_events.all", "events.#", "240"),
					resource.TestCheckResourceAttr(one, "events.#", "120"),
					resource.TestCheckResourceAttr(one, "events.119.new_status_text", "0"),
					resource.TestCheckNoResourceAttr(one, "events.119.old_status_text"),
					resource.TestCheckResourceAttr(newest, "events.#", "2"),
					func(state *terraform.State) error { return isNewestEvent(e, state, newest) },
				),
			},
		},
	})
}

// isNewestEvent compares the first event with what the engine holds.
func isNewestEvent(e *testEngine, state *terraform.State, address string) error {
	shown := state.RootModule().Resources[address].Primary.Attributes
	for _, event := range e.Objects("event") {
		if event["id"] != shown["events.0.id"] {
			continue
		}
		for name, value := range event {
			if shown["events.0."+name] != value {
				return fmt.Errorf("%s is %q, the engine has %v", name, shown["events.0."+name], value)
			}
		}
		if event["new_status_text"] != "119" || event["alert"] != shown["alert"] {
			return fmt.Errorf("the first event is %v", event)
		}
		return nil
	}
	return fmt.Errorf("the engine has no event like the first of %v", shown)
}

// TestAlertEventsRefused shows what a user is told of arguments that make no sense.
func TestAlertEventsRefused(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	var steps []resource.TestStep
	for arguments, message := range map[string]string{
		`alert = "none"`: `(?s)No such alert.*"none"`,
		`alert = " "`:    `Text is blank`,
		`limit = 0`:      `limit is 0, but it has to be a whole number, 1 or more`,
	} {
		steps = append(steps, resource.TestStep{
			Config:      e.config("data \"engine_alert_events\" \"it\" {\n" + arguments + "\n}\n"),
			ExpectError: regexp.MustCompile(strings.ReplaceAll(message, " ", `\s+`)),
		})
	}
	resource.Test(t, resource.TestCase{ProtoV6ProviderFactories: factories(), Steps: steps})
}

// TestEventsOfBrokenList reports an error of a later page and of the question for the oldest event.
func TestEventsOfBrokenList(t *testing.T) {
	t.Parallel()
	for _, broken := range []url.Values{{"page": {"2"}}, {"ordering": {"timestamp"}}} {
		e := startEngine(t, refserver.Options{})
		client := e.client(t)
		if _, err := client.Create(t.Context(), engine.Alerts, engine.Document{"name": "a", "severity": "SEV1", "type": "rate"}); err != nil {
			t.Fatal(err)
		}
		e.withEvents(t, 102)
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
