// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"maps"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/document"
	"github.com/engine-platform/terraform-provider-engine/internal/foreign"
)

// What the engine holds of a resource follows from the state: the other provider has sent that, and has read it again.

// predicted returns the engine's document of an instance. The order of a set is the one that arrange gives it.
func (r *resource) predicted(h *held, arrange func(elements []any) []any) map[string]any {
	doc := map[string]any{}
	for name, value := range h.attributes {
		target, m := r.find(name)
		if m == nil || foreign.KeepsZero(r.kind.Object, r.kind.Type, target) && document.Text(value) == "0" {
			continue
		}
		if elements, ok := value.([]any); ok && r.isSet(name) && m.isOrdered() {
			value = arrange(elements)
		}
		if wire := m.wire(value, arrange); wire != nil {
			doc[target] = wire
		}
	}
	maps.Copy(doc, foreign.Extra(r.kind.Object, h.attributes))
	if r.kind.Type != "" {
		doc[catalog.TypeWord] = r.kind.Type
	}
	// The engine has the schedule of one type alone, and the state zeros for the other one.
	other := "cron_"
	if doc[catalog.TypeWord] == "cron" {
		other = "rate_"
	}
	maps.DeleteFunc(doc, func(name string, _ any) bool { return strings.HasPrefix(name, other) })
	return doc
}

// tells reports whether a document has what this provider wants of every object. A state that lacks some of it has other names for what it
// holds, and does not say what the engine has.
func (r *resource) tells(doc map[string]any) bool {
	for name, m := range r.members {
		if m.required && doc[name] == nil && (name != catalog.TypeWord || r.kind.Type != "") {
			return false
		}
	}
	return true
}

// isOrdered reports whether the order of a list means something to the engine: its elements have no key.
func (m *member) isOrdered() bool {
	return m.isTexts || m.form == json || m.form == objects && m.key() == ""
}

// wire returns what the engine holds for a value of a state: nil for nothing.
func (m *member) wire(value any, arrange func(elements []any) []any) any {
	list, isList := value.([]any)
	switch {
	case value == "":
		return nil
	case m.form == object && isList: // a block
		if len(list) == 0 {
			return nil
		}
		return m.wire(list[0], arrange)
	case m.form == objects && isList:
		elements := make([]any, len(list))
		for i, element := range list {
			elements[i] = m.wire(element, arrange)
		}
		return elements
	case m.form == object, m.form == objects:
		return m.wireObject(value, arrange)
	case m.form == json && isList: // blocks
		return arrange(list)
	case m.form == json:
		if text, ok := value.(string); ok {
			if decoded, err := document.Decode([]byte(text)); err == nil {
				return decoded
			}
		}
	}
	return value
}

func (m *member) wireObject(value any, arrange func(elements []any) []any) any {
	attributes, ok := value.(map[string]any)
	if !ok {
		return value
	}
	doc := map[string]any{}
	for name, value := range attributes {
		if target, inner := m.members.find(name); inner != nil {
			if wire := inner.wire(value, arrange); wire != nil {
				doc[target] = wire
			}
		}
	}
	if len(doc) == 0 {
		return nil
	}
	return doc
}
