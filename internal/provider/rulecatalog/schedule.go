// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/cron"
)

var (
	windowText = regexp.MustCompile(`^([1-9][0-9]{0,8}) ?(s|m|h|d|seconds?|minutes?|hours?|days?)$`)
	rateText   = regexp.MustCompile(`^([1-9][0-9]{0,8}) ?(m|h|d|minutes?|hours?|days?)$`)
)

// longest limits a time window or a rate to 1,000,000,000 seconds, more than 30 years.
const longest = 1_000_000_000

// window checks a length of time, a text such as 10m or a number of seconds, and converts it to seconds.
func window() form {
	return scalar{
		about: "a text such as 30s, 10m, 2h or 1d, or a whole number of seconds above 0",
		valid: anyOf(matching(windowText.String()), whole(1, longest).schema()),
		convert: func(node *yaml.Node) (any, bool) {
			if value, isText := textOf(node); isText {
				found := windowText.FindStringSubmatch(value)
				if found == nil {
					return nil, false
				}
				count, err := strconv.ParseInt(found[1], 10, 64)
				seconds := map[string]int64{"s": 1, "m": 60, "h": 3600, "d": 86400}[found[2][:1]]
				return new(big.Float).SetInt64(count * seconds), err == nil
			}
			n := numberOf(node)
			return n, isWhole(n, 1, longest)
		},
	}
}

// rate checks how often an alert runs, a text such as 5m or a number of seconds, and converts it to a text such as "5 minutes".
func rate() form {
	seconds := whole(60, longest).schema()
	seconds["multipleOf"] = 60
	return scalar{
		about: "a text such as 5m, 1h or 1d, or a number of seconds that are whole minutes",
		valid: anyOf(matching(rateText.String()), seconds),
		convert: func(node *yaml.Node) (any, bool) {
			if value, isText := textOf(node); isText {
				found := rateText.FindStringSubmatch(value)
				if found == nil {
					return nil, false
				}
				return plural(found[1], map[string]string{"m": "minute", "h": "hour", "d": "day"}[found[2][:1]]), true
			}
			n := numberOf(node)
			if !isWhole(n, 60, longest) {
				return nil, false
			}
			count, _ := n.Int64()
			return plural(strconv.FormatInt(count/60, 10), "minute"), count%60 == 0
		},
	}
}

func plural(count, unit string) string {
	if count == "1" {
		return "1 " + unit
	}
	return count + " " + unit + "s"
}

// cronText checks a cron expression, the text "0 8 * * ? *" or a mapping such as {hours: 8}, and converts it to a text of six parts.
type cronText struct{}

func (cronText) description() string {
	return `six parts such as "0 8 * * ? *" (minutes, hours, days of the month, months, days of the week and years), or a mapping of ` +
		strings.Join(cronKeys(), ", ")
}

func cronKeys() []string {
	var keys []string
	for _, p := range cron.Parts() {
		keys = append(keys, strings.TrimPrefix(p.Attribute, "cron_"))
	}
	return keys
}

func (f cronText) read(r *reader, node *yaml.Node, path path) (any, bool) {
	if node.Kind == yaml.MappingNode {
		return f.readParts(r, node, path)
	}
	value, ok := textOf(node)
	parts := strings.Fields(value)
	if !ok || len(parts) != len(cron.Parts()) {
		return r.refuse(node, path, f)
	}
	places := slices.Repeat([]*yaml.Node{node}, len(parts))
	return f.checked(r, parts, places, path)
}

// readParts reads a cron mapping: {hours: 8} becomes "0 8 * * ? *". Missing minutes are 0, and other missing parts are *. Only one of dom
// and dow chooses the days; the missing one becomes ?.
func (f cronText) readParts(r *reader, node *yaml.Node, path path) (any, bool) {
	entries, ok := r.entries(node, path, f.description())
	if !ok {
		return nil, false
	}
	before := r.count()
	keys := cronKeys()
	parts, places := []string{"0", "*", "*", "*", "?", "*"}, slices.Repeat([]*yaml.Node{node}, len(keys))
	for name, e := range entries {
		i := slices.Index(keys, name)
		value, known := r.visit(e.value)
		switch {
		case !known:
		case i < 0:
			r.wrong(e.key, path.at(name), "is not known; there are %s", strings.Join(keys, ", "))
		default:
			parts[i], places[i] = partOf(r, value, path.at(name)), value
		}
	}
	_, hasDay := entries["dom"]
	if _, hasWeekday := entries["dow"]; hasWeekday && !hasDay {
		parts[2] = "?"
		if parts[4] == "?" {
			parts[2] = "*"
		}
	} else if hasDay && !hasWeekday && parts[2] == "?" {
		parts[4] = "*"
	}
	if r.count() > before {
		return nil, false
	}
	return f.checked(r, parts, places, path)
}

// latestYear is the largest number that a cron expression may contain. It applies to all parts, not only to the year.
const latestYear = 9999

// partOf returns a part of a cron mapping, written as a text such as */15 or as a number. For anything else, it reports a mistake and
// returns "".
func partOf(r *reader, node *yaml.Node, path path) string {
	if value, ok := textOf(node); ok && value != "" && !strings.ContainsAny(value, " \t\r\n") {
		return value
	}
	if n := numberOf(node); isWhole(n, 0, latestYear) {
		return n.Text('f', 0)
	}
	r.wrong(node, path, "is %s, but it has to be a whole number or a text such as */15", nodeForm(node))
	return ""
}

// checked joins the six parts of a cron expression. If a part is wrong, it reports a mistake at the part's YAML node (places) and returns
// false.
func (cronText) checked(r *reader, parts []string, places []*yaml.Node, path path) (any, bool) {
	before := r.count()
	for i, p := range cron.Parts() {
		if err := p.Check(parts[i]); err != nil {
			r.wrong(places[i], path, "has %s that no schedule takes. Right is, for example, %s", p.Noun, p.Examples)
		}
	}
	if parts[2] == "?" && parts[4] == "?" {
		r.wrong(places[4], path, `has "?" for both the day of the month and the day of the week, so that neither says on which days`)
	}
	return strings.Join(parts, " "), r.count() == before
}
