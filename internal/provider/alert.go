// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// alert is interface section 2.6 with wire shapes section 7.
func alert() object {
	return object{
		name: "alert", plural: "alerts",
		summary:    "An alert notifies users when a condition on data is met.",
		collection: in(engine.Alerts),
		attributes: map[string]schema.Attribute{
			"name":        text(required, "Name of the alert.", notBlank()),
			"description": text(optional, "Description of the alert."),
			"severity": text(required, "Severity; `SEV1` is the most critical, `SEV8` the least. Lower case means the same.",
				values("SEV1", "SEV2", "SEV3", "SEV4", "SEV5", "SEV6", "SEV7", "SEV8").orLowerCase()),
			"type":                 text(required, "How the alert is scheduled: a `rate` alert runs every `rate_value` `rate_unit`s, a `cron` alert by its `cron_*` parts.", values("cron", "rate")),
			"tags":                 list(optional, "Tags of the alert.", reference()),
			"assets":               list(optional, "Assets of the alert.", reference()),
			"alert_items":          list(optional, "Items (variables) that the condition is made of.", open(limitedItem())),
			"stmt_thresholds":      list(optional, "Thresholds of the condition, checked in their order.", open(alertThreshold())),
			"stmt_time_window":     integer("Time window of the condition in seconds, above 0.", atLeast(1)),
			"stmt_target_variable": text(optional, "`ref_id` of the item whose value is compared, at most 5 characters.", itemName()),
			"stmt_operator":        text(optional, "Comparison of the value with each threshold.", values("ge", "le", "eq", "gt", "lt")),
			"stmt_aggregation":     text(optional, "Aggregation of the values in the time window.", values("avg", "sum", "min", "max", "last")),
			"status":               text(optional, "Status of the alert, normally left to the engine: `alert`, `no_alert`, `no_data`, `timeout`, `disabled`, `misconfigured`, `error` or `warning`. The engine's default is `no_alert`."),
			"status_text":          text(optional, "Text for the status, at most 400 characters.", atMost(400)),
			"active":               flag(optional, "Whether the alert is active. The engine's default is `true`."),
			"mute":                 flag(optional, "Whether the alert is muted. The engine's default is `false`."),
			"destinations_list":    texts("Notification destinations, e-mail addresses among them."),
			"notify_no_data":       flag(optional, "Whether to notify when there is no data. The engine's default is `true`."),
			"notify_error":         flag(optional, "Whether to notify on an error. The engine's default is `true`."),
			"notify_timeout":       flag(optional, "Whether to notify on a timeout. The engine's default is `true`."),
			"rate_value":           integer("Of a rate alert: how many `rate_unit`s lie between two runs; above 0."),
			"rate_unit":            text(optional, "Of a rate alert: unit of `rate_value`.", rateUnits()),
			"cron_minutes":         text(optional, "Of a cron alert: minutes, 0 to 59, or `*`."),
			"cron_hours":           text(optional, "Of a cron alert: hours, 0 to 23, or `*`."),
			"cron_dom":             text(optional, "Of a cron alert: days of the month, 1 to 31, `*` or `?`."),
			"cron_month":           text(optional, "Of a cron alert: months, 1 to 12 or `JAN` to `DEC`, or `*`."),
			"cron_dow":             text(optional, "Of a cron alert: days of the week, 1 to 7 or `SUN` to `SAT`, `*` or `?`."),
			"cron_year":            text(optional, "Of a cron alert: years, or `*`."),
		},
		check: checkAlert,
		items: "alert_items",
		facts: lens.Facts{Defaults: itemDefaults("alert_items", map[string]any{
			"alert_items.query_limit": wholeNumber("10000"),
			"status":                  "no_alert",
			"active":                  true,
			"mute":                    false,
			"notify_no_data":          true,
			"notify_error":            true,
			"notify_timeout":          true,
		})},
	}
}

// checkAlert checks what concerns several attributes.
func checkAlert(config part) {
	items := config.in("alert_items")
	checkSchedule(config)
	checkItems(items)
	checkTarget(config.in("stmt_target_variable"), items)
	checkThresholdOrder(config.in("stmt_thresholds"), config.in("stmt_operator"))
}

func alertThreshold() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"value":       number(required, "Value that the target variable is compared with."),
		"status":      text(required, "Status that the alert takes when the threshold is reached.", values("alert", "warning", "no_alert")),
		"status_text": text(optional, "Text for the status, at most 400 characters.", atMost(400)),
	}
}

// wholeNumber is a number as documents hold it.
func wholeNumber(digits string) any { return json.Number(digits) }
