// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package sample makes up values for pictures if no values were recorded. A value depends only on asset, attribute and the time before now,
// so a picture looks the same at every run.
package sample

import (
	"math"
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// Hint describes the possible samples of an attribute.
type Hint struct {
	Low, High float64
	Choices   []any // if it is not empty, the values are taken from it
}

// Data returns made-up values for every attribute. It implements rehearsal.Data.
type Data struct {
	now   time.Time
	hints map[rehearsal.Key]Hint
}

// High is the largest value of an attribute without a hint. The smallest value is 0.
const High = 100.0

// New returns samples that end at now.
func New(now time.Time, hints map[rehearsal.Key]Hint) *Data {
	return &Data{now.UTC().Truncate(time.Second), hints}
}

// Points implements rehearsal.Data. However long the time range, there are at most about 600 points.
func (d *Data) Points(asset, attribute string, after, until time.Time) []rehearsal.Point {
	if until.After(d.now) {
		until = d.now
	}
	if !after.Before(until) {
		return nil
	}
	step := stepFor(until.Sub(after))
	curve := d.curve(asset, attribute)
	// The distance of each point from now is a multiple of step, so that a time has the same value in every request.
	first := d.now.Add(-d.now.Sub(after).Truncate(step))
	if !first.After(after) {
		first = first.Add(step)
	}
	var points []rehearsal.Point
	for at := first; !at.After(until); at = at.Add(step) {
		points = append(points, rehearsal.Point{Time: at, Value: curve(d.now.Sub(at))})
	}
	return points
}

func stepFor(length time.Duration) time.Duration {
	const most = 600
	for _, step := range []time.Duration{10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 4 * time.Hour, 24 * time.Hour} {
		if length/step <= most {
			return step
		}
	}
	return length / most
}

// curve returns a function from the age of a value to the value: two waves, a little noise, and a peak once a day. The conversions to
// float64 stop the compiler from multiplying and adding in one step, which rounds differently on some processors.
func (d *Data) curve(asset, attribute string) func(age time.Duration) any {
	seed := hash(asset, attribute)
	hint, ok := d.hints[rehearsal.Key{Asset: asset, Attribute: attribute}]
	if len(hint.Choices) > 0 {
		return func(age time.Duration) any {
			slot := strconv.FormatInt(int64(age/(90*time.Minute)), 10)
			return hint.Choices[hash(asset, attribute, slot)%uint64(len(hint.Choices))]
		}
	}
	if !ok || hint.High <= hint.Low {
		hint = Hint{High: High}
	}
	phase := float64(seed%1000) / 1000
	return func(age time.Duration) any {
		days := age.Hours() / 24
		noise := share(hash(asset, attribute, strconv.FormatInt(int64(age/(10*time.Second)), 10)))
		level := 0.45 + float64(0.18*math.Sin(2*math.Pi*(days+phase))) +
			float64(0.09*math.Sin(2*math.Pi*(float64(days*4.7)+phase))) + float64(0.05*(noise-0.5))
		fromPeak := math.Mod(days+phase, 1) - 0.3
		level += float64(0.5 * math.Exp(-fromPeak*fromPeak*600))
		return rounded(hint.Low + float64((hint.High-hint.Low)*level))
	}
}

func hash(parts ...string) uint64 {
	n := uint64(14695981039346656037) // the FNV-1a hash, without its allocations: this is the most frequent call
	for _, part := range parts {
		for _, b := range []byte(strconv.Itoa(len(part)) + ":" + part) {
			n = (n ^ uint64(b)) * 1099511628211
		}
	}
	// Mixed once more, because the last bytes hardly change the first bits.
	n ^= n >> 33
	n *= 0xff51afd7ed558ccd
	return n ^ n>>33
}

// share converts random bits into a number from 0 to 1.
func share(n uint64) float64 { return float64(n>>11) / (1 << 53) }

// rounded keeps four digits, because processors may differ in the last digits.
func rounded(n float64) float64 {
	result, err := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 4, 64), 64)
	if err != nil {
		return 0
	}
	return result
}
