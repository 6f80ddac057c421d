// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acceptance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/engine-platform/terraform-provider-engine/internal/acceptance/script"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// triggers is a configuration in which changes to resources trigger actions.
const triggers = `
resource "engine_node" "n" {
  name = %q
  type = "self_hosted"

  lifecycle {
    action_trigger {
      events  = [before_update]
      actions = [action.engine_alert_mute.a]
    }
    action_trigger {
      events  = [after_update]
      actions = [action.engine_component_restart.c, action.engine_alert_unmute.a]
    }
  }
}

resource "engine_node" "stops" {
  name = %q
  type = "self_hosted"

  lifecycle {
    action_trigger {
      events  = [after_update]
      actions = [action.engine_component_stop.c]
    }
  }
}

resource "engine_component" "c" {
  type                = "connector"
  name                = "c"
  version             = "1"
  deployment_capacity = "small"
  input               = []
  output              = []
  routines            = []

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.engine_component_start.c]
    }
  }
}

resource "engine_alert" "a" {
  name       = "a"
  severity   = "SEV1"
  type       = "rate"
  rate_value = 5
  rate_unit  = "minute"
}

action "engine_component_start" "c" {
  config {
    type     = engine_component.c.type
    id       = engine_component.c.id
    timeouts = { invoke = "1m" }
  }
}

action "engine_component_restart" "c" {
  config {
    type = engine_component.c.type
    id   = engine_component.c.id
  }
}

action "engine_component_stop" "c" {
  config {
    type = engine_component.c.type
    id   = engine_component.c.id
  }
}

action "engine_alert_mute" "a" {
  config {
    id = engine_alert.a.id
  }
}

action "engine_alert_unmute" "a" {
  config {
    id = engine_alert.a.id
  }
}
`

// TestAccActions checks that actions triggered by resource changes send their requests in order, and that the next plan is empty.
func TestAccActions(t *testing.T) {
	e := startEngine(t, refserver.Options{DeployDelay: 20 * time.Millisecond})
	step := func(node, stops, status string, want func() []string) resource.TestStep {
		return resource.TestStep{
			PreConfig: e.ClearRequests,
			Config:    e.Config(fmt.Sprintf(triggers, node, stops)),
			ConfigPlanChecks: after(func(map[string]map[string]any) error {
				if got := e.Objects("component")[0]["deployment_status"]; got != status {
					return fmt.Errorf("the status is %v, want %s", got, status)
				}
				if sent := script.Sent(e.Engine); want != nil && !slices.Equal(sent, want()) {
					return fmt.Errorf("the writes are\n%s\nwant\n%s", strings.Join(sent, "\n"), strings.Join(want(), "\n"))
				}
				return nil
			}),
		}
	}
	component := func() string { return fmt.Sprintf("component/connector/%v {}", e.Objects("component")[0]["id"]) }
	test := e.testCase(
		step("one", "one", "Running", nil),
		step("two", "one", "Running", func() []string {
			return []string{
				`alert/alerts {"mute":true}`, `compute/nodes/all {"name":"two"}`, component(), component(), `alert/alerts {"mute":false}`,
			}
		}),
		step("two", "two", "Stopped", func() []string { return []string{`compute/nodes/all {"name":"two"}`, component()} }),
	)
	test.TerraformVersionChecks = skipOlder(14, 0)
	resource.ParallelTest(t, test)
}
