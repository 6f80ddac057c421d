// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package panel describes what a widget or an alert shows, before it is rendered. The description, a Panel, has no markup. It contains all
// decisions: the time range, the ticks and their labels, colors, mapped values, and which points are left out. Package chart renders it.
//
// A widget comes from the engine's document or from the attributes of a resource. The package imports rehearsal, which computes the values of
// items, cron and base/instant. Start reading at World.Widget.
package panel

// Kind is the form of a panel, such as lines or a table.
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

// Panel describes what a widget or an alert shows, before it is rendered.
type Panel struct {
	Kind        Kind        `json:"kind"`
	Title       string      `json:"title"`
	Description string      `json:"description,omitempty"`
	Corner      string      `json:"corner,omitempty"` // at the right of the title, such as the time range
	Notes       []string    `json:"notes,omitempty"`
	Problems    []string    `json:"problems,omitempty"` // what is not rendered, and why
	Empty       string      `json:"empty,omitempty"`    // replaces the chart if there is nothing to show, such as "No data"
	Summary     string      `json:"summary"`            // the panel in one sentence, for screen readers
	X           Axis        `json:"x,omitzero"`
	Y           Axis        `json:"y,omitzero"`
	Horizontal  bool        `json:"horizontal,omitempty"` // bars grow to the right
	Series      []Series    `json:"series,omitempty"`
	Thresholds  []Threshold `json:"thresholds,omitempty"`
	Legend      Legend      `json:"legend,omitzero"`
	Strip       []Span      `json:"strip,omitempty"`
	Lanes       []Lane      `json:"lanes,omitempty"`  // of timelines
	Values      []Value     `json:"values,omitempty"` // of gauges, meters and stats
	Columns     []string    `json:"columns,omitempty"`
	Rows        [][]Cell    `json:"rows,omitempty"` // of tables
	Body        string      `json:"body,omitempty"` // of widgets of type text
	Border      bool        `json:"border,omitempty"`
	Decimals    int         `json:"decimals"` // -1 if not declared
	Zone        string      `json:"zone,omitempty"`
}

// Axis is an axis of a chart. A time is in milliseconds since 1970.
type Axis struct {
	Min        float64  `json:"min"`
	Max        float64  `json:"max"`
	Ticks      []Tick   `json:"ticks"`
	Unit       string   `json:"unit,omitempty"`
	NoTicks    bool     `json:"noTicks,omitempty"`    // hides the ticks and their labels
	NoGrid     bool     `json:"noGrid,omitempty"`     // hides the lines of the grid
	Categories []string `json:"categories,omitempty"` // the labels of an axis without numbers, such as the names of pumps
}

// Tick is a position on an axis, with its label.
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
	// Points are pairs of time and value or, in a bar chart, of the category's index and value.
	Points [][2]float64 `json:"points"`
	Gaps   []int        `json:"gaps,omitempty"`  // the indexes of the points after which the line ends, because values are missing
	Texts  []string     `json:"texts,omitempty"` // the labels of bars, one for each point, if there is room for them
}

// Threshold is a line at Value. The area between Value and To is tinted.
type Threshold struct {
	Value float64  `json:"value"`
	To    *float64 `json:"to"` // nil up to the end of the axis
	Color string   `json:"color"`
	Text  string   `json:"text"`
	Below bool     `json:"below,omitempty"` // the tinted area lies below the line, as for an alert that compares with lt (less than)
}

// Legend lists the names of the series with their values.
type Legend struct {
	Right bool     `json:"right,omitempty"` // at the right side, otherwise below the chart
	Texts []string `json:"texts,omitempty"` // one for each series, or for each state of a timeline
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
	Note  string  `json:"note,omitempty"` // the label of the threshold that it reaches
	Color string  `json:"color"`          // "" for the usual color of letters
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Bands []Band  `json:"bands,omitempty"`
	Ends  [2]Tick `json:"ends"` // the labels at both ends of the scale
	// Trend contains the lines of the small chart behind a stat. Each point has shares of time and value from 0 to 1.
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
