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

// The methods in this file change the data on which the server runs alerts, and the server's clock.

// Series describes one series: the number of its points, and the times of the first and the last.
type Series = evaluation.Summary

// MaxPoints is the maximum number of points in all series together.
const MaxPoints = evaluation.MaxPoints

// AddSeries reads points from CSV or JSON (see the package series), and runs alerts on them. It adds all points or, if one is invalid,
// none. The server keeps points in memory only. name is used in error messages, for example a file name.
func (s *Server) AddSeries(ctx context.Context, name string, from io.Reader) error {
	return s.runner.Add(ctx, name, from)
}

// Series returns the number of points and the times of the first and last point, for each series.
func (s *Server) Series(ctx context.Context) ([]Series, error) { return s.runner.Series(ctx) }

// ClearSeries removes all points, and the events that the alerts made from them.
func (s *Server) ClearSeries(ctx context.Context) error { return s.runner.Clear(ctx) }

// Clock returns the time of the server's clock, and how it was set, for example "now" (see Options.Clock).
func (s *Server) Clock() (now time.Time, setting string) {
	return s.clock.Now(), s.clock.Setting().String()
}

// SetClock sets the server's clock to a value of Options.Clock. If the time moves forward, SetClock runs the alerts that become due. If it
// moves back, SetClock removes later events. If it fails, the clock is unchanged.
func (s *Server) SetClock(ctx context.Context, to string) error {
	setting, err := evaluation.ParseSetting(to)
	if err != nil {
		return err
	}
	return s.runner.SetClock(ctx, func(evaluation.Setting) (evaluation.Setting, error) { return setting, nil })
}

// AdvanceClock moves the server's clock forward. It returns an error if the clock shows the machine's time.
func (s *Server) AdvanceClock(ctx context.Context, by time.Duration) error {
	return s.runner.SetClock(ctx, func(now evaluation.Setting) (evaluation.Setting, error) { return now.Advanced(by) })
}

// EndRuns stops running alerts and prevents later runs, as Close does. Call it before you wait for open requests, which may be waiting for
// a run.
func (s *Server) EndRuns() { s.runner.Close() }

// given returns the time zone and the metadata with which alerts run.
func (o Options) given(ctx context.Context) (given evaluation.Given, err error) {
	if given.Location, err = time.LoadLocation(o.Timezone); err != nil {
		return given, fmt.Errorf("the time zone: %w", err)
	}
	given.Metadata, err = series.LoadMetadata(ctx, o.Metadata)
	return given, err
}

// maxSeriesFile is the maximum size of a file with recorded data, in bytes.
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

// run runs an alert that was just written, and returns it with its new status. It returns objects of other kinds unchanged.
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
