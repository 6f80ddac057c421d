// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// TestUnknownElements declares elements that are unknown as a whole while Terraform validates: variables are.
func TestUnknownElements(t *testing.T) {
	t.Parallel()
	e := startEngine(t, refserver.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories(),
		Steps: []resource.TestStep{{
			Config: e.Config(`
				variable "station" {
					type    = object({ id = string, name = string })
					default = { id = "station-1", name = "Station" }
				}
				variable "stations" {
					type    = list(object({ id = string, name = string }))
					default = [{ id = "n1", name = "North" }]
				}
				resource "engine_dashboard" "it" {
					count  = 1
					name   = "Stations"
					assets = [var.station, var.stations[count.index]]
					tags   = [for tag in var.stations : tag]
				}`),
			Check: resource.ComposeAggregateTestCheckFunc(
				resource.TestCheckResourceAttr("engine_dashboard.it.0", "assets.0.id", "station-1"),
				resource.TestCheckResourceAttr("engine_dashboard.it.0", "assets.1.name", "North"),
				resource.TestCheckResourceAttr("engine_dashboard.it.0", "tags.0.id", "n1"),
			),
		}},
	})
}
