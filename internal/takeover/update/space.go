// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// space is a module instance, in which expressions are evaluated.
type space struct {
	configuration.Scope
	*module
	parent *space
	call   *call
	names  names // each and count of the module call
	loops  map[*hcl.Attribute]cty.Value
}

// names holds the values of each and count.
type names map[string]cty.Value

// space returns the module instance with an address such as module.line["a"].module.pumps. The root module has the address "".
func (e *estate) space(address string) (*space, error) {
	if s := e.spaces[address]; s != nil {
		return s, nil
	}
	if address == "" {
		s := e.newSpace(address, e.modules["."])
		e.spaces[address] = s
		for name := range s.variables {
			if text, ok := os.LookupEnv("TF_VAR_" + name); ok && s.Declared.Variables[name] == nil {
				s.Given[name] = s.given(name, environmentValue(text))
			} else if a := s.Declared.Variables[name]; a != nil {
				s.Given[name] = s.given(name, s.Value(a.Expr, nil))
			}
		}
		return s, nil
	}
	traversal, diags := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, fmt.Errorf("%q is not the address of a module", address)
	}
	at := strings.LastIndex(address, "module.")
	parent, err := e.space(strings.TrimSuffix(address[:at], "."))
	if err != nil {
		return nil, err
	}
	var key any
	if last, ok := traversal[len(traversal)-1].(hcl.TraverseIndex); ok {
		key = last.Key
		traversal = traversal[:len(traversal)-1]
	}
	name, _ := traversal[len(traversal)-1].(hcl.TraverseAttr)
	c := parent.calls[name.Name]
	if c == nil || c.dir == "" || e.modules[c.dir] == nil {
		return nil, fmt.Errorf("module.%s is not in this directory", name.Name)
	}
	s := e.newSpace(address, e.modules[c.dir])
	s.parent, s.call, s.names = parent, c, parent.repetition(c.attributes, key)
	e.spaces[address] = s
	for name := range s.variables {
		value := cty.DynamicVal
		if a := c.attributes[name]; a != nil {
			value = parent.Value(a.Expr, s.names)
		} else if a := s.Declared.Variables[name]; a != nil {
			value = s.Value(a.Expr, nil)
		}
		s.Given[name] = s.given(name, value)
	}
	return s, nil
}

func (e *estate) newSpace(address string, m *module) *space {
	s := &space{module: m, loops: map[*hcl.Attribute]cty.Value{}}
	s.Declared, s.Given = m.declared, map[string]cty.Value{}
	s.Other = func(names []string) cty.Value { return e.state.value(address, names) }
	return s
}

// environmentValue returns the value of a variable in the environment, which Terraform reads as an expression if it has a complex type.
func environmentValue(text string) cty.Value {
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		if expr, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos); !diags.HasErrors() {
			return configuration.Evaluate(expr, nil)
		}
	}
	return cty.StringVal(text)
}

// repetition returns the values of each and count for the instance with a key.
func (s *space) repetition(arguments hcl.Attributes, key any) names {
	value := keyValue(key)
	switch a := arguments["for_each"]; {
	case value == cty.NilVal:
		return nil
	case value.Type() == cty.Number:
		return names{"count": cty.ObjectVal(map[string]cty.Value{"index": value})}
	case a != nil:
		return names{"each": cty.ObjectVal(map[string]cty.Value{"key": value, "value": element(s.loop(a), value)})}
	}
	return names{"each": cty.DynamicVal}
}

// loop returns the value of for_each or count.
func (s *space) loop(a *hcl.Attribute) cty.Value {
	value, ok := s.loops[a]
	if !ok {
		value = s.Value(a.Expr, nil)
		s.loops[a] = value
	}
	return value
}

func keyValue(key any) cty.Value {
	switch key := key.(type) {
	case cty.Value:
		return key
	case string:
		return cty.StringVal(key)
	case json.Number:
		if number, err := cty.ParseNumberVal(key.String()); err == nil {
			return number
		}
	}
	return cty.NilVal
}

// element returns a member of a map or object, or an element of a list. For a set of strings, it returns the key.
func element(value, key cty.Value) cty.Value {
	bare, marks := value.Unmark()
	if !bare.IsKnown() || bare.IsNull() {
		return cty.DynamicVal.WithMarks(marks)
	}
	if bare.Type().IsSetType() {
		return key.WithMarks(marks)
	}
	found, diags := hcl.Index(bare, key, nil)
	if diags.HasErrors() {
		return cty.DynamicVal.WithMarks(marks)
	}
	return found.WithMarks(marks)
}

// arguments evaluates the arguments of a resource instance. An argument that can't be evaluated is unknown.
func (s *space) arguments(r *resource, key any, t cty.Type) (cty.Value, error) {
	loop := s.repetition(r.attributes, key)
	members := map[string]cty.Value{}
	for name, a := range r.attributes {
		if t.HasAttribute(name) {
			members[name] = s.Value(a.Expr, loop)
		}
	}
	return convert.Convert(cty.ObjectVal(members), t)
}

// filled replaces the unknown parts of a configuration by the values in the state.
func filled(value, state cty.Value) cty.Value {
	switch {
	case value.IsWhollyKnown():
		return value
	case !value.IsKnown() || state.IsNull():
		return state
	case value.Type().IsObjectType() && state.Type().IsObjectType():
		members := value.AsValueMap()
		for name, member := range members {
			members[name] = filled(member, attributeOf(state, name))
		}
		return cty.ObjectVal(members)
	case value.CanIterateElements() && state.CanIterateElements() && value.LengthInt() == state.LengthInt():
		elements, stored := value.AsValueSlice(), state.AsValueSlice()
		for i := range elements {
			elements[i] = filled(elements[i], stored[i])
		}
		return cty.ListVal(elements)
	}
	return state
}

// attributeOf returns a member of an object, or null.
func attributeOf(object cty.Value, name string) cty.Value {
	if object.IsNull() || !object.Type().IsObjectType() || !object.Type().HasAttribute(name) {
		return cty.NullVal(cty.DynamicPseudoType)
	}
	return object.GetAttr(name)
}

// states holds the attributes of resources and data sources in the state, by module instance and name.
type states map[string]map[string]cty.Value

// value returns a resource such as engine_node.site, or a data source. Its value is unknown if the state does not have it.
func (s states) value(module string, names []string) cty.Value {
	if value, ok := s[module][strings.Join(names, ".")]; ok {
		return value
	}
	return cty.DynamicVal
}

// add adds an instance. Instances with keys become elements of an object.
func (s states) add(module, name string, key any, attributes map[string]any) {
	if s[module] == nil {
		s[module] = map[string]cty.Value{}
	}
	value := ofJSON(attributes)
	switch key := keyValue(key); {
	case key == cty.NilVal:
	case key.Type() == cty.String:
		value = s.merged(module, name, key.AsString(), value)
	default:
		index, accuracy := key.AsBigFloat().Int64()
		all := []cty.Value{}
		if before, ok := s[module][name]; ok {
			all = before.AsValueSlice()
		}
		for accuracy == big.Exact && int64(len(all)) <= index && index < 1<<16 {
			all = append(all, cty.DynamicVal)
		}
		if index < int64(len(all)) {
			all[index] = value
		}
		value = cty.TupleVal(slices.Clip(all))
	}
	s[module][name] = value
}

func (s states) merged(module, name, key string, value cty.Value) cty.Value {
	members := map[string]cty.Value{}
	if before, ok := s[module][name]; ok && before.Type().IsObjectType() {
		members = before.AsValueMap()
	}
	members[key] = value
	return cty.ObjectVal(members)
}

// ofJSON converts decoded JSON to a Terraform value.
func ofJSON(value any) cty.Value {
	switch value := value.(type) {
	case map[string]any:
		members := map[string]cty.Value{}
		for name, member := range value {
			members[name] = ofJSON(member)
		}
		return cty.ObjectVal(members)
	case []any:
		elements := []cty.Value{}
		for _, e := range value {
			elements = append(elements, ofJSON(e))
		}
		return cty.TupleVal(elements)
	case json.Number:
		if number, err := cty.ParseNumberVal(value.String()); err == nil {
			return number
		}
	case string:
		return cty.StringVal(value)
	case bool:
		return cty.BoolVal(value)
	}
	return cty.NullVal(cty.DynamicPseudoType)
}
