// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// componentTypes lists the known component types. The type is part of a component's URL path (interface document, section 4.4).
var componentTypes = attribute.PathWord{"algorithm", "connector"}

// component returns the attributes, checks and URL path of components (interface document, section 2.4; section 5 of "Wire shapes").
func component() Object {
	return Object{
		Name: "component", Plural: "components",
		Summary:    "A component processes data. An algorithm transforms and analyzes data, and a connector passes data between components.",
		Collection: func(typeWord string) engine.Collection { return engine.Components(componentTypes.Resolve(typeWord)) },
		Attributes: map[string]schema.Attribute{
			"type": attribute.ReplacingPathWord(componentTypes, attribute.RequiredString("Type of the component, for example "+
				"`algorithm` or `connector`.", attribute.NotBlank())),
			"name":        attribute.RequiredString("Name of the component.", attribute.WarnBlank()),
			"description": attribute.String("Description of the component."),
			"version":     attribute.RequiredString("Version of the component, for example `1.0.0`.", attribute.WarnBlank()),
			"input":       attribute.List("Inputs of the component, which are the parameters of its configuration.", parameter()),
			"output":      attribute.List("Outputs of the component, which are the kinds of records that it produces.", componentOutput()),
			"routines": attribute.List("Kinds of routines that the component offers. The `type` of an `engine_routine` is the name "+
				"of such a kind.", routineKind()),
			"deployment_capacity": attribute.RequiredString("Capacity of the deployment.", attribute.OneOf("small", "medium", "large", "very_large",
				"")),
			"deployment_type": deploymentType(),
			"custom_types":    attribute.List("Types of parameters, in addition to the built-in types such as `str`.", customType()),
			"endpoints":       attribute.List("Endpoints on which the component listens.", endpoint()),
			"tags":            attribute.List("Tags of the component.", reference()),
		},
		ReadOnly: map[string]schema.Attribute{
			"deployment_active": attribute.ComputedBool("Whether the component should be running."),
			"deployment_status": attribute.ComputedString("Status of the deployment: `StartRequested`, `Pending`, `Running`, `Succeeded`, " +
				"`Failed`, `StopRequested`, `Stopped` or `Unknown`."),
		},
		Sections: []Section{
			{"What it is", []string{"name", "type", "version", "description", "tags"}},
			{"Configuration and results", []string{"input", "output", "custom_types"}},
			{"Routines", []string{"routines"}},
			{"Deployment", []string{
				"deployment_capacity", "deployment_type", "running", "endpoints", "timeouts", "deployment_active",
				"deployment_status",
			}},
		},
		Scope:        TypeWord,
		PathTypes:    componentTypes,
		Facts:        lens.Facts{Arrays: []string{"input", "output", "routines"}},
		ProviderOnly: deploymentAttributes(),
		Deployable:   true,
		Check:        checkComponent,
	}
}

func checkComponent(config check.Value) {
	customTypes := config.At("custom_types")
	types := check.NamesOf(customTypes, "name")
	types.Undeclared = !customTypes.IsDeclared()
	check.Parameters(config.At("input"), types)
	check.Unique(config.At("output"), "name")
	for _, output := range config.At("output").Elements() {
		check.Unique(output.At("fields"), "name")
	}
	check.Unique(config.At("routines"), "name")
	for _, kind := range config.At("routines").Elements() {
		check.Parameters(kind.At("config"), types)
		check.DataAddresses(kind.At("input"))
		check.DataAddresses(kind.At("output"))
	}
	check.Unique(customTypes, "name")
	for _, customType := range customTypes.Elements() {
		check.Parameters(customType.At("fields"), types)
	}
	check.Unique(config.At("endpoints"), "name")
}

// deploymentType returns the deployment_type attribute, which every create must send. The interface document (section 2.4) lists only the
// default value, SERVICE_HOSTED. Other clients also send SELF_HOSTED (quirk 250 in quirks.go).
func deploymentType() schema.StringAttribute {
	const hosted = "SERVICE_HOSTED"
	a := attribute.String("Type of the deployment. If it is not declared, the provider sends `SERVICE_HOSTED`.",
		attribute.OneOf(hosted, "SELF_HOSTED").OrOthers())
	return attribute.WithDefault(hosted, a)
}

func componentOutput() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"name": attribute.RequiredString("Name of the output. It identifies the output within its list.", attribute.WarnBlank()),
		"fields": attribute.List("Fields of the records.", attribute.WithExtra(map[string]schema.Attribute{
			"name":        attribute.RequiredString("Name of the field. It identifies the field within its list.", attribute.WarnBlank()),
			"description": attribute.String("Description of the field."),
			"type":        attribute.String("Type of the field's values, for example `str`, `float` or `datetime`."),
			"filterable":  attribute.Bool("Whether records can be filtered by the field."),
		})),
	})
}

func routineKind() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"name": attribute.RequiredString("Name of the kind, for example `inference`. It identifies the kind within its list.",
			attribute.WarnBlank()),
		"max_instances": attribute.Integer("Maximum number of routines of this kind.", attribute.AtLeast(1).UsuallyWithin()),
		"config":        attribute.List("Parameters of the configuration of a routine of this kind.", parameter()),
		"input":         attribute.List("Data addresses that a routine of this kind reads.", dataAddress()),
		"output":        attribute.List("Data addresses that a routine of this kind writes.", dataAddress()),
	})
}

func customType() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"name": attribute.RequiredString("Name of the type. Parameters use it as their `type`. It identifies the type within its list.",
			attribute.WarnBlank()),
		"fields": attribute.List("Fields of a value of the type, declared like parameters.", parameter()),
	})
}

func endpoint() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"name": attribute.RequiredString("Name of the endpoint. It identifies the endpoint within its list.", attribute.WarnBlank()),
		"port": attribute.Integer("Port on which the component listens, 0 to 65535.", attribute.Between(0, 65535)),
	})
}

// deploymentAttributes returns the attributes that only components have (interface document, section 3).
func deploymentAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"running": attribute.Bool("Whether the component runs. If you declare it, the provider starts or stops the component. With `true`, " +
			"it also waits until the component runs. A component that has failed is shown as `false`. For an update, the provider stops a " +
			"running component. If you do not declare `running`, the provider starts it again afterwards."),
		"timeouts": deploymentTimeouts(),
	}
}

func deploymentTimeouts() schema.Attribute {
	a := timeouts.Attributes(context.Background(), timeouts.Opts{
		Create: true, Update: true, Delete: true,
		CreateDescription: "Maximum time of a create, including the wait for `running = true`, for example `10m`. Default: `20m`.",
		UpdateDescription: "Maximum time of an update, including the stop before it and the wait for `running = true`, for example `10m`. " +
			"Default: `20m`.",
		DeleteDescription: "Maximum time of a delete, for example `10m`. Default: `20m`. The provider first stops a running component. " +
			"If it has not stopped after a minute, or after half of this time if that is less, the provider deletes it anyway. If the engine " +
			"rejects this, the provider waits for the stop.",
	})
	if object, ok := a.(schema.SingleNestedAttribute); ok { // The timeouts package sets no description.
		object.MarkdownDescription = "How long the provider waits for the engine to create, update or delete the component. " +
			"This includes the time for its start and stop."
		return object
	}
	return a
}
