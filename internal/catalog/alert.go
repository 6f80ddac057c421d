// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// alert returns the attributes, checks and URL path of alerts (interface document, section 2.6; section 7 of "Wire shapes").
func alert() Object {
	return Object{
		Name: "alert", Plural: "alerts",
		Summary:    "An alert notifies users when a condition on data is met.",
		Collection: always(engine.Alerts),
		Attributes: withCron(map[string]schema.Attribute{
			"name":        attribute.RequiredString("Name of the alert.", attribute.WarnBlank()),
			"description": attribute.String("Description of the alert."),
			"severity": attribute.RequiredString("Severity, from `SEV1` (most critical) to `SEV8`. `sev1` means the same as `SEV1`.",
				attribute.OneOf("SEV1", "SEV2", "SEV3", "SEV4", "SEV5", "SEV6", "SEV7", "SEV8").OrLowerCase()),
			"type": attribute.RequiredString("Schedule of the alert: a `rate` alert runs every `rate_value` `rate_unit`s, a "+
				"`cron` alert at the times of its `cron_*` attributes.", attribute.OneOf("cron", "rate")),
			"tags":        attribute.List("Tags of the alert.", reference()),
			"assets":      attribute.List("Assets of the alert.", reference()),
			"alert_items": attribute.List("Items (variables) of the condition.", attribute.WithExtra(limitedItem())),
			"stmt_thresholds": attribute.List("Thresholds of the condition. The first threshold that is reached decides the status.",
				attribute.WithExtra(alertThreshold())),
			"stmt_time_window": attribute.StringOrNumber("Time window of the condition: a number of seconds above 0, or a string such as `5m`.",
				attribute.Seconds(), attribute.NumberString{NumberRange: attribute.AtLeast(1).Usually()}, attribute.TimeWindow()),
			"stmt_target_variable": attribute.String("`ref_id` of the item whose value is compared, at most 5 characters.",
				attribute.ItemNameLength(), attribute.ItemName()),
			"stmt_operator":    attribute.String("How the value is compared with each threshold.", attribute.OneOf(expression.Operators()...)),
			"stmt_aggregation": attribute.String("How the values in the time window become one value.", aggregations()),
			"status": attribute.ChangedByEngine(attribute.String("Status of the alert: `alert`, `no_alert`, `no_data`, `timeout`, `disabled`, "+
				"`misconfigured`, `error` or `warning`. The engine's default is `no_alert`.",
				attribute.ListedWords("alert", "no_alert", "no_data", "timeout", "disabled", "misconfigured", "error", "warning"))),
			"status_text": attribute.ChangedByEngine(attribute.String("Text for the status, at most 400 characters.",
				attribute.MaxLength(400))),
			"active":            attribute.Bool("Whether the alert is active. The engine's default is `true`."),
			"mute":              attribute.Bool("Whether the alert is muted. The engine's default is `false`."),
			"destinations_list": attribute.Strings("Destinations of notifications, for example e-mail addresses."),
			"notify_no_data":    attribute.Bool("Whether to notify when there is no data. The engine's default is `true`."),
			"notify_error":      attribute.Bool("Whether to notify on an error. The engine's default is `true`."),
			"notify_timeout":    attribute.Bool("Whether to notify on a timeout. The engine's default is `true`."),
			"rate_value": attribute.StringOrNumber("For `type = \"rate\"`: number of `rate_unit`s between two runs, above 0.",
				attribute.RateValue(), attribute.NumberString{NumberRange: attribute.AnyInteger().Usually()}),
			"rate_unit": attribute.String("For `type = \"rate\"`: unit of `rate_value`.", check.RateUnits()),
		}),
		Sections: []Section{
			{"What it is", []string{"name", "severity", "description", "active", "tags", "assets"}},
			{"Schedule", scheduleNames()},
			{"Condition", []string{
				"alert_items", "stmt_target_variable", "stmt_aggregation", "stmt_time_window", "stmt_operator",
				"stmt_thresholds",
			}},
			{"Notification", []string{"destinations_list", "mute", "notify_no_data", "notify_error", "notify_timeout"}},
			{"Status", []string{"status", "status_text"}},
		},
		Check:   checkAlert,
		Missing: rehearsal.Missing,
		Derived: derivedFrom("alert_items"),
		Facts: lens.Facts{Runtime: []string{"status", "status_text"}, Defaults: itemDefaults("alert_items", map[string]any{
			"alert_items.query_limit": json.Number("10000"),
			"status":                  "no_alert",
			"active":                  true,
			"mute":                    false,
			"notify_no_data":          true,
			"notify_error":            true,
			"notify_timeout":          true,
		})},
	}
}

func checkAlert(config check.Value) {
	items := config.At("alert_items")
	check.AlertSchedule(config)
	check.Items(items)
	check.AlertTarget(config.At("stmt_target_variable"), items)
	check.ThresholdOrder(config.At("stmt_thresholds"), config.At("stmt_operator"))
}

func alertThreshold() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"value": attribute.RequiredNumber("Value with which the target variable is compared."),
		"status": attribute.RequiredString("Status that the alert gets when the threshold is reached.",
			attribute.OneOf("alert", "warning", "no_alert")),
		"status_text": attribute.String("Text for the status, at most 400 characters.", attribute.MaxLength(400)),
	}
}

// scheduleNames returns the names of a schedule's attributes. The cron_* names are in the order of the fields in a cron expression.
func scheduleNames() []string {
	return []string{
		"type", "rate_value", "rate_unit", "cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
	}
}

func withCron(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	for name, description := range map[string]string{
		"cron_minutes": "minutes, 0 to 59, or `*`.",
		"cron_hours":   "hours, 0 to 23, or `*`.",
		"cron_dom":     "days of the month, 1 to 31, `*` or `?`.",
		"cron_month":   "months, 1 to 12 or `JAN` to `DEC`, or `*`.",
		"cron_dow":     "days of the week, 1 to 7 or `SUN` to `SAT`, `*` or `?`.",
		"cron_year":    "years, or `*`.",
	} {
		attributes[name] = attribute.String("For `type = \"cron\"`: " + description)
	}
	return attributes
}
