// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"strings"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
)

func cronFunction() Function {
	return Function{
		Name: "cron",
		definition: tffunction.Definition{
			Summary: "Cron schedule from an expression such as \"0 9 * * ? *\"",
			MarkdownDescription: "Converts a cron expression into the schedule attributes of an alert or a function: " +
				"`type` (always `cron`), `cron_minutes`, `cron_hours`, `cron_dom`, `cron_month`, `cron_dow` and `cron_year`. " +
				"`rate_value` and `rate_unit` are null, so that the result has the same type as the result of `rate` and a conditional can choose " +
				"between the two.",
			Parameters: []tffunction.Parameter{
				tffunction.StringParameter{
					Name: "expression",
					MarkdownDescription: "Six parts with spaces between them: minutes, hours, days of the month, months, days of the week and years. " +
						"`0 9 * * ? *` is every day at nine. Numbers that no clock has, such as minute 60, are an error. The plan of the attributes " +
						"warns of other mistakes.",
				},
			},
			Return: scheduleReturn(),
		},
		run: runCron,
	}
}

// runCron refuses only what no scheduler accepts: a wrong number of parts, and values such as the hour 25. Functions cannot return
// warnings, so doubtful parts are left to the plan, which warns about them.
func runCron(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	var expression string
	if err := arguments.Get(ctx, &expression); err != nil {
		return nil, err
	}
	parts, texts := cron.Parts(), strings.Fields(expression)
	if len(texts) != len(parts) {
		return nil, wrongArgument(0,
			`%q has %d parts, but a cron expression has %d: minutes, hours, days of the month, months, days of the week and years, `+
				`such as "0 9 * * ? *"`,
			expression, len(texts), len(parts))
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
