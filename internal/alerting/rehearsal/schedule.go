// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"math"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
)

type schedule interface {
	// Next returns the first run after the given time, or false if there is none.
	Next(after time.Time) (time.Time, bool)
}

// rate is the schedule of a rate alert. With the anchor 00:02 and an interval of 5 minutes, runs are at 23:57, 00:02, 00:07 and so on.
type rate struct {
	anchor   time.Time
	interval time.Duration
}

// Next implements schedule.
func (r rate) Next(after time.Time) (time.Time, bool) {
	// Subtract only times that are close to each other, because after.Sub(r.anchor) could overflow a time.Duration.
	sinceRun := after.Sub(after.Truncate(r.interval)) - r.anchor.Sub(r.anchor.Truncate(r.interval))
	if sinceRun < 0 {
		sinceRun += r.interval
	}
	return after.Add(r.interval - sinceRun).UTC(), true
}

func (a *Alert) readSchedule(alert map[string]any, on Recording) {
	switch kind := strings.ToLower(text(alert["type"])); kind {
	case "rate":
		a.readRate(alert, on.Start)
	case "cron":
		a.readCron(alert, on.Location)
	default:
		a.problem("type is %s, but it has to be rate or cron", quote(alert["type"]))
	}
}

func (a *Alert) readRate(alert map[string]any, anchor time.Time) {
	units := map[string]time.Duration{"minute": time.Minute, "hour": time.Hour, "day": 24 * time.Hour}
	unit := units[strings.ToLower(text(alert["rate_unit"]))]
	value, ok := number(strings.TrimRight(strings.TrimSpace(format(unmark(alert["rate_value"]))), "mhd")) // the unit may follow, as in "5m"
	length := value * float64(unit)
	switch {
	case unit == 0:
		a.problem("rate_unit is %s, but it has to be one of minute, hour, day", quote(alert["rate_unit"]))
	case !ok || value <= 0:
		a.problem("rate_value is %s, but it has to be a number above 0", quote(alert["rate_value"]))
	case length < float64(time.Second) || length >= math.MaxInt64:
		a.problem("rate_value is %s, but the time between two runs has to be from 1 second to 292 years", quote(alert["rate_value"]))
	default:
		a.schedule = rate{anchor, time.Duration(length)}
	}
}

func (a *Alert) readCron(alert map[string]any, zone *time.Location) {
	var texts [6]string
	incomplete, secret := false, false
	for i, p := range cron.Parts() {
		texts[i], secret = text(alert[p.Attribute]), secret || isSensitive(alert[p.Attribute])
		if texts[i] == "" {
			a.problem("%s is not declared, but a cron alert needs it", p.Attribute)
			incomplete = true
		}
	}
	if incomplete {
		return
	}
	if zone == nil {
		zone = time.UTC
	}
	schedule, err := cron.Parse(texts, zone)
	switch {
	case err != nil && secret:
		a.problem("the cron schedule, which is sensitive, is invalid")
		return
	case err != nil:
		a.problem("%v", err)
		return
	}
	a.schedule = schedule
}

// format formats a value for a message. Unlike quote, it returns a string unchanged.
func format(v any) string {
	if t, ok := v.(string); ok {
		return t
	}
	return quote(v)
}
