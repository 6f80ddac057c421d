// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// TestDescribe checks that the sentence is unknown only if it depends on an unknown value. Package describe tests the sentences themselves.
func TestDescribe(t *testing.T) {
	t.Parallel()
	const sentence = "Every 5 minutes: alert when the average of pressure over 10 minutes is above 8"
	alert := func(changes, item object) object {
		reads := object{
			"ref_id": "A", "type": "QUERY", "query_filter_asset": object{"id": "s1"},
			"query_filter_attribute": object{"id": "a1", "name": "pressure"},
		}
		maps.Copy(reads, item)
		alert := object{
			"id": unknown, "name": unknown, "status": unknown, "type": "rate", "rate_value": 5, "rate_unit": "minute", "alert_items": list{reads},
			"stmt_time_window":     "10m",
			"stmt_target_variable": "A", "stmt_aggregation": "avg", "stmt_operator": "gt",
			"stmt_thresholds": list{object{"value": 8, "status": "alert", "status_text": unknown}},
			"mute":            nil, "cron_dom": nil,
		}
		maps.Copy(alert, changes)
		return alert
	}
	cases := map[string]struct {
		alert any
		want  any
	}{
		"what is not needed is unknown": {alert: alert(nil, nil), want: sentence},
		"ids of what has a name are unknown": {
			alert: alert(nil, object{
				"query_filter_asset":     object{"id": unknown},
				"query_filter_attribute": object{"id": unknown, "name": "pressure"},
			}),
			want: sentence,
		},
		"a needed id is unknown": {alert: alert(nil, object{"query_filter_attribute": object{"id": unknown}}), want: providertest.Unknown{}},
		"a name is unknown": {
			alert: alert(nil, object{"query_filter_asset": object{"id": "s1", "name": unknown}}),
			want:  providertest.Unknown{},
		},
		"an item is unknown":     {alert: alert(object{"alert_items": list{unknown}}, nil), want: providertest.Unknown{}},
		"the items are unknown":  {alert: alert(object{"alert_items": unknown}, nil), want: providertest.Unknown{}},
		"a threshold is unknown": {alert: alert(object{"stmt_thresholds": list{object{"value": unknown}}}, nil), want: providertest.Unknown{}},
		"the rate is unknown":    {alert: alert(object{"rate_value": unknown}, nil), want: providertest.Unknown{}},
		"all is unknown":         {alert: unknown, want: providertest.Unknown{}},
		"an unknown object": {
			alert: tftypes.NewValue(tftypes.Object{AttributeTypes: map[string]tftypes.Type{}}, tftypes.UnknownValue), want: providertest.Unknown{},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := call(t, "describe", c.alert)
			if err != nil {
				t.Fatal(err.Text)
			}
			if got != c.want {
				t.Errorf("got\n%v\nwant\n%v", got, c.want)
			}
		})
	}
}

func TestDescribeErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		alert any
		want  string
	}{
		{
			want:  `this is not an alert: type is neither rate nor cron`,
			alert: object{"id": unknown, "name": "edge", "type": "self_hosted", "extra": nil},
		},
		{
			want:  `this is not an alert: it lacks all attributes of a schedule or a condition, such as type, stmt_operator or alert_items`,
			alert: object{"id": unknown, "name": "Pumps", "description": "", "tags": nil, "assets": list{}},
		},
		{
			want:  `this is not an alert: it lacks all attributes of a schedule or a condition, such as type, stmt_operator or alert_items`,
			alert: object{},
		},
		{want: `the alert is a text, but it has to be an engine_alert or an object of its attributes`, alert: "pressure"},
		{want: `the alert is a list, but it has to be an engine_alert or an object of its attributes`, alert: list{}},
		{want: `the alert has rate, but there are id, name,`, alert: object{"rate": "5m"}},
		{
			want:  `the alert has alert_items[1].attribute, but there are id, ref_id,`,
			alert: object{"alert_items": list{object{"ref_id": "A"}, object{"attribute": "x"}}},
		},
		{
			want:  `the alert has stmt_thresholds[0].text, but there are value, status, status_text, extra`,
			alert: object{"stmt_thresholds": list{object{"value": 1, "text": "x"}}},
		},
	} {
		_, err := call(t, "describe", c.alert)
		if err == nil || !strings.HasPrefix(err.Text, c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestAlertsOfTheSchemas checks that describe accepts every attribute of the resource and of the data source engine_alert. The function has
// its own list of these attributes, alertAttributes.
func TestAlertsOfTheSchemas(t *testing.T) {
	t.Parallel()
	schemas, err := provider.NewServer("test")().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for name, schema := range map[string]*tfprotov6.Schema{
		"resource":    schemas.ResourceSchemas["engine_alert"],
		"data source": schemas.DataSourceSchemas["engine_alert"],
	} {
		alert, ok := schema.ValueType().(tftypes.Object)
		if !ok {
			t.Fatalf("the %s is no object", name)
		}
		value := unknowns(alert)
		for _, name := range []string{"alert_items", "stmt_thresholds"} {
			of, isList := alert.AttributeTypes[name].(tftypes.List)
			element, isObject := of.ElementType.(tftypes.Object)
			if !isList || !isObject {
				t.Fatalf("%s is no list of objects", name)
			}
			value[name] = list{unknowns(element)}
		}
		if got, err := call(t, "describe", value); err != nil || got != (providertest.Unknown{}) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func unknowns(of tftypes.Object) object {
	members := object{}
	for name, member := range of.AttributeTypes {
		members[name] = tftypes.NewValue(member, tftypes.UnknownValue)
	}
	return members
}
