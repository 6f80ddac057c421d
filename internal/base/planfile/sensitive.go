// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package planfile

import (
	"maps"
	"slices"
)

// Attributes returns the resource's attributes, with notKnown in place of each value that is known only after apply. The result contains
// sensitive values, so callers must not print or store it.
func (r Resource) Attributes(notKnown any) map[string]any {
	return attributes(replaceMarked(r.Values, r.Unknown, constant(notKnown)))
}

// PublicAttributes is like Attributes, but also replaces each sensitive value with a placeholder (hidden). Use it for everything that is
// printed or stored.
func (r Resource) PublicAttributes(notKnown, hidden any) map[string]any {
	return attributes(replaceMarked(r.Attributes(notKnown), r.sensitive, constant(hidden)))
}

// MarkedAttributes is like Attributes, but replaces each sensitive string, number and boolean with the result of mark. If mark wraps the
// value, callers can still calculate with it and also recognize that they must not print it.
func (r Resource) MarkedAttributes(notKnown any, mark func(value any) any) map[string]any {
	marked := replaceMarked(r.Values, r.sensitive, func(value any) any { return replaceScalars(value, mark) })
	return attributes(replaceMarked(marked, r.Unknown, constant(notKnown)))
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

func constant(result any) func(any) any { return func(any) any { return result } }

// ShareSensitive hides a value in both plans if either plan marks it as sensitive, as Terraform does when it displays the old and the new
// value of an attribute. It matches the resources in the plans by address.
func ShareSensitive(a, b *Plan) {
	marks := map[string]any{}
	for _, p := range []*Plan{a, b} {
		for _, r := range p.Resources {
			marks[r.Address] = mergeMarks(marks[r.Address], r.sensitive)
		}
	}
	for _, p := range []*Plan{a, b} {
		for i := range p.Resources {
			p.Resources[i].sensitive = marks[p.Resources[i].Address]
		}
	}
}

// replaceMarked returns a copy of value in which each marked part is replaced by the result of calling replace with it. For example, the
// marks {"password": true} mark the member named password.
func replaceMarked(value, marks any, replace func(value any) any) any {
	switch marks := marks.(type) {
	case bool:
		if marks {
			return replace(value)
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
			merged[name] = replaceMarked(members[name], member, replace)
		}
		return merged
	case []any:
		elements, _ := value.([]any)
		merged := slices.Clone(elements)
		for i, element := range marks {
			if i < len(merged) {
				merged[i] = replaceMarked(merged[i], element, replace)
			}
		}
		return merged
	}
	return value
}

// replaceScalars returns a copy of value with mark applied to each string, number and boolean.
func replaceScalars(value any, mark func(any) any) any {
	switch value := value.(type) {
	case nil:
		return nil
	case map[string]any:
		marked := make(map[string]any, len(value))
		for name, member := range value {
			marked[name] = replaceScalars(member, mark)
		}
		return marked
	case []any:
		marked := make([]any, len(value))
		for i, element := range value {
			marked[i] = replaceScalars(element, mark)
		}
		return marked
	}
	return mark(value)
}

// mergeMarks combines two sets of marks, such as {"password": true}. The result marks every value that a or b marks.
func mergeMarks(a, b any) any {
	switch x := a.(type) {
	case map[string]any:
		y, _ := b.(map[string]any)
		if y == nil {
			break
		}
		both := maps.Clone(x)
		for name, member := range y {
			both[name] = mergeMarks(both[name], member)
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
			both[i] = mergeMarks(both[i], element)
		}
		return both
	}
	switch {
	case !hasMark(b):
		return a
	case !hasMark(a):
		return b
	}
	return true // a and b differ in type, so hide everything.
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
