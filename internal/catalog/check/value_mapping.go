// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"errors"
	"slices"
	"strings"

	"github.com/dlclark/regexp2"
	"github.com/dlclark/regexp2/syntax"
)

// longestPattern is the maximum number of bytes in a regular expression to check. In a longer one, nested groups could exhaust the stack.
const longestPattern = 32 << 10

// regularExpressionError returns an error only if the expression is invalid in every regular expression dialect, because the engine's
// dialect is not documented. It compiles the expression but never runs it.
func regularExpressionError(expression string) error {
	if len(expression) > longestPattern {
		return nil
	}
	_, err := regexp2.Compile(expression, regexp2.ECMAScript)
	if err == nil {
		return nil
	}
	if _, other := regexp2.Compile(expression, regexp2.RE2); other == nil {
		return nil
	}
	var wrong *syntax.Error
	if errors.As(err, &wrong) && isInvalidEverywhere(wrong.Code) {
		return err
	}
	return nil
}

// isInvalidEverywhere reports whether an error means that the expression is invalid in every dialect. Other errors may only mean that Go's
// syntax lacks a feature, such as \p{Script=Greek}.
func isInvalidEverywhere(code syntax.ErrorCode) bool {
	switch code {
	case syntax.ErrMissingParen, syntax.ErrUnexpectedParen, syntax.ErrUnterminatedBracket, syntax.ErrReversedCharRange,
		syntax.ErrMissingRepeatArgument, syntax.ErrInvalidRepeatOp, syntax.ErrInvalidRepeatSize, syntax.ErrIllegalEndEscape:
		return true
	default:
		return false
	}
}

type mappingType struct {
	name       string
	attributes []string
	example    string
}

func mappingTypes() []mappingType {
	return []mappingType{
		{"exact_match", []string{"match_value"}, `match_value = "0"`},
		{"range", []string{"range_start", "range_end"}, `range_start = 0 and range_end = 80`},
		{"regex", []string{"regular_expression"}, `regular_expression = "^E[0-9]+$"`},
	}
}

// ValueMappings warns about a mapping that has attributes of a different mapping type, or lacks an attribute of its own type (quirk 150 in
// quirks.go). If the attributes are right, the regular expression must be valid, and range_start must not be greater than range_end.
func ValueMappings(mappings Value) {
	for _, mapping := range mappings.Elements() {
		mapped := mappingTypeOf(mapping)
		for _, t := range mappingTypes() {
			if t.name == mapped && !warnOfForeign(mapping, t) && !warnOfMissing(mapping, t) {
				InOrder(mapping, "range_start", "range_end", false)
				checkRegularExpression(mapping.At("regular_expression"))
			}
		}
	}
}

// mappingTypeOf returns a mapping's type in lower case. An undeclared type is inferred from the other attributes (quirk 254 in quirks.go).
func mappingTypeOf(mapping Value) string {
	declared := mapping.At("type")
	if !declared.isBlank() {
		return strings.ToLower(declared.Text())
	}
	for _, t := range mappingTypes() {
		if slices.ContainsFunc(t.attributes, func(name string) bool { return mapping.At(name).IsDeclared() }) {
			return t.name
		}
	}
	if mapping.IsKnown() {
		declared.warn("Attribute is missing", "%s is not declared, and nothing else says which values are mapped. Declare for example %s.",
			declared.Path, mappingTypes()[0].example)
	}
	return ""
}

func warnOfForeign(mapping Value, own mappingType) (found bool) {
	for _, other := range mappingTypes() {
		if other.name == own.name {
			continue
		}
		for _, name := range other.attributes {
			if foreign := mapping.At(name); foreign.Number() != nil || foreign.Text() != "" {
				foreign.warn("Attribute of a different type", "%s belongs to value mappings of the type %q, but the type is %q, which takes %s.",
					foreign.Path, other.name, own.name, own.example)
				found = true
			}
		}
	}
	return found
}

func warnOfMissing(mapping Value, own mappingType) bool {
	for _, name := range own.attributes {
		if missing := mapping.At(name); !missing.IsDeclared() {
			missing.warn("Attribute is missing", "%s is not declared, but a value mapping of the type %q needs it, for example %s.",
				missing.Path, own.name, own.example)
			return true
		}
	}
	return false
}

func checkRegularExpression(expression Value) {
	if err := regularExpressionError(expression.Text()); err != nil {
		expression.Reject("Not a regular expression", "%s is %q, which is not a regular expression: %v. A correct one is \"^E[0-9]+$\".",
			expression.Path, expression.Text(), err)
	}
}
