// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"fmt"
	"math"
)

// rows are the rows of Terraform's commands, and those of the figures that follow from several of them.
func (m *measurer) rows() table {
	var t table
	for _, s := range m.results {
		ratio, shown := s.ratioTo(m.series(s.what, floor())), ""
		if !math.IsNaN(ratio) { // Of what no Terraform runs, there is no floor.
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

// bars are those of a series.
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

// distanceRow says what a distant engine costs a plan.
func (m *measurer) distanceRow() row {
	what := describe(plan(), alerts(), m.sizes().usual)
	distant := m.series(what, m.released().distant())
	ratio := distant.ratioTo(m.series(what, m.released()))
	return row{
		what: what, of: "50 ms / 0 ms", runs: len(distant.samples), figure: fmt.Sprintf("%.2f", ratio),
		bars: []bar{{figure: ratio, limit: 1.15}},
	}
}

// growthRow says how much longer the provider takes for many objects than for the usual number: what is above the silent
// floor in the one case by what is above it in the other. The provider is about as fast as the floor that writes its log, and
// what is above that one is nothing to divide by.
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
	if name == "processor time" { // by the clock the provider is no slower than the floor: the difference is noise
		r.bars = []bar{{figure: growth, limit: 5.5}}
	}
	return r
}
