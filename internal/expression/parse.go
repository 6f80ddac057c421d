// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"errors"
	"strings"
	"unicode"

	"github.com/engine-platform/terraform-provider-engine/internal/javascript"
)

// Expression is an expression in JavaScript that a function can return.
type Expression struct {
	// Names are the ref_ids of the items that the expression names as $A, in order of first appearance, each once; never nil.
	Names []string

	// Bare are the other names that are not the expression's own, such as Math.
	Bare []string

	text string
}

// SyntaxError says why a text is no expression. Its text goes on after "the expression".
type SyntaxError struct {
	Message string

	// Unsure errors are those of this module's parser alone, as far as can be told: engines may know newer syntax.
	Unsure bool
}

func (e *SyntaxError) Error() string { return e.Message }

// Parse reads an expression. The error is a *SyntaxError.
func Parse(text string) (*Expression, error) {
	// A line break behind "return" would end the statement there.
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		return nil, &SyntaxError{Message: "is empty"}
	}
	root, openComment, err := javascript.ParseExpression(strings.TrimRightFunc(text, unicode.IsSpace))
	if wrong := (*javascript.Error)(nil); errors.As(err, &wrong) {
		return nil, &SyntaxError{Message: wrong.Message, Unsure: wrong.Unsure}
	}
	if openComment {
		return nil, &SyntaxError{Message: "ends in a // comment, which would hide the end of the function around it; /* such a comment */ does not"}
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
