// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// query computes the values of a QUERY item. It reads the points of one attribute in the time window and applies the stages of the database
// pipeline in query_plain, such as $group.
type query struct {
	asset, attribute string
	stages           []stage
	sortField        string
	direction, limit int
}

func readQuery(ref string, members map[string]any, given bool) (node, error) {
	q := &query{asset: referred(members["query_filter_asset"]), attribute: referred(members["query_filter_attribute"])}
	if given {
		q.asset, q.attribute = "", ref
	}
	if q.asset == NotKnown || q.attribute == NotKnown {
		return nil, errors.New(" has a filter that is known after apply: give its points by the ref_id")
	}
	plain := members["query_plain"]
	if isEmpty(plain) {
		if !given && (q.asset == "" || q.attribute == "") {
			return nil, errors.New(" names no data: QUERY needs query_filter_asset and query_filter_attribute, or query_plain")
		}
		derived, err := expression.QueryPlain(cmp.Or(q.asset, ref), q.attribute, text(members["query_group_unit"]),
			text(members["query_group_function"]))
		if err != nil {
			return nil, err
		}
		plain = derived
	}
	if err := q.readPipeline(plain, given); err != nil {
		return nil, fmt.Errorf(".query_plain %w", err)
	}
	return q, q.readOrder(members)
}

func (q *query) readOrder(members map[string]any) error {
	q.sortField = strings.ToLower(text(members["query_sort_field"]))
	if !slices.Contains([]string{"", "timestamp", "value"}, q.sortField) {
		return fmt.Errorf(".query_sort_field is %s, but points have only timestamp and value", quoted(members["query_sort_field"]))
	}
	q.direction, q.limit = -1, mostValues
	if v := members["query_sort_direction"]; v != nil {
		n, ok := number(v)
		if !ok || n != -1 && n != 0 && n != 1 {
			return fmt.Errorf(".query_sort_direction is %s, but it has to be -1, 0 or 1", quoted(v))
		}
		q.direction = int(n)
	}
	if v := members["query_limit"]; v != nil {
		n, ok := number(v)
		if !ok || n < 1 || n > mostValues || n != math.Trunc(n) {
			return fmt.Errorf(".query_limit is %s, but it has to be a whole number from 1 to %d", quoted(v), mostValues)
		}
		q.limit = int(n)
	}
	return nil
}

// mostValues is the largest query_limit. It also limits a query without query_limit (wire shapes section 4).
const mostValues = 10_000

func (*query) names() []string { return nil }

func (q *query) values(_ context.Context, w window) (values, error) {
	points := w.data.Points(q.asset, q.attribute, w.from, w.until)
	for _, stage := range q.stages {
		points = stage(points)
	}
	return values{points: q.kept(points)}, nil
}

// kept applies query_limit. It sorts the points by query_sort_field and query_sort_direction, and keeps the first ones. It returns the kept
// points sorted by time.
func (q *query) kept(points []Point) []Point {
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

// decoded parses a JSON text and returns any other value unchanged. Some engines return query_plain as a JSON text, others as parsed JSON.
func decoded(v any) (any, error) {
	source, ok := v.(string)
	if !ok {
		return v, nil
	}
	var value any
	if err := json.Unmarshal([]byte(source), &value); err != nil {
		return nil, fmt.Errorf("is not JSON text: %w", err)
	}
	return value, nil
}

// stage is one stage of a database pipeline, such as $group. It converts points to points; both are sorted by time.
type stage func(points []Point) []Point

// readPipeline reads query_plain, the database pipeline of a QUERY item. It accepts only the stages that the provider writes: $match,
// $addFields, $set and $group on timestamp and value (wire shapes section 10).
func (q *query) readPipeline(plain any, given bool) error {
	pipeline, err := decoded(plain)
	if err != nil {
		return err
	}
	stages := list(pipeline)
	if len(stages) == 0 {
		return errors.New("is not a pipeline, which is a list of stages")
	}
	var asset, attribute string
	for i, s := range stages {
		name, body, err := operator(s)
		if err != nil {
			return fmt.Errorf("[%d] %w", i, err)
		}
		switch name {
		case "$match":
			err = readMatch(body, &asset, &attribute)
		case "$addFields", "$set":
			err = q.readTruncation(body)
		case "$group":
			err = q.readGroup(body)
		default:
			err = errors.New("can't be rehearsed: $match, $addFields, $set and $group can")
		}
		if err != nil {
			return fmt.Errorf("[%d].%s %w", i, name, err)
		}
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

// operator splits a JSON object with one member: {"$match": {...}} gives "$match" and {...}.
func operator(v any) (name string, body any, err error) {
	members := object(v)
	if len(members) != 1 {
		return "", nil, errors.New("is not an object with one operator")
	}
	for name, body = range members {
	}
	return name, body, nil
}

func readMatch(body any, asset, attribute *string) error {
	for _, field := range slices.Sorted(maps.Keys(object(body))) {
		value := text(object(body)[field])
		switch {
		case value == "":
			return fmt.Errorf("compares %s with something else than a text", field)
		case field == "asset":
			*asset = value
		case field == "attribute":
			*attribute = value
		default:
			return fmt.Errorf("has a field %s, which points don't have: they have asset and attribute", quoted(field))
		}
	}
	return nil
}

// readTruncation reads the body of an $addFields or $set stage: {timestamp: {$dateTrunc: {date: "$timestamp", unit: "hour", binSize: 1}}}.
func (q *query) readTruncation(body any) error {
	if fields := object(body); len(fields) != 1 || fields["timestamp"] == nil {
		return errors.New("sets something else than timestamp")
	}
	name, arguments, err := operator(object(body)["timestamp"])
	if err != nil || name != "$dateTrunc" {
		return errors.New("sets timestamp to something else than $dateTrunc")
	}
	members := object(arguments)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		switch n, _ := number(members[name]); {
		case name == "date" && members[name] == "$timestamp", name == "unit", name == "binSize" && n == 1:
		case name == "timezone" && slices.Contains([]any{"UTC", "GMT", "Z"}, members[name]):
		default:
			return fmt.Errorf("has %s of $dateTrunc as %s, which can't be rehearsed", name, quoted(members[name]))
		}
	}
	truncate := truncation(strings.ToLower(text(members["unit"])))
	if truncate == nil {
		return fmt.Errorf("truncates to %s, but a unit is one of second, minute, hour, day, month", quoted(members["unit"]))
	}
	q.stages = append(q.stages, func(points []Point) []Point {
		truncated := slices.Clone(points)
		for i, p := range truncated {
			truncated[i].Time = truncate(p.Time.UTC())
		}
		return truncated
	})
	return nil
}

// truncation returns the function that truncates a UTC time to a unit: 10:42 becomes 10:00 for "hour". It returns nil for an unknown unit.
func truncation(unit string) func(t time.Time) time.Time {
	switch unit {
	case "second", "minute", "hour":
		length := map[string]time.Duration{"second": time.Second, "minute": time.Minute, "hour": time.Hour}[unit]
		return func(t time.Time) time.Time { return t.Truncate(length) }
	case "day":
		return func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	case "month":
		return func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC) }
	default:
		return nil
	}
}

// readGroup reads the body of a $group stage: {_id: "$timestamp", value: {$avg: "$value"}, timestamp: {$last: "$timestamp"}}.
func (q *query) readGroup(body any) error {
	members := object(body)
	if members["_id"] != "$timestamp" {
		return errors.New("groups by something else than $timestamp")
	}
	var one func(values []Point) any
	for _, field := range slices.Sorted(maps.Keys(members)) {
		if field == "_id" {
			continue
		}
		name, argument, err := operator(members[field])
		function := groupFunction(strings.TrimPrefix(strings.ToLower(name), "$"))
		switch {
		case err != nil:
			return fmt.Errorf("has a field %s that %w", quoted(field), err)
		case field == "timestamp" && argument == "$timestamp" && slices.Contains([]string{"$last", "$first", "$min", "$max"}, name):
		case field == "value" && argument == "$value" && function != nil:
			one = function
		default:
			return fmt.Errorf("makes %s by %s of %s, which can't be rehearsed", quoted(field), quoted(name), quoted(argument))
		}
	}
	if one == nil {
		return errors.New("makes no value")
	}
	q.stages = append(q.stages, func(points []Point) []Point { return grouped(points, one) })
	return nil
}

// grouped combines consecutive points that have the same time into one point. It calls the given function to compute the value of that
// point; if the result is nil, there is no point. The first and the last group may be incomplete, because points ends with the time window.
func grouped(points []Point, one func(values []Point) any) []Point {
	var groups []Point
	for len(points) > 0 {
		n := 1
		for n < len(points) && points[n].Time.Equal(points[0].Time) {
			n++
		}
		if value := one(points[:n]); value != nil {
			groups = append(groups, Point{points[0].Time, value})
		}
		points = points[n:]
	}
	return groups
}
