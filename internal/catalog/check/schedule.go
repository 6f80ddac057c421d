// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// schedules maps each type of schedule to its attributes (interface section 2.6). The attributes of the two types exclude each other.
func schedules() map[string][]string {
	var parts []string
	for _, p := range cron.Parts() {
		parts = append(parts, p.Attribute)
	}
	return map[string][]string{"rate": {"rate_value", "rate_unit"}, "cron": parts}
}

// RateUnits are the units of a rate.
func RateUnits() attribute.Enum { return attribute.OneOf("minute", "hour", "day") }

// AlertSchedule checks the schedule of an alert. Its rate must be above 0 (wire shapes section 7).
func AlertSchedule(config Value) { checkSchedule(config, config.At("rate_value").Refuse) }

// FunctionSchedule checks the schedule of a function. The documents give no range for its rate, so a rate that alerts could not have is
// only a warning (quirk 146).
func FunctionSchedule(config Value) {
	checkSchedule(config, config.At("rate_value").warn)
	unit := config.At("rate_unit")
	if isRate := strings.EqualFold(config.At("type").Text(), "rate"); isRate && unit.IsKnown() && !RateUnits().Accepts(unit.Text()) {
		unit.warn("Value not in the list", "%s is %q, but what engines are known to take for the type \"rate\" is %s.", unit.Path, unit.Text(),
			RateUnits().List(`"`))
	}
}

// checkSchedule refuses attributes of the other type of schedule (interface section 2.6), and warns about missing attributes. If the type
// is missing or unusual, nothing is required.
func checkSchedule(config Value, wrongRate reporter) {
	kind := strings.ToLower(config.At("type").Text())
	all := schedules()
	for _, name := range []string{"rate", "cron"} {
		if other := all[kind]; other != nil && kind != name {
			refuseSchedule(config, kind, name)
			continue
		}
		if kind == name {
			wantSchedule(config, name)
		}
		switch name {
		case "rate":
			checkRate(config.At("rate_value"), wrongRate)
		case "cron":
			checkCron(config)
		}
	}
}

// refuseSchedule refuses the attributes of the schedule type other.
func refuseSchedule(config Value, kind, other string) {
	for _, attribute := range schedules()[other] {
		if p := config.At(attribute); p.isCertain() {
			p.Refuse("Attribute of another schedule", "%s belongs to the type %q, but type is %q. Take it out, or change type to %q.", p.Path,
				other, kind, other)
		}
	}
}

// wantSchedule warns about missing attributes of a schedule (quirk 146). If none is declared it does not warn: users may set the schedule
// in the web application.
func wantSchedule(config Value, kind string) {
	var missing []Value
	own := schedules()[kind]
	for _, attribute := range own {
		if p := config.At(attribute); !p.IsDeclared() {
			missing = append(missing, p)
		}
	}
	if len(missing) == len(own) {
		at := config.At("type")
		at.warn("Schedule is not declared", "%s is %q, but nothing here says when that is: %s. It does not run until its schedule is set "+
			"elsewhere, for example in the engine's web application.",
			at.Path, at.Text(), strings.Join(own, ", "))
		return
	}
	for _, p := range missing {
		p.warn("Schedule is not complete", "%s is missing: the type %q needs it, for example %s.", p.Path, kind, scheduleExample(p.Path.String()))
	}
}

func scheduleExample(attribute string) string {
	for _, p := range cron.Parts() {
		if p.Attribute == attribute {
			return p.Examples
		}
	}
	return map[string]string{"rate_value": "5", "rate_unit": `"minute", "hour" or "day"`}[attribute]
}

func checkRate(value Value, report reporter) {
	if n := value.amount(); n != nil && n.Sign() <= 0 {
		report("Rate out of range", "%s is %s, but it has to be above 0, for example 5.", value.Path, attribute.Digits(n))
	}
}

// checkCron checks each part, and that not both day parts are "?". The interface only says that a part is an expression and shows two
// wildcards, so everything is a warning (quirk 141), except for numbers that no clock has.
func checkCron(config Value) {
	for _, p := range cron.Parts() {
		expression := config.At(p.Attribute)
		if !expression.IsKnown() {
			continue
		}
		report := expression.warn
		if p.IsImpossible(expression.Text()) {
			report = expression.Refuse
		}
		if err := p.Check(expression.Text()); err != nil {
			report("Wrong part of a cron expression", "%s is %q: %v.", expression.Path, expression.Text(), err)
		}
	}
	dom, dow := config.At("cron_dom"), config.At("cron_dow")
	if dom.Text() == "?" && dow.Text() == "?" {
		dow.warn("No day", `%s is "?", and so is cron_dom, so that neither says on which days. One of them should, for example "*" for every `+
			`day.`, dow.Path)
	}
}
