// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"path"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// scope evaluates expressions in one instance of a module. Unknown are variables without a value, objects that the state does not
// have, and functions whose results depend on more than their arguments.
type scope struct {
	*migration
	mod    *module
	module string // address of the module instance
	calls  string
	known  map[string]cty.Value // evaluated names such as local.size; a nil value is being evaluated
}

// scopeOf returns the scope of a module instance.
func (m *migration) scopeOf(mod *module, module string) *scope {
	if s := m.scopes[module]; s != nil {
		return s
	}
	calls, _ := callsOf(module)
	s := &scope{migration: m, mod: mod, module: module, calls: calls, known: map[string]cty.Value{}}
	m.scopes[module] = s
	return s
}

// evaluate returns the value of an expression. more holds names that only this expression can refer to, such as each.
func (s *scope) evaluate(expr hclsyntax.Expression, more map[string]cty.Value) cty.Value {
	variables := map[string]map[string]cty.Value{}
	for _, traversal := range expr.Variables() {
		root := traversal.RootName()
		step, ok := attributeAt(traversal, 1)
		if _, given := more[root]; given || !ok {
			continue
		}
		if variables[root] == nil {
			variables[root] = map[string]cty.Value{}
		}
		if root != "data" {
			variables[root][step.Name] = s.named(root, step.Name)
			continue
		}
		if second, ok := attributeAt(traversal, 2); ok {
			resources := map[string]cty.Value{}
			if before, ok := variables[root][step.Name]; ok {
				resources = before.AsValueMap()
			}
			resources[second.Name] = s.heldValue(address{true, step.Name, second.Name})
			variables[root][step.Name] = cty.ObjectVal(resources)
		}
	}
	context := &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: s.functions}
	for root, members := range variables {
		context.Variables[root] = cty.ObjectVal(members)
	}
	for name, value := range more {
		context.Variables[name] = value
	}
	value, diags := expr.Value(context)
	if value == cty.NilVal || diags.HasErrors() && value.IsWhollyKnown() {
		return cty.DynamicVal
	}
	return value
}

// named returns the value of a reference such as local.size, var.size or acme_alert.low_flow.
func (s *scope) named(root, name string) cty.Value {
	at := root + "." + name
	if value, ok := s.known[at]; ok {
		if value == cty.NilVal {
			return cty.DynamicVal // it refers to itself
		}
		return value
	}
	s.known[at] = cty.NilVal
	value := cty.DynamicVal
	switch root {
	case "local":
		if a := s.mod.declaration("locals", "", name); a != nil {
			value = s.evaluate(a.Expr, nil)
		}
	case "var":
		value = s.variable(name)
	case "path", "terraform", "module", "each", "count", "self":
	default:
		value = s.heldValue(address{false, root, name})
	}
	s.known[at] = value
	return value
}

// variable returns the value of a variable: from the module call, or else its default.
func (s *scope) variable(name string) cty.Value {
	if s.calls != "" {
		parent := s.mod.modules[s.folders[s.calls[:strings.LastIndexByte(s.calls, '.')]]]
		call := s.calls[strings.LastIndexByte(s.calls, '.')+1:]
		if strings.ContainsRune(s.module[strings.LastIndex(s.module, "module."):], '[') || parent == nil {
			return cty.DynamicVal // the arguments may depend on each.key or count.index
		}
		outer := strings.TrimSuffix(strings.TrimSuffix(s.module, "module."+call), ".")
		if a := parent.declaration("module", call, name); a != nil {
			return s.scopeOf(parent, outer).evaluate(a.Expr, nil)
		}
	} else if value, ok := s.assigned[name]; ok {
		return value
	}
	if a := s.mod.declaration("variable", name, "default"); a != nil {
		return s.evaluate(a.Expr, nil)
	}
	return cty.DynamicVal
}

// declaration finds an attribute in the module's blocks with this type and label; the label may be empty.
func (mod *module) declaration(typeName, label, name string) (found *hclsyntax.Attribute) {
	mod.blocks(typeName, func(_ *file, b *hclsyntax.Block) {
		if a := b.Body.Attributes[name]; a != nil && strings.Join(b.Labels, ".") == label {
			found = a
		}
	})
	return found
}

// heldValue returns the value of a resource or data source in the state; for a rewritten one, its value in the moved state.
func (s *scope) heldValue(at address) cty.Value {
	object := func(h *held) cty.Value { return jsonValue(h.attributes) }
	all := s.state[heldAddress{s.calls, at}]
	if r := s.mod.renamed[at]; r != nil {
		all = r.held
		object = func(h *held) cty.Value {
			if h.object == nil {
				return cty.DynamicVal
			}
			return h.object.State
		}
	}
	byKey, byIndex := map[string]cty.Value{}, map[int]cty.Value{}
	for _, h := range all {
		if h.module != s.module {
			continue
		}
		switch index, err := strconv.Atoi(document.Text(h.key)); {
		case h.key == nil:
			return object(h)
		case h.isCounted() && err == nil:
			byIndex[index] = object(h)
		default:
			byKey[document.Text(h.key)] = object(h)
		}
	}
	switch {
	case len(byKey) > 0:
		return cty.ObjectVal(byKey)
	case len(byIndex) == 0:
		return cty.DynamicVal
	}
	list := make([]cty.Value, len(byIndex))
	for i := range list {
		if list[i] = byIndex[i]; list[i] == cty.NilVal {
			list[i] = cty.DynamicVal
		}
	}
	return cty.TupleVal(list)
}

// jsonValue converts decoded JSON into a value of Terraform.
func jsonValue(value any) cty.Value {
	text := []byte(document.Encode(value))
	t, err := ctyjson.ImpliedType(text)
	if err != nil {
		return cty.DynamicVal
	}
	result, err := ctyjson.Unmarshal(text, t)
	if err != nil {
		return cty.DynamicVal
	}
	return result
}

// isCounted reports whether the key of an instance is an index of count.
func (h *held) isCounted() bool {
	_, isText := h.key.(string)
	return h.key != nil && !isText
}

// instanceNames returns the variable each or count for an instance of a resource.
func (s *scope) instanceNames(b *hclsyntax.Block, h *held) map[string]cty.Value {
	switch {
	case h.key == nil:
		return nil
	case h.isCounted():
		return map[string]cty.Value{"count": cty.ObjectVal(map[string]cty.Value{"index": jsonValue(h.key)})}
	}
	key, value := document.Text(h.key), cty.DynamicVal
	if a := b.Body.Attributes["for_each"]; a != nil {
		over := s.evaluate(a.Expr, nil)
		switch t := over.Type(); {
		case !over.IsKnown() || over.IsNull():
		case t.IsSetType():
			value = cty.StringVal(key)
		case t.IsObjectType() || t.IsMapType():
			if found, ok := over.AsValueMap()[key]; ok {
				value = found
			}
		}
	}
	return map[string]cty.Value{"each": cty.ObjectVal(map[string]cty.Value{"key": cty.StringVal(key), "value": value})}
}

// findFolders records the folder of each module by the calls that lead to it from the root module.
func (m *migration) findFolders() {
	m.folders = map[string]string{}
	var visit func(calls string, mod *module)
	visit = func(calls string, mod *module) {
		const deepest = 20 // calls; a module may call itself by mistake
		if mod == nil || strings.Count(calls, ".") > deepest {
			return
		}
		m.folders[calls] = mod.dir
		mod.calls(func(_ *file, b *hclsyntax.Block, called *module) {
			if len(b.Labels) == 1 {
				visit(calls+"."+b.Labels[0], called)
			}
		})
	}
	visit("", m.modules["."])
}

// assign reads a file of variable values, such as terraform.tfvars.
func (m *migration) assign(name string, src []byte) error {
	f, err := parseFile(path.Base(name), src)
	if err != nil {
		return err
	}
	for name, a := range f.body.Attributes {
		if value, ok := constant(a.Expr); ok {
			m.assigned[name] = value
		}
	}
	return nil
}
