// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
)

// deploymentAttributes are the attributes of an object that runs (interface section 3).
func deploymentAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"running": attribute.Bool(attribute.Optional, "Whether the component runs. Declared, the provider starts or stops the component to match, "+
			"and `true` waits until it runs; one that fails shows as `false`. Not declared, it is as active after an update as before it."),
		"timeouts": timeouts.Attributes(context.Background(), timeouts.Opts{
			Create: true, Update: true, Delete: true,
			CreateDescription: "How long creating may take, the wait for `running = true` included, for example `10m`. Default: `20m`.",
			UpdateDescription: "How long an update may take, the stop before it and the wait for `running = true` included, for example `10m`. Default: `20m`.",
			DeleteDescription: "How long a delete may take, for example `10m`. Default: `20m`. A component that does not stop within half of it, or within a minute, is deleted all the same, unless the engine refuses that.",
		}),
	}
}
