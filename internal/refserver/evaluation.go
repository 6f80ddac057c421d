// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/evaluation"
)

// Methods for the data that alerts run on, and for the clock.

// Series is a summary of a series of points.
type Series = evaluation.Summary

// MaxPoints is the number of points that a server keeps, in all series together.
const MaxPoints = evaluation.MaxPoints

// AddSeries adds the points of a CSV or JSON text, which the package series reads, and runs the alerts that the points concern. It
// adds all points or none, and keeps them in memory only. The name is for errors.
func (s *Server) AddSeries(ctx context.Context, name string, from io.Reader) error {
	return s.runner.Add(ctx, name, from)
}

// Series returns a summary of each series.
func (s *Server) Series(ctx context.Context) ([]Series, error) { return s.runner.Series(ctx) }

// ClearSeries removes all points and the events that runs of alerts have made.
func (s *Server) ClearSeries(ctx context.Context) error { return s.runner.Clear(ctx) }

// Clock returns the time of the server's clock, and the clock's setting in the form of Options.Clock.
func (s *Server) Clock() (now time.Time, setting string) {
	return s.clock.Now(), s.clock.Setting().String()
}

// SetClock sets the clock to a setting in the form of Options.Clock. Before it returns, the alerts that become due have run, or the
// events after an earlier time are taken back. If it fails, the clock is unchanged.
func (s *Server) SetClock(ctx context.Context, to string) error {
	setting, err := evaluation.ParseSetting(to)
	if err != nil {
		return err
	}
	return s.runner.SetClock(ctx, func(evaluation.Setting) (evaluation.Setting, error) { return setting, nil })
}

// AdvanceClock moves a clock that stands still to a later time.
func (s *Server) AdvanceClock(ctx context.Context, by time.Duration) error {
	return s.runner.SetClock(ctx, func(now evaluation.Setting) (evaluation.Setting, error) { return now.Advanced(by) })
}

// EndRuns ends the runs of alerts and prevents others. Close does the same. A caller that waits for requests before Close calls EndRuns
// first, because requests may wait for runs.
func (s *Server) EndRuns() { s.runner.Close() }

// given returns the time zone and the metadata for alerts.
func (o Options) given() (given evaluation.Given, err error) {
	if given.Location, err = time.LoadLocation(o.Timezone); err != nil {
		return given, fmt.Errorf("the time zone: %w", err)
	}
	given.Metadata, err = series.LoadMetadata(o.Metadata)
	return given, err
}

// startRuns sets the clock and reads the data of the options.
func (s *Server) startRuns() error {
	ctx := context.Background()
	if err := s.SetClock(ctx, s.options.Clock); err != nil {
		return err
	}
	for _, name := range s.options.Series {
		if err := s.addFile(ctx, name); err != nil {
			return err
		}
	}
	return s.runner.Started(ctx)
}

func (s *Server) addFile(ctx context.Context, name string) (err error) {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return s.AddSeries(ctx, name, file)
}

// run runs an alert that was written, and returns its document after the runs. It returns documents of other kinds unchanged.
func (s *Server) run(kind string, data []byte) []byte {
	if kind != "alert" {
		return data
	}
	id := string(document.Text(document.Field(data, "id")))
	s.runner.Changed(id)
	if now, ok := s.store.Get(kind, id); ok {
		return now
	}
	return data
}
