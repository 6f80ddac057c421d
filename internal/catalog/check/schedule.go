// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// schedules maps each schedule type to its attributes (interface document, section 2.6).
func schedules() map[string][]string {
	var parts []string
	for _, p := range cron.Parts() {
		parts = append(parts, p.Attribute)
	}
	return map[string][]string{"rate": {"rate_value", "rate_unit"}, "cron": parts}
}

// RateUnits returns a validator for rate_unit.
func RateUnits() attribute.Enum { return attribute.OneOf("minute", "hour", "day") }

// AlertSchedule checks an alert's schedule. It rejects a rate_value that is not above 0 (interface document, section 7 of "Wire shapes").
func AlertSchedule(config Value) { checkSchedule(config, config.At("rate_value").Reject) }

// FunctionSchedule checks a function's schedule. It reports an invalid rate only as a warning, because the limits of a function's rate are
// not documented (quirk 146 in quirks.go).
func FunctionSchedule(config Value) {
	checkSchedule(config, config.At("rate_value").warn)
	unit := config.At("rate_unit")
	if isRate := strings.EqualFold(config.At("type").Text(), "rate"); isRate && unit.IsKnown() && !RateUnits().Accepts(unit.Text()) {
		unit.warn("Value not in the list", "%s is %q, but for the type \"rate\", engines are only known to accept %s.", unit.Path, unit.Text(),
			RateUnits().List(`"`))
	}
}

// checkSchedule rejects cron attributes in a rate schedule, and rate attributes in a cron schedule (interface document, section 2.6). It
// warns about missing attributes, and checks the values of all others.
func checkSchedule(config Value, reportRate reporter) {
	kind := strings.ToLower(config.At("type").Text())
	all := schedules()
	for _, name := range []string{"rate", "cron"} {
		if other := all[kind]; other != nil && kind != name {
			rejectSchedule(config, kind, name)
			continue
		}
		if kind == name {
			warnOfMissingSchedule(config, name)
		}
		switch name {
		case "rate":
			checkRate(config.At("rate_value"), config.At("rate_unit"), reportRate)
		case "cron":
			checkCron(config)
		}
	}
}

// rejectSchedule rejects attributes that belong to a different schedule type, such as cron attributes in a rate schedule. kind is the
// declared type, and other is the type whose attributes are rejected.
func rejectSchedule(config Value, kind, other string) {
	for _, attribute := range schedules()[other] {
		if p := config.At(attribute); p.isCertain() {
			p.Reject("Attribute of a different schedule type", "%s belongs to the type %q, but type is %q. Remove it, or change type to %q.", p.Path,
				other, kind, other)
		}
	}
}

// warnOfMissingSchedule warns about each missing schedule attribute (quirk 146 in quirks.go). If all of them are missing, there is only one
// warning for all, because the user may have set the whole schedule in the engine's web application.
func warnOfMissingSchedule(config Value, kind string) {
	var missing []Value
	own := schedules()[kind]
	for _, attribute := range own {
		if p := config.At(attribute); !p.IsDeclared() {
			missing = append(missing, p)
		}
	}
	if len(missing) == len(own) {
		at := config.At("type")
		at.warn("Schedule is not declared", "%s is %q, but the schedule is not declared: %s. It does not run until its schedule is set "+
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

// checkRate checks that a rate is a number greater than 0, and that rate_value and rate_unit don't specify different units.
func checkRate(value, unit Value, report reporter) {
	if !value.IsKnown() {
		return
	}
	n, text := value.Number(), value.Text()
	number, ownUnit := attribute.SplitRate(text)
	if n == nil {
		n, _ = document.Number(number)
	}
	if n == nil || n.Sign() <= 0 {
		shown := strconv.Quote(text)
		if n != nil && ownUnit == "" {
			shown = attribute.Digits(n)
		}
		report("Rate out of range", "%s is %s, but it has to be a number above 0, for example 5.", value.Path, shown)
		return
	}
	checkRateUnit(value, unit, report)
}

// checkRateUnit reports a unit in rate_value that differs from rate_unit. Without this check, the provider would silently ignore the unit,
// because it treats 5 and "5h" as equal (quirk 102 in quirks.go).
func checkRateUnit(value, unit Value, report reporter) {
	_, own := attribute.SplitRate(value.Text())
	if own == "" || unit.IsDeclared() && (!unit.IsKnown() || strings.EqualFold(own, unit.Text())) {
		return
	}
	declared := "is not declared"
	if unit.IsDeclared() {
		declared = fmt.Sprintf("is %q", unit.Text())
	}
	report("Different units", "%s is %q, but %s %s. Declare the number alone, for example 5, and its unit as rate_unit: %s.", value.Path,
		value.Text(), unit.Path, declared, RateUnits().List(`"`))
}

// checkCron checks the cron_* attributes, each of which contains one field (part) of a cron expression. It only warns about most mistakes,
// because the syntax is not documented (quirk 141 in quirks.go). An impossible number, such as hour 25, is an error.
func checkCron(config Value) {
	for _, p := range cron.Parts() {
		expression := config.At(p.Attribute)
		if !expression.IsKnown() {
			continue
		}
		report := expression.warn
		if p.IsImpossible(expression.Text()) {
			report = expression.Reject
		}
		if err := p.Check(expression.Text()); err != nil {
			report("Invalid part of a cron expression", "%s is %q: %v.", expression.Path, expression.Text(), err)
		}
	}
	dom, dow := config.At("cron_dom"), config.At("cron_dow")
	if dom.Text() == "?" && dow.Text() == "?" {
		dow.warn("No day", `%s is "?", and so is cron_dom, so that neither selects days. One of them should, for example "*" for every `+
			`day.`, dow.Path)
	}
}
