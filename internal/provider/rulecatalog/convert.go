// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"

	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

// conversions returns functions that convert valid values, such as "10m" to 600 seconds. Each key is a value of the "format" keyword in the
// JSON schema. The functions also report mistakes that a JSON schema can't detect.
func conversions() map[string]func(r *reader, node *yaml.Node, path path, value any) any {
	return map[string]func(*reader, *yaml.Node, path, any) any{
		"window": window, "rate": rate, "cron": cronText, "tag": tag, "item": item, "items": items, "rule": rule,
	}
}

// window converts a duration to seconds. The duration is either a string such as "10m" or already a number of seconds.
func window(_ *reader, _ *yaml.Node, _ path, value any) any {
	text, isText := value.(string)
	if !isText {
		return value
	}
	digits, unit := countAndUnit(text)
	count, _ := strconv.ParseInt(digits, 10, 64) // the schema allows at most nine digits
	return new(big.Float).SetInt64(count * map[byte]int64{'s': 1, 'm': 60, 'h': 3600, 'd': 86400}[unit])
}

// rate converts an interval to a string such as "5 minutes". The interval is either a string such as "5m" or a number of seconds.
func rate(_ *reader, _ *yaml.Node, _ path, value any) any {
	text, isText := value.(string)
	digits, unit := countAndUnit(text)
	if seconds, ok := value.(*big.Float); ok && !isText {
		count, _ := seconds.Int64()
		digits, unit = strconv.FormatInt(count/60, 10), 'm'
	}
	noun := map[byte]string{'m': "minute", 'h': "hour", 'd': "day"}[unit]
	if digits != "1" {
		noun += "s"
	}
	return digits + " " + noun
}

func countAndUnit(text string) (digits string, unit byte) {
	digits = strings.TrimRightFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
	if rest := strings.TrimSpace(text[len(digits):]); rest != "" {
		unit = rest[0]
	}
	return digits, unit
}

func tag(_ *reader, _ *yaml.Node, _ path, value any) any {
	if id, isText := value.(string); isText {
		return map[string]any{"id": id, "name": nil}
	}
	return value
}

// cronText converts a schedule to a cron expression with six fields. The schedule is a cron expression or a mapping such as {hours: 8}.
// Missing minutes become 0, and other missing fields become "*". Only one of dom (day of the month) and dow (day of the week) may select
// days, so the other one becomes "?".
func cronText(r *reader, node *yaml.Node, path path, value any) any {
	text, _ := value.(string)
	parts := strings.Fields(text)
	places := slices.Repeat([]*yaml.Node{node}, len(cron.Parts()))
	if members, isMapping := value.(map[string]any); isMapping {
		parts = []string{"0", "*", "*", "*", "?", "*"}
		entries := r.entries(node, path)
		for i, p := range cron.Parts() {
			key := strings.TrimPrefix(p.Attribute, "cron_")
			switch part := members[key].(type) {
			case string:
				parts[i] = part
			case *big.Float:
				parts[i] = part.Text('f', 0)
			default:
				continue
			}
			places[i], _ = r.visit(entries[key].value)
		}
		hasDay, hasWeekday := members["dom"] != nil, members["dow"] != nil
		if hasWeekday && !hasDay {
			parts[2] = "?"
			if parts[4] == "?" {
				parts[2] = "*"
			}
		} else if hasDay && !hasWeekday && parts[2] == "?" {
			parts[4] = "*"
		}
	}
	for i, p := range cron.Parts() {
		if err := p.Check(parts[i]); err != nil {
			r.report(places[i], path, "has %s that no schedule accepts. A valid value is, for example, %s", p.Noun, p.Examples)
		}
	}
	if parts[2] == "?" && parts[4] == "?" {
		r.report(places[4], path, `has "?" for both the day of the month and the day of the week, so that neither selects days`)
	}
	return strings.Join(parts, " ")
}

// item sets the type of an alert item, which it derives from the item's other fields (interface document, section 4 of "Wire shapes"). It
// rejects invalid expressions and types that contradict the other fields.
func item(r *reader, node *yaml.Node, path path, value any) any {
	item, _ := value.(map[string]any)
	for name, kind := range map[string]string{"attribute": "QUERY", "metadata": "METADATA", "expression": "EXPRESSION"} {
		if item[name] == nil {
			continue
		}
		if item["type"] != nil && item["type"] != kind {
			r.report(node, path, "has a type other than %s, which an item with %s has", kind, name)
		}
		item["type"] = kind
	}
	text, isExpression := item["expression"].(string)
	if _, err := expression.Parse(text); isExpression && err != nil {
		r.report(node, path.at("expression"), "%v", err)
	}
	return value
}

// items checks the items of a rule. Each ref_id must be unique, and an expression can refer only to items of the same rule.
func items(r *reader, node *yaml.Node, path path, value any) any {
	list, _ := value.([]any)
	names := namesOf(value)
	for i, name := range names {
		if first := slices.Index(names, name); first < i {
			r.report(node.Content[i], path.index(i), "has the ref_id %s, and so has %s", name, path.index(first))
		}
	}
	for i, element := range list {
		item, _ := element.(map[string]any)
		text, _ := item["expression"].(string)
		parsed, err := expression.Parse(text)
		if text == "" || err != nil {
			continue
		}
		for _, name := range parsed.Names {
			if !slices.Contains(names, name) && parsed.Outside == nil {
				r.report(node.Content[i], path.index(i).at("expression"), "names $%s, but the items are %s", name, strings.Join(names, ", "))
			}
		}
	}
	return value
}

func namesOf(items any) []string {
	var names []string
	list, _ := items.([]any)
	for _, element := range list {
		item, _ := element.(map[string]any)
		name, _ := item["ref_id"].(string)
		names = append(names, name)
	}
	return names
}

// rule rejects a rule whose target is not the name of an item in the rule.
func rule(r *reader, node *yaml.Node, path path, value any) any {
	rule, _ := value.(map[string]any)
	target, hasTarget := rule["target"].(string)
	if names := namesOf(rule["items"]); names != nil && hasTarget && !slices.Contains(names, target) {
		r.report(node, path.at("target"), "names none of the items, which are %s", strings.Join(names, ", "))
	}
	return value
}
