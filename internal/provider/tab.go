// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// tab is interface section 2.2. An update takes the name and the order only (interface section 4.2).
func tab() object {
	return object{
		name: "tab", plural: "tabs",
		summary:    "A tab is a page of a dashboard and holds widgets.",
		collection: in(engine.Tabs),
		attributes: map[string]schema.Attribute{
			"name":      text(required, "Name of the tab.", notBlank()),
			"dashboard": replacing(text(required, "Identifier of the dashboard that owns the tab.", identifier())),
			"order":     integer("Position of the tab in the dashboard, from 0.", atLeast(0)),
		},
		scope: "dashboard",
	}
}
