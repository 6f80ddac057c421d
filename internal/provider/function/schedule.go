// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"regexp"
	"strconv"
	"strings"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
)

// schedule is the result type of both cron and rate, because Terraform requires the same type in both branches of a conditional expression.
type schedule struct {
	Type        string  `tfsdk:"type"`
	RateValue   *int64  `tfsdk:"rate_value"`
	RateUnit    *string `tfsdk:"rate_unit"`
	Minutes     *string `tfsdk:"cron_minutes"`
	Hours       *string `tfsdk:"cron_hours"`
	DaysOfMonth *string `tfsdk:"cron_dom"`
	Months      *string `tfsdk:"cron_month"`
	DaysOfWeek  *string `tfsdk:"cron_dow"`
	Years       *string `tfsdk:"cron_year"`
}

func rateFunction() Function {
	return Function{
		Name: "rate",
		definition: tffunction.Definition{
			Summary: "Converts a string such as \"5 minutes\" into a rate schedule",
			MarkdownDescription: "Converts a string such as `5 minutes` or `5m` into the schedule attributes of an alert or a function: " +
				"`type` (always `rate`), `rate_value` and `rate_unit`. The six `cron_*` attributes are null, so that the result has the " +
				"same type as the result of `cron` and a conditional can choose between the two.",
			Parameters: []tffunction.Parameter{
				tffunction.StringParameter{
					Name: "rate",
					MarkdownDescription: "An integer above 0, a space, and `minute`, `hour` or `day`, in singular or plural: " +
						"`1 hour`, `5 minutes`. Short forms are `5m`, `1h` and `2d`.",
				},
			},
			Return: tffunction.ObjectReturn{AttributeTypes: attributesOf[schedule]()},
		},
		run: withString(rateOf),
	}
}

// shortRate matches a rate such as "5m". Unlike attribute.SplitRate, it doesn't allow a space before the unit.
var shortRate = regexp.MustCompile(`^\s*([0-9]+)([mhd])\s*$`)

func rateOf(text string) (any, *tffunction.FuncError) {
	words := strings.Fields(text)
	if found := shortRate.FindStringSubmatch(text); found != nil {
		words = []string{found[1], map[string]string{"m": "minute", "h": "hour", "d": "day"}[found[2]]}
	}
	if len(words) == 2 {
		value, err := strconv.ParseInt(words[0], 10, 64)
		unit := strings.TrimSuffix(strings.ToLower(words[1]), "s")
		if err == nil && value > 0 && check.RateUnits().Accepts(unit) {
			return schedule{Type: "rate", RateValue: &value, RateUnit: &unit}, nil
		}
	}
	return nil, wrongArgument(0, `%q is not a rate; it has to be an integer above 0 and minute, hour or day, such as "1 hour" or `+
		`"5 minutes"`, text)
}

func cronFunction() Function {
	return Function{
		Name: "cron",
		definition: tffunction.Definition{
			Summary: "Converts an expression such as \"0 9 * * ? *\" into a cron schedule",
			MarkdownDescription: "Converts a cron expression into the schedule attributes of an alert or a function: " +
				"`type` (always `cron`), `cron_minutes`, `cron_hours`, `cron_dom`, `cron_month`, `cron_dow` and `cron_year`. " +
				"`rate_value` and `rate_unit` are null, so that the result has the same type as the result of `rate` and a conditional can choose " +
				"between the two.",
			Parameters: []tffunction.Parameter{
				tffunction.StringParameter{
					Name: "expression",
					MarkdownDescription: "Six parts with spaces between them: minutes, hours, days of the month, months, days of the week and years. " +
						"`0 9 * * ? *` is every day at nine. A number that no clock has, such as minute 60, is an error. Other mistakes are warnings " +
						"in the plan of the alert or function.",
				},
			},
			Return: tffunction.ObjectReturn{AttributeTypes: attributesOf[schedule]()},
		},
		run: withString(cronOf),
	}
}

// cronOf parses a cron expression. It rejects a wrong number of parts, and numbers that no scheduler accepts, such as hour 25. Functions
// can't return warnings, so warnings about other mistakes appear only when the alert is planned.
func cronOf(expression string) (any, *tffunction.FuncError) {
	parts, texts := cron.Parts(), strings.Fields(expression)
	if len(texts) != len(parts) {
		return nil, wrongArgument(0, `%q has %d parts, but a cron expression has %d: minutes, hours, days of the month, months, days of the `+
			`week and years, such as "0 9 * * ? *"`, expression, len(texts), len(parts))
	}
	var wrong *tffunction.FuncError
	for i, p := range parts {
		if err := p.Check(texts[i]); err != nil && p.IsImpossible(texts[i]) {
			wrong = tffunction.ConcatFuncErrors(wrong, wrongArgument(0, "%s is %q: %v", p.Attribute, texts[i], err))
		}
	}
	return schedule{
		Type: "cron", Minutes: &texts[0], Hours: &texts[1], DaysOfMonth: &texts[2], Months: &texts[3], DaysOfWeek: &texts[4], Years: &texts[5],
	}, wrong
}
