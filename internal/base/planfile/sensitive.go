// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"maps"
	"slices"
)

// Attributes returns the resource's attributes, with notKnown in place of each value that is known only after apply. They contain sensitive
// values, so they must not leave the process.
func (r Resource) Attributes(notKnown any) map[string]any {
	return attributes(replaced(r.Values, r.Unknown, always(notKnown)))
}

// Public is like Attributes, with hidden in place of each sensitive value, list and object. Use it for everything that leaves the process.
func (r Resource) Public(notKnown, hidden any) map[string]any {
	return attributes(replaced(r.Attributes(notKnown), r.sensitive, always(hidden)))
}

// Marked is like Attributes, with the result of mark in place of each sensitive string, number and boolean, including those in a sensitive
// list or object. Use it for calculations with sensitive values whose results are printed.
func (r Resource) Marked(notKnown any, mark func(value any) any) map[string]any {
	marked := replaced(r.Values, r.sensitive, func(value any) any { return each(value, mark) })
	return attributes(replaced(marked, r.Unknown, always(notKnown)))
}

// IsSensitive reports whether an attribute, or any part of it, is sensitive.
func (r Resource) IsSensitive(attribute string) bool {
	if marks, isObject := r.sensitive.(map[string]any); isObject {
		return hasMark(marks[attribute])
	}
	return hasMark(r.sensitive)
}

func attributes(value any) map[string]any {
	members, _ := value.(map[string]any)
	return members
}

func always(result any) func(any) any { return func(any) any { return result } }

// ShareSensitive makes both plans hide what one of them hides at the same address. Terraform does so too if a value is sensitive only
// before or only after a change.
func ShareSensitive(a, b *Plan) {
	marks := map[string]any{}
	for _, p := range []*Plan{a, b} {
		for _, r := range p.Resources {
			marks[r.Address] = either(marks[r.Address], r.sensitive)
		}
	}
	for _, p := range []*Plan{a, b} {
		for i := range p.Resources {
			p.Resources[i].sensitive = marks[p.Resources[i].Address]
		}
	}
}

// replaced returns a copy of value with the result of by in place of each part that marks sets to true, as in {"password": true}.
func replaced(value, marks any, by func(value any) any) any {
	switch marks := marks.(type) {
	case bool:
		if marks {
			return by(value)
		}
	case map[string]any:
		members, _ := value.(map[string]any)
		if members == nil && !hasMark(marks) {
			return value
		}
		merged := maps.Clone(members)
		if merged == nil {
			merged = map[string]any{}
		}
		for name, member := range marks {
			merged[name] = replaced(members[name], member, by)
		}
		return merged
	case []any:
		elements, _ := value.([]any)
		merged := slices.Clone(elements)
		for i, element := range marks {
			if i < len(merged) {
				merged[i] = replaced(merged[i], element, by)
			}
		}
		return merged
	}
	return value
}

// each returns a copy of value with the results of mark in place of all strings, numbers and booleans.
func each(value any, mark func(any) any) any {
	switch value := value.(type) {
	case nil:
		return nil
	case map[string]any:
		marked := make(map[string]any, len(value))
		for name, member := range value {
			marked[name] = each(member, mark)
		}
		return marked
	case []any:
		marked := make([]any, len(value))
		for i, element := range value {
			marked[i] = each(element, mark)
		}
		return marked
	}
	return mark(value)
}

// either returns the marks that at least one of a and b has.
func either(a, b any) any {
	switch x := a.(type) {
	case map[string]any:
		y, _ := b.(map[string]any)
		if y == nil {
			break
		}
		both := maps.Clone(x)
		for name, member := range y {
			both[name] = either(both[name], member)
		}
		return both
	case []any:
		y, _ := b.([]any)
		if y == nil {
			break
		}
		both := slices.Clone(x)
		for i, element := range y {
			if i == len(both) {
				both = append(both, nil)
			}
			both[i] = either(both[i], element)
		}
		return both
	}
	switch {
	case !hasMark(b):
		return a
	case !hasMark(a):
		return b
	}
	return true // of different types
}

func hasMark(marks any) bool {
	switch marks := marks.(type) {
	case bool:
		return marks
	case map[string]any:
		for _, member := range marks {
			if hasMark(member) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(marks, hasMark)
	}
	return false
}
