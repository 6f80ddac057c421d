// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
)

// Schema returns the JSON schema of rule catalogs for editors, in draft 7, which editors support best. Only Read checks what a JSON schema
// cannot express, such as the syntax of a cron expression.
func Schema() map[string]any {
	schema := catalogForm().schema()
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	schema["title"] = "Rule catalog"
	schema["description"] = "Rules of which modules make alerts, as provider::engine::rule_catalog reads them."
	schema["definitions"] = map[string]any{"rule": ruleForm().schema()}
	return schema
}

func (m mapping) schema() map[string]any {
	properties := map[string]any{}
	for _, f := range m.fields {
		properties[f.name] = f.schema()
	}
	schema := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if m.ownKeys != "" {
		schema["patternProperties"] = map[string]any{"^" + m.ownKeys: map[string]any{}}
	}
	if len(m.required) > 0 {
		schema["required"] = m.required
	}
	var one, all []any
	for _, name := range m.exactlyOne {
		one = append(one, map[string]any{"required": []string{name}})
	}
	if one != nil {
		schema["oneOf"] = one
	}
	isThere := map[string]any{"not": map[string]any{"type": "null"}}
	for _, p := range m.pairs {
		all = append(all, map[string]any{"not": map[string]any{"required": p[:], "properties": map[string]any{p[0]: isThere, p[1]: isThere}}})
	}
	for _, name := range slices.Sorted(maps.Keys(m.implied)) {
		is, needs := map[string]any{m.implies: map[string]any{"const": m.implied[name]}}, []string{name}
		all = append(all, map[string]any{
			"if":   map[string]any{"properties": is, "required": []string{m.implies}},
			"then": map[string]any{"required": needs},
		})
	}
	if all != nil {
		schema["allOf"] = all
	}
	return schema
}

// schema returns the JSON schema of a field. The schema of an optional field also allows null.
func (f field) schema() map[string]any {
	schema := schemaOf(f.form)
	if f.optional {
		if values, ok := schema["enum"].([]any); ok {
			schema["enum"] = append(slices.Clip(values), nil)
		}
		if kind, ok := schema["type"].(string); ok {
			schema["type"] = []string{kind, "null"}
		}
		if forms, ok := schema["anyOf"].([]any); ok {
			schema["anyOf"] = append(slices.Clip(forms), map[string]any{"type": "null"})
		}
	}
	if f.about != "" {
		schema["description"] = f.about
	}
	if f.otherwise != "" {
		schema["default"] = f.otherwise
	}
	return schema
}

func schemaOf(f form) map[string]any {
	if m, ok := f.(mapping); ok && m.reference != "" {
		return anyOf(map[string]any{"$ref": "#/definitions/" + m.reference})
	}
	return f.schema()
}

func (n named) schema() map[string]any {
	return map[string]any{
		"type": "object", "propertyNames": map[string]any{"pattern": n.names.String()}, "additionalProperties": schemaOf(n.of),
	}
}

func (f text) schema() map[string]any {
	schema := map[string]any{"type": "string", "pattern": `\S`}
	if f.like != nil {
		schema["pattern"] = f.like.String()
	}
	if f.most > 0 {
		schema["maxLength"] = f.most
	}
	return schema
}

func (f sequence) schema() map[string]any {
	schema := map[string]any{"type": "array", "items": schemaOf(f.of)}
	if f.least > 0 {
		schema["minItems"] = f.least
	}
	return schema
}

func (f tag) schema() map[string]any { return anyOf(text{most: 100}.schema(), f.mapping.schema()) }

func anyOf(schemas ...any) map[string]any { return map[string]any{"anyOf": schemas} }

func matching(pattern string) map[string]any {
	return map[string]any{"type": "string", "pattern": pattern}
}

func (cronText) schema() map[string]any {
	parts := map[string]any{}
	for i, key := range cronKeys() {
		part := anyOf(matching(`^\S+$`), whole(0, latestYear).schema())
		part["description"] = cron.Parts()[i].Noun
		parts[key] = part
	}
	return anyOf(matching(`^\s*(\S+\s+){5}\S+\s*$`), map[string]any{"type": "object", "properties": parts, "additionalProperties": false})
}
