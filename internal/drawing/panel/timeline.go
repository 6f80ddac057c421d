// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

// Lane is a row of a timeline: one item with its states over time.
type Lane struct {
	Name  string `json:"name"`
	Spans []Span `json:"spans"`
}

// areStates reports whether the values of items are texts, or numbers for which value_mappings has a text. A line can't show texts.
func (v *widget) areStates(items []chartItem) bool {
	texts := false
	for _, item := range items {
		for _, p := range item.values.Points {
			if _, isNumber := numberOf(p.Value); !isNumber {
				texts = true
			} else if _, mapped := v.mappings.text(p.Value); !mapped {
				return false
			}
		}
	}
	return texts
}

// timeline draws the states of each item as a row of colored spans. Equal texts have the same color.
func (v *widget) timeline(items []chartItem) {
	v.panel.Kind = Timeline
	names, times := make([]string, len(items)), make([][][2]float64, len(items))
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
func (i chartItem) times() [][2]float64 {
	times := make([][2]float64, len(i.values.Points))
	for at, p := range i.values.Points {
		times[at][0] = millis(p.Time)
	}
	return times
}

// NamesWidth returns the space to the left of a timeline, with the names of its rows, in a picture of this width.
func NamesWidth(names []string, width float64) float64 {
	widest := 0.0
	for _, name := range names {
		widest = max(widest, TextWidth(name, laneFont))
	}
	return min(widest, width*0.3) + 24
}

const laneFont = 12

// spans joins neighboring values with the same text. A span ends at the next value, or earlier if values are missing. A span narrower
// than a pixel is joined with the next one.
func (v *widget) spans(item chartItem, times [][2]float64, pixel float64) (spans []Span) {
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
		at, until = min(max(at, start), end), min(until, end)
		next := Span{From: at, To: until, Text: v.shown(p.Value)}
		last := len(spans) - 1
		switch {
		case last >= 0 && spans[last].To == at && spans[last].Text == next.Text:
			spans[last].To = until
		case last >= 0 && spans[last].To-spans[last].From < pixel:
			spans[last].To, spans[last].Text = until, next.Text
		default:
			spans = append(spans, next)
		}
	}
	return spans
}
