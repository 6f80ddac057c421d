// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"fmt"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// checkValue reports whether a value matches its type and the "multiple" attribute, and adds an error or a warning if it does not. Null and
// placeholders such as ${{secret.TOKEN}} always match.
func checkValue(value, multiple Value, t valueType) bool {
	// A parameter value may be any JSON (interface document, section 5 of "Wire shapes"), so this is no error (quirk 148 in quirks.go).
	report := value.warn
	if t.isDocumented {
		report = value.Reject
	}
	decoded, ok := value.decode()
	if !ok || decoded == nil || isPlaceholder(decoded) {
		return true
	}
	isMultiple, isKnown := multiple.boolean()
	elements, isArray := decoded.([]any)
	switch {
	case isArray && len(elements) == 1 && t.isDocumented: // an array with one element means the same as the element
		return checkElements(report, value, elements, t)
	case isArray && !isMultiple && isKnown && len(elements) > 0:
		report("Value does not agree with multiple", "%s is an array, but %s is not true. Declare multiple = true, or one value: %s, for "+
			"example jsonencode(%s).",
			value.Path, multiple.Path, t.takes, t.example)
		return false
	case isArray:
		return checkElements(report, value, elements, t)
	case isMultiple:
		report("Value does not agree with multiple", "%s is %s, but %s is true, so it has to be an array, for example jsonencode([%s]).",
			value.Path, document.KindOf(decoded), multiple.Path, t.example)
		return false
	case !t.fits(decoded):
		reportValue(report, value.Path.String(), decoded, t)
		return false
	}
	return true
}

func checkElements(report reporter, value Value, elements []any, t valueType) bool {
	for i, element := range elements {
		if element != nil && !isPlaceholder(element) && !t.fits(element) {
			reportValue(report, fmt.Sprintf("Element %d (from 0) of %s", i, value.Path), element, t)
			return false
		}
	}
	return true
}

// reporter is Value.Reject or Value.warn.
type reporter func(summary, format string, a ...any)

func reportValue(report reporter, which string, wrong any, t valueType) {
	report("Value does not agree with type", "%s is %s, but a value of the type %q is %s, for example jsonencode(%s).",
		which, document.KindOf(wrong), t.name, t.takes, t.example)
}

// checkChoices adds an error if "choices" is not an array, and a warning if the value is not one of the choices (quirk 148 in quirks.go).
// If a choice is an array or object, the value isn't checked, because the engine may compare only part of the choice.
func checkChoices(choices, value Value) {
	decoded, ok := choices.decode()
	if !ok || decoded == nil {
		return
	}
	listed, isArray := decoded.([]any)
	if !isArray {
		choices.Reject("Choices are not an array", "%s is %s, but it has to be an array, for example jsonencode([\"low\", \"high\"]).",
			choices.Path, document.KindOf(decoded))
		return
	}
	if len(listed) == 0 || !slices.ContainsFunc(listed, isScalar) || slices.ContainsFunc(listed, isComposite) {
		return
	}
	chosen, _ := value.decode()
	elements, isArray := chosen.([]any)
	if !isArray {
		elements = []any{chosen}
	}
	for _, element := range elements {
		if isScalar(element) && !isPlaceholder(element) && !slices.ContainsFunc(listed,
			func(choice any) bool { return document.Equal(choice, element) }) {
			value.warn("Value is not one of the choices", "%s is not one of the choices, which are %s.", value.Path, choices.Text())
			return
		}
	}
}

func isScalar(value any) bool { return value != nil && !isComposite(value) }

func isComposite(value any) bool { return is[[]any](value) || is[map[string]any](value) }
