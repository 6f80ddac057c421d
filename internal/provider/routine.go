// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// routine is interface section 2.5 with wire shapes section 6.
func routine() object {
	return object{
		name: "routine", plural: "routines",
		summary:    "A routine is work that a component does at runtime: it reads its inputs and writes its outputs.",
		collection: in(engine.Routines),
		attributes: map[string]schema.Attribute{
			"name":         text(required, "Name of the routine.", notBlank()),
			"description":  text(optional, "Description of the routine."),
			"component_id": replacing(text(required, "Identifier of the component to which the routine belongs.", identifier())),
			"type":         text(required, "Kind of the routine, one of those that the component offers in its `routines`, for example `inference` or `training`.", notBlank()),
			"config":       list(required, "Configuration of the routine.", parameter()),
			"input":        list(required, "Where the routine reads values.", dataAddress()),
			"output":       list(required, "Where the routine writes values.", dataAddress()),
		},
		scope: "component_id",
		check: checkRoutine,
	}
}

// checkRoutine checks what concerns several attributes. Which custom types there are, only the component knows.
func checkRoutine(config part) {
	checkParameters(config.in("config"), nameSet{open: true})
	checkDataAddresses(config.in("input"))
	checkDataAddresses(config.in("output"))
}
