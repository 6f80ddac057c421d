// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/calculation"
)

// Statuses of an alert (wire shapes section 7) that a run can give. Its thresholds have others.
const (
	NoAlert       = "no_alert"
	NoData        = "no_data"
	Disabled      = "disabled"
	Misconfigured = "misconfigured"
	Error         = "error"
)

// NotKnown stands in an alert for a value that is known after apply only.
const NotKnown = "(known after apply)"

// CompileOptions are what a rehearsal has to know beside the alert.
type CompileOptions struct {
	// Location is the time zone of cron schedules, nil for UTC.
	Location *time.Location

	// Anchor is where the runs of a rate alert are counted from: they are at Anchor plus multiples of the rate. The zero time is
	// the beginning of 1970.
	Anchor time.Time

	// Metadata are the values of METADATA items by the ids of asset and field, or by the ref_id as Key says.
	Metadata map[Key]any

	// Given are the ref_ids of QUERY items whose points the data have under the ref_id.
	Given []string
}

// Alert is an alert that can run. It is for one goroutine at a time.
type Alert struct {
	problems []string
	inactive bool

	schedule    schedule // nil where there is none
	window      time.Duration
	target      string
	aggregation string
	operator    string
	thresholds  []threshold
	items       []*item            // each behind those that it names
	meter       *calculation.Meter // of all expressions
}

// threshold is an element of stmt_thresholds.
type threshold struct {
	value              float64
	status, statusText string
}

// Compile reads an alert: a document of the engine, or the attributes of a resource. It never fails: an alert that can't run has
// Problems, and each of its runs is misconfigured.
func Compile(alert map[string]any, o CompileOptions) (a *Alert) {
	a = &Alert{meter: calculation.NewMeter()}
	defer func() {
		if problem := recover(); problem != nil {
			a.problem("can't be rehearsed: reading it failed with %v", problem)
		}
	}()
	if active, ok := alert["active"].(bool); ok {
		a.inactive = !active
	}
	if o.Location == nil {
		o.Location = time.UTC
	}
	a.readSchedule(alert, o)
	a.readStatement(alert)
	a.readThresholds(list(alert["stmt_thresholds"]))
	a.readItems(list(alert["alert_items"]), o)
	return a
}

// Problems say why the alert can't run, in words that name the attribute; none where it can.
func (a *Alert) Problems() []string { return slices.Clone(a.problems) }

// Next is the next run of the schedule; false where there is none.
func (a *Alert) Next(after time.Time) (time.Time, bool) {
	if a.schedule == nil {
		return time.Time{}, false
	}
	return a.schedule.Next(after)
}

func (a *Alert) problem(format string, args ...any) {
	a.problems = append(a.problems, fmt.Sprintf(format, args...))
}

// The words of the statement.
var (
	aggregations = []string{"avg", "sum", "min", "max", "last"}
	operators    = []string{"ge", "le", "eq", "gt", "lt"}
)

// Missing says what the condition of an alert lacks without which it does not run (quirk 212), in words that name the attribute. lacks
// reports whether an attribute is not declared, or empty.
func Missing(lacks func(attribute string) bool) []string {
	var missing []string
	for _, part := range []struct{ attribute, without string }{
		{"stmt_target_variable", " is not declared: nothing says which item is compared"},
		{"stmt_aggregation", " is not declared; it is one of " + strings.Join(aggregations, ", ")},
		{"stmt_operator", " is not declared; it is one of " + strings.Join(operators, ", ")},
		{"stmt_time_window", " is not declared: nothing says how far back the values count"},
		{"stmt_thresholds", " has no element: there is nothing that a value could reach"},
		{"alert_items", " has no element: there is nothing to compare"},
	} {
		if lacks(part.attribute) {
			missing = append(missing, part.attribute+part.without)
		}
	}
	return missing
}

// readStatement reads what is made of the values of the target.
func (a *Alert) readStatement(alert map[string]any) {
	a.problems = append(a.problems, Missing(func(attribute string) bool {
		switch value := alert[attribute]; attribute {
		case "stmt_thresholds", "alert_items":
			return len(list(value)) == 0
		case "stmt_target_variable":
			return text(value) == ""
		default:
			return isEmpty(value)
		}
	})...)
	a.target = text(alert["stmt_target_variable"])
	a.aggregation = a.word(alert, "stmt_aggregation", aggregations)
	a.operator = a.word(alert, "stmt_operator", operators)
	if window := alert["stmt_time_window"]; !isEmpty(window) {
		length, ok := duration(window)
		if !ok {
			a.problem("stmt_time_window is %s, but it has to be a number of seconds above 0 or a text such as \"5m\"", quoted(window))
		}
		a.window = length
	}
}

// word is one of the words of a list in lower case, with a problem where it is another.
func (a *Alert) word(alert map[string]any, name string, words []string) string {
	word := strings.ToLower(text(alert[name]))
	if word == "average" {
		word = "avg" // quirk 101
	}
	if !isEmpty(alert[name]) && !slices.Contains(words, word) {
		a.problem("%s is %s, but it has to be one of %s", name, quoted(alert[name]), strings.Join(words, ", "))
	}
	return word
}

func (a *Alert) readThresholds(thresholds []any) {
	for i, element := range thresholds {
		t := object(element)
		value, ok := number(t["value"])
		if !ok {
			a.problem("stmt_thresholds[%d].value is %s, but it has to be a number", i, quoted(t["value"]))
		}
		status := strings.ToLower(text(t["status"]))
		if !slices.Contains([]string{"alert", "warning", NoAlert}, status) {
			a.problem("stmt_thresholds[%d].status is %s, but it has to be one of alert, warning, no_alert", i, quoted(t["status"]))
		}
		a.thresholds = append(a.thresholds, threshold{value, status, text(t["status_text"])})
	}
}
