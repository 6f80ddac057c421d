// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
	"github.com/engine-platform/terraform-provider-engine/internal/base/tfvalue"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// call calls a provider function through the plugin protocol, with Go values for arguments and result. A number in the result is a text,
// such as "5".
func call(t testing.TB, name string, arguments ...any) (any, *tfprotov6.FunctionError) {
	t.Helper()
	server := provider.NewServer("test")()
	functions, err := server.GetFunctions(t.Context(), &tfprotov6.GetFunctionsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	definition := functions.Functions[name]
	if definition == nil {
		t.Fatalf("the provider has no function %s", name)
	}
	var sent []*tfprotov6.DynamicValue
	for i, argument := range arguments {
		parameter := definition.VariadicParameter
		if i < len(definition.Parameters) {
			parameter = definition.Parameters[i]
		}
		argumentType := parameter.Type
		value, err := tfprotov6.NewDynamicValue(argumentType, argumentValue(t, argumentType, argument))
		if err != nil {
			t.Fatal(err)
		}
		sent = append(sent, &value)
	}
	resp, err := server.CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{Name: name, Arguments: sent})
	if err != nil {
		t.Fatal(err)
	}
	if resp.Error != nil {
		return nil, resp.Error
	}
	result, err := resp.Result.Unmarshal(definition.Return.Type)
	if err != nil {
		t.Fatal(err)
	}
	return goValue(result), nil
}

func argumentValue(t testing.TB, argumentType tftypes.Type, argument any) tftypes.Value {
	t.Helper()
	if argumentType.Is(tftypes.DynamicPseudoType) {
		return literal(t, argument)
	}
	return providertest.Value(t, argumentType, argument)
}

// goValue converts a Terraform value to Go values. Numbers become texts.
func goValue(value tftypes.Value) any {
	p := check.Value{Raw: value}
	switch {
	case !value.IsKnown():
		return providertest.Unknown{}
	case value.IsNull():
		return nil
	case value.Type().Is(tftypes.String):
		return p.Text()
	case value.Type().Is(tftypes.Number):
		return p.Number().Text('f', -1) // all digits
	case value.Type().Is(tftypes.Bool):
		return tfvalue.Bool(value)
	case value.Type().Is(tftypes.List{}) || value.Type().Is(tftypes.Tuple{}) || value.Type().Is(tftypes.Set{}):
		var list []any
		for _, element := range p.Elements() {
			list = append(list, goValue(element.Raw))
		}
		return list
	default:
		object := map[string]any{}
		for name, member := range tfvalue.Object(value) {
			object[name] = goValue(member)
		}
		return object
	}
}

func widgetSize(width, height any) map[string]any {
	return map[string]any{"width": width, "height": height}
}

func TestProviderFunctions(t *testing.T) {
	t.Parallel()
	schedule := func(minutes, hours, dom, month, dow, year string) map[string]any {
		return map[string]any{
			"type": "cron", "cron_minutes": minutes, "cron_hours": hours, "cron_dom": dom, "cron_month": month, "cron_dow": dow, "cron_year": year,
			"rate_value": nil, "rate_unit": nil,
		}
	}
	rate := func(value, unit string) map[string]any {
		return map[string]any{
			"type": "rate", "rate_value": value, "rate_unit": unit,
			"cron_minutes": nil, "cron_hours": nil, "cron_dom": nil, "cron_month": nil, "cron_dow": nil, "cron_year": nil,
		}
	}
	dailyAtNine := schedule("0", "9", "*", "*", "?", "*")
	cases := []struct {
		name      string
		arguments []any
		want      any
	}{
		{name: "rate", arguments: []any{"5 minutes"}, want: rate("5", "minute")},
		{name: "rate", arguments: []any{"1 hour"}, want: rate("1", "hour")},
		{name: "rate", arguments: []any{" 2  days "}, want: rate("2", "day")},
		{name: "rate", arguments: []any{"5m"}, want: rate("5", "minute")},
		{name: "rate", arguments: []any{" 12h "}, want: rate("12", "hour")},
		{name: "rate", arguments: []any{"1d"}, want: rate("1", "day")},
		{name: "cron", arguments: []any{"0 9 * * ? *"}, want: dailyAtNine},
		{name: "cron", arguments: []any{" 0  9 * *\t? * "}, want: dailyAtNine},
		// The function accepts 0 as the day of the week, although the plan of an alert warns about this value.
		{name: "cron", arguments: []any{"0 9 ? * 0 *"}, want: schedule("0", "9", "?", "*", "0", "*")},
		{name: "cron", arguments: []any{"0 9 ? * ? *"}, want: schedule("0", "9", "?", "*", "?", "*")},
		{name: "cron", arguments: []any{"@ 9 FRI-MON ? * 1900"}, want: schedule("@", "9", "FRI-MON", "?", "*", "1900")},
		{
			name: "expression_plain", arguments: []any{"$A * 2"},
			want: `{"$function":{"body":"function ($A) { return $A * 2 }","args":["$A"],"lang":"js"}}`,
		},
		{name: "query_plain", arguments: []any{"s1", "a1", "", ""}, want: `[{"$match":{"asset":"s1","attribute":"a1"}}]`},
		{name: "query_plain", arguments: []any{"s1", "a1", nil, nil}, want: `[{"$match":{"asset":"s1","attribute":"a1"}}]`},
		{name: "query_plain", arguments: []any{"s1", "a1", "hour", nil}, want: `[{"$match":{"asset":"s1","attribute":"a1"}}]`},
		{
			name: "query_plain", arguments: []any{"s1", "a1", "hour", "avg"},
			want: `[{"$match":{"asset":"s1","attribute":"a1"}},` +
				`{"$addFields":{"timestamp":{"$dateTrunc":{"date":"$timestamp","unit":"hour","binSize":1}}}},` +
				`{"$group":{"_id":"$timestamp","value":{"$avg":"$value"},"timestamp":{"$last":"$timestamp"}}}]`,
		},
		{name: "layout", arguments: []any{20, []any{}}, want: []any(nil)},
		{name: "layout", arguments: []any{20, []any{widgetSize(12, 6), widgetSize(8, 3), widgetSize(8, 3)}}, want: []any{
			map[string]any{"position_x": "0", "position_y": "0", "width": "12", "height": "6"},
			map[string]any{"position_x": "12", "position_y": "0", "width": "8", "height": "3"},
			map[string]any{"position_x": "12", "position_y": "3", "width": "8", "height": "3"},
		}},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.name, c.arguments), func(t *testing.T) {
			t.Parallel()
			got, err := call(t, c.name, c.arguments...)
			if err != nil {
				t.Fatal(err.Text)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestProviderFunctionErrors(t *testing.T) {
	t.Parallel()
	const aCron = `a cron expression has 6: minutes, hours, days of the month, months, days of the week and years, such as "0 9 * * ? *"`
	const aRate = `it has to be a whole number above 0 and minute, hour or day, such as "1 hour" or "5 minutes"`
	cases := []struct {
		name      string
		arguments []any
		argument  int64
		want      string
	}{
		{name: "rate", arguments: []any{""}, argument: 0, want: `"" is not a rate; ` + aRate},
		{name: "rate", arguments: []any{"5"}, argument: 0, want: `"5" is not a rate; ` + aRate},
		{name: "rate", arguments: []any{"5minutes"}, argument: 0, want: `"5minutes" is not a rate; ` + aRate},
		{name: "rate", arguments: []any{"0m"}, argument: 0, want: `"0m" is not a rate; ` + aRate},
		{name: "rate", arguments: []any{"5s"}, argument: 0, want: `"5s" is not a rate; ` + aRate},
		{name: "rate", arguments: []any{"0 minutes"}, argument: 0, want: `"0 minutes" is not a rate; ` + aRate},
		{name: "rate", arguments: []any{"-1 minutes"}, argument: 0, want: `"-1 minutes" is not a rate; ` + aRate},
		{name: "rate", arguments: []any{"1.5 hours"}, argument: 0, want: `"1.5 hours" is not a rate; ` + aRate},
		{name: "rate", arguments: []any{"2 weeks"}, argument: 0, want: `"2 weeks" is not a rate; ` + aRate},
		{name: "rate", arguments: []any{"9223372036854775808 days"}, argument: 0, want: `"9223372036854775808 days" is not a rate; ` + aRate},
		{name: "cron", arguments: []any{""}, argument: 0, want: `"" has 0 parts, but ` + aCron},
		{name: "cron", arguments: []any{"0 9 * * *"}, argument: 0, want: `"0 9 * * *" has 5 parts, but ` + aCron},
		{
			name: "cron", arguments: []any{"60 9 * 13 ? *"}, argument: 0,
			want: strings.Join([]string{
				fmt.Sprintf(`cron_minutes is "60": %v`, cron.Parts()[0].Check("60")),
				fmt.Sprintf(`cron_month is "13": %v`, cron.Parts()[3].Check("13")),
			}, "\n"),
		},
		{name: "expression_plain", arguments: []any{" "}, argument: 0, want: `the expression is empty`},
		{name: "query_plain", arguments: []any{"", "a1", nil, nil}, argument: 0, want: `asset_id is empty, but it has to be the id of an asset`},
		{
			name: "query_plain", arguments: []any{"s1", "", nil, nil}, argument: 1,
			want: `attribute_id is empty, but it has to be the id of an attribute`,
		},
		{
			name: "query_plain", arguments: []any{"s1", "a1", "week", "avg"}, argument: 2,
			want: `group_unit is "week", but it has to be "second", "minute", "hour", "day" or "month", or empty`,
		},
		{
			name: "query_plain", arguments: []any{"s1", "a1", "hour", "mean"}, argument: 3,
			want: `group_function is "mean", but it has to be "avg", "sum", "min", "max" or "last", or empty`,
		},
		{name: "layout", arguments: []any{0, []any{}}, argument: 0, want: `columns is 0, but it has to be a whole number from 1 to 10000`},
		{name: "layout", arguments: []any{2.5, []any{}}, argument: 0, want: `columns is 2.5, but it has to be a whole number from 1 to 10000`},
		{
			name: "layout", arguments: []any{1000000000, []any{}}, argument: 0,
			want: `columns is 1000000000, but it has to be a whole number from 1 to 10000`,
		},
		{
			name: "layout", arguments: []any{20, []any{widgetSize(10, 4), widgetSize(21, 4)}}, argument: 1,
			want: `sizes[1].width is 21, but it has to be a whole number from 1 to 20, for there are 20 columns`,
		},
		{
			name: "layout", arguments: []any{20, []any{widgetSize(nil, 4)}}, argument: 1,
			want: `sizes[0].width is null, but it has to be a whole number from 1 to 20, for there are 20 columns`,
		},
		{
			name: "layout", arguments: []any{20, []any{widgetSize(10, -1), nil, widgetSize(10, 0.5)}}, argument: 1,
			want: strings.Join([]string{`sizes[0].height is -1, but it has to be a whole number from 1 to 10000`, `sizes[1] is null, but it ` +
				`has to be an object with width and height`, `sizes[2].height is 0.5, but it has to be a whole number from 1 to 10000`}, "\n"),
		},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.name, c.arguments), func(t *testing.T) {
			t.Parallel()
			_, err := call(t, c.name, c.arguments...)
			if err == nil {
				t.Fatal("no error")
			}
			if err.FunctionArgument == nil || *err.FunctionArgument != c.argument {
				t.Errorf("the error is on argument %v, want %d", err.FunctionArgument, c.argument)
			}
			if diff := cmp.Diff(c.want, err.Text); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// FuzzFunctions calls functions with arbitrary texts and numbers. They must not crash, and the result of cron and rate must mean the same
// as the text.
func FuzzFunctions(f *testing.F) {
	for _, seed := range []string{"5 minutes", "0 9 * * ? *", "$A * 2", "s1", "", "\x00", "9223372036854775808 hours", "` ${$A} `"} {
		f.Add(seed, 20, 12, 6)
		f.Add(seed, 0, -1, math.MaxInt)
	}
	f.Fuzz(func(t *testing.T, text string, columns, width, height int) {
		if !utf8.ValidString(text) {
			return // Terraform texts cannot have these.
		}
		if got, err := call(t, "cron", text); err == nil {
			parts := got.(map[string]any) //nolint:forcetypeassert // a function's result has its type
			joined := fmt.Sprint(parts["cron_minutes"], " ", parts["cron_hours"], " ", parts["cron_dom"], " ", parts["cron_month"], " ",
				parts["cron_dow"], " ", parts["cron_year"])
			if joined != strings.Join(strings.Fields(text), " ") {
				t.Errorf("%q became %q", text, joined)
			}
		}
		if got, err := call(t, "rate", text); err == nil {
			rate := got.(map[string]any) //nolint:forcetypeassert // a function's result has its type
			if again, err := call(t, "rate", fmt.Sprint(rate["rate_value"], " ", rate["rate_unit"])); err != nil || !cmp.Equal(again, got) {
				t.Errorf("%q became %v, and that %v", text, got, again)
			}
		}
		for _, arguments := range [][]any{{"expression_plain", text}, {"query_plain", text, text, text, text}} {
			name, _ := arguments[0].(string)
			if got, err := call(t, name, arguments[1:]...); err == nil && !json.Valid([]byte(fmt.Sprint(got))) {
				t.Errorf("%s of %q is no JSON: %v", name, text, got)
			}
		}
		alert := object{
			"type": "rate", "rate_value": text, "rate_unit": text, "stmt_time_window": text, "stmt_operator": text,
			"stmt_target_variable": "A",
		}
		alert["alert_items"] = list{object{"ref_id": "A", "type": "EXPRESSION", "expression": text}, object{"ref_id": text, "label": text}}
		for _, kind := range []string{"rate", "cron"} {
			alert["type"] = kind
			for _, part := range cron.Parts() {
				alert[part.Attribute] = text
			}
			if got, err := call(t, "describe", alert); err != nil || !strings.Contains(fmt.Sprint(got), ": looks at ") {
				t.Errorf("an alert of %q is described as %v, %v", text, got, err)
			}
		}
		sizes := []any{widgetSize(width, height), widgetSize(1, height), widgetSize(width, 1)}
		if got, err := call(t, "layout", columns, sizes); err == nil && len(got.([]any)) != len(sizes) { //nolint:forcetypeassert // see above
			t.Errorf("%v are placed as %v", sizes, got)
		}
	})
}
