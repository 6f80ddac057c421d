// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"errors"
	"strings"

	"github.com/dlclark/regexp2"
	"github.com/dlclark/regexp2/syntax"
)

// regularExpressionError is what is wrong with a regular expression in every dialect, nil when it may be right. Which
// dialect an engine has is not documented; JavaScript's and RE2's are tried.
func regularExpressionError(expression string) error {
	_, err := regexp2.Compile(expression, regexp2.ECMAScript)
	if err == nil {
		return nil
	}
	if _, other := regexp2.Compile(expression, regexp2.RE2); other == nil {
		return nil
	}
	var wrong *syntax.Error
	if errors.As(err, &wrong) && wrongInEveryDialect(wrong.Code) {
		return err
	}
	return nil
}

// wrongInEveryDialect tells mistakes from what the compiler alone lacks, such as \p{Script=Greek}.
func wrongInEveryDialect(code syntax.ErrorCode) bool {
	switch code {
	case syntax.ErrMissingParen, syntax.ErrUnexpectedParen, syntax.ErrUnterminatedBracket, syntax.ErrReversedCharRange,
		syntax.ErrMissingRepeatArgument, syntax.ErrInvalidRepeatOp, syntax.ErrInvalidRepeatSize, syntax.ErrIllegalEndEscape:
		return true
	default:
		return false
	}
}

// mappingType is a type of value mappings with the attributes that it has beyond all others'.
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

// ValueMappings warns of mappings that lack the attributes of their type or have others (quirk 150), and refuses what is no
// regular expression. A mapping with an attribute of another type probably has the wrong type, so what its own type lacks
// is not reported beside it.
func ValueMappings(mappings Value) {
	for _, mapping := range mappings.Elements() {
		declared := strings.ToLower(mapping.At("type").Text())
		for _, t := range mappingTypes() {
			if t.name == declared && !warnOfForeign(mapping, t) && !warnOfMissing(mapping, t) {
				InOrder(mapping, "range_start", "range_end", false)
				checkRegularExpression(mapping.At("regular_expression"))
			}
		}
	}
}

func warnOfForeign(mapping Value, own mappingType) (found bool) {
	for _, other := range mappingTypes() {
		if other.name == own.name {
			continue
		}
		for _, name := range other.attributes {
			if foreign := mapping.At(name); foreign.Number() != nil || foreign.Text() != "" {
				foreign.warn("Attribute of another type", "%s belongs to value mappings of the type %q, but the type is %q, which takes %s.",
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
		expression.Refuse("Not a regular expression", "%s is %q, which is no regular expression: %v. One that is right is \"^E[0-9]+$\".",
			expression.Path, expression.Text(), err)
	}
}
