// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// tab returns the attributes, checks and URL path of tabs (interface document, sections 2.2 and 4.2). Only the name and order can be
// updated.
func tab() Object {
	return Object{
		Name: "tab", Plural: "tabs",
		Summary:    "A tab is a page of a dashboard and holds widgets.",
		Collection: always(engine.Tabs),
		Attributes: map[string]schema.Attribute{
			"name":      attribute.RequiredString("Name of the tab.", attribute.WarnBlank()),
			"dashboard": attribute.Replacing(attribute.RequiredString("Identifier of the dashboard to which the tab belongs.", attribute.Parent())),
			"order":     attribute.Number("Position of the tab in the dashboard, from 0.", attribute.AtLeast(0).UsuallyInteger()),
		},
		Sections: []Section{{"What it is", []string{"name", "dashboard", "order"}}},
		Scope:    "dashboard",
		Parent:   "dashboard",
	}
}
