// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package evaluation

import (
	"context"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// Rehearsed is an alert with the results of its runs on the server's recorded data. The server does not store these results.
type Rehearsed struct {
	Alert    *rehearsal.Alert
	Timeline rehearsal.Timeline
	HasData  bool // whether the server has data
	Data     rehearsal.Series
	// Location is the time zone of cron schedules.
	Location *time.Location
}

// Rehearse runs an alert on all recorded data up to the server's time. It stores nothing and sends no e-mails.
func (r *Runner) Rehearse(ctx context.Context, alert map[string]any) (Rehearsed, error) {
	_, end, err := r.takeTurn(ctx)
	if err != nil {
		return Rehearsed{}, err
	}
	b := r.newBatch(r.clock.Setting())
	end()
	compiled := rehearsal.Compile(alert, b.options)
	result := Rehearsed{Alert: compiled, Data: b.data, HasData: b.hasData, Location: b.options.Location}
	if !b.hasData {
		return result, nil
	}
	result.Timeline, err = compiled.Rehearse(ctx, b.data, b.first, b.until(compiled))
	return result, err
}

// Data returns the recorded points on which alerts run. Callers must not change them.
func (r *Runner) Data(ctx context.Context) (rehearsal.Series, error) {
	_, end, err := r.takeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	return r.series, nil
}

// Metadata returns the values of the METADATA items of alerts, by asset and field. Callers must not change the map.
func (r *Runner) Metadata() map[rehearsal.Key]any { return r.given.Metadata }
