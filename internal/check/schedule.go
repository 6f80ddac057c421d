// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
)

// schedules are the attributes of each type of schedule (interface section 2.6). Those of the other type exclude them.
func schedules() map[string][]string {
	var cron []string
	for _, p := range CronParts() {
		cron = append(cron, p.Attribute)
	}
	return map[string][]string{"rate": {"rate_value", "rate_unit"}, "cron": cron}
}

// RateUnits are the units of a rate.
func RateUnits() attribute.Enum { return attribute.OneOf("minute", "hour", "day") }

// Schedule wants all attributes of the schedule that "type" names, and none of the other one. A type that is neither,
// or not declared, leaves open what is needed.
func Schedule(config Value) {
	kind := config.At("type").Text()
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
			checkRate(config)
		case "cron":
			checkCron(config)
		}
	}
}

// refuseSchedule reports the attributes of another schedule than that of the object's type.
func refuseSchedule(config Value, kind, other string) {
	for _, attribute := range schedules()[other] {
		if p := config.At(attribute); p.isCertain() {
			p.Refuse("Attribute of another schedule", "%s belongs to the type %q, but type is %q. Take it out, or change type to %q.", p.Path, other, kind, other)
		}
	}
}

// wantSchedule reports what is missing.
func wantSchedule(config Value, kind string) {
	for _, attribute := range schedules()[kind] {
		if p := config.At(attribute); !p.IsDeclared() {
			p.Refuse("Schedule is not complete", "%s is missing: the type %q needs it, for example %s.", p.Path, kind, scheduleExample(attribute))
		}
	}
}

func scheduleExample(attribute string) string {
	for _, p := range CronParts() {
		if p.Attribute == attribute {
			return p.examples
		}
	}
	return map[string]string{"rate_value": "5", "rate_unit": `"minute", "hour" or "day"`}[attribute]
}

func checkRate(config Value) {
	value := config.At("rate_value")
	if n := value.numeric(); n != nil && n.Sign() <= 0 {
		value.Refuse("Rate out of range", "%s is %s, but it has to be above 0, for example 5.", value.Path, attribute.Digits(n))
	}
}

// checkCron checks each part, and that not both day parts leave the day to the other one.
func checkCron(config Value) {
	for _, p := range CronParts() {
		expression := config.At(p.Attribute)
		if !expression.IsKnown() {
			continue
		}
		if err := p.Check(expression.Text()); err != nil {
			expression.Refuse("Wrong part of a cron expression", "%s is %q: %v.", expression.Path, expression.Text(), err)
		}
	}
	dom, dow := config.At("cron_dom"), config.At("cron_dow")
	if dom.Text() == "?" && dow.Text() == "?" {
		dow.Refuse("No day", `%s is "?", and so is cron_dom, so that neither says on which days. One of them has to, for example "*" for every day.`, dow.Path)
	}
}
