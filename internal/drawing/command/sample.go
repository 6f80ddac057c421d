// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"math"
	"strconv"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// hint describes the sample data for an attribute.
type hint struct {
	low, high float64
	choices   []any // the possible values; if empty, values are numbers from low to about high
}

// sampleData implements rehearsal.Data. It generates values for every attribute. A value depends only on its asset, its attribute, the
// hints (the ranges to use) and the value's age, so a picture looks the same whenever it is rendered.
type sampleData struct {
	now   time.Time
	hints hints
}

func (set settings) sampleData(hints hints) sampleData {
	return sampleData{set.now.Truncate(time.Second), hints}
}

// defaultHigh is the upper end of the range of values for an attribute without a hint. The lower end is 0.
const defaultHigh = 100.0

// Points implements rehearsal.Data. It returns at most about 600 points, whatever the time range.
func (d sampleData) Points(asset, attribute string, after, until time.Time) []rehearsal.Point {
	if until.After(d.now) {
		until = d.now
	}
	if !after.Before(until) {
		return nil
	}
	step := stepFor(until.Sub(after))
	curve := d.curve(asset, attribute)
	// All calls with the same step must return points at the same times, wherever the time range begins. Therefore, the age of each point
	// is a multiple of step.
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

// stepFor returns the interval between points for a time range of the given length.
func stepFor(length time.Duration) time.Duration {
	const most = 600
	for _, step := range []time.Duration{10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 4 * time.Hour, 24 * time.Hour} {
		if length/step <= most {
			return step
		}
	}
	return length / most
}

// curve returns a function that computes a value of an attribute from the value's age (the time from the value until now). A numeric value
// is the sum of two waves, a little noise and a daily peak. The conversions to float64 prevent fused multiply-add instructions, which round
// differently on some processors.
func (d sampleData) curve(asset, attribute string) func(age time.Duration) any {
	seed := hash(asset, attribute)
	h, ok := d.hints[rehearsal.Key{Asset: asset, Attribute: attribute}]
	if len(h.choices) > 0 {
		return func(age time.Duration) any {
			slot := strconv.FormatInt(int64(age/(90*time.Minute)), 10)
			return h.choices[hash(asset, attribute, slot)%uint64(len(h.choices))]
		}
	}
	if !ok || h.high <= h.low {
		h = hint{high: defaultHigh}
	}
	phase := float64(seed%1000) / 1000
	return func(age time.Duration) any {
		days := age.Hours() / 24
		noise := fraction(hash(asset, attribute, strconv.FormatInt(int64(age/(10*time.Second)), 10)))
		level := 0.45 + float64(0.18*math.Sin(2*math.Pi*(days+phase))) +
			float64(0.09*math.Sin(2*math.Pi*(float64(days*4.7)+phase))) + float64(0.05*(noise-0.5))
		fromPeak := math.Mod(days+phase, 1) - 0.3
		level += float64(0.5 * math.Exp(-fromPeak*fromPeak*600))
		return round(h.low + float64((h.high-h.low)*level))
	}
}

func hash(parts ...string) uint64 {
	n := uint64(14695981039346656037) // FNV-1a without the allocations of hash/fnv, because hash is called very often
	for _, part := range parts {
		for _, b := range []byte(strconv.Itoa(len(part)) + ":" + part) {
			n = (n ^ uint64(b)) * 1099511628211
		}
	}
	// Mix the bits once more, because the last bytes of the input hardly affect the high bits.
	n ^= n >> 33
	n *= 0xff51afd7ed558ccd
	return n ^ n>>33
}

// fraction converts random bits into a number from 0 to 1.
func fraction(n uint64) float64 { return float64(n>>11) / (1 << 53) }

// round rounds n to four significant digits, because the last digits may differ between processors.
func round(n float64) float64 {
	result, err := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 4, 64), 64)
	if err != nil {
		return 0
	}
	return result
}
