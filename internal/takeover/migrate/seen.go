// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
)

// seen holds the engine's values of a resource or list element as decoded JSON, by attribute; differing{} if instances differ. It is nil
// without a state.
type seen map[string]any

type differing struct{}

// shows reports whether the engine has a value for the attribute, and the same one in all instances.
func (s seen) shows(name string) bool { return s[name] != nil && s[name] != differing{} }

// seenOf returns the attribute values that several resource instances or list elements have in common.
func seenOf(objects ...any) seen {
	var common seen
	for _, o := range objects {
		members, ok := o.(map[string]any)
		if !ok {
			continue
		}
		if common == nil {
			common = maps.Clone(members)
			continue
		}
		for name := range members {
			if !document.Equal(common[name], members[name]) {
				common[name] = differing{}
			}
		}
	}
	return common
}

// extra returns the values that this provider has no attribute for, or an attribute of a different type.
func (m members) extra(s seen) map[string]any {
	keys := map[string]any{}
	for name := range s {
		if s.shows(name) && (m[name] == nil || !m[name].takes(s[name])) {
			keys[name] = s[name]
		}
	}
	return keys
}

// takes reports whether an attribute can express a value of the engine.
func (m *member) takes(value any) bool {
	list, isList := value.([]any)
	text, isText := value.(string)
	switch {
	case m.form == texts && isList:
		return !slices.ContainsFunc(list, func(element any) bool { _, isObject := element.(map[string]any); return isObject })
	case m.form == number && isText:
		_, isNumber := document.Number(text)
		return isNumber
	}
	return true
}

const fromState = "# migrate: not declared before; the other provider has set it\n"

// missing returns the attributes to add to a resource: required ones, and those with a value in the state after the move.
func (w *writer) missing() string {
	text := w.undeclared(w.block.Body, place{members: w.members, seen: w.seen, isTop: true})
	for _, m := range w.members.inOrder() {
		if !m.required && !m.isArray || w.has(m.name) || w.seen.shows(m.name) {
			continue
		}
		switch value := w.byDefault(m.name); {
		case value != "":
			w.note(w.block.TypeRange, "%s = %q is added: the other provider sends it when it is not declared", m.name, value)
			text += fmt.Sprintf("%s%s = %q\n", fromState, m.name, value)
		case m.isArray:
			w.note(w.block.TypeRange, "%s = [] is added, because the engine has an empty list", m.name)
			text += m.name + " = []\n"
		default:
			w.undecided(w.block.TypeRange, "%s has to declare %q", w.target.typeName, m.name)
		}
	}
	return text
}

// byDefault returns the value that the engine's public provider sends for an undeclared attribute, or "".
func (w *writer) byDefault(name string) string {
	for _, a := range w.foreign {
		if a.Name == name && w.public {
			return a.Default
		}
	}
	return ""
}

// undeclared returns the attributes to add to a body. The state after the move has them, so the first plan would remove them.
func (w *writer) undeclared(body *hclsyntax.Body, at place) string {
	declared := at.members.declared(body)
	var added []hcltext.Member
	for _, m := range at.members.inOrder() {
		if m.computed || declared[m.name] || at.isTop && w.has(m.name) || !at.seen.shows(m.name) || !m.takes(at.seen[m.name]) {
			continue
		}
		added = append(added, hcltext.Member{Name: m.name, Value: m.rendered(at.seen[m.name])})
	}
	if len(added) == 0 {
		return ""
	}
	return fromState + strings.TrimSuffix(strings.TrimPrefix(hcltext.Block("x", added), "x {\n"), "}\n")
}

// rendered converts a value of the engine into an HCL expression.
func (m *member) rendered(value any) hcltext.Expression {
	if m.form == json {
		return hcltext.JSON(document.Encode(value), nil)
	}
	switch value := value.(type) {
	case string:
		return hcltext.Text(value)
	case []any:
		list := hcltext.List{}
		for _, element := range value {
			list = append(list, m.rendered(element))
		}
		return list
	case map[string]any:
		o := hcltext.Object{}
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if inner := m.members[name]; inner != nil && value[name] != nil {
				o = append(o, hcltext.Member{Name: name, Value: inner.rendered(value[name])})
			}
		}
		return o
	}
	return hcltext.Literal(document.Encode(value))
}

// pair matches each block with a list element of the state, by key (ref_id) or, without one, by all values.
func (w *writer) pair(group []*item, m *member, shown any) {
	keyed := m.key() != ""
	values, _ := shown.([]any)
	taken := map[int]bool{}
	for _, i := range group {
		i.seen = seenOf(values...)
		for n, value := range values {
			// Two elements without a key may be equal. In that case, each block gets a different element.
			if i.block.Type != "dynamic" && (keyed || !taken[n]) && w.declaresElement(i.block, m, value) {
				i.seen, taken[n] = seenOf(value), true
				break
			}
		}
	}
}

// key returns the attribute that identifies the elements of a list, such as ref_id. It returns "" if the elements have no such attribute.
func (m *member) key() string {
	for _, name := range []string{"ref_id", "id", "name", "port"} {
		if m.members[name] != nil {
			return name
		}
	}
	return ""
}

// declaresElement reports whether a block declares a list element: by key (ref_id) or, without one, by all declared values.
func (w *writer) declaresElement(b *hclsyntax.Block, m *member, element any) bool {
	values, isObject := element.(map[string]any)
	key := m.key()
	for name, a := range b.Body.Attributes {
		inner := m.members.find(name)
		if inner == nil || key != "" && inner.name != key {
			continue
		}
		have := w.valueOf(a.Expr)
		if !isObject || !have.IsKnown() || !isNothing(have, values[inner.name]) && !sameValue(have, values[inner.name]) {
			return false
		}
	}
	return key == "" || b.Body.Attributes[key] != nil
}

// isNothing reports whether a value is null or an empty string, and the engine has none. The engine may drop such a value.
func isNothing(value cty.Value, other any) bool {
	return other == nil && (value.IsNull() || value.Type() == cty.String && value.AsString() == "")
}

// valueOf returns the value of an expression. The value is unknown if it depends on more than constants, locals and variables.
func (w *writer) valueOf(expr hclsyntax.Expression) cty.Value { return w.scope.Value(expr, nil) }

func (w *writer) isZero(expr hclsyntax.Expression) bool {
	number, err := convert.Convert(w.valueOf(expr), cty.Number)
	return err == nil && number.IsKnown() && !number.IsNull() && number.AsBigFloat().Sign() == 0
}

func (w *writer) isEmpty(b *hclsyntax.Block) bool {
	for _, a := range b.Body.Attributes {
		if value, ok := constant(a.Expr); !ok || !isNothing(value, nil) {
			return false
		}
	}
	return len(b.Body.Blocks) == 0
}

// isMultiple reports whether the attribute "multiple" of a parameter is true or unknown. The parameter's value is then a list.
func (w *writer) isMultiple(body *hclsyntax.Body) bool {
	a := body.Attributes["multiple"]
	if a == nil {
		return false
	}
	value, ok := constant(a.Expr)
	return !ok || !value.RawEquals(cty.False)
}
