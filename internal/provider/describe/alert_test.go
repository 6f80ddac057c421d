// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package describe_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/describe"
)

type object = map[string]any

type list = []any

func query(refID, attribute string) object {
	return object{
		"ref_id": refID, "type": "QUERY", "query_filter_asset": object{"id": "s1"},
		"query_filter_attribute": object{"id": attribute},
	}
}

func threshold(value, status string) object {
	return object{"value": json.Number(value), "status": status}
}

// pressure returns an alert on the pressure of a pump with some attributes changed. A nil in changes removes the attribute.
func pressure(changes object) object {
	alert := object{
		"name": "High pressure", "severity": "SEV2", "type": "rate", "rate_value": "5", "rate_unit": "minute",
		"alert_items":          list{query("A", "pressure")},
		"stmt_target_variable": "A", "stmt_time_window": "600", "stmt_aggregation": "avg", "stmt_operator": "gt",
		"stmt_thresholds": list{threshold("8", "alert")},
	}
	maps.Copy(alert, changes)
	maps.DeleteFunc(alert, func(_ string, value any) bool { return value == nil })
	return alert
}

func TestAlert(t *testing.T) {
	t.Parallel()
	const rest = ": alert when the average of pressure over 10 minutes is above 8"
	with := func(item, more object) object {
		item = maps.Clone(item)
		maps.Copy(item, more)
		return item
	}
	named := with(query("A", "a1"), object{
		"query_filter_asset":     object{"id": "s1", "name": "Pump 1"},
		"query_filter_attribute": object{"id": "a1", "name": "pressure"},
	})
	formula := func(text string) object { return object{"ref_id": "C", "type": "EXPRESSION", "expression": text} }
	cases := map[string]struct {
		alert object
		want  string
	}{
		"the simplest": {alert: pressure(nil), want: "Every 5 minutes" + rest},
		"numbers as such": {
			alert: pressure(object{"rate_value": json.Number("1"), "stmt_time_window": json.Number("6e+02")}), want: "Every minute" + rest,
		},
		"a cron expression": {
			alert: pressure(object{
				"type": "cron", "cron_minutes": "30", "cron_hours": "6", "cron_dom": "?", "cron_month": "*", "cron_dow": "MON-FRI", "cron_year": "*",
			}),
			want: "Every Monday to Friday at 06:30" + rest,
		},
		"hours": {
			alert: pressure(object{"rate_value": "1", "rate_unit": "hour", "stmt_time_window": "2h"}),
			want:  "Every hour: alert when the average of pressure over 2 hours is above 8",
		},
		"odd lengths": {
			alert: pressure(object{"rate_value": "2", "rate_unit": "day", "stmt_time_window": "5430"}),
			want:  "Every 2 days: alert when the average of pressure over 5430 seconds is above 8",
		},
		"half seconds": {
			alert: pressure(object{"stmt_time_window": "0.5"}),
			want:  "Every 5 minutes: alert when the average of pressure over 0.5 seconds is above 8",
		},
		"a day": {
			alert: pressure(object{"stmt_time_window": "86400"}), want: "Every 5 minutes: alert when the average of pressure over 1 day is above 8",
		},
		"names": {
			alert: pressure(object{"alert_items": list{named}}),
			want:  "Every 5 minutes: alert when the average of pressure of Pump 1 over 10 minutes is above 8",
		},
		"a label for an id": {
			alert: pressure(object{"alert_items": list{with(query("A", "7a3e"), object{"label": "outlet pressure"})}}),
			want:  "Every 5 minutes: alert when the average of outlet pressure over 10 minutes is above 8",
		},
		"operators": {
			alert: pressure(object{"stmt_operator": "LE", "stmt_aggregation": "last", "stmt_thresholds": list{threshold("-0.25", "warning")}}),
			want:  "Every 5 minutes: warning when the last value of pressure over 10 minutes is at most -0.25",
		},
		"several thresholds": {
			alert: pressure(object{
				"stmt_operator": "ge", "stmt_aggregation": "max",
				"stmt_thresholds": list{threshold("8", "alert"), threshold("6.5", "warning"), threshold("5", "no_alert")},
			}),
			want: "Every 5 minutes: alert when the maximum of pressure over 10 minutes is at least 8, else warning when it is at least 6.5, " +
				"else no alert when it is at least 5",
		},
		"equal": {
			alert: pressure(object{"stmt_operator": "eq", "stmt_aggregation": "sum"}),
			want:  "Every 5 minutes: alert when the sum of pressure over 10 minutes is equal to 8",
		},
		"no aggregation": {
			alert: pressure(object{"stmt_operator": "lt", "stmt_aggregation": nil}),
			want:  "Every 5 minutes: alert when pressure over 10 minutes is below 8",
		},
		"no window": {
			alert: pressure(object{"stmt_aggregation": "min", "stmt_time_window": nil}),
			want:  "Every 5 minutes: alert when the minimum of pressure is above 8",
		},
		"no thresholds": {
			alert: pressure(object{"stmt_thresholds": list{}}),
			want:  "Every 5 minutes: looks at the average of pressure over 10 minutes, but never alerts, for it has no thresholds",
		},
		"no target, one item": {alert: pressure(object{"stmt_target_variable": nil}), want: "Every 5 minutes" + rest},
		"no target, no item": {
			alert: pressure(object{"stmt_target_variable": nil, "alert_items": nil}),
			want:  "Every 5 minutes: alert when the average of a variable that is not declared over 10 minutes is above 8",
		},
		"a target that is none": {
			alert: pressure(object{"stmt_target_variable": "B"}),
			want:  "Every 5 minutes: alert when the average of $B, which is not an item, over 10 minutes is above 8",
		},
		"no schedule": {alert: pressure(object{"rate_value": nil}), want: "On a schedule that is not declared" + rest},
		"no operator": {
			alert: pressure(object{"stmt_operator": nil}),
			want:  "Every 5 minutes: alert when the average of pressure over 10 minutes compares, by an operator that is not declared, with 8",
		},
		"nothing at all": {
			alert: object{},
			want:  "On a schedule that is not declared: looks at a variable that is not declared, but never alerts, for it has no thresholds",
		},
		"inactive":          {alert: pressure(object{"active": false}), want: "Inactive; otherwise every 5 minutes" + rest},
		"active, not muted": {alert: pressure(object{"active": true, "mute": false}), want: "Every 5 minutes" + rest},
		"muted":             {alert: pressure(object{"mute": true}), want: "Every 5 minutes" + rest + "; muted"},
		"an expression": {
			alert: pressure(object{
				"alert_items":          list{query("A", "pressure"), query("B", "flow"), formula("$A /\n  $B")},
				"stmt_target_variable": "C",
			}),
			want: "Every 5 minutes: alert when the average of $A / $B over 10 minutes is above 8, where $A is pressure and $B is flow",
		},
		"expressions in expressions": {
			alert: pressure(object{
				"alert_items": list{
					with(named, object{"query_group_unit": "hour", "query_group_function": "avg"}),
					object{"ref_id": "B", "type": "METADATA", "query_filter_metadata": object{"id": "m1", "name": "rated flow"}},
					object{
						"ref_id": "D",
						"type":   "EXPRESSION", "expression": "$A * $B * $X",
					},
					with(formula("$D + $A"), object{"label": "load"}),
				}, "stmt_target_variable": "C",
				"stmt_thresholds": list{threshold("1", "alert"), threshold("0", "warning")},
			}),
			want: "Every 5 minutes: alert when the average of load ($D + $A) over 10 minutes is above 1, else warning when it is above 0, " +
				"where $D is $A * $B * $X, $A is pressure of Pump 1 (average of each hour), $B is the metadata rated flow and $X is no item",
		},
		"an expression of itself": {
			alert: pressure(object{"alert_items": list{formula("$C + 1")}, "stmt_target_variable": "C"}),
			want:  "Every 5 minutes: alert when the average of $C + 1 over 10 minutes is above 8",
		},
		"a long expression": {
			alert: pressure(object{"alert_items": list{formula("1" + strings.Repeat("+1", 100))}, "stmt_target_variable": "C"}),
			want:  "Every 5 minutes: alert when the average of 1" + strings.Repeat("+1", 39) + "+… over 10 minutes is above 8",
		},
		"a query of its own": {
			alert: pressure(object{"alert_items": list{object{"ref_id": "A", "type": "QUERY", "query_plain": "[]"}}}),
			want:  "Every 5 minutes: alert when the average of a query over 10 minutes is above 8",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, _ := describe.Alert(c.alert); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
