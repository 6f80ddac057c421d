// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"maps"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

// engineDocument predicts the engine's JSON document for an object from the attributes in the other provider's state. Lists may be in a
// different order than in the engine, because Terraform sorts sets in the state.
func (r *resource) engineDocument(attributes map[string]any) map[string]any {
	doc := map[string]any{}
	for name, value := range attributes {
		m := r.members.find(name)
		if m == nil || foreign.KeepsZero(r.kind.Object, r.kind.Type, m.name) && document.String(value) == "0" {
			continue
		}
		if wire := m.wireValue(value); wire != nil {
			doc[m.name] = wire
		}
	}
	maps.Copy(doc, foreign.Extra(r.kind.Object, attributes))
	if r.kind.Type != "" {
		doc[catalog.TypeWord] = r.kind.Type
	}
	// In the engine, a cron alert has no rate fields, and any other alert has no cron fields. The old provider's state contains 0 instead
	// of null for them.
	other := "cron_"
	if doc[catalog.TypeWord] == "cron" {
		other = "rate_"
	}
	maps.DeleteFunc(doc, func(name string, _ any) bool { return strings.HasPrefix(name, other) })
	r.members.dropOmitted(doc)
	for _, m := range r.members {
		if m.isArray && doc[m.name] == nil {
			doc[m.name] = []any{}
		}
	}
	return doc
}

// dropOmitted removes the values that an import omits. These are empty values, defaults, strings that the provider would derive in the same
// way, and values that the engine changes on its own.
func (m members) dropOmitted(doc map[string]any) {
	maps.DeleteFunc(doc, func(name string, value any) bool {
		a := m[name]
		switch {
		case a == nil:
			return false
		case document.IsEmpty(value):
			return !a.isArray
		case a.derive != nil:
			text, _ := value.(string)
			derived, follows := a.derive(doc)
			return follows && document.SameJSON(text, derived)
		}
		return a.runtime || a.byDefault != nil && sameScalar(value, a.byDefault)
	})
}

// hasRequired reports whether a document contains all required fields. If a field is missing, the provider to migrate from probably has its
// own name for it, which migrate does not know.
func (r *resource) hasRequired(doc map[string]any) bool {
	for _, m := range r.members {
		if m.required && doc[m.name] == nil && m.name != catalog.TypeWord {
			return false
		}
	}
	return true
}

// wireValue converts a value in the other provider's state to the corresponding value in the engine. It returns nil if the value means that
// the engine has no value.
func (m *member) wireValue(value any) any {
	list, isList := value.([]any)
	switch {
	case value == "":
		return nil
	case m.form == object && isList: // a block, which states store as a list with one element
		if len(list) == 0 {
			return nil
		}
		return m.wireValue(list[0])
	case m.form == objects && isList:
		elements := make([]any, len(list))
		for i, element := range list {
			elements[i] = m.wireValue(element)
		}
		return elements
	case m.form == object, m.form == objects:
		return m.wireObject(value)
	case m.form == json:
		if text, ok := value.(string); ok {
			if decoded, err := document.Decode([]byte(text)); err == nil {
				return decoded
			}
		}
	}
	return value
}

func (m *member) wireObject(value any) any {
	attributes, ok := value.(map[string]any)
	if !ok {
		return value
	}
	doc := map[string]any{}
	for name, value := range attributes {
		if inner := m.members.find(name); inner != nil {
			if wire := inner.wireValue(value); wire != nil {
				doc[inner.name] = wire
			}
		}
	}
	m.members.dropOmitted(doc)
	if len(doc) == 0 {
		return nil
	}
	return doc
}
