// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rehearsal runs alerts on recorded data, without an engine. It computes when an alert runs, the values of its items, and the
// status of each run. The engine's documentation describes none of this, so the rules are assumptions of this project, listed in the
// reference server's quirks.go (quirks 210 and later).
//
// The package is deterministic: it uses no clock, files or random numbers. It must not import the provider or the client, because the
// reference server uses it too. Start reading at Recording.Rehearse. The file alert.go reads an alert, run.go computes its runs, and
// query.go and script.go compute the values of its items.
package rehearsal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// These are the statuses of a run in which the alert's value doesn't reach any threshold (interface document, section 7 of "Wire shapes").
const (
	NoAlert       = "no_alert"
	NoData        = "no_data"
	Disabled      = "disabled"
	Misconfigured = "misconfigured"
	Error         = "error"
)

// NotKnown replaces a value that is known only after apply, such as the id of a new asset.
const NotKnown = "(known after apply)"

// Alert is an alert that is ready to run. It is not safe for concurrent use.
type Alert struct {
	problems []string
	inactive bool

	schedule    schedule // nil if the alert has no valid schedule
	window      time.Duration
	target      string
	aggregation string
	operator    string
	thresholds  []threshold
	list        string  // name of the attribute that contains the items, for messages
	items       []*item // sorted so that each item follows the items it uses

	secret map[string]bool // by attribute name, such as stmt_operator: whether the value is sensitive
}

type threshold struct {
	value              float64
	isSecret           bool // whether value is sensitive
	status, statusText string
}

// Compile prepares an alert so that it can be run. The alert contains the engine's JSON or the attributes of an engine_alert, and its
// sensitive values have the type Sensitive. If an active alert is invalid, Problems returns the reasons, and every run has the status
// misconfigured.
func Compile(alert map[string]any, on Recording) (a *Alert) {
	a = &Alert{list: "alert_items", secret: map[string]bool{}}
	defer func() {
		if problem := recover(); problem != nil {
			a.problem("can't be rehearsed: reading it failed with %v", problem)
		}
	}()
	if active, ok := unmark(alert["active"]).(bool); ok {
		a.inactive = !active
	}
	a.readSchedule(alert, on)
	a.readStatement(alert)
	a.readThresholds(list(alert["stmt_thresholds"]))
	a.readItems(list(alert["alert_items"]), on)
	return a
}

// Problems returns the reasons why the alert can't run, such as "rate_value is 0, but it has to be a number above 0".
func (a *Alert) Problems() []string { return slices.Clone(a.problems) }

// Next returns the first scheduled run after the given time, or false if there is none.
func (a *Alert) Next(after time.Time) (time.Time, bool) {
	if a.schedule == nil {
		return time.Time{}, false
	}
	return a.schedule.Next(after)
}

func (a *Alert) problem(format string, args ...any) {
	a.problems = append(a.problems, fmt.Sprintf(format, args...))
}

// Missing returns a message for each missing attribute that alerts require. lacks reports whether an attribute is null or empty.
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
	for _, attribute := range []string{"stmt_target_variable", "stmt_aggregation", "stmt_operator", "stmt_time_window"} {
		a.secret[attribute] = isSensitive(alert[attribute])
	}
	a.target = text(alert["stmt_target_variable"])
	a.aggregation = a.word(alert, "stmt_aggregation", expression.Aggregations())
	a.operator = a.word(alert, "stmt_operator", expression.Operators())
	if window := alert["stmt_time_window"]; !isEmpty(window) {
		length, ok := ParseDuration(unmark(window))
		if !ok {
			a.problem("stmt_time_window is %s, but it has to be a number of seconds above 0 or a string such as \"5m\"", quote(window))
		}
		a.window = length
	}
}

// word returns the lowercase value of an attribute such as stmt_operator. If the value is not in words, it records a problem.
func (a *Alert) word(alert map[string]any, name string, words []string) string {
	word := strings.ToLower(text(alert[name]))
	if word == "average" {
		word = "avg" // a synonym in the engine
	}
	if !isEmpty(alert[name]) && !slices.Contains(words, word) {
		a.problem("%s is %s, but it has to be one of %s", name, quote(alert[name]), strings.Join(words, ", "))
	}
	return word
}

func (a *Alert) readThresholds(thresholds []any) {
	for i, element := range thresholds {
		t := object(element)
		value, ok := number(t["value"])
		if !ok {
			a.problem("stmt_thresholds[%d].value is %s, but it has to be a number", i, quote(t["value"]))
		}
		status := strings.ToLower(text(t["status"]))
		if !slices.Contains([]string{"alert", "warning", NoAlert}, status) {
			a.problem("stmt_thresholds[%d].status is %s, but it has to be one of alert, warning, no_alert", i, quote(t["status"]))
		}
		a.thresholds = append(a.thresholds, threshold{
			value, isSensitive(t["value"]), status,
			displayText(text(t["status_text"]), t["status_text"]),
		})
	}
}
