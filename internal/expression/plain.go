// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"bytes"
	"encoding/json"
	"strings"
)

// The engine runs two texts that it does not make itself (wire shapes section 10): the function around an expression and
// the pipeline of a query. The functions of this file derive them. Their results are compact JSON with the keys in the
// order of that section.

// Plain is the function that the engine runs for an expression. The error is that of Parse.
func Plain(expression string) (string, error) {
	parsed, err := Parse(expression)
	if err != nil {
		return "", err
	}
	return parsed.plain()
}

func (e *Expression) plain() (string, error) {
	names := make([]string, len(e.Names))
	for i, name := range e.Names {
		names[i] = "$" + name
	}
	type function struct {
		Body string   `json:"body"`
		Args []string `json:"args"`
		Lang string   `json:"lang"`
	}
	return compactJSON(map[string]function{"$function": {
		Body: "function (" + strings.Join(names, ", ") + ") { return " + e.text + " }",
		Args: names,
		Lang: "js",
	}})
}

// QueryPlain is the pipeline that the engine runs for a query of an attribute of an asset, by their ids. Values are
// grouped when both the unit and the function are given, which mean the same in any case and are lower case there.
func QueryPlain(asset, attribute, groupUnit, groupFunction string) (string, error) {
	type match struct {
		Asset     string `json:"asset"`
		Attribute string `json:"attribute"`
	}
	pipeline := []any{map[string]match{"$match": {asset, attribute}}}
	if groupUnit != "" && groupFunction != "" {
		pipeline = append(pipeline, truncation(strings.ToLower(groupUnit)), grouping(strings.ToLower(groupFunction)))
	}
	return compactJSON(pipeline)
}

// truncation is the stage that gives all values of a unit of time the same timestamp.
func truncation(unit string) any {
	type dateTrunc struct {
		Date    string `json:"date"`
		Unit    string `json:"unit"`
		BinSize int    `json:"binSize"`
	}
	return map[string]any{"$addFields": map[string]any{"timestamp": map[string]any{
		"$dateTrunc": dateTrunc{Date: "$timestamp", Unit: unit, BinSize: 1},
	}}}
}

// grouping is the stage that makes one value of those with the same timestamp.
func grouping(function string) any {
	type group struct {
		ID        string            `json:"_id"`
		Value     map[string]string `json:"value"`
		Timestamp map[string]string `json:"timestamp"`
	}
	return map[string]any{"$group": group{
		ID:        "$timestamp",
		Value:     map[string]string{"$" + function: "$value"},
		Timestamp: map[string]string{"$last": "$timestamp"},
	}}
}

// compactJSON is the JSON text of a value, with < and > and & as they are.
func compactJSON(value any) (string, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", err
	}
	return strings.TrimSuffix(text.String(), "\n"), nil
}
