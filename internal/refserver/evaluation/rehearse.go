// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation

import (
	"context"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// Recording returns the data on which alerts run, up to the server's time. Callers must not change them.
func (r *Runner) Recording(ctx context.Context) (rehearsal.Recording, error) {
	_, end, err := r.takeTurn(ctx)
	if err != nil {
		return rehearsal.Recording{}, err
	}
	defer end()
	return r.newBatch(r.clock.Setting()).recording, nil
}
