// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
)

// FuzzFunctions calls functions with arbitrary strings and numbers. The functions must not crash. cron and rate must return the same
// schedule that their arguments describe.
func FuzzFunctions(f *testing.F) {
	for _, seed := range []string{"5 minutes", "0 9 * * ? *", "$A * 2", "s1", "", "\x00", "9223372036854775808 hours", "` ${$A} `"} {
		f.Add(seed, 20, 12, 6)
		f.Add(seed, 0, -1, math.MaxInt)
	}
	f.Fuzz(func(t *testing.T, text string, columns, width, height int) {
		if !utf8.ValidString(text) {
			return // Terraform strings contain only valid UTF-8
		}
		text = literal(text).AsString() // with Terraform's Unicode normalization
		with := func(name string, arguments ...any) (cty.Value, *tfprotov6.FunctionError) {
			return call(t, name, literal(arguments).AsValueSlice()...)
		}
		if got, err := with("cron", text); err == nil {
			var parts []string
			for _, part := range cron.Parts() {
				parts = append(parts, got.GetAttr(part.Attribute).AsString())
			}
			if joined := strings.Join(parts, " "); joined != strings.Join(strings.Fields(text), " ") {
				t.Errorf("%q became %q", text, joined)
			}
		}
		if got, err := with("rate", text); err == nil {
			value, unit := got.GetAttr("rate_value"), got.GetAttr("rate_unit")
			if again, err := with("rate", value.AsBigFloat().Text('f', -1)+" "+unit.AsString()); err != nil || !again.RawEquals(got) {
				t.Errorf("%q became %#v, and that %#v", text, got, again)
			}
		}
		for name, arguments := range map[string]list{"expression_plain": {text}, "query_plain": {text, text, text, text}} {
			if got, err := with(name, arguments...); err == nil && !json.Valid([]byte(got.AsString())) {
				t.Errorf("%s of %q is no JSON: %s", name, text, got.AsString())
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
			if got, err := with("describe", alert); err != nil || !strings.Contains(got.AsString(), ": looks at ") {
				t.Errorf("an alert of %q is described as %#v, %v", text, got, err)
			}
		}
		sizes := list{object{"width": width, "height": height}, object{"width": 1, "height": height}, object{"width": width, "height": 1}}
		if got, err := with("layout", columns, sizes); err == nil && got.LengthInt() != len(sizes) {
			t.Errorf("%v are placed as %#v", sizes, got)
		}
	})
}
