// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// deploymentAttributes returns the attributes that only components have, because only they run (interface section 3).
func deploymentAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"running": attribute.Bool("Whether the component runs. If declared, the provider starts or stops the component. With `true` it also " +
			"waits until the " +
			"component runs; a component that has failed shows as `false`. If not declared, the component runs after an update if it ran before."),
		"timeouts": timeouts.Attributes(context.Background(), timeouts.Opts{
			Create: true, Update: true, Delete: true,
			CreateDescription: "Maximum time of a create, including the wait for `running = true`, for example `10m`. Default: `20m`.",
			UpdateDescription: "Maximum time of an update, including the stop before it and the wait for `running = true`, for example `10m`. " +
				"Default: `20m`.",
			DeleteDescription: "Maximum time of a delete, for example `10m`. Default: `20m`. A component that does not stop within half of this " +
				"time, or within a minute, is deleted anyway, unless the engine refuses it.",
		}),
	}
}
