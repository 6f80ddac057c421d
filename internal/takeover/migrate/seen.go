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

// seen holds the values that an object has in the moved state, by attribute. A value is null if the object has none, and unknown if
// it differs between several objects. Without a state, seen is nil.
type seen map[string]cty.Value

// shows reports whether the moved state has a value for the attribute.
func (s seen) shows(name string) bool {
	value := s[name]
	return value != cty.NilVal && value.IsWhollyKnown() && !value.IsNull()
}

// decoded decodes the JSON text of an attribute; cty.NilVal if there is none.
func decoded(s seen, name string) cty.Value {
	if !s.shows(name) {
		return cty.NilVal
	}
	value, err := document.Decode([]byte(s[name].AsString()))
	if err != nil {
		return cty.NilVal
	}
	return jsonValue(value)
}

// seenOf returns the values that several objects have in common.
func seenOf(objects ...cty.Value) seen {
	var common seen
	for _, o := range objects {
		if o == cty.NilVal || !o.IsKnown() || o.IsNull() {
			continue
		}
		members := o.AsValueMap()
		if common == nil {
			common = members
			continue
		}
		for name, value := range members {
			if !common[name].RawEquals(value) {
				common[name] = cty.UnknownVal(value.Type())
			}
		}
	}
	return common
}

// findInstances finds the instances of the rewritten resources in the state.
func (m *migration) findInstances() {
	for calls, dir := range m.folders {
		for at, r := range m.modules[dir].resources {
			r.held = append(r.held, m.state[heldAddress{calls, at}]...)
		}
	}
}

// fromState is the comment above attributes that the old configuration did not declare.
const fromState = "# migrate: not declared before; the other provider has set it\n"

// missing returns the attributes that a resource did not declare and must declare now: required ones, and those that the moved
// state has.
func (w *writer) missing() string {
	text := w.undeclared(w.block.Body, place{members: w.members, seen: w.seen, isTop: true})
	for _, name := range slices.Sorted(maps.Keys(w.members)) {
		m := w.members[name]
		if !m.required && !m.isArray || w.has(name) || w.seen.shows(name) {
			continue
		}
		at := w.block.TypeRange.Start.Byte
		switch value := w.byDefault(name); {
		case value != "":
			w.note(at, "%s = %q is added: the other provider sends it when it is not declared", name, value)
			text += fmt.Sprintf("%s%s = %q\n", fromState, name, value)
		case m.isArray:
			w.note(at, "%s = [] is added, because the engine has an empty list", name)
			text += name + " = []\n"
		default:
			w.undecided(at, "%s has to declare %q", w.target, name)
		}
	}
	return text
}

// byDefault returns the value that the engine's public provider sends for an attribute that is not declared; "" if it sends none.
func (w *writer) byDefault(name string) string {
	for _, a := range w.foreign {
		if a.Name == name && w.public {
			return a.Default
		}
	}
	return ""
}

// undeclared returns the attributes that the moved state has and a body does not declare.
func (w *writer) undeclared(body *hclsyntax.Body, at place) string {
	declared := map[string]bool{"extra": true} // extraText writes this one
	for name := range body.Attributes {
		found, _ := w.find(at, name)
		declared[found] = true
	}
	for _, b := range body.Blocks {
		found, _ := w.find(at, blockName(b))
		declared[found] = true
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(at.members)) {
		m := at.members[name]
		if m.computed || declared[name] || at.isTop && w.has(name) || !at.seen.shows(name) {
			continue
		}
		text.WriteString(assignment(name, m.rendered(at.seen[name])))
	}
	if text.Len() == 0 {
		return ""
	}
	return fromState + text.String()
}

// assignment returns the source text of an attribute.
func assignment(name string, value hcltext.Expression) string {
	text := hcltext.Block("x", []hcltext.Member{{Name: name, Value: value}})
	return strings.TrimSuffix(strings.TrimPrefix(text, "x {\n"), "}\n")
}

// rendered converts a value into an expression.
func (m *member) rendered(value cty.Value) hcltext.Expression {
	t := value.Type()
	switch {
	case t == cty.String && m.form == json:
		return hcltext.JSON(value.AsString(), func(_, text string) hcltext.Expression { return hcltext.Quoted(text) })
	case t == cty.String:
		return hcltext.Text(value.AsString())
	case t == cty.Bool:
		return hcltext.Literal(fmt.Sprint(value.True()))
	case t == cty.Number:
		return hcltext.Literal(value.AsBigFloat().Text('f', -1))
	case t.IsListType():
		list := hcltext.List{}
		for _, element := range value.AsValueSlice() {
			list = append(list, m.rendered(element))
		}
		return list
	}
	o := hcltext.Object{}
	members := value.AsValueMap()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if inner := m.members[name]; inner != nil && !members[name].IsNull() {
			o = append(o, hcltext.Member{Name: name, Value: inner.rendered(members[name])})
		}
	}
	return o
}

// element is a block that becomes an element of a list, with the values that the moved state has for it.
type element struct {
	*item
	seen seen
}

// pair finds for each block of a list its element in the moved state: by its key, or by all declared values if elements have no
// key. If order matters in this provider but not in the old one, pair returns the blocks in the engine's order.
func (w *writer) pair(group []*item, m *member, shown cty.Value) []element {
	elements := make([]element, len(group))
	for i, block := range group {
		elements[i] = element{item: block}
	}
	if shown == cty.NilVal || !shown.IsKnown() || shown.IsNull() || !shown.CanIterateElements() || shown.Type().IsObjectType() {
		if len(group) > 1 && m.key() == "" && m.form == objects && w.seen == nil && w.isSet(group[0].name) {
			w.note(group[0].from, "%s had no order in the other provider, and the engine's order may differ: pass the state with -state to get it", group[0].name)
		}
		return elements
	}
	values := shown.AsValueSlice()
	place := make([]int, len(group))
	ordered := m.key() == ""
	taken := map[int]bool{}
	for i := range elements {
		place[i] = -1
		if group[i].block.Type != "dynamic" {
			place[i] = slices.IndexFunc(values, func(value cty.Value) bool { return w.declaresElement(group[i].block, m, value) })
		}
		for place[i] >= 0 && ordered && taken[place[i]] { // skip elements that equal an earlier one
			rest := slices.IndexFunc(values[place[i]+1:], func(value cty.Value) bool { return w.declaresElement(group[i].block, m, value) })
			if rest >= 0 {
				rest += place[i] + 1
			}
			place[i] = rest
		}
		taken[place[i]] = true
		elements[i].seen = seenOf(values...)
		if place[i] >= 0 {
			elements[i].seen = seenOf(values[place[i]])
		}
	}
	if ordered && !slices.Contains(place, -1) && !slices.IsSorted(place) {
		w.note(group[0].from, "the elements of %s are in the order of the state", group[0].name)
		order := make([]element, 0, len(elements))
		for _, at := range slices.Sorted(slices.Values(place)) {
			order = append(order, elements[slices.Index(place, at)])
		}
		return order
	}
	return elements
}

// key returns the attribute that identifies the elements of a list; "" if their position does.
func (m *member) key() string {
	for _, name := range []string{"ref_id", "id", "name", "port"} {
		if m.members[name] != nil {
			return name
		}
	}
	return ""
}

// declaresElement reports whether a block declares the given element.
func (w *writer) declaresElement(b *hclsyntax.Block, m *member, value cty.Value) bool {
	if !value.IsKnown() || value.IsNull() {
		return false
	}
	key := m.key()
	for name, a := range b.Body.Attributes {
		found, inner := m.members.find(name)
		if inner == nil || key != "" && found != key {
			continue
		}
		if !value.Type().HasAttribute(found) {
			return false
		}
		want := value.GetAttr(found)
		have, err := convert.Convert(w.evaluated(a.Expr), want.Type())
		if err != nil || !have.IsKnown() || !have.RawEquals(want) && (!want.IsNull() || !isNothing(have)) {
			return false
		}
	}
	return key == "" || b.Body.Attributes[key] != nil
}

// isNothing reports whether a value is null or an empty text. The engine need not keep either.
func isNothing(value cty.Value) bool {
	return value.IsNull() || value.Type() == cty.String && value.AsString() == ""
}

// evaluated returns the value of an expression in the first instance of the module.
func (w *writer) evaluated(expr hclsyntax.Expression) cty.Value {
	module := ""
	if len(w.held) > 0 {
		module = w.held[0].module
	}
	return w.scopeOf(w.module, module).evaluate(expr, nil)
}

// isZero reports whether an expression is known to be 0.
func (w *writer) isZero(expr hclsyntax.Expression) bool {
	number, err := convert.Convert(w.evaluated(expr), cty.Number)
	return err == nil && number.IsKnown() && !number.IsNull() && number.AsBigFloat().Sign() == 0
}

// isEmpty reports whether a block declares nothing, or just null and empty texts.
func (w *writer) isEmpty(b *hclsyntax.Block) bool {
	for _, a := range b.Body.Attributes {
		if value, ok := constant(a.Expr); !ok || !isNothing(value) {
			return false
		}
	}
	return len(b.Body.Blocks) == 0
}

// isMultiple reports whether the attribute multiple of a body is true or unknown, so that its value is a list.
func (w *writer) isMultiple(body *hclsyntax.Body) bool {
	a := body.Attributes["multiple"]
	if a == nil {
		return false
	}
	value, ok := constant(a.Expr)
	return !ok || !value.RawEquals(cty.False)
}
