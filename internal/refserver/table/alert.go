// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import "slices"

// alerts returns the table that describes alerts: their fields and paths (INTERFACE.md, interface sections 2.6 and 4.6).
func alerts() *Table {
	return &Table{
		Kind:   "alert",
		Paths:  []string{"alert/alerts"},
		Routes: routes("alert/alerts/", "alert/alerts/{id}/"),
		Below:  map[string]string{"events": "event"}, // Wire shapes section 2.
		Fields: slices.Concat(
			alertFields(),
			onUpdate(alertUpdateFields()...),
			onUpdate(scheduleFields(
				Field{Name: "rate_value", Type: Text, NumericText: true},
				oneOf("rate_unit", "minute", "hour", "day"),
			)...),
		),
		RefusesEmptyUpdate: true,
	}
}

// alertFields returns the fields of an alert that a create accepts (INTERFACE.md, section 2.6).
func alertFields() []Field {
	severities := []string{"SEV1", "SEV2", "SEV3", "SEV4", "SEV5", "SEV6", "SEV7", "SEV8"}
	return []Field{
		identifier(),
		required(text("name")),
		text("description"),
		{Name: "severity", Type: String, Required: true, OneOf: severities, AnyCase: true},
		required(oneOf("type", "cron", "rate")),
		references("tags"),
		arrayOf("alert_items", "AlertItem", limitedItemFields()),
		arrayOf("stmt_thresholds", "AlertThreshold", []Field{
			number("value"),
			oneOf("status", "alert", "warning", "no_alert"),
			{Name: "status_text", Type: String, MaxLength: 400},
		}),
	}
}

// alertUpdateFields returns the fields of an alert that the engine's interface document names only for updates (INTERFACE.md, section
// 2.6, quirk 80). INTERFACE.md, wire shapes section 7, has their defaults.
func alertUpdateFields() []Field {
	statuses := []string{"alert", "no_alert", "no_data", "timeout", "disabled", "misconfigured", "error", "warning"}
	return []Field{
		{Name: "status", Type: String, OneOf: statuses, Default: "no_alert"},
		{Name: "status_text", Type: String, MaxLength: 400},
		booleanWithDefault("active", true),
		{Name: "stmt_time_window", Type: Text, NumericText: true},
		{Name: "stmt_target_variable", Type: String, MaxLength: 5},
		oneOf("stmt_operator", "ge", "le", "eq", "gt", "lt"),
		oneOf("stmt_aggregation", "avg", "sum", "min", "max", "last"),
		references("assets"),
		booleanWithDefault("mute", false),
		texts("destinations_list"),
		booleanWithDefault("notify_no_data", true),
		booleanWithDefault("notify_error", true),
		booleanWithDefault("notify_timeout", true),
	}
}
