// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import "time"

type timeAxis struct {
	span    span
	zone    *time.Location
	width   float64
	format  string // x_axis_format; "" if not declared
	limit   int    // x_axis_max_ticks_limit; 0 if not declared
	overlap bool   // keep ticks whose labels overlap
}

const (
	tickFont = 11
	maxTicks = 60
)

// ticks returns ticks at round times, such as on the hour. It uses the smallest step whose labels fit on the axis.
func (t timeAxis) ticks() []Tick {
	for _, step := range timeSteps() {
		if step.length() < t.span.length()/maxTicks {
			continue
		}
		ticks := t.ticksEvery(step)
		if (t.limit == 0 || len(ticks) <= t.limit) && (t.overlap || labelsFit(ticks, t.width)) {
			return ticks
		}
	}
	return []Tick{}
}

func labelsFit(ticks []Tick, width float64) bool {
	need := 0.0
	for _, tick := range ticks {
		need += TextWidth(tick.Text, tickFont) + 18
	}
	return need <= width
}

// timeStep is the interval between two ticks, in seconds or in months.
type timeStep struct{ seconds, months int }

func timeSteps() (steps []timeStep) {
	const minute, hour, day = 60, 3600, 86400
	for _, seconds := range []int{
		1, 5, 10, 30, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
		hour, 2 * hour, 3 * hour, 4 * hour, 6 * hour, 12 * hour, day, 2 * day, 7 * day, 14 * day,
	} {
		steps = append(steps, timeStep{seconds: seconds})
	}
	for _, months := range []int{1, 3, 6, 12, 24, 60, 120, 240, 600} {
		steps = append(steps, timeStep{months: months})
	}
	return steps
}

func (s timeStep) length() time.Duration {
	return time.Duration(s.seconds+s.months*30*86400) * time.Second
}

// ticksEvery returns the ticks for a step. Steps of hours and days start at midnight in the axis's time zone.
func (t timeAxis) ticksEvery(step timeStep) []Tick {
	from := t.span.from.In(t.zone)
	at := time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, t.zone)
	switch {
	case step.months > 0:
		months := (from.Year()*12 + int(from.Month()) - 1) / step.months * step.months
		at = time.Date(0, time.Month(months+1), 1, 0, 0, 0, 0, t.zone)
	case step.seconds > 86400: // steps of whole weeks start on a Monday
		days := int(at.Unix()/86400+3) % (step.seconds / 86400)
		at = at.AddDate(0, 0, -days)
	case step.seconds < 3600:
		at = at.Add(t.span.from.Sub(at).Truncate(time.Duration(step.seconds) * time.Second))
	}
	ticks := []Tick{}
	for ; !at.After(t.span.until) && len(ticks) < 2*maxTicks; at = step.next(at) {
		if !at.Before(t.span.from) {
			ticks = append(ticks, Tick{millis(at), t.text(at, step)})
		}
	}
	return ticks
}

func (s timeStep) next(at time.Time) time.Time {
	switch {
	case s.months > 0:
		return at.AddDate(0, s.months, 0)
	case s.seconds%3600 == 0: // stay on the hour, or at midnight, when daylight saving time begins or ends
		hours := s.seconds / 3600
		next := time.Date(at.Year(), at.Month(), at.Day(), (at.Hour()/hours+1)*hours, 0, 0, 0, at.Location())
		if next.After(at) {
			return next
		}
	}
	return at.Add(time.Duration(s.seconds) * time.Second)
}

// text formats the time of a tick. If x_axis_format is not set, it chooses a short format that suits the step.
func (t timeAxis) text(at time.Time, step timeStep) string {
	if t.format != "" {
		return formatTime(at, t.format)
	}
	layout := "15:04"
	switch longer := t.span.length() > 24*time.Hour+time.Minute; {
	case step.months >= 12:
		layout = "2006"
	case step.months > 0:
		layout = "2006-01"
	case step.seconds >= 86400:
		layout = "01-02"
	case longer:
		layout = "01-02 15:04"
	case step.seconds < 60:
		layout = "15:04:05"
	}
	return at.Format(layout)
}
