// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// dashboard returns the attributes, checks and URL path of dashboards (interface document, section 2.1; section 3 of "Wire shapes").
func dashboard() Object {
	return Object{
		Name: "dashboard", Plural: "dashboards",
		Summary:    "A dashboard shows data. It has tabs, and its tabs have widgets.",
		Collection: always(engine.Dashboards),
		Attributes: map[string]schema.Attribute{
			"name":        attribute.RequiredString("Name of the dashboard.", attribute.WarnBlank()),
			"description": attribute.String("Description of the dashboard."),
			"assets":      attribute.List("Assets associated with the dashboard.", reference()),
			"tags":        attribute.List("Tags associated with the dashboard.", reference()),
		},
		Sections: []Section{{"What it is", []string{"name", "description", "tags", "assets", "created_at"}}},
		ReadOnly: map[string]schema.Attribute{
			"created_at": attribute.ComputedString("Time at which the dashboard was created, ISO 8601 in UTC."),
		},
	}
}
