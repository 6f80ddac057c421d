// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package describe turns an alert into an English sentence, such as "Every 5 minutes: alert when the average of pressure is above 8". The
// package imports alerting and catalog/attribute. Start reading at Alert.
package describe

import (
	"encoding/json"
	"math/big"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// Unknown represents a value that is not known until apply.
type Unknown struct{}

// Alert describes an alert in one sentence, without a period at the end. known is false if the sentence depends on an Unknown value.
func Alert(alert map[string]any) (sentence string, known bool) {
	r := &reader{}
	sentence = cron.Words(func(attribute string) string { return r.text(alert, attribute) })
	if active, ok := r.member(alert, "active").(bool); ok && !active {
		sentence = "Inactive; otherwise " + lowerFirst(sentence)
	}
	sentence += ": " + r.condition(alert)
	if muted, _ := r.member(alert, "mute").(bool); muted {
		sentence += "; muted"
	}
	if r.readUnknown {
		return "", false
	}
	return sentence, true
}

// reader reads values from an alert and records whether any of them is Unknown.
type reader struct{ readUnknown bool }

func (r *reader) member(object map[string]any, name string) any { return r.checked(object[name]) }

func (r *reader) checked(value any) any {
	_, isUnknown := value.(Unknown)
	r.readUnknown = r.readUnknown || isUnknown
	return value
}

func (r *reader) condition(alert map[string]any) string {
	measured, legend := r.measuredValue(r.items(alert), alert)
	thresholds := r.objects(alert, "stmt_thresholds")
	if len(thresholds) == 0 {
		return "looks at " + measured + legend + ", but never alerts, for it has no thresholds"
	}
	var cases []string
	for i, threshold := range thresholds {
		subject := measured
		status := strings.ReplaceAll(strings.ToLower(r.text(threshold, "status")), "_", " ")
		if status == "" {
			status = "a status that is not declared"
		}
		if i > 0 {
			status, subject = "else "+status, "it"
		}
		cases = append(cases, status+" when "+subject+" "+r.comparison(alert)+" "+r.value(threshold))
	}
	return strings.Join(cases, ", ") + legend
}

func (r *reader) value(threshold map[string]any) string {
	if value := r.text(threshold, "value"); value != "" {
		return value
	}
	return "a value that is not declared"
}

func (r *reader) comparison(alert map[string]any) string {
	words, ok := map[string]string{
		"ge": "is at least", "le": "is at most", "eq": "is equal to", "gt": "is above", "lt": "is below",
	}[strings.ToLower(r.text(alert, "stmt_operator"))]
	if !ok {
		return "compares, by an operator that is not declared, with"
	}
	return words
}

// withAggregation returns a description of the values that the alert checks, with its aggregation and time window. For example, it turns
// the description "pressure" into "the average of pressure over 10 minutes".
func (r *reader) withAggregation(alert map[string]any, values string) string {
	function, ok := functions()[strings.ToLower(r.text(alert, "stmt_aggregation"))]
	if ok {
		values = "the " + function + " of " + values
	}
	if window := r.text(alert, "stmt_time_window"); window != "" {
		values += " over " + length(window)
	}
	return values
}

func functions() map[string]string {
	return map[string]string{
		"avg": "average", "average": "average", "sum": "sum", "min": "minimum", "max": "maximum", "last": "last value",
	}
}

// length describes the length of a time window, for example as "10 minutes" for "10m" or "600".
func length(window string) string {
	seconds, ok := attribute.Seconds().Number(window)
	if !ok {
		return window
	}
	for _, unit := range []struct {
		name    string
		seconds int64
	}{{"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}} {
		count := new(big.Float).SetPrec(seconds.Prec()).Quo(seconds, new(big.Float).SetInt64(unit.seconds))
		if count.IsInt() && count.Sign() > 0 {
			return pluralize(count.Text('f', 0), unit.name)
		}
	}
	return pluralize(attribute.Digits(seconds), "second")
}

func pluralize(count, noun string) string {
	if count == "1" {
		return "1 " + noun
	}
	return count + " " + noun + "s"
}

// text returns a member of an object as a string. It returns "" if the member is neither a string nor a number.
func (r *reader) text(object map[string]any, name string) string {
	switch value := r.member(object, name).(type) {
	case string:
		return strings.TrimSpace(value)
	case json.Number:
		if n, _, err := big.ParseFloat(value.String(), 10, 512, big.ToNearestEven); err == nil {
			return attribute.Digits(n)
		}
		return value.String()
	default:
		return ""
	}
}

func (r *reader) object(of map[string]any, name string) map[string]any {
	found, _ := r.member(of, name).(map[string]any)
	return found
}

func (r *reader) objects(of map[string]any, name string) []map[string]any {
	list, _ := r.member(of, name).([]any)
	var all []map[string]any
	for _, element := range list {
		if element, ok := r.checked(element).(map[string]any); ok {
			all = append(all, element)
		}
	}
	return all
}

func lowerFirst(text string) string { return strings.ToLower(text[:1]) + text[1:] }
