// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// query is a QUERY item. It reads the points of one attribute and passes them through the pipeline stages in query_plain, such as $group.
type query struct {
	asset, attribute string
	stages           []stage
	sortField        string
	direction, limit int
}

func readQuery(ref string, members map[string]any, given bool) (node, error) {
	q := &query{asset: referenceID(members["query_filter_asset"]), attribute: referenceID(members["query_filter_attribute"])}
	if given {
		q.asset, q.attribute = "", ref
	}
	if q.asset == NotKnown || q.attribute == NotKnown {
		return nil, errors.New(" has a filter that is known after apply: give its points by the ref_id")
	}
	plain, place := members["query_plain"], ".query_plain"
	if isEmpty(plain) {
		if !given && (q.asset == "" || q.attribute == "") {
			return nil, errors.New(" names no data: QUERY needs query_filter_asset and query_filter_attribute, or query_plain")
		}
		derived, err := expression.QueryPlain(cmp.Or(q.asset, ref), q.attribute, text(members["query_group_unit"]),
			text(members["query_group_function"]))
		if err != nil {
			return nil, err
		}
		plain, place = derived, ": query_group_unit and query_group_function lead to a query_plain in which"
	}
	if err := q.readPipeline(plain, given); err != nil {
		return nil, fmt.Errorf("%s %w", place, err)
	}
	return q, q.readOrder(members)
}

func (q *query) readOrder(members map[string]any) error {
	q.sortField = strings.ToLower(text(members["query_sort_field"]))
	if !slices.Contains([]string{"", "timestamp", "value"}, q.sortField) {
		return fmt.Errorf(".query_sort_field is %s, but points have only timestamp and value", quote(members["query_sort_field"]))
	}
	q.direction, q.limit = -1, maxValues
	if v := members["query_sort_direction"]; v != nil {
		n, ok := number(v)
		if !ok || n != -1 && n != 0 && n != 1 {
			return fmt.Errorf(".query_sort_direction is %s, but it has to be -1, 0 or 1", quote(v))
		}
		q.direction = int(n)
	}
	if v := members["query_limit"]; v != nil {
		n, ok := number(v)
		if !ok || n < 1 || n > maxValues || n != math.Trunc(n) {
			return fmt.Errorf(".query_limit is %s, but it has to be an integer from 1 to %d", quote(v), maxValues)
		}
		q.limit = int(n)
	}
	return nil
}

// maxValues is the maximum and the default of query_limit (interface document, section 4 of "Wire shapes").
const maxValues = 10_000

func (*query) names() []string { return nil }

func (q *query) values(_ context.Context, w window) (values, error) {
	points := w.data.Points(q.asset, q.attribute, w.from, w.until)
	for _, stage := range q.stages {
		points = stage(points)
	}
	return values{points: q.limited(points)}, nil
}

// limited returns at most query_limit points, sorted by time. If there are more points, it keeps those that come first in the order of
// query_sort_field and query_sort_direction.
func (q *query) limited(points []Point) []Point {
	over := len(points) - q.limit
	switch {
	case over <= 0:
		return points
	case q.sortField == "value" && q.direction != 0:
		points = slices.Clone(points)
		slices.SortStableFunc(points, func(a, b Point) int { return q.direction * compare(a.Value, b.Value) })
		points = points[:q.limit]
		slices.SortStableFunc(points, func(a, b Point) int { return a.Time.Compare(b.Time) })
		return points
	case q.direction < 0:
		return points[over:]
	default:
		return points[:q.limit]
	}
}

// decode decodes a JSON string or an already decoded JSON value into a struct, and rejects unknown fields. It accepts both forms, because
// some engines return query_plain as a JSON-encoded string and others return it as JSON.
func decode(plain, into any) error {
	source, isText := plain.(string)
	if !isText {
		source = document.Encode(plain)
	}
	if !json.Valid([]byte(source)) {
		return errors.New("is not JSON text")
	}
	decoder := json.NewDecoder(strings.NewReader(source))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		reason := document.SyntaxError([]byte(source), err).Error()
		return fmt.Errorf("can't be rehearsed: %s", strings.TrimPrefix(reason, "json: "))
	}
	return nil
}

// stage is one stage of a database pipeline, such as $group. Its input and output are sorted by time.
type stage func(points []Point) []Point

// step is an element of query_plain. It has a field for each kind of step that the provider writes (interface document, section 10 of "Wire
// shapes").
type step struct {
	Match *struct {
		Asset     string `json:"asset"`
		Attribute string `json:"attribute"`
	} `json:"$match"`
	AddFields *truncation `json:"$addFields"`
	Set       *truncation `json:"$set"`
	Group     *group      `json:"$group"`
}

type truncation struct {
	Timestamp struct {
		DateTrunc struct {
			Date     string   `json:"date"`
			Unit     string   `json:"unit"`
			BinSize  *float64 `json:"binSize"`
			Timezone string   `json:"timezone"`
		} `json:"$dateTrunc"`
	} `json:"timestamp"`
}

type group struct {
	ID        string            `json:"_id"`
	Value     map[string]string `json:"value"`
	Timestamp map[string]string `json:"timestamp"`
}

func (q *query) readPipeline(plain any, given bool) error {
	var steps []step
	if err := decode(plain, &steps); err != nil {
		return err
	}
	var asset, attribute string
	for i, s := range steps {
		var apply stage
		var err error
		switch s {
		case step{}:
			err = errors.New("is not an object with one operator")
		case step{Match: s.Match}:
			asset, attribute = cmp.Or(s.Match.Asset, asset), cmp.Or(s.Match.Attribute, attribute)
			continue
		case step{AddFields: s.AddFields}:
			apply, err = s.AddFields.stage()
		case step{Set: s.Set}:
			apply, err = s.Set.stage()
		case step{Group: s.Group}:
			apply, err = s.Group.stage()
		default:
			err = errors.New("is not an object with one operator")
		}
		if err != nil {
			return fmt.Errorf("[%d] %w", i, err)
		}
		q.stages = append(q.stages, apply)
	}
	switch {
	case given:
		return nil
	case asset == "" || attribute == "":
		return errors.New("has no $match of an asset and an attribute")
	}
	q.asset, q.attribute = asset, attribute
	return nil
}

// stage returns the pipeline stage for an $addFields or $set step, such as {timestamp: {$dateTrunc: {date: "$timestamp", unit: "hour"}}}.
func (t *truncation) stage() (stage, error) {
	d := t.Timestamp.DateTrunc
	var truncate func(t time.Time) time.Time
	switch unit := strings.ToLower(d.Unit); unit {
	case "second", "minute", "hour":
		length := map[string]time.Duration{"second": time.Second, "minute": time.Minute, "hour": time.Hour}[unit]
		truncate = func(t time.Time) time.Time { return t.Truncate(length) }
	case "day":
		truncate = func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	case "month":
		truncate = func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC) }
	default:
		return nil, fmt.Errorf("truncates to %q, but a unit is one of %s", d.Unit, strings.Join(expression.GroupUnits(), ", "))
	}
	isUTC := slices.Contains([]string{"", "UTC", "GMT", "Z"}, d.Timezone)
	if d.Date != "" && d.Date != "$timestamp" || d.BinSize != nil && *d.BinSize != 1 || !isUTC {
		return nil, errors.New("can't be rehearsed: $dateTrunc needs the date $timestamp, the binSize 1 and the timezone UTC")
	}
	return func(points []Point) []Point {
		truncated := slices.Clone(points)
		for i, p := range truncated {
			truncated[i].Time = truncate(p.Time.UTC())
		}
		return truncated
	}, nil
}

// stage returns the pipeline stage for a $group step, such as {_id: "$timestamp", value: {$avg: "$value"}}.
func (g *group) stage() (stage, error) {
	var combine func(values []Point) any
	for name, argument := range g.Value {
		if combine = groupFunction(strings.TrimPrefix(strings.ToLower(name), "$")); combine == nil || argument != "$value" {
			return nil, fmt.Errorf("can't be rehearsed: $group makes the value by %s of %s", quote(name), quote(argument))
		}
	}
	for name, argument := range g.Timestamp {
		if argument != "$timestamp" || !slices.Contains([]string{"$last", "$first", "$min", "$max"}, name) {
			return nil, fmt.Errorf("can't be rehearsed: $group makes the timestamp by %s of %s", quote(name), quote(argument))
		}
	}
	if g.ID != "$timestamp" || len(g.Value) != 1 || len(g.Timestamp) > 1 {
		return nil, errors.New("can't be rehearsed: $group needs the _id $timestamp and one function for value and timestamp")
	}
	return func(points []Point) []Point { return groupByTime(points, combine) }, nil
}

// groupByTime replaces consecutive points that have the same time with a single point. The combine function computes the point's value, or
// returns nil to omit the point. The first and the last group may be incomplete, because the time window may begin or end in the middle of
// a group.
func groupByTime(points []Point, combine func(values []Point) any) []Point {
	var groups []Point
	for len(points) > 0 {
		n := 1
		for n < len(points) && points[n].Time.Equal(points[0].Time) {
			n++
		}
		if value := combine(points[:n]); value != nil {
			groups = append(groups, Point{points[0].Time, value})
		}
		points = points[n:]
	}
	return groups
}
