// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

// Lane is a row of a timeline: one item with its states over time.
type Lane struct {
	Name  string `json:"name"`
	Spans []Span `json:"spans"`
}

// areStates reports whether the values of items are strings, which a line can't show, or numbers with a label in value_mappings.
func (v *widget) areStates(items []chartItem) bool {
	found := false
	for _, item := range items {
		for _, p := range item.values.Points {
			if _, isNumber := numberOf(p.Value); !isNumber {
				found = true
			} else if _, mapped := v.mappings.label(p.Value); !mapped {
				return false
			}
		}
	}
	return found
}

// timeline shows the states of each item as a row of colored spans. Equal states have the same color.
func (v *widget) timeline(items []chartItem) {
	v.panel.Kind = Timeline
	names, times := make([]string, len(items)), make([]points, len(items))
	for i, item := range items {
		names[i], times[i] = item.name, item.times()
	}
	width := max(v.size.Width-NamesWidth(names, v.size.Width)-marginRight, 40)
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

// times returns points with the times of an item's values. Their values are 0.
func (i chartItem) times() points {
	times := make(points, len(i.values.Points))
	for at, p := range i.values.Points {
		times[at][0] = millis(p.Time)
	}
	return times
}

// NamesWidth returns the width of the names of a timeline's rows, in a picture of this width.
func NamesWidth(names []string, width float64) float64 {
	widest := 0.0
	for _, name := range names {
		widest = max(widest, TextWidth(name, laneFont))
	}
	return min(widest, width*0.3) + 24
}

const laneFont = 12

// spans joins neighboring values with the same label. A span ends at the next value, or earlier if values are missing.
func (v *widget) spans(item chartItem, times points, pixel float64) (spans []Span) {
	start, end := v.panel.X.Min, v.panel.X.Max
	if item.values.Constant != nil {
		return []Span{{From: start, To: end, Text: v.shown(item.values.Constant)}}
	}
	usual := usualInterval(times)
	for i, p := range item.values.Points {
		at, until := times[i][0], end
		if i+1 < len(times) {
			until = times[i+1][0]
		}
		if usual > 0 && until-at > longGap*usual {
			until = at + usual
		}
		next := Span{From: min(max(at, start), end), To: min(until, end), Text: v.shown(p.Value)}
		spans = joined(spans, next, pixel, func(_, _ Span) bool { return false })
	}
	return spans
}

// joined appends the span next, or joins it with the last span if that has the same state and ends at next, or is narrower than a pixel. A
// narrow span keeps its look if remains returns true.
func joined(spans []Span, next Span, pixel float64, remains func(last, next Span) bool) []Span {
	if len(spans) == 0 {
		return []Span{next}
	}
	last := &spans[len(spans)-1]
	isNarrow := last.To-last.From < pixel
	switch {
	case last.Text == next.Text && last.To == next.From || isNarrow && remains(*last, next):
		last.To = next.To
	case isNarrow:
		next.From = last.From
		*last = next
	default:
		spans = append(spans, next)
	}
	return spans
}
