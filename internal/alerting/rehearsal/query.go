// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// query is the node of QUERY items: it passes the attribute's points in the window through the pipeline.
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
		return fmt.Errorf(".query_sort_field is %s, but points have timestamp and value alone", quoted(members["query_sort_field"]))
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

// mostValues is the upper limit of query_limit, and its default (wire shapes section 4).
const mostValues = 10_000

func (*query) names() []string { return nil }

func (q *query) values(w window) (values, error) {
	points := w.data.Points(q.asset, q.attribute, w.from, w.until)
	for _, stage := range q.stages {
		points = stage(points)
	}
	return values{points: q.kept(points)}, nil
}

// kept applies query_limit: it keeps the first points in the query's sort order (quirk 215) and returns them sorted by time.
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

// decoded parses JSON text. A value that is already parsed is returned as it is: the engine may answer JSON as text or as a value (quirk
// 196).
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
