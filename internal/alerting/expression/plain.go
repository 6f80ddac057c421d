// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package expression derives two texts that the engine runs but leaves to its clients to write (wire shapes section 10): the function
// around an expression, and the database pipeline of a query. It never runs an expression.
//
// The package imports javascript of this module. Start reading in plain.go; parse.go finds the items that an expression names.
package expression

import (
	"bytes"
	"encoding/json"
	"strings"
)

// The engine runs two texts that it does not derive itself (wire shapes section 10): the function around an expression, and the pipeline of
// a query. The functions of this file derive them as compact JSON with the keys in the order of that section.

// Plain returns the function that the engine runs for an expression. The error is that of Parse.
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

// QueryPlain returns the pipeline that the engine runs for a query of one attribute of one asset, both given by id. If groupUnit and
// groupFunction are set, the pipeline groups values by them. They may have any case; the pipeline has them in lower case.
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

// GroupUnits returns the units of time by which a query groups values.
func GroupUnits() []string { return []string{"second", "minute", "hour", "day", "month"} }

// Aggregations returns the functions that make one value of several, in the groups of a query and in the condition of an alert.
func Aggregations() []string { return []string{"avg", "sum", "min", "max", "last"} }

// Operators returns the comparisons between an alert's value and its thresholds.
func Operators() []string { return []string{"ge", "le", "eq", "gt", "lt"} }

// truncation returns the stage that truncates timestamps to a unit of time.
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

// grouping returns the stage that combines all values with the same timestamp into one.
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

// compactJSON returns the JSON text of a value without escaping <, > and &.
func compactJSON(value any) (string, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", err
	}
	return strings.TrimSuffix(text.String(), "\n"), nil
}
