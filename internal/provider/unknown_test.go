// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestUnknownElements declares elements that are unknown as a whole while Terraform validates: each.value and variables.
func TestUnknownElements(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config: e.config(`
				variable "station" {
					type    = object({ id = string, name = string })
					default = { id = "station-1", name = "Station" }
				}
				resource "engine_dashboard" "it" {
					for_each = { north = { id = "n1", name = "North" } }
					name     = each.key
					assets   = [var.station, each.value]
					tags     = [for tag in [each.value] : tag]
				}`),
			Check: resource.ComposeAggregateTestCheckFunc(
				resource.TestCheckResourceAttr(`engine_dashboard.it["north"]`, "assets.0.id", "station-1"),
				resource.TestCheckResourceAttr(`engine_dashboard.it["north"]`, "assets.1.name", "North"),
			),
		}},
	})
}
