// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// node is interface section 2.7 with wire shapes section 9.
func node() object {
	return object{
		name: "node", plural: "nodes",
		summary:    "A node is a compute unit on which algorithms and connectors run.",
		collection: in(engine.Nodes),
		attributes: map[string]schema.Attribute{
			"name": text(required, "Name of the node.", notBlank()),
			"type": text(required, "Where the node runs, for example `self_hosted` or `service_hosted`.", notBlank()),
		},
		served: map[string]schema.Attribute{
			"status":     text(computed, "Status of the node: `active` or `inactive`."),
			"created_at": text(computed, "When the node was created: ISO 8601 in UTC."),
		},
	}
}
