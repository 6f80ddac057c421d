// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"fmt"
	"time"
)

// Chart computes the chart_items of a widget in the same way as the items of an alert (wire shapes section 4). Only one goroutine may use
// it at a time.
type Chart struct{ items Alert }

// ItemValues are the values of a chart item in a span of time.
type ItemValues struct {
	Points []Point // sorted by time
	// Constant is the value of an item that does not change over time, such as a METADATA item. Such an item has no points.
	Constant any
	// Err is why the item could not be computed.
	Err string
}

// CompileChart reads the chart_items of a widget. Problems reports which of them are invalid.
func CompileChart(items []any, on Recording) *Chart {
	// Chart items are read like the items of an alert. The problems of this empty alert, such as the missing condition, do not matter.
	a := Compile(map[string]any{}, on)
	a.problems, a.list = nil, "chart_items"
	a.readItems(items, on)
	return &Chart{items: *a}
}

// Problems returns which chart items can't be computed, by attribute, and why.
func (c *Chart) Problems() []string { return c.items.Problems() }

// Reads returns the series that each QUERY item reads. The keys are the ref_ids of the items.
func (c *Chart) Reads() map[string]Key { return c.items.Reads() }

// Values computes all chart items, by ref_id, from the points with from < time <= until.
func (c *Chart) Values(ctx context.Context, data Data, from, until time.Time) map[string]ItemValues {
	w := window{from: from, until: until, data: data, items: make(map[string]values, len(c.items.items))}
	results := make(map[string]ItemValues, len(c.items.items))
	for _, item := range c.items.items {
		v, err := item.safeValues(ctx, w)
		w.items[item.ref] = v
		result := ItemValues{Points: v.points, Constant: v.constant}
		if err != nil {
			result = ItemValues{Err: err.Error()}
		}
		results[item.ref] = result
	}
	return results
}

// safeValues converts a panic of an expression to an error, and reports an item that could not be compiled.
func (i *item) safeValues(ctx context.Context, w window) (result values, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			result, err = values{}, fmt.Errorf("can't be calculated: it failed with %v", problem)
		}
	}()
	if i.node == nil {
		return values{}, fmt.Errorf("can't be calculated")
	}
	return i.node.values(ctx, w)
}
