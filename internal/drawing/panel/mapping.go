// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// mappings contains the value_mappings of a widget, which define labels for values. The first mapping that matches a value wins.
type mappings struct {
	list  []mapping
	known map[string]string // a cache of labels by value; "" if no mapping matches
	work  *int              // the remaining budget for regular expressions
}

type mapping struct {
	matches func(value any, plain string) bool
	label   string
}

// Limits for the value mappings of a widget. The cost of matching a value is the size of the compiled regular expression times the length
// of the value. Once the total cost exceeds maxWork, the widget ignores regular expressions.
const (
	maxPattern     = 4096 // bytes
	maxPatternSize = 2000 // steps
	maxMatches     = 5000 // distinct values; any others have no label
	maxWork        = 10_000_000
)

// readMappings reads value_mappings. If a mapping has an invalid regular expression, readMappings skips it and adds a message to problems.
// It skips mappings of unknown types without a message.
func readMappings(elements []attributes) (all mappings, problems []string) {
	all.known, all.work = map[string]string{}, new(int)
	*all.work = maxWork
	position := func(a attributes) float64 { n, _ := a.number("order"); return n }
	elements = slices.Clone(elements)
	slices.SortStableFunc(elements, func(a, b attributes) int { return cmp.Compare(position(a), position(b)) })
	for _, element := range elements {
		m := mapping{label: element.text("display_text")}
		switch kind := mappingType(element); kind {
		case "exact_match":
			m.matches = matchExact(element.text("match_value"))
		case "range":
			m.matches = matchRange(element)
		case "regex":
			expression, _ := element["regular_expression"].(string)
			compiled, size, err := compilePattern(expression)
			if err != nil {
				problems = append(problems, fmt.Sprintf("value_mappings: the regular expression %q can't be used: %v", expression, err))
				continue
			}
			m.matches = func(_ any, plain string) bool {
				*all.work -= size * (len(plain) + 1)
				return *all.work >= 0 && compiled.MatchString(plain)
			}
		default:
			continue
		}
		all.list = append(all.list, m)
	}
	return all, problems
}

// mappingType returns the type of a mapping. If the type is not set, mappingType infers it from an attribute such as range_start.
func mappingType(element attributes) string {
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

func matchExact(wanted string) func(any, string) bool {
	n, isNumber := Number(wanted)
	return func(value any, plain string) bool {
		have, ok := Number(value)
		return plain == wanted || isNumber && ok && have == n
	}
}

func matchRange(element attributes) func(any, string) bool {
	start, hasStart := element.number("range_start")
	end, hasEnd := element.number("range_end")
	return func(value any, _ string) bool {
		n, ok := Number(value)
		return ok && (hasStart || hasEnd) && (!hasStart || n >= start) && (!hasEnd || n <= end)
	}
}

// compilePattern compiles a JavaScript regular expression, including escapes such as \u0041. It returns an error if the expression is too
// large, or uses syntax that Go does not support, such as lookarounds. size is the estimated cost of matching, per byte of a value.
func compilePattern(expression string) (compiled *regexp.Regexp, size int, err error) {
	if len(expression) > maxPattern {
		return nil, 0, fmt.Errorf("it is longer than %d bytes", maxPattern)
	}
	expression = unicodeEscape.ReplaceAllString(expression, `$1\x{$2}`)
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil, 0, fmt.Errorf("a picture supports only Go's syntax: %w", err)
	}
	if size = patternSize(parsed); size > maxPatternSize {
		return nil, 0, errors.New("its repetitions are too large")
	}
	compiled, err = regexp.Compile(expression)
	return compiled, size, err
}

var unicodeEscape = regexp.MustCompile(`((?:^|[^\\])(?:\\\\)*)\\u([0-9a-fA-F]{4})`)

// patternSize estimates the number of steps in a compiled regular expression. It returns at most maxPatternSize + 1.
func patternSize(re *syntax.Regexp) int {
	size := 1 + len(re.Rune)/2
	for _, part := range re.Sub {
		size = min(size+patternSize(part), maxPatternSize+1)
	}
	if re.Op == syntax.OpRepeat {
		size *= max(re.Min, re.Max, 1)
	}
	return min(size, maxPatternSize+1)
}

// label returns the label of a value. ok is false if no mapping matches the value, or if the label is empty.
func (all mappings) label(value any) (label string, ok bool) {
	if len(all.list) == 0 {
		return "", false
	}
	plain := strings.TrimSpace(PlainText(value, maxName))
	if label, ok := all.known[plain]; ok || len(all.known) == maxMatches {
		return label, label != ""
	}
	if i := slices.IndexFunc(all.list, func(m mapping) bool { return m.matches(value, plain) }); i >= 0 {
		label = all.list[i].label
	}
	all.known[plain] = label
	return label, label != ""
}
