// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// component is interface section 2.4 with wire shapes section 5.
func component() object {
	return object{
		name: "component", plural: "components",
		summary: "A component processes data: an algorithm transforms and analyzes it, a connector passes it between components. " +
			"A component that is running is stopped for an update and started again.",
		collection: engine.Components,
		attributes: map[string]schema.Attribute{
			"type":                replacing(text(required, "Type of the component, a word of its path: for example `algorithm` or `connector`.", notBlank())),
			"name":                text(required, "Name of the component.", notBlank()),
			"description":         text(optional, "Description of the component."),
			"version":             text(required, "Version of the component, for example `1.0.0`.", notBlank()),
			"input":               list(required, "Inputs of the component: the parameters that it is configured with.", parameter()),
			"output":              list(required, "Outputs of the component: the kinds of records that it gives.", componentOutput()),
			"routines":            list(required, "Kinds of routines that the component offers; the `type` of an `engine_routine` names one.", routineKind()),
			"deployment_capacity": text(required, "Capacity that the component is deployed with.", values("small", "medium", "large")),
			"deployment_type":     deploymentType(),
			"custom_types":        list(optional, "Types that parameters can have beside the built-in ones.", customType()),
			"endpoints":           list(optional, "Endpoints at which the component listens.", endpoint()),
			"tags":                list(optional, "Tags of the component.", reference()),
		},
		served: map[string]schema.Attribute{
			"deployment_active": flag(computed, "Whether the component is meant to run."),
			"deployment_status": text(computed, "Status of the deployment: `StartRequested`, `Pending`, `Running`, `Succeeded`, `Failed`, `StopRequested`, `Stopped` or `Unknown`."),
		},
		scope:      "type",
		pathTypes:  []string{"algorithm", "connector"},
		facts:      lens.Facts{Unsent: []string{"type", "running", "timeouts"}},
		steering:   deploymentSteering(),
		deployable: true,
		check:      checkComponent,
	}
}

// checkComponent checks what concerns several attributes.
func checkComponent(config part) {
	customTypes := config.in("custom_types")
	types := namesOf(customTypes)
	types.open = types.open || !customTypes.declared() // not managed here: the component may have them all the same
	checkParameters(config.in("input"), types)
	checkUnique(config.in("output"), "name")
	for _, output := range config.in("output").each() {
		checkUnique(output.in("fields"), "name")
	}
	checkUnique(config.in("routines"), "name")
	for _, kind := range config.in("routines").each() {
		checkParameters(kind.in("config"), types)
		checkDataAddresses(kind.in("input"))
		checkDataAddresses(kind.in("output"))
	}
	checkUnique(customTypes, "name")
	for _, customType := range customTypes.each() {
		checkParameters(customType.in("fields"), types)
	}
	checkUnique(config.in("endpoints"), "name")
}

// deploymentType has to be sent, but interface section 2.4 gives one value only, which a configuration need not repeat. It
// is no default of the engine: an import has to read it, or the plan after it would show a change.
func deploymentType() schema.StringAttribute {
	a := text(optional, "Type of the deployment; `SERVICE_HOSTED` is sent when it is not declared.", values("SERVICE_HOSTED"))
	a.Computed = true
	a.Default = stringdefault.StaticString("SERVICE_HOSTED")
	return a
}

func componentOutput() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"name": text(required, "Name of the output. It identifies the output within its list.", notBlank()),
		"fields": list(optional, "Fields of the records.", open(map[string]schema.Attribute{
			"name":        text(required, "Name of the field. It identifies the field within its list.", notBlank()),
			"description": text(optional, "Description of the field."),
			"type":        text(optional, "Type of the field's values, for example `str`, `float` or `datetime`."),
			"filterable":  flag(optional, "Whether records can be filtered by the field."),
		})),
	})
}

func routineKind() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"name":          text(required, "Name of the kind, for example `inference`. It identifies the kind within its list.", notBlank()),
		"max_instances": integer("Most routines of the kind that the component may have.", atLeast(1)),
		"config":        list(optional, "Parameters that a routine of the kind is configured with.", parameter()),
		"input":         list(optional, "Data addresses that a routine of the kind reads.", dataAddress()),
		"output":        list(optional, "Data addresses that a routine of the kind writes.", dataAddress()),
	})
}

func customType() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"name":   text(required, "Name of the type, which parameters give as their `type`. It identifies the type within its list.", notBlank()),
		"fields": list(optional, "Parameters that a value of the type is made of.", parameter()),
	})
}

func endpoint() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"name": text(required, "Name of the endpoint. It identifies the endpoint within its list.", notBlank()),
		"port": integer("Port at which the component listens, 1 to 65535.", between(1, 65535)),
	})
}
