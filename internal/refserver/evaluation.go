// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
	"github.com/engine-platform/terraform-provider-engine/internal/base/inputfile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/evaluation"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// The methods in this file manage the server's clock and the recorded data on which alerts run.

// Series summarizes a series of recorded data points: the number of points, and the times of the first and last one.
type Series = evaluation.Summary

// MaxPoints is the maximum total number of points in all series.
const MaxPoints = evaluation.MaxPoints

// AddSeries adds data points in CSV or JSON format (see package series) and runs the alerts on them. If a point is invalid, AddSeries adds
// no points and returns an error that contains the given name, usually a file name. Points are kept in memory only.
func (s *Server) AddSeries(ctx context.Context, name string, from io.Reader) error {
	return s.runner.Add(ctx, name, from)
}

// Series returns a summary of each series of recorded data points.
func (s *Server) Series(ctx context.Context) ([]Series, error) { return s.runner.Series(ctx) }

// ClearSeries removes all points and the events that alerts have created from them.
func (s *Server) ClearSeries(ctx context.Context) error { return s.runner.Clear(ctx) }

// Clock returns the current time of the server's clock, and the clock's setting in the format of Options.Clock.
func (s *Server) Clock() (now time.Time, setting string) {
	return s.clock.Now(), s.clock.Setting().String()
}

// SetClock sets the server's clock to a value in the format of Options.Clock. Moving the clock forward runs the alerts that become due.
// Moving it back removes the events after the new time. If SetClock returns an error, the clock is unchanged.
func (s *Server) SetClock(ctx context.Context, to string) error {
	setting, err := evaluation.ParseSetting(to)
	if err != nil {
		return err
	}
	return s.runner.SetClock(ctx, func(evaluation.Setting) (evaluation.Setting, error) { return setting, nil })
}

// AdvanceClock moves a fixed clock forward. It returns an error if the clock follows the machine's time.
func (s *Server) AdvanceClock(ctx context.Context, by time.Duration) error {
	return s.runner.SetClock(ctx, func(now evaluation.Setting) (evaluation.Setting, error) { return now.Advanced(by) })
}

// EndRuns stops all alert runs and prevents new ones. Call EndRuns before waiting for open requests to finish, because such requests may be
// waiting for alert runs.
func (s *Server) EndRuns() { s.runner.Close() }

func (o Options) runOptions(ctx context.Context) (options evaluation.Options, err error) {
	if options.Location, err = time.LoadLocation(o.Timezone); err != nil {
		return options, fmt.Errorf("the time zone: %w", err)
	}
	options.Metadata, err = series.LoadMetadata(ctx, o.Metadata)
	return options, err
}

// maxSeriesFile is the maximum size in bytes of a file of recorded data.
const maxSeriesFile = 1 << 30

func (s *Server) startRuns(ctx context.Context) error {
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
	file := inputfile.Open(ctx, name, maxSeriesFile)
	defer func() { err = errors.Join(err, file.Close()) }()
	return s.AddSeries(ctx, name, file)
}

// run runs the alert that a write has created or changed, and returns the alert's JSON with the new status. data is the JSON of the written
// object. If the object is not an alert, run returns data unchanged.
func (s *Server) run(kind string, data []byte) []byte {
	if kind != "alert" {
		return data
	}
	id := string(jsondoc.Text(jsondoc.Field(data, "id")))
	s.runner.Changed(id)
	if now, ok := s.store.Get(kind, id); ok {
		return now
	}
	return data
}
