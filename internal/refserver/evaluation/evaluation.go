// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package evaluation runs the reference server's alerts on recorded data. It shares its code with the provider function rehearse, which
// predicts what an alert would do.
//
// The events from the server's runs are exactly those that rehearse predicts for the recorded data up to the time on the server's clock
// (quirk 241 in quirks.go). When a request changes an alert's condition, the data or the clock, the server updates the events before it
// responds.
//
// The package imports rehearsal, series, and refserver's jsondoc, notify, store and table. Start reading here, at the methods of Runner.
// batch.go calculates runs, apply.go stores their results, and clock.go is the server's clock.
package evaluation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// MaxPoints is the maximum number of data points that a Runner keeps. MaxRuns and MaxTime limit the alert runs that a single change may
// cause, such as an update of an alert or of the clock.
const (
	MaxPoints = 2_000_000
	MaxRuns   = 1_000_000
	MaxTime   = time.Minute
)

// errClosed is the cause with which Close cancels runs (see context.Cause).
var errClosed = errors.New("the server is closed")

// Runner runs the alerts in a store on recorded data. Without recorded data, no alerts run.
type Runner struct {
	store   *store.Store
	clock   *Clock
	options Options
	post    func([]notify.Email)
	log     *slog.Logger

	// hasData is true if there are recorded points. It may be read without holding the runner's lock (the field turn).
	hasData atomic.Bool
	// closing is the parent context of all runs. Close cancels it.
	closing context.Context
	close   context.CancelCauseFunc
	closed  sync.Once
	ended   sync.WaitGroup

	// turn is a lock for the fields below. It is a channel and not a mutex, so that a caller can stop waiting when its context is canceled.
	// A caller holds the lock while alerts run. Client requests wait for the lock only if they write alerts.
	turn   chan struct{}
	series rehearsal.Series
	// alerts contains the progress of each alert that has run, by alert id.
	alerts  map[string]*progress
	started bool // Set by Started.
	// stopTicks stops the goroutine that runs due alerts every second. It is nil unless the clock is set to "now".
	stopTicks context.CancelFunc
}

// Options contains the user's settings for alert runs (see refserver.Options).
type Options struct {
	// Location is the time zone for cron schedules. Nil means UTC.
	Location *time.Location
	// Metadata contains the values for alert items of type METADATA, by asset and field.
	Metadata map[rehearsal.Key]any
}

// New returns a runner for the alerts in a store. After storing new events, the runner calls the post function with the e-mails about them.
func New(documents *store.Store, by *Clock, options Options, post func([]notify.Email), log *slog.Logger) *Runner {
	r := &Runner{
		store: documents, clock: by, options: options, post: post, log: log,
		turn: make(chan struct{}, 1), alerts: map[string]*progress{},
	}
	r.closing, r.close = context.WithCancelCause(context.Background())
	return r
}

// Started marks the server as started and logs a warning for each alert that can't run. During startup, an alert with too many runs only
// gets the status timeout. After startup, the runner rejects changes to the data or the clock that would cause too many runs.
func (r *Runner) Started(ctx context.Context) error {
	_, end, err := r.takeTurn(ctx)
	if err != nil {
		return err
	}
	defer end()
	r.started = true
	for _, alert := range r.store.List("alert") {
		events, _ := r.store.ListBy("event", "alert", alert.ID())
		at := slices.IndexFunc(events, func(event *store.Record) bool {
			unable := slices.Contains([]string{rehearsal.Misconfigured, rehearsal.Error, timeout}, text(event, "new_status"))
			return unable && isOfRun(event, alert.ID())
		})
		if at >= 0 && r.hasData.Load() {
			r.log.Warn("alert can't run", "alert", alert.ID(), "name", text(alert, "name"), "status", text(events[at], "new_status"),
				"reason", text(events[at], "new_status_text"))
		}
	}
	return nil
}

// Close interrupts the alert runs in progress and prevents new ones. An interrupted run stores nothing.
func (r *Runner) Close() {
	r.close(errClosed)
	r.closed.Do(func() { r.turn <- struct{}{} }) // Close never releases the lock.
	r.ended.Wait()
}

// takeTurn locks the runner and returns a context that is canceled after MaxTime. The caller must call end to unlock the runner.
func (r *Runner) takeTurn(ctx context.Context) (bounded context.Context, end func(), err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(r.closing, func() { cancel(errClosed) })
	select {
	case r.turn <- struct{}{}:
	case <-ctx.Done():
		stop()
		return nil, nil, context.Cause(ctx)
	}
	ctx, timeout := context.WithTimeoutCause(ctx, MaxTime,
		fmt.Errorf("the runs of the alerts take more than %s; add fewer points or advance the clock by less", MaxTime))
	return ctx, func() {
		timeout()
		stop()
		cancel(nil)
		<-r.turn
	}, nil
}

// Add reads data points in CSV or JSON format and runs the alerts on them. If a point is invalid, Add adds no points and returns an error.
// The error starts with the given name, which is usually a file name.
func (r *Runner) Add(ctx context.Context, name string, from io.Reader) error {
	added := series.Points{}
	if err := series.Collect(added, MaxPoints, name, from); err != nil {
		return err
	}
	ctx, end, err := r.takeTurn(ctx)
	if err != nil {
		return err
	}
	defer end()
	joined := series.Points(maps.Clone(r.series))
	if joined == nil {
		joined = series.Points{}
	}
	for key, points := range added {
		joined[key] = slices.Concat(joined[key], points)
	}
	return r.replace(ctx, rehearsal.NewSeries(joined), rehearsal.NewSeries(added))
}

// Clear removes all points and the events that alerts have created from them.
func (r *Runner) Clear(ctx context.Context) error {
	ctx, end, err := r.takeTurn(ctx)
	if err != nil {
		return err
	}
	defer end()
	return r.replace(ctx, nil, nil)
}

// replace replaces the recorded points with data and runs the alerts. added contains the points in data that are new. If replace fails, the
// old points stay.
//
// An alert that has already run up to the time of a new point, or beyond, is run again from the start of the data. If the start of the data
// or the set of ref_ids (see RefIDs) has changed, all alerts are run again from the start.
func (r *Runner) replace(ctx context.Context, data, added rehearsal.Series) error {
	points := 0
	for _, list := range data {
		points += len(list)
	}
	if points > MaxPoints {
		return fmt.Errorf("there would be %d points, and the server keeps at most %d", points, MaxPoints)
	}
	before, hadData := r.series, r.hasData.Load()
	r.series = data
	r.hasData.Store(points > 0)
	first, _, _ := added.Span()
	began, _, _ := before.Span()
	all := !hadData || first.Before(began) || !slices.Equal(before.RefIDs(), data.RefIDs())
	err := r.runAll(ctx, r.clock.Setting(), func(p *progress) bool { return all || !first.After(p.until) })
	if err != nil {
		r.series = before
		r.hasData.Store(hadData)
	}
	return err
}

// Summary describes one series: the number of points, and the times of the first and last one.
type Summary struct {
	Asset     string    `json:"asset"` // Empty if Attribute is the ref_id of an alert item.
	Attribute string    `json:"attribute"`
	Points    int       `json:"points"`
	First     time.Time `json:"first"`
	Last      time.Time `json:"last"`
}

// Series returns a summary of each series, sorted by asset and attribute.
func (r *Runner) Series(ctx context.Context) ([]Summary, error) {
	_, end, err := r.takeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	found := []Summary{}
	for key, points := range r.series {
		n := len(points) // at least 1
		found = append(found, Summary{key.Asset, key.Attribute, n, points[0].Time, points[n-1].Time})
	}
	slices.SortFunc(found, func(a, b Summary) int {
		return cmp.Or(cmp.Compare(a.Asset, b.Asset), cmp.Compare(a.Attribute, b.Attribute))
	})
	return found, nil
}

// SetClock passes the clock's current setting to the change function, and sets the clock to the setting that the function returns. If the
// clock moves forward, the alerts run up to the new time. If it moves back, the events from later runs are removed.
func (r *Runner) SetClock(ctx context.Context, change func(Setting) (Setting, error)) error {
	ctx, end, err := r.takeTurn(ctx)
	if err != nil {
		return err
	}
	defer end()
	to, err := change(r.clock.Setting())
	if err != nil {
		return err
	}
	if err := r.runAll(ctx, to, func(*progress) bool { return false }); err != nil {
		return err
	}
	r.clock.Set(to)
	if r.stopTicks != nil {
		r.stopTicks()
		r.stopTicks = nil
	}
	if to.Given && to.Running() {
		ctx, stop := context.WithCancel(r.closing)
		r.stopTicks = stop
		r.ended.Go(func() { r.tick(ctx) })
	}
	return nil
}

// tick runs due alerts once per second until ctx is canceled. It is active while the clock is set to "now".
func (r *Runner) tick(ctx context.Context) {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		if !r.hasData.Load() {
			continue
		}
		bounded, end, err := r.takeTurn(ctx)
		if err != nil {
			return // The server is closing, or the clock was set.
		}
		if err := r.runAll(bounded, r.clock.Setting(), func(*progress) bool { return false }); err != nil && ctx.Err() == nil {
			r.log.Error("alerts did not run", "error", err)
		}
		end()
	}
}

// Changed runs the given alerts, except those that have already run with their current condition. The runs continue even if the client
// disconnects.
func (r *Runner) Changed(ids ...string) { r.run(ids, false) }

// Seeded runs the given alerts from the start of the data, even if alerts with the same ids and conditions have already run.
func (r *Runner) Seeded(ids ...string) { r.run(ids, true) }

func (r *Runner) run(ids []string, always bool) {
	if !r.hasData.Load() || len(ids) == 0 {
		return
	}
	_, end, err := r.takeTurn(context.Background())
	if err != nil {
		return // The server is closing. After a restart, it runs these alerts.
	}
	defer end()
	for _, id := range ids {
		if always {
			delete(r.alerts, id)
		}
		if err := r.runOne(id); err != nil && r.closing.Err() == nil {
			r.log.Error("alert did not run", "alert", id, "error", err)
		}
	}
}

// Recording returns the data points that alerts can use, up to the server's current time. Callers must not change the points.
func (r *Runner) Recording(ctx context.Context) (rehearsal.Recording, error) {
	_, end, err := r.takeTurn(ctx)
	if err != nil {
		return rehearsal.Recording{}, err
	}
	defer end()
	return r.newBatch(r.clock.Setting()).recording, nil
}
