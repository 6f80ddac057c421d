// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Alerting is the status of a run in which the alert fires.
const Alerting = "alert"

// Fired returns the first run with the status "alert", or nil if there is none.
func (t Timeline) Fired() *Run {
	for i, r := range t.Runs {
		if r.Status == Alerting {
			return &t.Runs[i]
		}
	}
	return nil
}

// Statuses returns the number of runs with each status.
func (t Timeline) Statuses() map[string]int {
	counts := map[string]int{}
	for _, r := range t.Runs {
		counts[r.Status]++
	}
	return counts
}

// FiredCount returns how many times the status changed to "alert".
func (t Timeline) FiredCount() (count int) {
	for _, c := range t.Changes {
		if c.NewStatus == Alerting {
			count++
		}
	}
	return count
}

// Status returns the status of the last run, or no_alert if there are no runs.
func (t Timeline) Status() string {
	if len(t.Runs) == 0 {
		return NoAlert
	}
	return t.Runs[len(t.Runs)-1].Status
}

// Statuses returns all statuses that a run can have, worst first.
func Statuses() []string {
	return []string{Alerting, Error, Misconfigured, "warning", NoData, NoAlert, Disabled}
}

// Worst returns the worst status of the runs, or "" if there are no runs.
func (t Timeline) Worst() string {
	counts := t.Statuses()
	for _, status := range Statuses() {
		if counts[status] > 0 {
			return status
		}
	}
	return ""
}

func (a *Alert) summary(t Timeline) string {
	switch fired := t.Fired(); {
	case len(a.problems) > 0 && !a.inactive:
		return "did not run, because it is misconfigured: " + strings.Join(a.problems, "; ")
	case len(t.Runs) == 0:
		return "did not run: its schedule has no run in this time"
	case a.inactive:
		return "did not run, because active is false"
	case fired != nil:
		return fmt.Sprintf("fired at %s, because the %s was %s, which is %s %s (stmt_thresholds[%d])",
			moment(fired.Timestamp), a.subject(), a.value(*fired.Aggregation), a.comparison(), a.limit(fired.Threshold.Index), fired.Threshold.Index)
	default:
		span := fmt.Sprintf("did not fire in %s from %s to %s: ", document.Count(len(t.Runs), "run"), moment(t.Runs[0].Timestamp),
			moment(t.Runs[len(t.Runs)-1].Timestamp))
		return span + a.whyNotFired(t)
	}
}

func (a *Alert) whyNotFired(t Timeline) string {
	alerting := slices.IndexFunc(a.thresholds, func(t threshold) bool { return t.status == Alerting })
	nearest := a.nearest(t, alerting)
	var reasons []string
	switch {
	case alerting < 0:
		reasons = append(reasons, "no threshold has the status alert")
	case nearest == nil && t.Statuses()[Error] < len(t.Runs):
		reasons = append(reasons, fmt.Sprintf("item %s had no value in the time window of any run", a.targetName()))
	case nearest != nil:
		reasons = append(reasons, a.nearMiss(nearest, alerting))
	}
	if errors := t.Statuses()[Error]; errors > 0 {
		reasons = append(reasons, fmt.Sprintf("%s ended in an error, the first with: %s", document.Count(errors, "run"), t.firstError()))
	}
	if none := t.Statuses()[NoData]; none > 0 && nearest != nil {
		reasons = append(reasons, document.Count(none, "run")+" had no data")
	}
	if nearest == nil {
		reasons = append(reasons, t.Unmatched...)
	}
	return strings.Join(reasons, "; ")
}

// nearMiss explains why the alert did not fire. nearest is the run that came closest to firing the alert. alerting is the index of the
// first threshold whose status is "alert".
func (a *Alert) nearMiss(nearest *Run, alerting int) string {
	isReached := reaches(a.operator, *nearest.Aggregation, a.thresholds[alerting].value)
	isExtreme := a.operator != "eq" && !a.secret["stmt_operator"]
	if !isReached && !isExtreme && (a.thresholds[alerting].isSecret || a.secret["stmt_operator"]) {
		// A nearest value would reveal the secret threshold or operator, so the message must not contain it.
		return fmt.Sprintf("no %s was %s %s (stmt_thresholds[%d])", a.subject(), a.comparison(), a.limit(alerting), alerting)
	}
	text := fmt.Sprintf("the %s was %s, at %s, which is ", a.extreme(isExtreme), a.value(*nearest.Aggregation), moment(nearest.Timestamp))
	if !isReached {
		return fmt.Sprintf("%snot %s %s (stmt_thresholds[%d])", text, a.comparison(), a.limit(alerting), alerting)
	}
	first := nearest.Threshold
	return fmt.Sprintf("%s%s %s (stmt_thresholds[%d]), but stmt_thresholds[%d] comes first and is reached too: %s makes it %s",
		text, a.comparison(), a.limit(alerting), alerting, first.Index, a.limit(first.Index), first.Status)
}

// extreme describes the value that came closest to firing the alert, with words such as "highest average of A over 10m". It avoids the
// phrases "highest maximum" and "lowest minimum". If isExtreme is false, it omits "highest" and "lowest", as in "average of A over 10m".
func (a *Alert) extreme(isExtreme bool) string {
	isLow := a.operator == "lt" || a.operator == "le"
	switch {
	case !isExtreme || a.aggregation == "min" && isLow || a.aggregation == "max" && !isLow:
		return a.subject()
	case isLow:
		return "lowest " + a.subject()
	}
	return "highest " + a.subject()
}

// nearest returns the run that came closest to firing the alert. For gt and ge, for example, this is the run with the highest value.
// alerting is the index of the threshold with the status "alert", or -1 if there is none. In that case, or if no run has a value, nearest
// returns nil.
func (a *Alert) nearest(t Timeline, alerting int) *Run {
	if alerting < 0 {
		return nil
	}
	distance := func(r *Run) float64 {
		switch n := *r.Aggregation; a.operator {
		case "gt", "ge":
			return -n
		case "lt", "le":
			return n
		default:
			return math.Abs(n - a.thresholds[alerting].value)
		}
	}
	var best *Run
	for i := range t.Runs {
		if r := &t.Runs[i]; r.Aggregation != nil && (best == nil || distance(r) < distance(best)) {
			best = r
		}
	}
	return best
}

func (t Timeline) firstError() string {
	for _, r := range t.Runs {
		if r.Status == Error {
			return r.Err
		}
	}
	return ""
}

// subject describes the value that the alert compares, with words such as "average of A over 10m".
func (a *Alert) subject() string {
	word := map[string]string{"avg": "average", "sum": "sum", "min": "minimum", "max": "maximum", "last": "last value"}[a.aggregation]
	if a.secret["stmt_aggregation"] {
		word = "aggregated value"
	}
	if a.secret["stmt_time_window"] {
		return fmt.Sprintf("%s of %s", word, a.targetName())
	}
	return fmt.Sprintf("%s of %s over %s", word, a.targetName(), Length(a.window))
}

// value formats a value that the alert compared with its thresholds. If the value could reveal a secret, it returns "a sensitive value".
func (a *Alert) value(n float64) string {
	if a.hidesValues() {
		return "a " + SensitiveText
	}
	return digits(n)
}

// limit formats the value of a threshold. It returns "a sensitive value" if the threshold is sensitive.
func (a *Alert) limit(index int) string {
	if a.thresholds[index].isSecret {
		return "a " + SensitiveText
	}
	return digits(a.thresholds[index].value)
}

// comparison describes the operator in words, such as "above" for gt.
func (a *Alert) comparison() string {
	if a.secret["stmt_operator"] {
		return "past" // does not reveal the direction
	}
	return map[string]string{"gt": "above", "ge": "at or above", "lt": "below", "le": "at or below", "eq": "equal to"}[a.operator]
}

// Length formats a duration as users write it in configurations: 1h30m instead of the 1h30m0s of time.Duration.String.
func Length(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// digits formats a number with all its digits. Only very large or small numbers get an exponent.
func digits(n float64) string {
	if math.Abs(n) >= 1e15 || math.Abs(n) < 1e-4 {
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}
