// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

// Lane is a row of a timeline: one item with its states over time.
type Lane struct {
	Name  string `json:"name"`
	Spans []Span `json:"spans"`
}

// areStates reports whether to show the values as states instead of a line. This is the case if at least one value is a string, and
// value_mappings contains a label for every value that is a number.
func (v *widget) areStates(items []chartItem) bool {
	found := false
	for _, item := range items {
		for _, p := range item.values.Points {
			switch p.Value.(type) {
			case string:
				found = true
			case bool:
			default:
				if _, isMapped := v.mappings.label(p.Value); !isMapped {
					return false
				}
			}
		}
	}
	return found
}

// showTimeline shows the states of each item as a row of colored spans. Equal states have the same color.
func (v *widget) showTimeline(items []chartItem) {
	v.panel.Kind = Timeline
	names, times := make([]string, len(items)), make([]points, len(items))
	for i, item := range items {
		names[i], times[i] = item.name, item.times()
	}
	width := max(v.size.Width-LaneNamesWidth(names, v.size.Width)-marginRight, 40)
	v.panel.X = v.timeAxis(times, false, width)
	colors := map[string]string{}
	for i, item := range items {
		lane := Lane{Name: item.name, Spans: v.spans(item, times[i], (v.panel.X.Max-v.panel.X.Min)/width)}
		for i, s := range lane.Spans {
			if colors[s.Text] == "" {
				colors[s.Text] = paletteColor(len(colors))
				v.panel.Legend.Texts = append(v.panel.Legend.Texts, s.Text)
			}
			lane.Spans[i].Color = colors[s.Text]
		}
		v.panel.Lanes = append(v.panel.Lanes, lane)
	}
	if v.isFalse("labels_display") {
		v.panel.Legend.Texts = nil
	}
}

// times returns one point for each value of an item. The points have the times of the values, and their own values are all 0.
func (i chartItem) times() points {
	times := make(points, len(i.values.Points))
	for at, p := range i.values.Points {
		times[at][0] = millis(p.Time)
	}
	return times
}

// LaneNamesWidth returns the width that a timeline's row names need in a picture of the given width.
func LaneNamesWidth(names []string, width float64) float64 {
	widest := 0.0
	for _, name := range names {
		widest = max(widest, TextWidth(name, laneFont))
	}
	return min(widest, width*0.3) + 24
}

const laneFont = 12

// spans returns the states of an item over time. Adjacent values with the same label share a span. A span ends at the next value, or
// earlier if values are missing. pixel is the duration in milliseconds that one pixel represents.
func (v *widget) spans(item chartItem, times points, pixel float64) (spans []Span) {
	start, end := v.panel.X.Min, v.panel.X.Max
	if item.values.Constant != nil {
		return []Span{{From: start, To: end, Text: v.displayText(item.values.Constant)}}
	}
	usual := typicalInterval(times)
	for i, p := range item.values.Points {
		at, until := times[i][0], end
		if i+1 < len(times) {
			until = times[i+1][0]
		}
		if usual > 0 && until-at > maxGap*usual {
			until = at + usual
		}
		next := Span{From: min(max(at, start), end), To: min(until, end), Text: v.displayText(p.Value)}
		spans = appendSpan(spans, next, pixel, func(_, _ Span) bool { return false })
	}
	return spans
}

// appendSpan appends a span to spans. If the last span has the same state and ends where the new span begins, appendSpan extends the last
// span instead. If the last span is narrower than a pixel, appendSpan merges the two. The merged span has the state of the new span, unless
// keepLast returns true.
func appendSpan(spans []Span, span Span, pixel float64, keepLast func(last, span Span) bool) []Span {
	if len(spans) == 0 {
		return []Span{span}
	}
	last := &spans[len(spans)-1]
	isNarrow := last.To-last.From < pixel
	switch {
	case last.Text == span.Text && last.To == span.From || isNarrow && keepLast(*last, span):
		last.To = span.To
	case isNarrow:
		span.From = last.From
		*last = span
	default:
		spans = append(spans, span)
	}
	return spans
}
