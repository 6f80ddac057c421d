// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package panel describes what a widget or an alert shows, before it is drawn. The description, a Panel, has no markup. It already contains
// all decisions: the time range, the ticks and their texts, colors, mapped values, and which points are left out. Package chart then draws
// it.
//
// A widget comes from the engine's document or from the attributes of a resource. Package rehearsal computes the values of its items. Start
// reading at World.Widget.
package panel

// Kind is how a panel is drawn, such as lines or a table.
type Kind string

// The kinds of panels.
const (
	Lines Kind = "lines" // series over time, as lines or bars
	Bars  Kind = "bars"  // one bar for each category and series
	Gauge Kind = "gauge"
	Meter Kind = "meter" // bars on a scale, for the type bargauge
	Stat  Kind = "stat"  // large values
	Table Kind = "table"
	Text  Kind = "text"

	Timeline Kind = "timeline" // states over time
)

// Panel describes what a widget or an alert shows, before it is drawn.
type Panel struct {
	Kind        Kind   `json:"kind"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`

	// Corner is a text at the right of the title, such as the time range.
	Corner string `json:"corner,omitempty"`

	Notes []string `json:"notes,omitempty"`

	// Problems say what could not be drawn, and why.
	Problems []string `json:"problems,omitempty"`

	// Empty is a text such as "No data". It replaces the chart if there is nothing to draw.
	Empty string `json:"empty,omitempty"`

	// Summary describes the panel in one sentence, for screen readers.
	Summary string `json:"summary"`

	X          Axis        `json:"x,omitzero"`
	Y          Axis        `json:"y,omitzero"`
	Horizontal bool        `json:"horizontal,omitempty"` // bars grow to the right
	Series     []Series    `json:"series,omitempty"`
	Thresholds []Threshold `json:"thresholds,omitempty"`
	Legend     Legend      `json:"legend,omitzero"`
	Strip      []Span      `json:"strip,omitempty"`
	Lanes      []Lane      `json:"lanes,omitempty"`  // of timelines
	Values     []Value     `json:"values,omitempty"` // of gauges, meters and stats
	Columns    []string    `json:"columns,omitempty"`
	Rows       [][]Cell    `json:"rows,omitempty"` // of tables
	Body       string      `json:"body,omitempty"` // of texts
	Border     bool        `json:"border,omitempty"`
	Decimals   int         `json:"decimals"` // -1 if not declared
	Zone       string      `json:"zone,omitempty"`
}

// Axis is an axis of a chart. A time is given in milliseconds since 1970.
type Axis struct {
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Ticks []Tick  `json:"ticks"`
	Unit  string  `json:"unit,omitempty"`
	// NoTicks hides the ticks and their texts. NoGrid hides the lines of the grid.
	NoTicks bool `json:"noTicks,omitempty"`
	NoGrid  bool `json:"noGrid,omitempty"`
	// Categories are the texts on an axis without numbers, such as the names of pumps.
	Categories []string `json:"categories,omitempty"`
}

// Tick is a position on an axis, with its text.
type Tick struct {
	At   float64 `json:"at"`
	Text string  `json:"text"`
}

// Series is one line of a chart, or all bars of one color.
type Series struct {
	Name   string `json:"name"`
	Color  string `json:"color"`
	Bar    bool   `json:"bar,omitempty"`
	Smooth bool   `json:"smooth,omitempty"`
	Step   bool   `json:"step,omitempty"`
	Fill   bool   `json:"fill,omitempty"`
	Dots   bool   `json:"dots,omitempty"`   // every point has a dot
	NoLine bool   `json:"noLine,omitempty"` // points are not joined
	Faint  bool   `json:"faint,omitempty"`
	Stack  bool   `json:"stack,omitempty"`
	// Points are pairs of numbers. In a line chart they are time and value, in a bar chart the index of the category and the value.
	Points [][2]float64 `json:"points"`
	// Gaps are the indexes of the points after which the line ends, because values are missing.
	Gaps []int `json:"gaps,omitempty"`
	// Texts are written next to bars, one for each point. It is empty if there is no room for them.
	Texts []string `json:"texts,omitempty"`
}

// Threshold is drawn as a line at Value. The area between Value and To is tinted.
type Threshold struct {
	Value float64  `json:"value"`
	To    *float64 `json:"to"` // nil up to the end of the axis
	Color string   `json:"color"`
	Text  string   `json:"text"`
	// Below is true if the tinted area lies below the line, as for an alert that compares with lt (less than).
	Below bool `json:"below,omitempty"`
}

// Legend lists the names of the series with their values.
type Legend struct {
	Right bool     `json:"right,omitempty"` // at the right side, otherwise below the chart
	Texts []string `json:"texts,omitempty"` // one for each series, or for each state of a timeline; empty if there is no legend
	Size  float64  `json:"size,omitempty"`  // height, or width if Right, in pixels
}

// Span is a part of a timeline, or of the strip that shows the status of an alert over time.
type Span struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Color string  `json:"color"`
	Text  string  `json:"text"`
}

// Value is a single value, shown on a scale or as a large number.
type Value struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Text  string  `json:"text"`           // the value as it is shown
	Note  string  `json:"note,omitempty"` // the text of the threshold that it reaches
	Color string  `json:"color"`          // "" for the color of texts
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Bands []Band  `json:"bands,omitempty"`
	Ends  [2]Tick `json:"ends"` // the texts at both ends of the scale
	// Trend is the small chart behind a stat: lines of points with shares of time and value from 0 to 1.
	Trend [][][2]float64 `json:"trend,omitempty"`
}

// Band is a colored part of a scale. It ends at To, from 0 (start of the scale) to 1 (end).
type Band struct {
	To    float64 `json:"to"`
	Color string  `json:"color"`
}

// Cell is a cell of a table.
type Cell struct {
	Text  string `json:"text"`
	Color string `json:"color,omitempty"`
}

// Size is a size in pixels.
type Size struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}
