// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package expression parses and evaluates the expressions of alert items, such as "$A / $B * 100". It also generates two values that
// clients must send to the engine (interface document, section 10 of "Wire shapes"): the JavaScript function for an expression, and the
// database pipeline for a query. It imports no other package from this module.
package expression

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Clients must write expression_plain (a JavaScript function) and query_plain (a database pipeline), because the engine does not derive
// them. This file derives both as compact JSON. The keys are in the same order as in the examples in section 10 of "Wire
// shapes" in the interface document.

// Plain returns the expression_plain for an expression, or the error from Parse. For "$A * 2", it returns {"$function":{"body":"function
// ($A) { return $A * 2 }","args":["$A"],"lang":"js"}}.
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

// QueryPlain returns the query_plain that selects the values of one attribute. asset and attribute are ids. If groupUnit (such as "hour")
// and groupFunction (such as "avg") are set, the query also groups the values. The case of these two arguments does not matter.
func QueryPlain(asset, attribute, groupUnit, groupFunction string) (string, error) {
	type match struct {
		Asset     string `json:"asset"`
		Attribute string `json:"attribute"`
	}
	pipeline := []any{map[string]match{"$match": {asset, attribute}}}
	if groupUnit != "" && groupFunction != "" {
		pipeline = append(pipeline, truncation(strings.ToLower(groupUnit)), groupStage(strings.ToLower(groupFunction)))
	}
	return compactJSON(pipeline)
}

// GroupUnits returns the valid values of query_group_unit, the time unit by which a query groups values.
func GroupUnits() []string { return []string{"second", "minute", "hour", "day", "month"} }

// Aggregations returns the names of the functions that combine several values into one, for groups in a query or for an alert's time
// window.
func Aggregations() []string { return []string{"avg", "sum", "min", "max", "last"} }

// Operators returns the valid values of stmt_operator, in the order >=, <=, =, > and <. The operator compares an aggregated value with a
// threshold.
func Operators() []string { return []string{"ge", "le", "eq", "gt", "lt"} }

// truncation returns the $addFields stage that truncates each timestamp to a unit. For "hour", 10:42 becomes 10:00.
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

// groupStage returns the $group stage that combines values with equal timestamps, using a function such as "avg".
func groupStage(function string) any {
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

// compactJSON encodes a value. Unlike json.Marshal, it does not escape <, > or &.
func compactJSON(value any) (string, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", err
	}
	return strings.TrimSuffix(text.String(), "\n"), nil
}
