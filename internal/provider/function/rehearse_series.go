// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/series"
)

const pointsForm = "a list of {time, value}, or an object {start, step, values}"

// readSeries parses {ASSET = {ATTRIBUTE = points}} and {REF_ID = points}, or the text of a series file. An error names the path of the
// wrong value.
func readSeries(v any) (rehearsal.Series, error) {
	if file, ok := v.(string); ok {
		return readSeriesFile(file)
	}
	members, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("series is %s, but it has to be an object: {ASSET = {ATTRIBUTE = points}}, or {REF_ID = points}; or the text "+
			"of a file", nameOf(v))
	}
	points := map[rehearsal.Key][]rehearsal.Point{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		path := fmt.Sprintf("series[%q]", name)
		attributes, isAsset := members[name].(map[string]any)
		if !isAsset || isShort(attributes) {
			list, err := readPoints(path, members[name])
			if err != nil {
				return nil, err
			}
			points[rehearsal.Key{Attribute: name}] = list
			continue
		}
		for _, attribute := range slices.Sorted(maps.Keys(attributes)) {
			list, err := readPoints(fmt.Sprintf("%s[%q]", path, attribute), attributes[attribute])
			if err != nil {
				return nil, err
			}
			points[rehearsal.Key{Asset: name, Attribute: attribute}] = list
		}
	}
	return rehearsal.NewSeries(points), nil
}

// mostPoints limits the points of a text, in which a short text can have many points.
const mostPoints = 5_000_000

// readSeriesFile parses the text of a series file like the rehearse subcommand does. An error names line and column.
func readSeriesFile(text string) (rehearsal.Series, error) {
	points := series.Points{}
	if err := series.Collect(points, mostPoints, "series", strings.NewReader(text)); err != nil {
		return nil, err
	}
	return rehearsal.NewSeries(points), nil
}

// isShort reports whether an object is a series in the short form {start, step, values}, and not the attributes of an asset.
func isShort(members map[string]any) bool {
	_, isList := members["values"].([]any)
	_, hasStart := members["start"].(string)
	return isList && (hasStart || members["step"] != nil) || hasStart
}

func readPoints(path string, v any) ([]rehearsal.Point, error) {
	switch v := v.(type) {
	case []any:
		return readTimedPoints(path, v)
	case map[string]any:
		return readShortPoints(path, v)
	default:
		return nil, fmt.Errorf("%s is %s, but it has to be %s", path, nameOf(v), pointsForm)
	}
}

func readTimedPoints(path string, elements []any) ([]rehearsal.Point, error) {
	points := make([]rehearsal.Point, 0, len(elements))
	for i, element := range elements {
		members, ok := element.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%s[%d] is %s, but it has to be an object {time, value}", path, i, nameOf(element))
		}
		if err := onlyMembers(fmt.Sprintf("%s[%d]", path, i), members, "time", "value"); err != nil {
			return nil, err
		}
		at, err := readTime(fmt.Sprintf("%s[%d].time", path, i), members["time"])
		if err != nil {
			return nil, err
		}
		if members["value"] == nil {
			continue
		}
		value, ok := readValue(members["value"])
		if !ok {
			return nil, fmt.Errorf("%s[%d].value is %s, but it has to be a number, a boolean or a text", path, i, nameOf(members["value"]))
		}
		points = append(points, rehearsal.Point{Time: at.UTC(), Value: value})
	}
	return points, nil
}

func readShortPoints(path string, members map[string]any) ([]rehearsal.Point, error) {
	if err := onlyMembers(path, members, "start", "step", "values"); err != nil {
		return nil, err
	}
	at, err := readTime(path+".start", members["start"])
	if err != nil {
		return nil, err
	}
	step, ok := rehearsal.ParseDuration(members["step"])
	if !ok {
		return nil, fmt.Errorf(`%s.step is %s, but it has to be a number of seconds above 0 or a text such as "10s", "1m" or "1h"`, path,
			nameOf(members["step"]))
	}
	values, ok := members["values"].([]any)
	if !ok {
		return nil, fmt.Errorf("%s.values is %s, but it has to be a list", path, nameOf(members["values"]))
	}
	if float64(step)*float64(len(values)) > math.MaxInt64 {
		return nil, fmt.Errorf("%s has %d values with a step of %v, more time than there is", path, len(values), step)
	}
	points := make([]rehearsal.Point, 0, len(values))
	for i, v := range values {
		if v == nil {
			continue
		}
		value, ok := readValue(v)
		if !ok {
			return nil, fmt.Errorf("%s.values[%d] is %s, but it has to be a number, a boolean, a text, or null for no point", path, i, nameOf(v))
		}
		points = append(points, rehearsal.Point{Time: at.Add(time.Duration(i) * step).UTC(), Value: value})
	}
	return points, nil
}

// onlyMembers refuses unknown members.
func onlyMembers(path string, members map[string]any, known ...string) error {
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(known, name) {
			return fmt.Errorf("%s has %s, which means nothing here: points are %s", path, name, pointsForm)
		}
	}
	return nil
}

// readValue converts a number to float64, and accepts booleans and texts.
func readValue(v any) (any, bool) {
	switch v := v.(type) {
	case json.Number:
		n, err := v.Float64()
		return n, err == nil
	case bool, string:
		return v, true
	default:
		return nil, false
	}
}
