// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"slices"
	"sort"
	"time"
)

// Point is a value at a time. The value is a float64, a bool or a string.
type Point struct {
	Time  time.Time
	Value any
}

// Data are the points that alerts run on.
type Data interface {
	// Points are those of one attribute of one asset with after < Time <= until, in the order of time. Nobody changes them.
	Points(asset, attribute string, after, until time.Time) []Point
}

// Key names a series by the ids of the asset and of the attribute. A series of one item of one alert has no asset, and the ref_id of
// the item as its attribute.
type Key struct {
	Asset, Attribute string
}

// Series are Data in memory. Those that are not made by NewSeries have to be in the order of time.
type Series map[Key][]Point

// NewSeries puts points into the order of time. Of several points of one time, the last one counts (quirk 214).
func NewSeries(points map[Key][]Point) Series {
	series := make(Series, len(points))
	for key, list := range points {
		series[key] = inOrder(list)
	}
	return series
}

func inOrder(points []Point) []Point {
	later := func(a, b Point) int { return a.Time.Compare(b.Time) }
	increasing := true
	for i := 1; i < len(points) && increasing; i++ {
		increasing = points[i-1].Time.Before(points[i].Time)
	}
	if increasing {
		return points
	}
	points = slices.Clone(points)
	slices.SortStableFunc(points, later)
	kept := points[:0]
	for i, p := range points {
		if i+1 == len(points) || p.Time.Before(points[i+1].Time) {
			kept = append(kept, p)
		}
	}
	return kept
}

// Points implements Data.
func (s Series) Points(asset, attribute string, after, until time.Time) []Point {
	points := s[Key{asset, attribute}]
	from := sort.Search(len(points), func(i int) bool { return points[i].Time.After(after) })
	to := from + sort.Search(len(points)-from, func(i int) bool { return points[from+i].Time.After(until) })
	return points[from:to:to]
}

// RefIDs are the ref_ids by which series are given, sorted: CompileOptions.Given of the alerts that run on them.
func (s Series) RefIDs() []string {
	var refs []string
	for key := range s {
		if key.Asset == "" {
			refs = append(refs, key.Attribute)
		}
	}
	slices.Sort(refs)
	return refs
}

// Span is the time of the first and of the last point; false where there is none.
func (s Series) Span() (first, last time.Time, ok bool) {
	for _, points := range s {
		if len(points) == 0 {
			continue
		}
		if begin := points[0].Time; !ok || begin.Before(first) {
			first = begin
		}
		if end := points[len(points)-1].Time; !ok || end.After(last) {
			last = end
		}
		ok = true
	}
	return first, last, ok
}
