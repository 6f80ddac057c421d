// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

// schedules are the attributes of each type of schedule (interface section 2.6). Those of the other type exclude them.
func schedules() map[string][]string {
	var cron []string
	for _, p := range cronParts() {
		cron = append(cron, p.attribute)
	}
	return map[string][]string{"rate": {"rate_value", "rate_unit"}, "cron": cron}
}

// rateUnits are the units of a rate.
func rateUnits() oneOf { return values("minute", "hour", "day") }

// checkSchedule wants all attributes of the schedule that "type" names, and none of the other one. A type that is neither,
// or not declared, leaves open what is needed.
func checkSchedule(config part) {
	kind := config.in("type").text()
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
func refuseSchedule(config part, kind, other string) {
	for _, attribute := range schedules()[other] {
		if p := config.in(attribute); p.certain() {
			p.refuse("Attribute of another schedule", "%s belongs to the type %q, but type is %q. Take it out, or change type to %q.", p.path, other, kind, other)
		}
	}
}

// wantSchedule reports what is missing.
func wantSchedule(config part, kind string) {
	for _, attribute := range schedules()[kind] {
		if p := config.in(attribute); !p.declared() {
			p.refuse("Schedule is not complete", "%s is missing: the type %q needs it, for example %s.", p.path, kind, scheduleExample(attribute))
		}
	}
}

func scheduleExample(attribute string) string {
	for _, p := range cronParts() {
		if p.attribute == attribute {
			return p.examples
		}
	}
	return map[string]string{"rate_value": "5", "rate_unit": `"minute", "hour" or "day"`}[attribute]
}

func checkRate(config part) {
	value := config.in("rate_value")
	if n := value.number(); n != nil && n.Sign() <= 0 {
		value.refuse("Rate out of range", "%s is %s, but it has to be above 0, for example 5.", value.path, digits(n))
	}
}

// checkCron checks each part, and that not both day parts leave the day to the other one.
func checkCron(config part) {
	for _, p := range cronParts() {
		expression := config.in(p.attribute)
		if !expression.known() {
			continue
		}
		if err := p.check(expression.text()); err != nil {
			expression.refuse("Wrong part of a cron expression", "%s is %q: %v.", expression.path, expression.text(), err)
		}
	}
	dom, dow := config.in("cron_dom"), config.in("cron_dow")
	if dom.text() == "?" && dow.text() == "?" {
		dow.refuse("No day", `%s is "?", and so is cron_dom, so that neither says on which days. One of them has to, for example "*" for every day.`, dow.path)
	}
}
