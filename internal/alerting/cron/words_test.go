// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package cron_test

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"* * * * ? *":            "Every minute",
		"*/15 * * * ? *":         "Every 15 minutes",
		"0/5 * ? * * *":          "Every 5 minutes",
		"0 * * * ? *":            "Every hour",
		"30 * * * ? *":           "Every hour at minute 30",
		"0,30 * * * ? *":         "Every hour at the minutes 0 and 30",
		"0 */2 * * ? *":          "Every 2 hours",
		"0 8-18 ? * MON-FRI *":   "Every hour from 08:00 to 18:00, every Monday to Friday",
		"0 8 * * ? *":            "Every day at 08:00",
		"5 8,20 * * * *":         "Every day at 08:05 and 20:05",
		"0 8 ? * MON *":          "Every Monday at 08:00",
		"0 8 ? * 2 *":            "Every Monday at 08:00",
		"0 8 * * sun,SAT *":      "Every Sunday and Saturday at 08:00",
		"30 6 ? * MON-FRI *":     "Every Monday to Friday at 06:30",
		"0 0 1 * ? *":            "On day 1 of the month at 00:00",
		"0 0 1,15 * ? *":         "On days 1 and 15 of the month at 00:00",
		"0 0 L * ? *":            "On the last day of the month at 00:00",
		"0 8 * JAN,6-8 ? *":      "Every day in January and June to August at 08:00",
		"*/10 * 1 3 ? *":         "Every 10 minutes, on day 1 of the month in March",
		"0,1,2,3,4,5 * * * ? *":  "Every hour at the minutes 0, 1, 2, 3, 4 and 5",
		"0,30 8,9,10 ? * 1-7 *":  "Every Sunday to Saturday at 08:00, 08:30, 09:00, 09:30, 10:00 and 10:30",
		"59 0-23 * 1-12 ? *":     `By the cron expression "59 0-23 * 1-12 ? *"`,
		"0 0-24 * * ? *":         `By the cron expression "0 0-24 * * ? *"`,
		"0 A-9 * * ? *":          `By the cron expression "0 A-9 * * ? *"`,
		"0 8-18 31 * ? *":        "Every hour from 08:00 to 18:00, on day 31 of the month",
		"0 */24 * * ? *":         `By the cron expression "0 */24 * * ? *"`,
		"0 8 32 * ? *":           `By the cron expression "0 8 32 * ? *"`,
		"0 8 ? * MON-FRY *":      `By the cron expression "0 8 ? * MON-FRY *"`,
		"59 23 31 DEC ? *":       "On day 31 of the month in December at 23:59",
		"0 8 ? 13 2 *":           `By the cron expression "0 8 ? 13 2 *"`,
		"0 8 ? * 2#1 *":          `By the cron expression "0 8 ? * 2#1 *"`,
		"*/7 * * * ? *":          `By the cron expression "*/7 * * * ? *"`,
		"0 8 1 * MON *":          `By the cron expression "0 8 1 * MON *"`,
		"0 8 * * ? 2030":         `By the cron expression "0 8 * * ? 2030"`,
		"0 8 ? * ? *":            `By the cron expression "0 8 ? * ? *"`,
		"*/20 8 * * ? *":         `By the cron expression "*/20 8 * * ? *"`,
		"99 8 * * ? *":           `By the cron expression "99 8 * * ? *"`,
		"0,1,2,3 8,9,10 * * ? *": `By the cron expression "0,1,2,3 8,9,10 * * ? *"`,
	} {
		alert := map[string]string{"type": "CRON"}
		for i, text := range strings.Fields(expression) {
			alert[cron.Parts()[i].Attribute] = text
		}
		if got := cron.Words(func(attribute string) string { return alert[attribute] }); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", expression, got, want)
		}
	}
	for _, c := range []struct{ kind, value, unit, want string }{
		{"rate", "5", "minute", "Every 5 minutes"},
		{"RATE", "1", "HOUR", "Every hour"},
		{"rate", "", "hour", "On a schedule that is not declared"},
		{"rate", "5", "", "On a schedule that is not declared"},
		{"cron", "5", "minute", "On a schedule that is not declared"},
		{"", "5", "minute", "On a schedule that is not declared"},
	} {
		alert := map[string]string{"type": c.kind, "rate_value": c.value, "rate_unit": c.unit}
		if got := cron.Words(func(attribute string) string { return alert[attribute] }); got != c.want {
			t.Errorf("%v: got %s", c, got)
		}
	}
}
