// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rehearsal evaluates alerts on data without an engine. It computes when an alert runs, the values of its items in each time
// window, the resulting status, and when the status changes. The engine's documentation describes none of this; the assumptions are quirks
// 210 and later in quirks.go of the reference server.
//
// The package is deterministic: it reads no clock, no files and no random numbers.
//
// It must not import the provider or the client, because the reference server uses it too. Start reading in alert.go.
// run.go evaluates single runs and all runs of a time span; query.go and script.go evaluate the items.
package rehearsal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/calculation"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// The statuses of a run that do not come from a threshold (wire shapes section 7).
const (
	NoAlert       = "no_alert"
	NoData        = "no_data"
	Disabled      = "disabled"
	Misconfigured = "misconfigured"
	Error         = "error"
)

// NotKnown replaces a value in an alert that Terraform knows only after apply.
const NotKnown = "(known after apply)"

// CompileOptions has the inputs of a rehearsal other than the alert and the data.
type CompileOptions struct {
	// Location is the time zone of cron schedules. nil means UTC.
	Location *time.Location

	// Anchor is the origin of the schedule of a rate alert: it runs at Anchor plus multiples of its rate. The zero time means 1970-01-01.
	Anchor time.Time

	// Metadata has the values of METADATA items. The key is asset and field, or the ref_id alone.
	Metadata map[Key]any

	// Given lists the ref_ids of QUERY items whose points are stored under the ref_id, instead of under asset and attribute.
	Given []string
}

// Alert is a compiled alert. Only one goroutine may use it at a time.
type Alert struct {
	problems []string
	inactive bool

	schedule    schedule // nil if the alert has no valid schedule
	window      time.Duration
	target      string
	aggregation string
	operator    string
	thresholds  []threshold
	list        string             // attribute that has the items, for messages
	items       []*item            // sorted: an item follows the items that it uses
	meter       *calculation.Meter // shared by all expressions
}

// threshold is an element of stmt_thresholds.
type threshold struct {
	value              float64
	status, statusText string
}

// Compile reads an alert, given as a document of the engine or as the attributes of a resource. It never fails: if the alert cannot run,
// Problems says why, and every run has the status misconfigured.
func Compile(alert map[string]any, o CompileOptions) (a *Alert) {
	a = &Alert{meter: calculation.NewMeter(), list: "alert_items"}
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

// Problems says why the alert cannot run, naming the attributes. It is empty if the alert can run.
func (a *Alert) Problems() []string { return slices.Clone(a.problems) }

// Next returns the first scheduled run after the given time. ok is false if there is no later run.
func (a *Alert) Next(after time.Time) (time.Time, bool) {
	if a.schedule == nil {
		return time.Time{}, false
	}
	return a.schedule.Next(after)
}

func (a *Alert) problem(format string, args ...any) {
	a.problems = append(a.problems, fmt.Sprintf(format, args...))
}

// Missing returns a message for each attribute without which an alert's condition cannot run (quirk 212). lacks reports whether an
// attribute is undeclared or empty.
func Missing(lacks func(attribute string) bool) []string {
	var missing []string
	for _, part := range []struct{ attribute, without string }{
		{"stmt_target_variable", " is not declared: nothing says which item is compared"},
		{"stmt_aggregation", " is not declared; it is one of " + strings.Join(expression.Aggregations(), ", ")},
		{"stmt_operator", " is not declared; it is one of " + strings.Join(expression.Operators(), ", ")},
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

// readStatement reads the stmt_ attributes except the thresholds.
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
	a.aggregation = a.word(alert, "stmt_aggregation", expression.Aggregations())
	a.operator = a.word(alert, "stmt_operator", expression.Operators())
	if window := alert["stmt_time_window"]; !isEmpty(window) {
		length, ok := ParseDuration(window)
		if !ok {
			a.problem("stmt_time_window is %s, but it has to be a number of seconds above 0 or a text such as \"5m\"", quoted(window))
		}
		a.window = length
	}
}

// word reads an attribute whose value must be one of words, in any case. Another value adds a problem.
func (a *Alert) word(alert map[string]any, name string, words []string) string {
	word := strings.ToLower(text(alert[name]))
	if word == "average" {
		word = "avg" // the engine also spells it "average" (quirk 101)
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
