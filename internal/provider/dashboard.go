// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// dashboard is interface section 2.1 with wire shapes section 3.
func dashboard() object {
	return object{
		name: "dashboard", plural: "dashboards",
		summary:    "A dashboard groups tabs, which hold the widgets.",
		collection: in(engine.Dashboards),
		attributes: map[string]schema.Attribute{
			"name":        text(required, "Name of the dashboard.", notBlank()),
			"description": text(optional, "Description of the dashboard."),
			"assets":      list(optional, "Assets associated with the dashboard.", reference()),
			"tags":        list(optional, "Tags associated with the dashboard.", reference()),
		},
		served: map[string]schema.Attribute{
			"created_at": text(computed, "When the dashboard was created: ISO 8601 in UTC."),
		},
	}
}
