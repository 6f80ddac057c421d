// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package control

import (
	"errors"
	"net/http"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

func readSeries(d *API, r *http.Request) (any, error) {
	found, err := d.server.Series(r.Context())
	if err != nil {
		return nil, err
	}
	points := 0
	for _, s := range found {
		points += s.Points
	}
	return map[string]any{"series": found, "points": points, "max_points": refserver.MaxPoints}, nil
}

func addSeries(d *API, r *http.Request) (any, error) {
	if err := d.server.AddSeries(r.Context(), "body", r.Body); err != nil {
		return nil, err
	}
	return readSeries(d, r)
}

func readClock(d *API, _ *http.Request) (any, error) {
	now, setting := d.server.Clock()
	return map[string]any{"now": now.UTC().Format("2006-01-02T15:04:05.000000Z"), "clock": setting}, nil
}

// setClock calls Server.SetClock if the body contains the key "clock", or Server.AdvanceClock if it contains the key "advance".
func setClock(d *API, r *http.Request) (any, error) {
	var sent struct{ Clock, Advance *string }
	if err := read(r.Body, &sent); err != nil {
		return nil, err
	}
	if (sent.Clock == nil) == (sent.Advance == nil) {
		return nil, errors.New(`the body must have either clock or advance: {"clock": "2026-01-01T00:00:00Z"} or {"advance": "1h30m"}`)
	}
	var err error
	var by time.Duration
	if sent.Clock != nil {
		err = d.server.SetClock(r.Context(), *sent.Clock)
	} else if by, err = time.ParseDuration(*sent.Advance); err == nil {
		err = d.server.AdvanceClock(r.Context(), by)
	}
	if err != nil {
		return nil, err
	}
	return readClock(d, r)
}
