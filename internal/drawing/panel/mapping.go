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
	"strconv"
	"strings"
)

// mappings are the value_mappings of a widget. The first mapping that fits a value is used.
type mappings struct {
	list  []mapping
	known map[string]string // texts of values that were mapped before; "" if no mapping has the value
	work  *int              // what is left for regular expressions
}

type mapping struct {
	matches func(value any, text string) bool
	text    string
}

// These limits apply to the value mappings of a widget. The work of a match is the size of the compiled regular expression for each byte of
// text. After maxWork, regular expressions match nothing.
const (
	longestPattern = 4096
	largestPattern = 2000
	mostMatches    = 5000 // different values of a widget that are mapped
	maxWork        = 10_000_000
)

// readMappings reads value_mappings. Each mapping that can't be used gives a text in problems.
func readMappings(elements []attributes) (all mappings, problems []string) {
	all.known, all.work = map[string]string{}, new(int)
	*all.work = maxWork
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
			text, _ := element["regular_expression"].(string)
			compiled, err := compilePattern(text)
			if err != nil {
				problems = append(problems, "value_mappings: the regular expression "+strconv.Quote(text)+" can't be used: "+err.Error())
				continue
			}
			m.matches = func(_ any, text string) bool {
				*all.work -= compiled.size * (len(text) + 1)
				return *all.work >= 0 && compiled.MatchString(text)
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
	n, isNumber := Number(wanted)
	return func(value any, text string) bool {
		have, ok := Number(value)
		return text == wanted || isNumber && ok && have == n
	}
}

func within(element attributes) func(any, string) bool {
	start, hasStart := element.number("range_start")
	end, hasEnd := element.number("range_end")
	return func(value any, _ string) bool {
		n, ok := Number(value)
		return ok && (hasStart || hasEnd) && (!hasStart || n >= start) && (!hasEnd || n <= end)
	}
}

// pattern is a regular expression that runs in linear time. Lookarounds and backreferences can't.
type pattern struct {
	*regexp.Regexp

	size int // the work for one byte of text
}

// compilePattern compiles a regular expression in JavaScript's dialect, as far as Go has the same syntax. It translates \uXXXX.
func compilePattern(text string) (pattern, error) {
	if len(text) > longestPattern {
		return pattern{}, fmt.Errorf("it is longer than %d bytes", longestPattern)
	}
	text = unicodeEscape.ReplaceAllString(text, `$1\x{$2}`)
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return pattern{}, fmt.Errorf("a picture supports only Go's syntax: %w", err)
	}
	size := programSize(parsed)
	if size > largestPattern {
		return pattern{}, errors.New("its repetitions are too large")
	}
	compiled, err := regexp.Compile(text)
	return pattern{compiled, size}, err
}

var unicodeEscape = regexp.MustCompile(`((?:^|[^\\])(?:\\\\)*)\\u([0-9a-fA-F]{4})`)

// programSize estimates the number of steps of a compiled regular expression, at most largestPattern + 1.
func programSize(re *syntax.Regexp) int {
	size := 1 + len(re.Rune)/2
	for _, part := range re.Sub {
		size = min(size+programSize(part), largestPattern+1)
	}
	if re.Op == syntax.OpRepeat {
		size *= max(re.Min, re.Max, 1)
	}
	return min(size, largestPattern+1)
}

func (all mappings) text(value any) (text string, ok bool) {
	if len(all.list) == 0 {
		return "", false
	}
	plain := strings.TrimSpace(PlainText(value, mostName))
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
