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
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
)

// engineValues contains the attribute values of a resource or list element in the engine, taken from the state and decoded from JSON. It
// omits attributes whose values differ between instances of the resource. It is nil if there is no state.
type engineValues map[string]any

// commonValues returns the members that have the same value in all objects.
func commonValues(objects ...any) engineValues {
	var common engineValues
	for _, o := range objects {
		members, ok := o.(map[string]any)
		if !ok {
			continue
		}
		if common == nil {
			common = maps.Clone(members)
			continue
		}
		maps.DeleteFunc(common, func(name string, value any) bool { return !document.Equal(value, members[name]) })
	}
	return common
}

// extra returns the values from the engine for which this provider has no attribute, or only one with an unsuitable type.
func (m members) extra(s engineValues) map[string]any {
	keys := map[string]any{}
	for name := range s {
		if s[name] != nil && (m[name] == nil || !m[name].canExpress(s[name])) {
			keys[name] = s[name]
		}
	}
	return keys
}

// canExpress reports whether the attribute can hold a value from the engine.
func (m *member) canExpress(value any) bool {
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

// missingAttributes returns lines that declare attributes missing from the configuration. These are attributes with a value in the engine,
// required attributes with a known default, and arrays. Arrays are added even if they are empty, because the engine returns empty arrays.
func (w *writer) missingAttributes() string {
	text := w.undeclaredAttributes(w.block.Body, place{members: w.members, engine: w.engine, isTop: true})
	for _, m := range w.members.inOrder() {
		if !m.required && !m.isArray || w.declares(m.name) || w.engine[m.name] != nil {
			continue
		}
		switch value := w.publicDefault(m.name); {
		case value != "":
			w.note(w.block.TypeRange, "%s = %q is added: the other provider sends it when it is not declared", m.name, value)
			text += fmt.Sprintf("%s%s = %q\n", fromState, m.name, value)
		case m.isArray:
			w.note(w.block.TypeRange, "%s = [] is added, because the engine has an empty list", m.name)
			text += m.name + " = []\n"
		default:
			w.addUndecided(w.block.TypeRange, "%s must declare %q", w.target.typeName, m.name)
		}
	}
	return text
}

// publicDefault returns the value that the engine's public provider sends for an undeclared attribute, or "" if it sends none.
func (w *writer) publicDefault(name string) string {
	for _, a := range w.foreign {
		if a.Name == name && w.public {
			return a.Default
		}
	}
	return ""
}

// undeclaredAttributes returns configuration lines for the attributes that have a value in the engine but are not declared. Without these
// lines, the first plan would change the attributes to null.
func (w *writer) undeclaredAttributes(body *hclsyntax.Body, at place) string {
	declared := at.members.declaredNames(body)
	var added []hcltext.Member
	for _, m := range at.members.inOrder() {
		if m.computed || declared[m.name] || at.isTop && w.declares(m.name) || at.engine[m.name] == nil || !m.canExpress(at.engine[m.name]) {
			continue
		}
		added = append(added, hcltext.Member{Name: m.name, Value: m.expressionOf(at.engine[m.name])})
	}
	if len(added) == 0 {
		return ""
	}
	return fromState + strings.TrimSuffix(strings.TrimPrefix(hcltext.Block("x", added), "x {\n"), "}\n")
}

func (m *member) expressionOf(value any) hcltext.Expression {
	if m.form == json {
		return hcltext.JSON(document.Encode(value), nil)
	}
	switch value := value.(type) {
	case string:
		return hcltext.Text(value)
	case []any:
		list := hcltext.List{}
		for _, element := range value {
			list = append(list, m.expressionOf(element))
		}
		return list
	case map[string]any:
		o := hcltext.Object{}
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if inner := m.members[name]; inner != nil && value[name] != nil {
				o = append(o, hcltext.Member{Name: name, Value: inner.expressionOf(value[name])})
			}
		}
		return o
	}
	return hcltext.Literal(document.Encode(value))
}

// matchElements finds the list element in the engine that corresponds to each block. It compares the key, such as ref_id, or all values if
// the elements have no key. Each block gets the values of the matching element. A block without a match gets the values that all elements
// have in common.
func (w *writer) matchElements(group []*item, m *member, shown any) {
	keyed := m.key() != ""
	values, _ := shown.([]any)
	taken := map[int]bool{}
	for _, i := range group {
		i.engine = commonValues(values...)
		for n, value := range values {
			// If the elements have no key, several equal elements may match the block. In this case, use each element only once.
			if i.block.Type != "dynamic" && (keyed || !taken[n]) && w.declaresElement(i.block, m, value) {
				i.engine, taken[n] = commonValues(value), true
				break
			}
		}
	}
}

// key returns the name of the attribute that identifies list elements, such as ref_id, or "" if there is none.
func (m *member) key() string {
	for _, name := range lens.KeyNames() {
		if m.members[name] != nil {
			return name
		}
	}
	return ""
}

// declaresElement reports whether a block declares the given list element. If the elements have a key, such as ref_id, the keys must match.
// Otherwise, the element must have all values that the block declares.
func (w *writer) declaresElement(b *hclsyntax.Block, m *member, element any) bool {
	values, _ := element.(map[string]any)
	key := m.key()
	for name, a := range b.Body.Attributes {
		inner := m.members.find(name)
		if inner == nil || key != "" && inner.name != key {
			continue
		}
		have := w.valueOf(a.Expr)
		if !have.IsKnown() || !isNothing(have, values[inner.name]) && !sameValue(have, values[inner.name]) {
			return false
		}
	}
	return key == "" || b.Body.Attributes[key] != nil
}

// isNothing reports whether the engine has no value and the configured value is null or "". Both count as nothing, because the engine may
// drop empty strings.
func isNothing(value cty.Value, other any) bool {
	return other == nil && (value.IsNull() || value.Type() == cty.String && value.AsString() == "")
}

// valueOf returns the value of an expression, or unknown if the expression depends on anything but constants, locals and variables.
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

// isMultiple reports whether a parameter can have several values. This is the case if its attribute "multiple" is true or unknown.
func (w *writer) isMultiple(body *hclsyntax.Body) bool {
	a := body.Attributes["multiple"]
	if a == nil {
		return false
	}
	value, ok := constant(a.Expr)
	return !ok || !value.RawEquals(cty.False)
}
