// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/statefile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// moduleInstance is one instance of a module, in which expressions are evaluated.
type moduleInstance struct {
	configuration.Scope
	*module
	parent *moduleInstance
	call   *block
	names  names // values of each.key, each.value and count.index in the module call
	loops  map[*hcl.Attribute]cty.Value
}

// names contains the values of each.key, each.value and count.index in one instance of a resource or module call.
type names map[string]cty.Value

// instance returns the module instance at an address such as module.line["a"].module.pumps. The root module has the address "".
func (e *estate) instance(address string) (*moduleInstance, error) {
	if s := e.instances[address]; s != nil {
		return s, nil
	}
	if address == "" {
		return e.newInstance(address, &moduleInstance{module: e.modules["."], call: &block{}}), nil
	}
	path, diags := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	var key any
	last := len(path) - 1
	if step, ok := path[last].(hcl.TraverseIndex); ok {
		key, last = step.Key, last-1
	}
	at := path[last-1].SourceRange().Start.Byte
	parent, err := e.instance(strings.TrimSuffix(address[:at], "."))
	if err != nil {
		return nil, err
	}
	name := strings.Trim(address[at:path[last].SourceRange().End.Byte], ".") // such as module.pumps
	c := parent.blocks[name]
	if c == nil {
		return nil, fmt.Errorf("%s is not in this directory", name)
	}
	names := parent.repetition(c.attributes, key)
	return e.newInstance(address, &moduleInstance{module: e.modules[c.dir], parent: parent, call: c, names: names}), nil
}

func (e *estate) newInstance(address string, s *moduleInstance) *moduleInstance {
	e.instances[address] = s
	s.loops, s.Declared, s.Given = map[*hcl.Attribute]cty.Value{}, s.declared, map[string]cty.Value{}
	s.Other = func(names []string) cty.Value {
		if names[0] == "module" {
			return e.moduleOutputs(s, address, names[1])
		}
		return markAttributes(e.state.value(address, names), address, names, e.changes)
	}
	for name := range s.variables {
		value := cty.DynamicVal
		if a := s.call.attributes[name]; a != nil {
			value = s.parent.Value(a.Expr, s.names)
		} else if a := s.declared.Variables[name]; a != nil {
			value = s.Value(a.Expr, nil)
		}
		s.Given[name] = s.convertVariable(name, value)
	}
	return s
}

// moduleOutputs returns the outputs of a module call as an object. For a call with count or for_each, it returns a list or object that
// contains each instance's outputs.
func (e *estate) moduleOutputs(s *moduleInstance, address, name string) cty.Value {
	call := "module." + name
	c := s.blocks[call]
	if c == nil {
		return cty.DynamicVal
	}
	outputs := func(key string) cty.Value {
		instance, err := e.instance(strings.TrimPrefix(address+"."+call+key, "."))
		if err != nil {
			return cty.DynamicVal
		}
		values := map[string]cty.Value{}
		for name, a := range instance.outputs {
			values[name] = cty.DynamicVal
			if a != nil {
				values[name] = instance.Value(a.Expr, nil)
			}
		}
		return cty.ObjectVal(values)
	}
	a := c.attributes["for_each"]
	if a == nil {
		a = c.attributes["count"]
	}
	if a == nil {
		return outputs("")
	}
	loop, marks := s.loop(a).Unmark()
	instances := map[string]cty.Value{}
	switch {
	case !loop.IsKnown() || loop.IsNull():
		return cty.DynamicVal.WithMarks(marks)
	case loop.Type() == cty.Number:
		count, _ := loop.AsBigFloat().Int64()
		var all []cty.Value
		for i := range count {
			all = append(all, outputs(fmt.Sprintf("[%d]", i)))
		}
		return cty.TupleVal(all).WithMarks(marks)
	case loop.CanIterateElements():
		for key, value := range loop.Elements() {
			if loop.Type().IsSetType() {
				key = value
			}
			if key, _ = key.Unmark(); configuration.IsString(key) {
				instances[key.AsString()] = outputs("[" + string(hcltext.Quoted(key.AsString())) + "]")
			}
		}
	}
	return cty.ObjectVal(instances).WithMarks(marks)
}

// repetition returns each.key, each.value and count.index for the instance of a resource or module call that has the given key.
func (s *moduleInstance) repetition(arguments hcl.Attributes, key any) names {
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

// loop returns the value of a for_each or count argument, evaluating each argument only once.
func (s *moduleInstance) loop(a *hcl.Attribute) cty.Value {
	value, ok := s.loops[a]
	if !ok {
		value = s.Value(a.Expr, nil)
		s.loops[a] = value
	}
	return value
}

func keyValue(key any) cty.Value {
	if value, ok := key.(cty.Value); ok || key == nil {
		return value
	}
	value, _ := decodeJSON(document.Encode(key))
	return value
}

func decodeJSON(text string) (cty.Value, bool) {
	t, err := ctyjson.ImpliedType([]byte(text))
	if err != nil {
		return cty.NilVal, false
	}
	value, err := ctyjson.Unmarshal([]byte(text), t)
	return value, err == nil
}

// element returns the element with the given key from a map, object or list. For a set of strings, it returns the key itself.
func element(value, key cty.Value) cty.Value {
	bare, marks := value.Unmark()
	if bare.Type().IsSetType() { // even if it is unknown
		return key.WithMarks(marks)
	}
	if !bare.IsKnown() || bare.IsNull() {
		return cty.DynamicVal.WithMarks(marks)
	}
	found, diags := hcl.Index(bare, key, nil)
	if diags.HasErrors() {
		return cty.DynamicVal.WithMarks(marks)
	}
	return found.WithMarks(marks)
}

// arguments evaluates a resource instance's arguments and converts them to the type t. Arguments that can't be evaluated are unknown.
func (s *moduleInstance) arguments(r *block, key any, t cty.Type) (cty.Value, error) {
	loop := s.repetition(r.attributes, key)
	members := map[string]cty.Value{}
	for name, a := range r.attributes {
		if t.HasAttribute(name) {
			members[name] = s.Value(a.Expr, loop)
		}
	}
	return convert.Convert(cty.ObjectVal(members), t)
}

// fillUnknown replaces the unknown parts of a configured value with the corresponding values in the state.
func fillUnknown(value, state cty.Value) cty.Value {
	switch {
	case value.IsWhollyKnown():
		return value
	case !value.IsKnown() || state.IsNull(): // There is nothing to combine.
	case value.Type().IsObjectType() && state.Type().IsObjectType():
		members := value.AsValueMap()
		for name, member := range members {
			members[name] = fillUnknown(member, attributeOf(state, name))
		}
		return cty.ObjectVal(members)
	case value.CanIterateElements() && state.CanIterateElements() && value.LengthInt() == state.LengthInt():
		elements, stored := value.AsValueSlice(), state.AsValueSlice()
		for i := range elements {
			elements[i] = fillUnknown(elements[i], stored[i])
		}
		return cty.ListVal(elements)
	}
	return state
}

// attributeOf returns a member of an object, or null if the object is null or has no such member.
func attributeOf(object cty.Value, name string) cty.Value {
	if !isObject(object) || !object.Type().HasAttribute(name) {
		return cty.NullVal(cty.DynamicPseudoType)
	}
	return object.GetAttr(name)
}

func isObject(value cty.Value) bool { return !value.IsNull() && value.Type().IsObjectType() }

// states contains the resources and data sources in the state. The outer key is the address of a module instance, and the inner key is an
// address in this module, such as engine_node.site. An inner value is a statefile.Instance or, for a resource with count or for_each, a
// map[string]statefile.Instance.
type states map[string]map[string]any

// value returns the attributes of a resource (such as engine_node.site) or data source, or an unknown value if it is not in the state.
func (s states) value(module string, names []string) cty.Value {
	switch stored := s[module][strings.Join(names, ".")].(type) {
	case statefile.Instance:
		return valueOf(stored)
	case map[string]statefile.Instance:
		instances := map[string]cty.Value{}
		for key, i := range stored {
			instances[key] = valueOf(i)
		}
		return cty.ObjectVal(instances)
	}
	return cty.DynamicVal
}

// valueOf returns the attributes of an instance as an object. In a state file, an attribute that can have any type is stored as an
// object with a type and a value.
func valueOf(i statefile.Instance) cty.Value {
	members := map[string]cty.Value{}
	for name, attribute := range i.Attributes {
		text := document.Encode(attribute)
		value, err := ctyjson.Unmarshal([]byte(text), cty.DynamicPseudoType)
		if err != nil {
			value, _ = decodeJSON(text) // This never fails, because text was just encoded.
		}
		if slices.Contains(i.Sensitive, name) {
			value = value.Mark(configuration.Sensitive)
		}
		members[name] = value
	}
	return cty.ObjectVal(members)
}

func (s states) add(i statefile.Instance) {
	if s[i.Module] == nil {
		s[i.Module] = map[string]any{}
	}
	name := i.Type + "." + i.Name
	if i.Mode == "data" {
		name = "data." + name
	}
	if i.Key == nil {
		s[i.Module][name] = i
		return
	}
	instances, ok := s[i.Module][name].(map[string]statefile.Instance)
	if !ok {
		instances = map[string]statefile.Instance{}
		s[i.Module][name] = instances
	}
	instances[fmt.Sprint(i.Key)] = i
}
