// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	stdjson "encoding/json"
	"hash/crc32"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

// The old provider, for which the configuration was written, sends the values of its state to the engine and reads them back. So its state
// shows which document the engine has for each object.

// predicted returns the document that the engine should have for an object, given its attributes in the state. It calls arrange to put
// the elements of a set into the engine's order.
func (r *resource) predicted(attributes map[string]any, arrange func(elements []any) []any) map[string]any {
	doc := map[string]any{}
	for name, value := range attributes {
		m := r.members.find(name)
		if m == nil || foreign.KeepsZero(r.kind.Object, r.kind.Type, m.name) && document.Text(value) == "0" {
			continue
		}
		if elements, ok := value.([]any); ok && r.isSet(name) && m.isOrdered() {
			value = arrange(elements)
		}
		if wire := m.wire(value, arrange); wire != nil {
			doc[m.name] = wire
		}
	}
	maps.Copy(doc, foreign.Extra(r.kind.Object, attributes))
	if r.kind.Type != "" {
		doc[catalog.TypeWord] = r.kind.Type
	}
	// An alert of the type rate has no cron fields in the engine, and an alert of the type cron has no rate fields. The old provider's
	// state has zeros for these fields.
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

// dropOmitted removes the values that an import leaves out: empty values, the engine's defaults, values that the engine changes on its own,
// and texts that this provider derives from the others.
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
			return follows && document.SameText(text, derived)
		}
		return a.runtime || a.byDefault != nil && sameScalar(value, a.byDefault)
	})
}

// hasRequired reports whether a document has all fields that this provider requires. If a field is missing, the old provider has another
// name for it that migrate does not know. migrate then can't use the document.
func (r *resource) hasRequired(doc map[string]any) bool {
	for _, m := range r.members {
		if m.required && doc[m.name] == nil && (m.name != catalog.TypeWord || r.kind.Type != "") {
			return false
		}
	}
	return true
}

// isOrdered reports whether the order of a list attribute matters to the engine. It matters for lists of texts, and for lists of objects
// without a key. It does not matter for lists of objects that have a key, such as alert items with their ref_id.
func (m *member) isOrdered() bool {
	return m.form == texts || m.form == json || m.form == objects && m.key() == ""
}

// wire converts a value of the old provider's state to the value that the engine has, or returns nil if the engine has none.
func (m *member) wire(value any, arrange func(elements []any) []any) any {
	list, isList := value.([]any)
	switch {
	case value == "":
		return nil
	case m.form == object && isList: // a block, which states keep as a list of one
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
	case m.form == json && isList: // several blocks
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
		if inner := m.members.find(name); inner != nil {
			if wire := inner.wire(value, arrange); wire != nil {
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

// The old provider sends the elements of a set to the engine sorted by their hashes, and the engine keeps this order. Terraform sorts the
// set in its state in another way. If the order matters to the engine, migrate sorts by the hashes again.

// hasTerraformOrder reports whether all sets of an object in the state are sorted as Terraform sorts them.
func (r *resource) hasTerraformOrder(attributes map[string]any) bool {
	for name, value := range attributes {
		inner := r.members.find(name)
		if elements, ok := value.([]any); ok && inner != nil && inner.form == objects && r.isSet(name) && !isSorted(elements) {
			return false
		}
	}
	return true
}

// isSet reports whether an attribute is a set in the old provider. In alerts and functions, only tags and related_assets are sets. In all
// other kinds of objects, every list of objects is a set.
func (r *resource) isSet(name string) bool {
	return r.kind.Object != "function" && r.kind.Object != "alert" || name == "tags" || name == "related_assets"
}

// isSorted reports whether the elements of a set are in the order in which Terraform writes them to a state. If the elements have different
// types, because a value is null in some of them, isSorted does not compare them.
func isSorted(elements []any) bool {
	values := make([]cty.Value, len(elements))
	for i, element := range elements {
		text := []byte(document.Encode(element))
		t, err := ctyjson.ImpliedType(text)
		if err == nil {
			values[i], err = ctyjson.Unmarshal(text, t)
		}
		if err != nil || !values[i].Type().Equals(values[0].Type()) {
			return true
		}
	}
	return len(values) == 0 ||
		slices.EqualFunc(cty.SetVal(values).AsValueSlice(), values, func(a, b cty.Value) bool { return a.RawEquals(b) })
}

// sentOrder sorts the elements of a set by their hashes, as the old provider does before it sends them to the engine.
func sentOrder(elements []any) []any {
	if slices.ContainsFunc(elements, func(element any) bool { _, isObject := element.(map[string]any); return !isObject }) {
		return elements // a list of texts is not a set
	}
	return slices.SortedStableFunc(slices.Values(elements), func(a, b any) int { return strings.Compare(setHash(a), setHash(b)) })
}

// setHash returns the hash that Terraform's SDK computes for an element of a set. Objects with nested blocks are not supported.
func setHash(element any) string {
	object, _ := element.(map[string]any)
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(object)) {
		value := document.Text(object[name])
		if number, ok := object[name].(stdjson.Number); ok && name != "order" { // order is the only integer; other numbers are floats
			float, _ := number.Float64()
			value = strconv.FormatFloat(float, 'g', -1, 64)
		}
		text.WriteString(name + ":" + value + ";")
	}
	return strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(text.String()))), 10)
}
