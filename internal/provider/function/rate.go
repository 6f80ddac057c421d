// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	tffunction "github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
)

func rateFunction() Function {
	return Function{
		Name: "rate",
		definition: tffunction.Definition{
			Summary: "Rate schedule from a text such as \"5 minutes\"",
			MarkdownDescription: "Converts a text such as `5 minutes` or `5m` into the schedule attributes of an alert or a function: " +
				"`type` (always `rate`), `rate_value` and `rate_unit`. The six `cron_*` attributes are null, so that the result has the same type " +
				"as the " +
				"result of `cron` and a conditional can choose between the two.",
			Parameters: []tffunction.Parameter{
				tffunction.StringParameter{
					Name: "rate",
					MarkdownDescription: "A whole number above 0, a space, and `minute`, `hour` or `day`, in singular or plural: " +
						"`1 hour`, `5 minutes`. Short forms are `5m`, `1h` and `2d`.",
				},
			},
			Return: scheduleReturn(),
		},
		run: runRate,
	}
}

func runRate(ctx context.Context, arguments tffunction.ArgumentsData) (any, *tffunction.FuncError) {
	var rate string
	if err := arguments.Get(ctx, &rate); err != nil {
		return nil, err
	}
	parsed, ok := parseRate(rate)
	if !ok {
		return nil, wrongArgument(0,
			`%q is not a rate; it has to be a whole number above 0 and minute, hour or day, such as "1 hour" or "5 minutes"`, rate)
	}
	return parsed, nil
}

var shortRate = regexp.MustCompile(`^\s*([0-9]+)([mhd])\s*$`)

func parseRate(rate string) (schedule, bool) {
	words := strings.Fields(rate)
	if found := shortRate.FindStringSubmatch(rate); found != nil {
		words = []string{found[1], map[string]string{"m": "minute", "h": "hour", "d": "day"}[found[2]]}
	}
	if len(words) != 2 {
		return schedule{}, false
	}
	value, err := strconv.ParseInt(words[0], 10, 64)
	unit := strings.TrimSuffix(strings.ToLower(words[1]), "s")
	if err != nil || value < 1 || !check.RateUnits().Accepts(unit) {
		return schedule{}, false
	}
	return schedule{Type: "rate", RateValue: &value, RateUnit: &unit}, true
}
