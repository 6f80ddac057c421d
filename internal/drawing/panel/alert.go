// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// Alert returns the panel for an alert: a chart of the value that each run compares with the thresholds, above a strip that shows the
// status over time. document contains the alert's attributes. t is the result of its rehearsal, which runs the alert on recorded or sample
// data. size is the area below the title.
func (w World) Alert(ctx context.Context, document map[string]any, t rehearsal.Timeline, size Size) Panel {
	v := &widget{attributes: document, world: w, size: size, span: span{t.Start, t.End}, zone: time.UTC, format: numberFormat{decimals: -1}}
	v.panel = Panel{Kind: Lines, Title: cmp.Or(v.text("name"), "Alert"), Decimals: -1, Zone: "UTC", Notes: slices.Clone(w.Notes)}
	v.noteSensitive()
	v.panel.Corner = cron.Words(v.text) + strings.TrimSuffix(", "+v.text("severity"), ", ") + ", " + v.span.label(v.zone)
	v.panel.Description = "It " + longDecimals.ReplaceAllString(PlainText(t.Summary, 600), "$1")
	v.panel.Summary = v.panel.Description
	v.panel.Legend = Legend{Size: 26}
	width, height := v.plotSize()
	compared := aggregations(t)
	measured := v.targetValues(ctx)
	least, most, ok := valueRange(compared, measured)
	v.readAlertThresholds()
	if !ok { // Without values, the picture still shows the thresholds and the statuses.
		least, most = 0, 1
		if len(v.levels) > 0 {
			least, most = min(0, v.levels[0].value), v.levels[len(v.levels)-1].value
		}
	}
	v.panel.Y = v.yAxis(least, most, false, height-stripHeight)
	v.panel.X = v.timeAxis(nil, false, width)
	v.addAlertThresholds()
	isFew := len(measured) < 3
	v.panel.Series = []Series{
		{Name: aggregationLabel(v.attributes), Color: paletteColor(0), Dots: len(compared) <= int(width/25)},
		{Name: "values of " + v.text("stmt_target_variable"), Color: colorOff, Faint: true, NoLine: isFew, Dots: isFew},
	}
	for i, all := range []points{compared, measured} {
		s := &v.panel.Series[i]
		s.Points = downsample(all, int(2*width))
		s.Gaps = gaps(all, s.Points)
		v.panel.Legend.Texts = append(v.panel.Legend.Texts, Truncate(s.Name, legendFont, v.size.Width/2-50))
	}
	v.panel.Strip = statusStrip(t, millis(t.Start), millis(t.End), int(width))
	return v.panel
}

// longDecimals matches numbers with more than four decimal places, which are truncated to four: 0.123456 becomes 0.1234.
var longDecimals = regexp.MustCompile(`(\d\.\d{4})\d+`)

// aggregationLabel describes the value that an alert compares with its thresholds: "avg of C over 15m".
func aggregationLabel(a attributes) string {
	window := a.text("stmt_time_window")
	if length, ok := rehearsal.ParseDuration(a["stmt_time_window"]); ok {
		window = rehearsal.Length(length)
	}
	return fmt.Sprintf("%s of %s over %s", a.text("stmt_aggregation"), a.text("stmt_target_variable"), window)
}

// aggregations returns a point for each run: its time, and the value that it compared with the thresholds. It omits runs without such a
// value.
func aggregations(timeline rehearsal.Timeline) (all points) {
	for _, run := range timeline.Runs {
		if run.Aggregation != nil {
			if n, ok := Number(*run.Aggregation); ok {
				all = append(all, [2]float64{millis(run.Timestamp), Round(n)})
			}
		}
	}
	return all
}

// targetValues returns the values of the item whose ref_id is in stmt_target_variable. The alert compares an aggregate of these values.
func (v *widget) targetValues(ctx context.Context) points {
	list, _ := v.attributes["alert_items"].([]any)
	items := rehearsal.CompileChart(list[:min(len(list), maxItems)], v.world.Recording)
	values := items.Values(ctx, v.world.Data, v.span.from, v.span.until)
	all, _ := chartItem{values: values[v.text("stmt_target_variable")]}.numbers(v.span)
	return all
}

// readAlertThresholds reads stmt_thresholds. Each threshold has the color of its status and a label such as "warning > 5: Check the pump".
func (v *widget) readAlertThresholds() {
	operator := map[string]string{"gt": ">", "ge": "≥", "lt": "<", "le": "≤", "eq": "="}[v.word("stmt_operator")]
	for _, t := range v.elements("stmt_thresholds", maxThresholds) {
		if n, ok := t.number("value"); ok {
			label := strings.TrimSuffix(t.word("status")+" "+operator+" "+v.format.text(n)+": "+t.text("status_text"), ": ")
			v.levels = append(v.levels, level{n, StatusColor(t.word("status")), label})
		}
	}
	sortLevels(v.levels)
}

// addAlertThresholds adds a line for each threshold. It also tints the range of values for which the alert has the status of this
// threshold.
func (v *widget) addAlertThresholds() {
	operator := v.word("stmt_operator")
	v.addThresholds()
	for i := range v.panel.Thresholds {
		t := &v.panel.Thresholds[i]
		switch operator {
		case "lt", "le":
			t.Below, t.To = true, nil
			if i > 0 {
				before := v.levels[i-1].value
				t.To = &before
			}
		case "gt", "ge":
		default:
			t.To = &t.Value // draw only the line
		}
	}
}

// statusStrip returns a colored span for each period in which the status stays the same. If a span is narrower than a pixel, it is merged
// with the next one, and the result has the more severe status of the two. width is the width of the strip in pixels.
func statusStrip(timeline rehearsal.Timeline, start, end float64, width int) (spans []Span) {
	pixel := (end - start) / float64(max(width, 1))
	for i, run := range timeline.Runs {
		next := Span{From: max(millis(run.Timestamp), start), To: end, Color: StatusColor(run.Status), Text: run.Status}
		if i+1 < len(timeline.Runs) {
			next.To = min(millis(timeline.Runs[i+1].Timestamp), end)
		}
		spans = appendSpan(spans, next, pixel, func(a, b Span) bool { return severity(a.Text) > severity(b.Text) })
	}
	// The last run may be at the very end of the strip, where its span would have no width. Give it a minimum width, so that its status is
	// visible.
	if last := len(spans) - 1; last >= 0 && spans[last].To-spans[last].From < minLastSpan*pixel {
		spans[last].From = max(start, spans[last].To-minLastSpan*pixel)
		if last > 0 {
			spans[last-1].To = max(spans[last-1].From, min(spans[last-1].To, spans[last].From))
		}
	}
	return spans
}

// minLastSpan is the minimum width in pixels of the last status on a strip.
const minLastSpan = 5

// severity ranks a status: 0 is the best, and a higher rank is worse.
func severity(status string) int {
	all := []string{"disabled", "no_alert", "no_data", "warning", "misconfigured", "error", "alert"}
	return max(0, slices.Index(all, status))
}
