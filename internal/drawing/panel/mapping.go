// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dlclark/regexp2"
)

// mappings are the value_mappings of a widget. The first mapping that fits a value is used.
type mappings struct {
	list  []mapping
	known map[string]string // texts of values that were mapped before; "" if no mapping has the value
}

type mapping struct {
	matches func(value any, text string) bool
	text    string
}

// These limits apply to value mappings. A longer regular expression is ignored. If a match takes more time, the value does not match.
const (
	longestPattern = 4096
	longestMatch   = 20 * time.Millisecond
	mostMatches    = 5000 // different values of a widget that are mapped
)

// readMappings reads value_mappings. Each mapping that can't be used gives a text in problems.
func readMappings(elements []attributes) (all mappings, problems []string) {
	all.known = map[string]string{}
	position := func(a attributes) float64 { n, _ := a.number("order"); return n }
	elements = slices.Clone(elements)
	slices.SortStableFunc(elements, func(a, b attributes) int { return cmp.Compare(position(a), position(b)) })
	for _, element := range elements {
		m := mapping{text: element.text("display_text")}
		switch kind := mappedBy(element); kind {
		case "exact_match":
			m.matches = exactly(element.text("match_value"))
		case "range":
			m.matches = within(element)
		case "regex":
			pattern := element.text("regular_expression")
			compiled, err := compilePattern(pattern)
			if err != nil {
				problems = append(problems, "value_mappings: the regular expression "+strconv.Quote(pattern)+" can't be used")
				continue
			}
			tooSlow := false // After the first match that took too long, the pattern matches nothing.
			m.matches = func(_ any, text string) bool {
				if tooSlow {
					return false
				}
				found, err := compiled.MatchString(text)
				tooSlow = err != nil
				return found && !tooSlow
			}
		default:
			continue
		}
		all.list = append(all.list, m)
	}
	return all, problems
}

// mappedBy returns the type of a mapping. If the type is not declared, an attribute such as range_start shows it.
func mappedBy(element attributes) string {
	if declared := element.word("type"); declared != "" {
		return declared
	}
	for _, t := range []struct{ attribute, kind string }{
		{"match_value", "exact_match"}, {"range_start", "range"}, {"range_end", "range"}, {"regular_expression", "regex"},
	} {
		if element[t.attribute] != nil {
			return t.kind
		}
	}
	return ""
}

func exactly(wanted string) func(any, string) bool {
	n, isNumber := number(wanted)
	return func(value any, text string) bool {
		have, ok := number(value)
		return text == wanted || isNumber && ok && have == n
	}
}

func within(element attributes) func(any, string) bool {
	start, hasStart := element.number("range_start")
	end, hasEnd := element.number("range_end")
	return func(value any, _ string) bool {
		n, ok := number(value)
		return ok && (hasStart || hasEnd) && (!hasStart || n >= start) && (!hasEnd || n <= end)
	}
}

// compilePattern compiles a regular expression in JavaScript's dialect. Matching has a time limit, because such expressions can take
// exponential time.
func compilePattern(pattern string) (*regexp2.Regexp, error) {
	if len(pattern) > longestPattern {
		return nil, strconv.ErrRange
	}
	compiled, err := regexp2.Compile(pattern, regexp2.ECMAScript)
	if err != nil {
		if compiled, err = regexp2.Compile(pattern, regexp2.RE2); err != nil {
			return nil, err
		}
	}
	compiled.MatchTimeout = longestMatch
	return compiled, nil
}

func (all mappings) text(value any) (text string, ok bool) {
	if len(all.list) == 0 {
		return "", false
	}
	plain := strings.TrimSpace(plainText(value, mostName))
	if text, ok := all.known[plain]; ok || len(all.known) == mostMatches {
		return text, text != ""
	}
	for _, m := range all.list {
		if m.matches(value, plain) {
			text = m.text
			break
		}
	}
	all.known[plain] = text
	return text, text != ""
}
