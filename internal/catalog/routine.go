// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// routine returns the attributes, checks and URL path of routines (interface document, section 2.5; section 6 of "Wire shapes"). An update
// can change every field, including the component that the routine belongs to (interface document, section 4.5).
func routine() Object {
	return Object{
		Name: "routine", Plural: "routines",
		Summary:    "A routine is a task of a running component. It reads data at its inputs and writes data at its outputs.",
		Collection: always(engine.Routines),
		Attributes: map[string]schema.Attribute{
			"name":        attribute.RequiredString("Name of the routine.", attribute.WarnBlank()),
			"description": attribute.String("Description of the routine."),
			"component_id": attribute.Movable(attribute.RequiredString("Identifier of the component to which the routine belongs.",
				attribute.Parent())),
			"type": attribute.RequiredString("Kind of the routine: the name of a kind in the `routines` of its component, for example "+
				"`inference` or `training`.", attribute.WarnBlank()),
			"config": attribute.List("Configuration of the routine.", parameter()),
			"input":  attribute.List("Where the routine reads values.", dataAddress()),
			"output": attribute.List("Where the routine writes values.", dataAddress()),
		},
		Sections: []Section{
			{"What it is", []string{"name", "component_id", "type", "description"}},
			{"Data", []string{"config", "input", "output"}},
		},
		Scope:  "component_id",
		Parent: "component",
		Facts:  lens.Facts{Arrays: []string{"config", "input", "output"}},
		Check:  checkRoutine,
	}
}

// checkRoutine checks a routine. It accepts parameters of any type, because custom types are declared in the component.
func checkRoutine(config check.Value) {
	check.Parameters(config.At("config"), check.Names{Open: true})
	check.DataAddresses(config.At("input"))
	check.DataAddresses(config.At("output"))
}
