// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"strconv"

	js "github.com/engine-platform/terraform-provider-engine/internal/alerting/javascript"
)

// link is one step of a chain: a.b[c](d) has the steps .b, [c] and (d). A method call such as .b(c) is a single step.
type link struct {
	optional bool // written ?. instead of .
	run      func(m *machine, f *frame, v value) value
}

// method is the Go code of a built-in JavaScript method, such as "x".trim(). this is the value before the dot.
type method func(m *machine, this value, args []value) value

// chain compiles members, indices and calls after a value, as in a.b[c](d).
func (c *compiler) chain(n *js.Node) expr {
	base, rest := c.namespace(n)
	if base == nil {
		base, rest = c.expr(n.Kids[0]), n.Kids[1:]
	} else if f := oneArgument(n); f != nil {
		return c.oneArgument(f, n.Kids[2].Kids[0])
	}
	var links []link
	for i := 0; i < len(rest); i++ {
		c.scope.code.steps++
		switch step := rest[i]; {
		case step.Op == js.Member && i+1 < len(rest) && rest[i+1].Op == js.Call && !rest[i+1].Flag:
			i++
			links = append(links, link{step.Flag, c.methodCall(step, rest[i])})
		case step.Op == js.Member:
			links = append(links, link{step.Flag, c.member(step)})
		case step.Op == js.Index:
			links = append(links, link{step.Flag, c.index(step)})
		case step.Op == js.Call && (i == 0 || rest[i-1].Op == js.Call):
			links = append(links, link{step.Flag, c.call(n.Kids[0].Text, step)})
		default:
			panic(c.outside(step, wordOf(step)))
		}
	}
	return func(m *machine, f *frame) value {
		v := base(m, f)
		for _, l := range links {
			if l.optional && v.isNullish() {
				return undefinedValue
			}
			v = l.run(m, f, v)
		}
		return v
	}
}

// namespace splits a chain such as Math.max(a): base is the built-in Math.max, and rest is the call (a). base is nil if the chain does not
// begin with Math, Number or Array.
func (c *compiler) namespace(n *js.Node) (base expr, rest []*js.Node) {
	name := n.Kids[0].Text
	if v, _ := c.scope.find(name); n.Kids[0].Op != js.Name || v != nil || !isNamespace(name) || n.Kids[1].Op != js.Member {
		return nil, nil
	}
	member := namespaceMember(name, n.Kids[1].Text)
	if member.kind == unset {
		panic(c.outside(n, name+"."+n.Kids[1].Text))
	}
	return constant(member), n.Kids[2:]
}

// oneArgument returns the Go function for a call such as Math.abs(x), and nil for any other node. Calling that function directly is faster
// than passing the argument on the machine's stack.
func oneArgument(n *js.Node) func(float64) float64 {
	if len(n.Kids) != 3 || n.Kids[0].Text != "Math" {
		return nil
	}
	if call := n.Kids[2]; call.Op != js.Call || len(call.Kids) != 1 || call.Kids[0].Op == js.Spread {
		return nil
	}
	return mathFunction(n.Kids[1].Text)
}

func (c *compiler) oneArgument(f func(float64) float64, argument *js.Node) expr {
	c.scope.code.steps++
	kid := c.expr(argument)
	return func(m *machine, fr *frame) value { return numberOf(f(m.toNumber(kid(m, fr)))) }
}

func (c *compiler) call(name string, n *js.Node) func(m *machine, f *frame, v value) value {
	push := c.elements(n.Kids)
	return func(m *machine, f *frame, v value) value {
		base := len(m.stack)
		push(m, f)
		v = m.call(v, m.stack[base:], name)
		m.stack = m.stack[:base]
		return v
	}
}

// methodCall compiles .b(c) of a.b(c). Which Go function it calls is known only at run time, because it depends on the type of a.
func (c *compiler) methodCall(member, call *js.Node) func(m *machine, f *frame, v value) value {
	name := member.Text
	byKind := [function + 1]method{
		number: numberMethods[name], boolean: booleanMethods[name], str: textMethods(name), list: listMethods(name),
	}
	outside := c.outside(member, name)
	push := c.elements(call.Kids)
	return func(m *machine, f *frame, v value) value {
		found := byKind[v.kind]
		if found == nil {
			v = m.memberOf(v, name, outside)
			panic(thrown("TypeError", name+" is not a function"))
		}
		base := len(m.stack)
		push(m, f)
		m.charge(len(m.stack) - base)
		v = found(m, v, m.stack[base:])
		m.stack = m.stack[:base]
		return v
	}
}

func (c *compiler) member(n *js.Node) func(m *machine, f *frame, v value) value {
	name, outside := n.Text, c.outside(n, n.Text)
	return func(m *machine, _ *frame, v value) value { return m.memberOf(v, name, outside) }
}

// memberOf returns a property such as the length of a text. If JavaScript has the property but this package does not support it, memberOf
// panics with the given error (outside). An unknown property is undefined.
func (m *machine) memberOf(v value, name string, outside *OutsideError) value {
	switch {
	case v.isNullish():
		panic(thrown("TypeError", "Cannot read property '"+shortened(name)+"' of "+typeOrNull(v)))
	case name == "length" && v.kind == str:
		return numberOf(float64(v.text().length()))
	case name == "length" && v.kind == list:
		return numberOf(float64(len(v.elements())))
	case isStandardMember(name) || v.kind == function:
		panic(outside)
	default:
		return undefinedValue
	}
}

func typeOrNull(v value) string {
	if v.kind == null {
		return "null"
	}
	return "undefined"
}

func shortened(name string) string {
	characters := 0
	for at := range name {
		if characters++; characters > 200 {
			return name[:at] + "…"
		}
	}
	return name
}

func (c *compiler) index(n *js.Node) func(m *machine, f *frame, v value) value {
	key, outside := c.expr(n.Kids[0]), c.outside(n, "the member of a computed name")
	return func(m *machine, f *frame, v value) value {
		k := key(m, f)
		if v.isNullish() {
			m.memberOf(v, m.nameOf(k), outside)
		}
		place, ok := m.placeOf(k)
		switch {
		case !ok:
			return m.memberOf(v, m.nameOf(k), outside)
		case v.kind == list && place < float64(len(v.elements())):
			return v.elements()[int(place)]
		case v.kind == str && place < float64(v.text().length()):
			return textValue(v.text().slice(int(place), int(place)+1))
		default:
			return undefinedValue
		}
	}
}

// placeOf converts the key 2 or "2" in a[key] to a position. ok is false if the key is not a whole number from 0 on.
func (m *machine) placeOf(key value) (float64, bool) {
	if key.kind == number {
		return key.n, key.n >= 0 && key.n < 1<<32 && key.n == float64(uint32(key.n))
	}
	name := m.nameOf(key)
	place, err := strconv.ParseUint(name, 10, 32)
	return float64(place), err == nil && name == strconv.FormatUint(place, 10)
}

func (m *machine) nameOf(key value) string {
	t := m.toText(key)
	m.allocate(len(t))
	return t.String()
}
