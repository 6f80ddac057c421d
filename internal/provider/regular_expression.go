// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"errors"

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
