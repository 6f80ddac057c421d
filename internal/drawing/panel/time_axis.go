// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"math"
	"time"
)

type timeAxis struct {
	span    span
	zone    *time.Location
	width   float64
	format  string // x_axis_format; "" if not declared
	most    int    // x_axis_max_ticks_limit; 0 if not declared
	overlap bool   // ticks are kept even if their texts overlap
}

const tickFont = 11

const mostTicks = 60

// ticks returns round times, such as every full hour. It uses the smallest step at which the texts have enough room.
func (t timeAxis) ticks() []Tick {
	for _, step := range timeSteps() {
		if step.approximate() < t.span.length()/mostTicks {
			continue
		}
		ticks := t.every(step)
		if t.most > 0 && len(ticks) > t.most {
			continue
		}
		if !t.overlap && !fit(ticks, t.width) {
			continue
		}
		return ticks
	}
	return []Tick{}
}

func fit(ticks []Tick, width float64) bool {
	need := 0.0
	for _, tick := range ticks {
		need += TextWidth(tick.Text, tickFont) + 18
	}
	return need <= width
}

// timeStep is the time between two ticks: a number of seconds or of months.
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

func (s timeStep) approximate() time.Duration {
	return time.Duration(s.seconds+s.months*30*86400) * time.Second
}

// every returns the ticks for a step. Steps of hours and days begin at midnight in the time zone.
func (t timeAxis) every(step timeStep) []Tick {
	from := t.span.from.In(t.zone)
	at := time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, t.zone)
	switch {
	case step.months > 0:
		months := (from.Year()*12 + int(from.Month()) - 1) / step.months * step.months
		at = time.Date(0, time.Month(months+1), 1, 0, 0, 0, 0, t.zone)
	case step.seconds > 86400: // from a Monday on
		days := int(at.Unix()/86400+3) % (step.seconds / 86400)
		at = at.AddDate(0, 0, -days)
	case step.seconds < 3600:
		at = at.Add(t.span.from.Sub(at).Truncate(time.Duration(step.seconds) * time.Second))
	}
	ticks := []Tick{}
	for ; !at.After(t.span.until) && len(ticks) < 2*mostTicks; at = step.after(at) {
		if !at.Before(t.span.from) {
			ticks = append(ticks, Tick{millis(at), t.text(at, step)})
		}
	}
	return ticks
}

func (s timeStep) after(at time.Time) time.Time {
	switch {
	case s.months > 0:
		return at.AddDate(0, s.months, 0)
	case s.seconds%86400 == 0:
		return at.AddDate(0, 0, s.seconds/86400)
	case s.seconds%3600 == 0: // where clocks change, the texts stay round
		hours := s.seconds / 3600
		next := time.Date(at.Year(), at.Month(), at.Day(), (at.Hour()/hours+1)*hours, 0, 0, 0, at.Location())
		if next.After(at) {
			return next
		}
	}
	return at.Add(time.Duration(s.seconds) * time.Second)
}

// text writes a tick's time in the declared format, or as short as the step allows.
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

// thinned reduces the number of points to most, so that a chart looks the same. From each group of neighbors it keeps the point that makes
// the largest triangle with the points before and after (Steinarsson's largest triangle three buckets). The first and the last point stay.
func thinned(points [][2]float64, most int) [][2]float64 {
	if len(points) <= most || most < 3 {
		return points
	}
	kept := make([][2]float64, 0, most)
	kept = append(kept, points[0])
	// start returns the first point of a group. It divides whole numbers, because rounding would leave out the last point of the last group.
	start := func(group int) int { return min(1+group*(len(points)-2)/(most-2), len(points)) }
	for i := range most - 2 {
		from, to := start(i), start(i+1)
		after := points[to:start(i+2)]
		kept = append(kept, largest(kept[len(kept)-1], points[from:to], mean(after, points[len(points)-1])))
	}
	return append(kept, points[len(points)-1])
}

func mean(points [][2]float64, otherwise [2]float64) [2]float64 {
	if len(points) == 0 {
		return otherwise
	}
	var sum [2]float64
	for _, p := range points {
		sum[0] += p[0] / float64(len(points))
		sum[1] += p[1] / float64(len(points))
	}
	return sum
}

// largest returns the candidate that makes the largest triangle with a and c. The conversions to float64 prevent fused multiply-add
// instructions, which round differently on some processors.
func largest(a [2]float64, candidates [][2]float64, c [2]float64) [2]float64 {
	best, area := candidates[0], -1.0
	for _, b := range candidates {
		if size := math.Abs(float64((a[0]-c[0])*(b[1]-a[1])) - float64((a[0]-b[0])*(c[1]-a[1]))); size > area {
			best, area = b, size
		}
	}
	return best
}
