// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Point is the value of an attribute at a point in time. Value is a float64, a bool or a string.
type Point struct {
	Time  time.Time
	Value any
}

// Data provides the recorded points that alerts read. Series implements it in memory.
type Data interface {
	// Points returns the points of one attribute with after < Time <= until, sorted by time. Callers must not change the slice.
	Points(asset, attribute string, after, until time.Time) []Point
}

// Key identifies a series by the ids of its asset and attribute. For a series that is meant for a single alert item, Asset is empty and
// Attribute is the item's ref_id.
type Key struct {
	Asset, Attribute string
}

// Series is an in-memory implementation of Data. Callers must sort the points of each series by time, as NewSeries does.
type Series map[Key][]Point

// NewSeries sorts the points of each series by time. If several points have the same time, it keeps only the last one in input order.
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

// RefIDs returns the sorted ref_ids of the alert items for which points were recorded.
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

// Span returns the earliest and latest times in all series. ok is false if there are no points.
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

// Reads returns the series that each QUERY item reads, keyed by the item's ref_id.
func (a *Alert) Reads() map[string]Key {
	reads := map[string]Key{}
	for _, item := range a.items {
		if q, ok := item.node.(*query); ok {
			reads[item.ref] = Key{q.asset, q.attribute}
		}
	}
	return reads
}

// emptySeriesMessages returns a message for each QUERY item whose series has no points. The message lists series that do have points, which
// helps users notice misspelled ids.
func (a *Alert) emptySeriesMessages(series Series) []string {
	var messages []string
	reads := a.Reads()
	for _, ref := range slices.Sorted(maps.Keys(reads)) {
		key := reads[ref]
		if len(series[key]) > 0 {
			continue
		}
		if at := slices.IndexFunc(a.items, func(i *item) bool { return i.ref == ref }); a.items[at].isSecret {
			messages = append(messages, fmt.Sprintf("item %s has sensitive values, and the data have no points of it", a.items[at].name))
			continue
		}
		var ofAsset, all []string
		for other, points := range series {
			if len(points) == 0 {
				continue
			}
			if all = append(all, other.String()); other.Asset == key.Asset {
				ofAsset = append(ofAsset, strconv.Quote(other.Attribute))
			}
		}
		there := "; they have " + First(all)
		if len(ofAsset) > 0 {
			there = "; of that asset they have " + First(ofAsset)
		}
		messages = append(messages, fmt.Sprintf("item %s reads the attribute %q of the asset %q, but the data have no points of it%s", ref,
			key.Attribute, key.Asset, there))
	}
	return messages
}

// String returns "ASSET/ATTRIBUTE", or only the ref_id if the series is meant for a single alert item.
func (k Key) String() string { return strings.TrimPrefix(k.Asset+"/"+k.Attribute, "/") }

// First sorts names and returns a list of the first five, followed by the number of any others.
func First(names []string) string {
	slices.Sort(names)
	return document.First(names, 5, ", ")
}
