// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// stage is a stage of a query's pipeline. It receives and returns points sorted by time.
type stage func(points []Point) []Point

// readPipeline reads query_plain, the database pipeline of a query. It supports the stages that the provider derives (wire shapes section
// 10), and other $match, $addFields, $set and $group stages that only use timestamp and value.
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

// operator returns the only member of an object such as {"$match": ...}.
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

// readTruncation reads {timestamp: {$dateTrunc: {date: "$timestamp", unit: "hour", binSize: 1}}}.
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

// truncation returns a function that truncates a time to a unit in UTC, or nil if the unit is unknown.
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

// readGroup reads {_id: "$timestamp", value: {$avg: "$value"}, timestamp: {$last: "$timestamp"}}.
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

// grouped combines consecutive points with equal times into one. It drops a group for which the function has no value. Points outside of
// the time window do not take part in a group (quirk 220).
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
