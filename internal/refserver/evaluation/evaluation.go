// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package evaluation runs the alerts of the reference server on recorded data, by the same code as the function rehearse. It imports
// the packages rehearsal and series of the module, and clock, document, notify, store and table of the server.
//
// One rule holds at any time: an alert has the events that a rehearsal of it as it is now makes over the data that there are, up to the
// clock (quirk 241). Whatever changes the condition of an alert, the data, or the clock, restores it before it is answered.
//
// Start reading here, at what can be done with a Runner. batch.go calculates runs, apply.go makes what follows from them in one write.
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
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/clock"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/notify"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// Bounds of the data, and of the work for one change of an alert, of the data or of the clock.
const (
	MaxPoints = 2_000_000
	MaxRuns   = 1_000_000
	MaxTime   = time.Minute
)

// errClosed is what ends work when the server does.
var errClosed = errors.New("the server is closed")

// Runner runs the alerts of a store. Without data it does nothing.
type Runner struct {
	store *store.Store
	clock *clock.Clock
	given Given
	post  func([]notify.Email)
	log   *slog.Logger

	// hasData is what others may ask who do not have the turn.
	hasData atomic.Bool
	// closing ends all work.
	closing context.Context
	close   context.CancelCauseFunc
	closed  sync.Once
	ended   sync.WaitGroup

	// turn is had by whoever runs alerts. It guards the rest. Requests that change no alert do not wait for it.
	turn   chan struct{}
	series rehearsal.Series
	points int
	// alerts are those that ran, by their id.
	alerts map[string]*watched
	// begun tells that the server has started. Until then unable has the alerts that can't run, and why.
	begun  bool
	unable map[string]result
	// stopTicks ends what a clock that goes by itself has started, nil where it stands still.
	stopTicks context.CancelFunc
}

// Given is what alerts run on beside the data.
type Given struct {
	// Location is the time zone of cron schedules, nil for UTC.
	Location *time.Location
	// Metadata are the values of METADATA items.
	Metadata map[rehearsal.Key]any
}

// New makes a runner. It hands the e-mails over to post.
func New(documents *store.Store, by *clock.Clock, given Given, post func([]notify.Email), log *slog.Logger) *Runner {
	r := &Runner{store: documents, clock: by, given: given, post: post, log: log, turn: make(chan struct{}, 1), alerts: map[string]*watched{}, unable: map[string]result{}}
	r.closing, r.close = context.WithCancelCause(context.Background())
	return r
}

// Begun ends the start of the server: it warns of the alerts that can't run, and from now on a change that would cost too much is refused.
func (r *Runner) Begun(ctx context.Context) error {
	_, end, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	for _, record := range r.store.List("alert") {
		if now, ok := r.unable[record.ID()]; ok {
			name := string(document.Text(document.Field(record.Bytes(), "name")))
			r.log.Warn("alert can't run", "alert", record.ID(), "name", name, "status", now.status, "reason", now.text)
		}
	}
	r.begun, r.unable = true, nil
	return nil
}

// Close ends the work under way, of which nothing was done then, and all that would come.
func (r *Runner) Close() {
	r.close(errClosed)
	r.closed.Do(func() { r.turn <- struct{}{} }) // Never given back.
	r.ended.Wait()
}

// begin waits for the turn and bounds the time. The caller calls end.
func (r *Runner) begin(ctx context.Context) (bounded context.Context, end func(), err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(r.closing, func() { cancel(errClosed) })
	select {
	case r.turn <- struct{}{}:
	case <-ctx.Done():
		stop()
		return nil, nil, context.Cause(ctx)
	}
	ctx, timeout := context.WithTimeoutCause(ctx, MaxTime, fmt.Errorf("the runs of the alerts take more than %s; make a smaller step", MaxTime))
	return ctx, func() {
		timeout()
		stop()
		cancel(nil)
		<-r.turn
	}, nil
}

// Add adds the points of an input; the name is for errors. Either all of them are added or none.
func (r *Runner) Add(ctx context.Context, name string, from io.Reader) error {
	added := series.Points{}
	if err := series.Collect(added, MaxPoints, name, from); err != nil {
		return err
	}
	ctx, end, err := r.begin(ctx)
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

// Clear removes all points, and what alerts made of them.
func (r *Runner) Clear(ctx context.Context) error {
	ctx, end, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	return r.replace(ctx, nil, nil)
}

// replace puts data in the place of others and runs what they change. Where that fails, nothing has changed.
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
	anew := !hadData || points == 0 || first.Before(began) || !slices.Equal(before.RefIDs(), data.RefIDs())
	err := r.runAll(ctx, r.clock.Setting(), func(w *watched) bool { return anew || !first.After(w.ran) })
	if err != nil {
		r.series = before
		r.hasData.Store(hadData)
		return err
	}
	r.points = points
	return nil
}

// Summary says what there is of a series.
type Summary struct {
	rehearsal.Key
	Points      int
	First, Last time.Time
}

// Series lists the data by asset and attribute.
func (r *Runner) Series(ctx context.Context) ([]Summary, error) {
	_, end, err := r.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	found := []Summary{}
	for key, points := range r.series {
		if n := len(points); n > 0 {
			found = append(found, Summary{key, n, points[0].Time, points[n-1].Time})
		}
	}
	slices.SortFunc(found, func(a, b Summary) int {
		return cmp.Or(cmp.Compare(a.Asset, b.Asset), cmp.Compare(a.Attribute, b.Attribute))
	})
	return found, nil
}

// SetClock sets the clock to what change makes of its setting, and runs what becomes due, or what had not happened yet at an earlier
// time, in the order of time. Where that fails, the clock stays.
func (r *Runner) SetClock(ctx context.Context, change func(clock.Setting) (clock.Setting, error)) error {
	ctx, end, err := r.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	to, err := change(r.clock.Setting())
	if err != nil {
		return err
	}
	if err := r.runAll(ctx, to, func(*watched) bool { return false }); err != nil {
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

// tick runs what becomes due while the clock goes by itself.
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
		bounded, end, err := r.begin(ctx)
		if err != nil {
			return // It ends.
		}
		if err := r.runAll(bounded, r.clock.Setting(), func(*watched) bool { return false }); err != nil && ctx.Err() == nil {
			r.log.Error("alerts did not run", "error", err)
		}
		end()
	}
}

// Changed runs alerts whose documents were written, where something of their conditions has changed. It goes on when the client
// that wrote has left.
func (r *Runner) Changed(ids ...string) { r.run(ids, false) }

// Seeded runs alerts that took the place of others, whatever ran before.
func (r *Runner) Seeded(ids ...string) { r.run(ids, true) }

func (r *Runner) run(ids []string, anew bool) {
	if !r.hasData.Load() || len(ids) == 0 {
		return
	}
	ctx, end, err := r.begin(context.Background())
	if err != nil {
		return // The server ends. The next one that has the data and the documents runs them.
	}
	defer end()
	for _, id := range ids {
		if anew {
			delete(r.alerts, id)
		}
		if err := r.runOne(ctx, id); err != nil && r.closing.Err() == nil {
			r.log.Error("alert did not run", "alert", id, "error", err)
		}
	}
}
