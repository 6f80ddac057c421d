// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// node returns the attributes, checks and URL path of nodes (interface document, section 2.7; section 9 of "Wire shapes").
func node() Object {
	return Object{
		Name: "node", Plural: "nodes",
		Summary:    "A node is a compute unit on which algorithms and connectors run.",
		Collection: always(engine.Nodes),
		Attributes: map[string]schema.Attribute{
			"name": attribute.RequiredString("Name of the node.", attribute.WarnBlank()),
			"type": attribute.RequiredString("Where the node runs, for example `self_hosted` or `service_hosted`.", attribute.WarnBlank(),
				attribute.Known("self_hosted", "service_hosted")),
		},
		Sections: []Section{{"What it is", []string{"name", "type", "status", "created_at"}}},
		ReadOnly: map[string]schema.Attribute{
			"status":     attribute.ComputedString("Status of the node: `active` or `inactive`."),
			"created_at": attribute.ComputedString("Time at which the node was created, ISO 8601 in UTC."),
		},
	}
}
