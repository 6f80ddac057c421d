// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"fmt"
	"time"
)

// Chart is a compiled list of chart_items. Items of charts are calculated as those of alerts are (wire shapes section 4). Only one
// goroutine may use it at a time.
type Chart struct{ items Alert }

// ItemValues are the values of an item in a span of time.
type ItemValues struct {
	Points []Point // sorted by time
	// Constant is the value of an item that has the same value at all times, such as METADATA. The item then has no points.
	Constant any
	// Err says why the item could not be calculated.
	Err string
}

// CompileChart reads the chart_items of a widget. It never fails: Problems says which items can't be calculated.
func CompileChart(items []any, o CompileOptions) *Chart {
	// An alert without a condition: only the problems of its items matter.
	a := Compile(map[string]any{}, o)
	a.problems, a.list = nil, "chart_items"
	a.readItems(items, o)
	return &Chart{items: *a}
}

// Problems says which items can't be calculated and why, naming the attributes.
func (c *Chart) Problems() []string { return c.items.Problems() }

// Reads returns the series that each QUERY item reads, by its ref_id.
func (c *Chart) Reads() map[string]Key { return c.items.Reads() }

// Values calculates all items, by their ref_id. Points are after from, up to and including until.
func (c *Chart) Values(ctx context.Context, data Data, from, until time.Time) map[string]ItemValues {
	c.items.meter.Begin(ctx)
	w := window{from: from, until: until, data: data, items: make(map[string]values, len(c.items.items))}
	results := make(map[string]ItemValues, len(c.items.items))
	for _, item := range c.items.items {
		v, err := item.safeValues(w)
		w.items[item.ref] = v
		result := ItemValues{Points: v.points, Constant: v.constant}
		if err != nil {
			result = ItemValues{Err: err.Error()}
		}
		results[item.ref] = result
	}
	return results
}

// safeValues is values for items that may not have compiled, or whose expression may fail in an unexpected way.
func (i *item) safeValues(w window) (result values, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			result, err = values{}, fmt.Errorf("can't be calculated: it failed with %v", problem)
		}
	}()
	if i.node == nil {
		return values{}, fmt.Errorf("can't be calculated")
	}
	return i.node.values(w)
}
