// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package law

import (
	"encoding/json"
	"strings"

	"pgregory.net/rapid"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// generator generates random documents. Most fields have the documented type, and some have a different one.
type generator struct{ *rapid.T }

func (r generator) odds(percent int) bool {
	return rapid.IntRange(0, 99).Draw(r.T, "odds") >= 100-percent // rapid shrinks toward 0, which yields false.
}

func pick[V any](r generator, from ...V) V { return rapid.SampledFrom(from).Draw(r.T, "pick") }

func documents(kind *table.Table) *rapid.Generator[map[string]any] {
	return rapid.Custom(func(t *rapid.T) map[string]any { return generator{t}.document(kind.Fields) })
}

// document returns a random JSON object. Most fields have a value of the documented type. Others are missing, null, or of a different type.
func (r generator) document(fields []table.Field) map[string]any {
	object := map[string]any{}
	for _, f := range fields {
		switch {
		case r.odds(30):
		case r.odds(8):
			object[f.Name] = nil
		case r.odds(6):
			object[f.Name] = r.anything(3)
		default:
			object[f.Name] = r.valueOfType(f)
		}
	}
	if r.odds(10) {
		object[pick(r, "engine_key", "extra", "value_wo", "value_wo_version", "running", "timeouts", "type", "name")] = r.anything(2)
	}
	return object
}

func (r generator) valueOfType(f table.Field) any {
	switch f.Type {
	case table.Integer, table.Number:
		return r.number()
	case table.Boolean:
		return pick[any](r, true, false, "true", "False")
	case table.Object:
		return r.object(f)
	case table.Array:
		return r.array(f)
	case table.JSON:
		return r.anything(3)
	case table.Text:
		return pick[any](r, r.str(f), r.number())
	case table.Label:
		return pick[any](r, r.str(f), map[string]any{"id": r.str(f), "name": r.str(f)})
	default:
		return r.str(f)
	}
}

// object returns a random value for a field of type object. Half of the values are valid references with an id and a name.
func (r generator) object(f table.Field) any {
	if r.odds(50) {
		return map[string]any{"id": pick(r, "pump-1", "flow"), "name": pick(r, "Pump", "Flow")}
	}
	return pick[any](r, r.document(f.Fields), r.document(f.Fields), map[string]any{}, "plain-id", "", map[string]any{"id": "", "name": ""})
}

// array returns a random array for a field. Some arrays contain equal elements or elements of an invalid type.
func (r generator) array(f table.Field) any {
	elements := []any{}
	for range pick(r, 1, 0, 2, 3, 5) {
		switch {
		case r.odds(5):
			elements = append(elements, r.anything(2))
		case len(elements) > 0 && r.odds(8):
			elements = append(elements, pick(r, elements...))
		case len(f.Fields) > 0:
			elements = append(elements, r.document(f.Fields))
		case f.Elements == table.Label:
			elements = append(elements, r.valueOfType(table.Field{Type: table.Label}))
		default:
			elements = append(elements, r.str(f))
		}
	}
	return elements
}

func (r generator) str(f table.Field) string {
	if len(f.OneOf) > 0 && !r.odds(15) {
		word := pick(r, f.OneOf...)
		return pick(r, word, word, strings.ToUpper(word), strings.ToLower(word), " "+word)
	}
	if f.Name == "ref_id" || f.Name == "name" || strings.HasSuffix(f.Name, "variable") || f.Name == "depends_on" {
		return pick(r, "A", "B", "flow1", "C", "a-b", "Überdruck", "", " ", "toolong", "${A}")
	}
	if strings.HasPrefix(f.Name, "expression") && r.odds(70) {
		return pick(r, "$A + 1", "$A - $B", "$Nobody", "$A +", "{}", `{"$function":{}}`, "1", "$B && ${x}")
	}
	if strings.HasPrefix(f.Name, "cron_") && r.odds(70) {
		return pick(r, "*", "?", "0", "MON-FRI", "99", "5L", "61-70")
	}
	if f.Name == "type" && r.odds(70) {
		return pick(r, "str", "int", "bool", "DataAddress", "rate", "cron", "timeseries", "Own", "datetime", "QUERY", "exact_match", "regex")
	}
	return pick(r, "a", "b", "", " ", "SEV1", "now", "now - 7d", "12", "5.0", "-0", "1e400", "true", "null", "5m", "UTC", "${x}",
		"%{ if x }", "$${x}", "a\nb", "\n", "\ttab\t", "\u0000\u001f\u007f",
		`"quoted"`, `\n`, `{"a": 1.0, "b" : [1, null]}`, `[ 1 , 2 ]`, `{"<": "&"}`, `{}`, "[]",
		" {} ", `"text"`, "{", "<<EOT\nx\nEOT\n", "é", "e\u0301", "a\r\nb", "\ufeff", "日本語 🎉", "\u2028", strings.Repeat("x", 401),
		"2026-01-05T08:00:00Z", "2026-01-05 08:00", "****", "${{secret.KEY}}", "(", "^E[0-9]+$", "#fff", "1.10")
}

func (r generator) number() any {
	digits := pick(r, "5", "0", "1", "-1", "12", "-7", "5.0", "1e3", "-0", "2.5", "0.1", "10001", "65536", "9007199254740993",
		"9223372036854775808", "1e400", "1E-400", "0.30000000000000004", "-1.50")
	return pick[any](r, json.Number(digits), json.Number(digits), digits)
}

// anything returns a random JSON value of any type, with arrays and objects that are nested at most depth levels deep.
func (r generator) anything(depth int) any {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	switch rapid.IntRange(0, kinds-1).Draw(r.T, "kind") {
	case 0:
		return r.str(table.Field{})
	case 1:
		number := r.number()
		if content, ok := number.(string); ok {
			return json.Number(content)
		}
		return number
	case 2:
		return r.odds(50)
	case 3:
		return nil
	case 4:
		list := []any{}
		for range pick(r, 1, 0, 2) {
			list = append(list, r.anything(depth-1))
		}
		return list
	default:
		object := map[string]any{}
		for range pick(r, 1, 0, 2) {
			object[pick(r, "id", "name", "k", "", "${x}", "asset", "attribute", "type", "a b")] = r.anything(depth - 1)
		}
		return object
	}
}
