// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

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
				Config: e.Config(alerts + events),
				Check:  resource.TestCheckResourceAttr(one, "events.#", "0"),
			},
			{
				PreConfig: func() { e.AddEvents(t, 120) },
				Config:    e.Config(alerts + events),
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
			Config:      e.Config("data \"engine_alert_events\" \"it\" {\n" + arguments + "\n}\n"),
			ExpectError: regexp.MustCompile(strings.ReplaceAll(message, " ", `\s+`)),
		})
	}
	resource.Test(t, resource.TestCase{ProtoV6ProviderFactories: factories(), Steps: steps})
}
