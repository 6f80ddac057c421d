// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package panel decides what the picture of a dashboard widget or an alert shows. The result is a Panel: the time range, the axis ticks
// with their labels, the colors, the formatted values and the points to plot. A Panel contains no markup. Package chart renders it as SVG.
//
// Start reading at World.Widget, which builds the panel for a widget. The package imports cron, rehearsal (which computes the values of a
// widget's items) and the packages in the directory base.
package panel

// Kind determines how a panel is rendered, for example as a line chart or a table.
type Kind string

// The kinds of panels.
const (
	Lines Kind = "lines" // series over time, as lines or bars
	Bars  Kind = "bars"  // a bar for each series in each category
	Gauge Kind = "gauge"
	Meter Kind = "meter" // bars on a scale, for widgets of type bargauge
	Stat  Kind = "stat"  // large values
	Table Kind = "table"
	Text  Kind = "text"

	Timeline Kind = "timeline" // states over time
)

// Panel describes the picture of a widget or an alert.
type Panel struct {
	Kind        Kind        `json:"kind"`
	Title       string      `json:"title"`
	Description string      `json:"description,omitempty"`
	Corner      string      `json:"corner,omitempty"` // shown to the right of the title, such as the time range
	Notes       []string    `json:"notes,omitempty"`
	Problems    []string    `json:"problems,omitempty"` // what is not rendered, and why
	Empty       string      `json:"empty,omitempty"`    // shown instead of a chart, such as "No data"
	Summary     string      `json:"summary"`            // one sentence for screen readers
	X           Axis        `json:"x,omitzero"`
	Y           Axis        `json:"y,omitzero"`
	Horizontal  bool        `json:"horizontal,omitempty"` // bars grow to the right instead of upwards
	Series      []Series    `json:"series,omitempty"`
	Thresholds  []Threshold `json:"thresholds,omitempty"`
	Legend      Legend      `json:"legend,omitzero"`
	Strip       []Span      `json:"strip,omitempty"`
	Lanes       []Lane      `json:"lanes,omitempty"`  // the rows of a timeline
	Values      []Value     `json:"values,omitempty"` // the values of gauges, meters and stats
	Columns     []string    `json:"columns,omitempty"`
	Rows        [][]Cell    `json:"rows,omitempty"` // the rows of a table
	Body        string      `json:"body,omitempty"` // the content of a widget of type text
	Border      bool        `json:"border,omitempty"`
	Decimals    int         `json:"decimals"` // -1 if not declared
	Zone        string      `json:"zone,omitempty"`
}

// Axis is an axis of a chart. Times are in milliseconds since the Unix epoch.
type Axis struct {
	Min        float64  `json:"min"`
	Max        float64  `json:"max"`
	Ticks      []Tick   `json:"ticks"`
	Unit       string   `json:"unit,omitempty"`
	NoTicks    bool     `json:"noTicks,omitempty"`    // hide the ticks and their labels
	NoGrid     bool     `json:"noGrid,omitempty"`     // hide the grid lines
	Categories []string `json:"categories,omitempty"` // the labels of a category axis, such as pump names
}

// Tick is a labeled position on an axis.
type Tick struct {
	At   float64 `json:"at"`
	Text string  `json:"text"`
}

// Series is one line in a chart, or the bars of one item.
type Series struct {
	Name   string `json:"name"`
	Color  string `json:"color"`
	Bar    bool   `json:"bar,omitempty"`
	Smooth bool   `json:"smooth,omitempty"`
	Step   bool   `json:"step,omitempty"`
	Fill   bool   `json:"fill,omitempty"`
	Dots   bool   `json:"dots,omitempty"`   // mark every point with a dot
	NoLine bool   `json:"noLine,omitempty"` // do not connect the points
	Faint  bool   `json:"faint,omitempty"`
	Stack  bool   `json:"stack,omitempty"`
	// Points contains pairs of a time and a value. In a bar chart, the first number is a category index instead of a time.
	Points [][2]float64 `json:"points"`
	Gaps   []int        `json:"gaps,omitempty"`  // indexes of the points after which values are missing, so the line has a gap
	Texts  []string     `json:"texts,omitempty"` // the bar labels, one for each point; empty if they don't fit
}

// Threshold is a horizontal line at Value. The area between Value and To is tinted.
type Threshold struct {
	Value float64  `json:"value"`
	To    *float64 `json:"to"` // nil means up to the end of the axis
	Color string   `json:"color"`
	Text  string   `json:"text"`
	Below bool     `json:"below,omitempty"` // tint the area below the line, as for an alert with the lt (less than) operator
}

// Legend lists the names of the series, with their values if the widget sets labels_aggregation.
type Legend struct {
	Right bool     `json:"right,omitempty"` // to the right of the chart instead of below it
	Texts []string `json:"texts,omitempty"` // one for each series or, in a timeline, one for each state
	Size  float64  `json:"size,omitempty"`  // in pixels: the width if Right is set, otherwise the height
}

// Span is a period with one color: a state in a timeline, or a status in the strip below an alert's chart.
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
	Text  string  `json:"text"`           // the formatted value
	Note  string  `json:"note,omitempty"` // the label of the highest threshold that the value reaches
	Color string  `json:"color"`          // "" is the default text color
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Bands []Band  `json:"bands,omitempty"`
	Ends  [2]Tick `json:"ends"` // the labels at the two ends of the scale
	// Trend contains the lines of the small chart below a stat. Coordinates range from 0 to 1: X covers the time range, and Y covers the range
	// from the smallest to the largest value.
	Trend [][][2]float64 `json:"trend,omitempty"`
}

// Band is a colored part of a scale. It begins where the previous band ends. 0 is the start of the scale, and 1 is its end.
type Band struct {
	To    float64 `json:"to"`
	Color string  `json:"color"`
}

// Cell is a table cell. If it has a color, a small square of that color precedes the text.
type Cell struct {
	Text  string `json:"text"`
	Color string `json:"color,omitempty"`
}

// Size is a size in pixels.
type Size struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}
