// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"errors"
	"strings"
	"unicode"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/javascript"
)

// Expression is a parsed JavaScript expression.
type Expression struct {
	// Names are the ref_ids of the items that the expression uses as $A, in order of first use, without duplicates. Never nil.
	Names []string

	// Bare are the names without $ that the expression uses and does not declare itself, such as Math.
	Bare []string

	text string
}

// SyntaxError says why a text is not an expression. Its text continues a sentence that begins with "the expression".
type SyntaxError struct {
	Message string

	// Unsure is true if an engine with newer syntax than this module's parser might accept the expression.
	Unsure bool
}

func (e *SyntaxError) Error() string { return e.Message }

// Parse parses an expression. The error is a *SyntaxError.
func Parse(text string) (*Expression, error) {
	// JavaScript ends a return statement at a line break, so leading white space must go.
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		return nil, &SyntaxError{Message: "is empty"}
	}
	root, openComment, err := javascript.ParseExpression(strings.TrimRightFunc(text, unicode.IsSpace))
	if wrong := (*javascript.Error)(nil); errors.As(err, &wrong) {
		return nil, &SyntaxError{Message: wrong.Message, Unsure: wrong.Unsure}
	}
	if openComment {
		return nil, &SyntaxError{Message: "ends in a // comment, which would hide the end of the function around it; /* such a comment */ " +
			"does not"}
	}
	e := &Expression{Names: []string{}, text: trimmed}
	for _, name := range javascript.FreeNames(root) {
		if item, ok := strings.CutPrefix(name, "$"); !ok {
			e.Bare = append(e.Bare, name)
		} else if item != "" {
			e.Names = append(e.Names, item)
		}
	}
	return e, nil
}
