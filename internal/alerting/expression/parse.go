// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"errors"
	"strings"
	"unicode"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/javascript"
)

// Expression is the parsed JavaScript of an alert item, such as "$A / Math.abs($B)".
type Expression struct {
	// Names are the ref_ids of the items in the expression, in the order of first use: A and B for "$A - $B". It is never nil.
	Names []string

	// Bare are the names without $ that the expression uses but does not declare, such as Math.
	Bare []string

	text string
}

// SyntaxError says why a text is not a JavaScript expression. Callers put "the expression" before the message: "the expression is empty".
type SyntaxError struct {
	Message string

	// Unsure is true if a JavaScript engine with newer syntax than this parser might accept the expression.
	Unsure bool
}

func (e *SyntaxError) Error() string { return e.Message }

// Parse parses the JavaScript of an alert item. Its errors are of type *SyntaxError.
func Parse(text string) (*Expression, error) {
	// The text is put after "return" in a JavaScript function. A line break directly after "return" would end the statement.
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
