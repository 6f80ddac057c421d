// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"fmt"
	"math"
)

// rows returns a row for each series, and for each figure that combines several series.
func (m *measurer) rows() table {
	var t table
	for _, s := range m.results {
		ratio, shown := s.ratioTo(m.series(s.what, floor())), ""
		if !math.IsNaN(ratio) { // A series without Terraform has no floor.
			shown = fmt.Sprintf("%.2f", ratio)
		}
		t = append(t, row{
			what: s.what, of: s.variant.name, runs: len(s.samples),
			figure: seconds(s.medianOf(wallSeconds)), ratio: shown,
			requests: fmt.Sprintf("%.0f", s.medianOf(requests)),
			cpu:      seconds(s.medianOf(cpuSeconds)),
			memory:   fmt.Sprintf("%.0f MB", s.medianOf(peakMegabytes)),
			bars:     m.bars(s, ratio),
		})
	}
	return append(t, m.moduleRow(), m.distanceRow(), m.growthRow("wall time", wallSeconds), m.growthRow("processor time", cpuSeconds))
}

// bars returns the bars of a series; nil if it has none.
func (m *measurer) bars(s *series, ratio float64) []bar {
	if s.variant != m.released() {
		return nil
	}
	n := m.sizes()
	switch s.what {
	case describe(apply(n.usual), alerts(), n.usual):
		return []bar{{figure: ratio, limit: 1.10}}
	case describe(plan(), alerts(), n.usual):
		return []bar{{figure: ratio, limit: 1}, {figure: s.medianOf(requests), limit: 25, unit: " requests"}}
	case describe(importPlan(n.usual), alerts(), n.usual):
		return []bar{{figure: s.medianOf(requests), limit: 25, unit: " requests"}}
	case describe(destroy(n.usual), alerts(), n.usual):
		return []bar{{figure: ratio, limit: 1.05}}
	case describe(plan(), alerts(), n.many):
		return []bar{{figure: s.medianOf(peakMegabytes), limit: 120, unit: " MB"}}
	}
	return nil
}

// distanceRow compares a plan with a distant engine to one with a near engine.
func (m *measurer) distanceRow() row {
	what := describe(plan(), alerts(), m.sizes().usual)
	distant := m.series(what, m.released().distant())
	ratio := distant.ratioTo(m.series(what, m.released()))
	return row{
		what: what, of: "50 ms / 0 ms", runs: len(distant.samples), figure: fmt.Sprintf("%.2f", ratio),
		bars: []bar{{figure: ratio, limit: 1.15}},
	}
}

// growthRow shows how the provider's cost grows with the number of objects. The cost is the time above the silent floor, and the
// growth is that of many objects divided by that of the usual number. The normal floor would not do: the provider is about as fast,
// so the differences would be near 0.
func (m *measurer) growthRow(name string, value func(sample) float64) row {
	n := m.sizes()
	above := func(count int) float64 {
		what := describe(plan(), alerts(), count)
		return m.series(what, m.released()).medianOf(value) - m.series(what, silentFloor()).medianOf(value)
	}
	growth := growth(above(n.usual), above(n.many))
	r := row{
		what: fmt.Sprintf("growth from %d to %d alerts above the silent floor", n.usual, n.many), of: name,
		runs: len(m.series(describe(plan(), alerts(), n.many), m.released()).samples), figure: fmt.Sprintf("%.2f", growth),
	}
	if name == "processor time" { // wall time has no bar: the provider is as fast as the floor, so the difference is noise
		r.bars = []bar{{figure: growth, limit: 5.5}}
	}
	return r
}
