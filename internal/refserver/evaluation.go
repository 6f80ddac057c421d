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
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/clock"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/evaluation"
)

// What tests do with the data that alerts run on, and with the clock.

// Series says what there is of a series of points.
type Series = evaluation.Summary

// MaxPoints is how many points a server keeps, all series together.
const MaxPoints = evaluation.MaxPoints

// AddSeries adds points, in memory, in CSV or JSON as the package series reads them; the name is for errors. All alerts that the points
// concern have run on them when it returns. It adds all of them or none.
func (s *Server) AddSeries(ctx context.Context, name string, from io.Reader) error {
	return s.runner.Add(ctx, name, from)
}

// Series lists the series that there are.
func (s *Server) Series(ctx context.Context) ([]Series, error) { return s.runner.Series(ctx) }

// ClearSeries removes all points, and with them the events that runs of alerts have made.
func (s *Server) ClearSeries(ctx context.Context) error { return s.runner.Clear(ctx) }

// Clock gives the time by which all times are that the server makes, and how the clock is set, as Options.Clock says.
func (s *Server) Clock() (now time.Time, setting string) {
	return s.clock.Now(), s.clock.Setting().String()
}

// SetClock sets the clock as Options.Clock does. What alerts run until then, or have run since then, has happened, or not, when it
// returns. Where it fails, the clock stays.
func (s *Server) SetClock(ctx context.Context, to string) error {
	setting, err := clock.Parse(to)
	if err != nil {
		return err
	}
	return s.runner.SetClock(ctx, func(clock.Setting) (clock.Setting, error) { return setting, nil })
}

// AdvanceClock moves a clock that stands still.
func (s *Server) AdvanceClock(ctx context.Context, by time.Duration) error {
	return s.runner.SetClock(ctx, func(now clock.Setting) (clock.Setting, error) { return now.Advanced(by) })
}

// EndRuns ends the runs of alerts that are under way, and lets none begin. Close does it as well; it is for those who wait for requests
// before they close.
func (s *Server) EndRuns() { s.runner.Close() }

// given is what the options give to alerts beside the data.
func (o Options) given() (given evaluation.Given, err error) {
	if given.Location, err = time.LoadLocation(o.Timezone); err != nil {
		return given, fmt.Errorf("the time zone: %w", err)
	}
	given.Metadata, err = series.LoadMetadata(o.Metadata)
	return given, err
}

// beginRuns sets the clock and reads the data of the options.
func (s *Server) beginRuns() error {
	ctx := context.Background()
	if err := s.SetClock(ctx, s.options.Clock); err != nil {
		return err
	}
	for _, name := range s.options.Series {
		if err := s.addFile(ctx, name); err != nil {
			return err
		}
	}
	return s.runner.Begun(ctx)
}

func (s *Server) addFile(ctx context.Context, name string) (err error) {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return s.AddSeries(ctx, name, file)
}

// run has an alert run whose document was written, and gives the document as it is then.
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
