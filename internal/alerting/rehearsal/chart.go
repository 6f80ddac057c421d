// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"fmt"
	"time"
)

// Chart computes the chart_items of a widget, which work like alert items (interface document, section 4 of "Wire shapes"). It is not safe
// for concurrent use.
type Chart struct{ items Alert }

// ItemValues contains the values of a chart item in a time span.
type ItemValues struct {
	Points []Point // sorted by time
	// Constant is the value of an item that does not change over time, such as a METADATA item. If it is set, Points is empty.
	Constant any
	// Err is the reason why the item could not be computed.
	Err string
}

// CompileChart prepares the chart_items of a widget. The chart's Problems method reports invalid items.
func CompileChart(items []any, on Recording) *Chart {
	// Chart items are read like alert items. Read them into an alert that has no condition, and discard the problems that this causes.
	a := Compile(map[string]any{}, on)
	a.problems, a.list = nil, "chart_items"
	a.readItems(items, on)
	return &Chart{items: *a}
}

// Problems returns the reasons why chart items can't be computed.
func (c *Chart) Problems() []string { return c.items.Problems() }

// Reads returns the series that each QUERY item reads, keyed by the item's ref_id.
func (c *Chart) Reads() map[string]Key { return c.items.Reads() }

// Values returns the results of the chart items for the points with from < time <= until, keyed by ref_id.
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

// safeValues returns the values of an item. It returns an error if the item could not be compiled, or if the calculation panics.
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
