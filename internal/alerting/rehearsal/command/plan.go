// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"context"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/base/planfile"
)

// readPlan returns the alerts of a plan file or a state file, sorted by address. It fails if the file has no alerts.
func readPlan(ctx context.Context, file string) ([]planfile.Resource, error) {
	plan, err := planfile.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	alerts := plan.Of("engine_alert")
	if len(alerts) == 0 {
		return nil, fmt.Errorf("%s has no engine_alert; it has to be what terraform show -json prints of a plan or a state", file)
	}
	return alerts, nil
}
