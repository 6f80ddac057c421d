// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// scope evaluates expressions in one instance of a module. Some values are unknown to it: variables without a value, resources that the
// state does not have, and results of functions such as timestamp.
type scope struct {
	*module
	address string               // of the module instance
	calls   string               // the calls that lead to the module, as in stateAddress
	known   map[string]cty.Value // evaluated names such as local.size; a nil value is being evaluated
}

func (m *migration) scopeOf(mod *module, address string) *scope {
	if m.scopes[address] == nil {
		calls, _ := callsOf(address)
		m.scopes[address] = &scope{module: mod, address: address, calls: calls, known: map[string]cty.Value{}}
	}
	return m.scopes[address]
}

// evaluate returns the value of an expression. more has names that exist only in the resource of the expression, such as each and count.
func (s *scope) evaluate(expr hclsyntax.Expression, more map[string]cty.Value) cty.Value {
	variables := map[string]any{}
	for name, value := range more {
		variables[name] = value
	}
	for _, traversal := range expr.Variables() {
		names := namesOf(traversal)
		if _, given := more[names[0]]; given || len(names) < 2 {
			continue
		}
		if names[0] != "data" {
			plant(variables, s.named(names[0], names[1]), names[:2])
		} else if len(names) > 2 {
			plant(variables, s.valueInState(address{true, names[1], names[2]}), names[:3])
		}
	}
	value, diags := s.evaluateWith(expr, variables)
	if value == cty.NilVal || diags.HasErrors() && value.IsWhollyKnown() {
		return cty.DynamicVal
	}
	return value
}

// plant puts a value into a tree of variables. The value of var.size goes to tree["var"]["size"]. If the tree already has a value that does
// not fit, such as a text at tree["var"], plant returns false.
func plant(tree map[string]any, value cty.Value, names []string) bool {
	last := len(names) - 1
	for _, name := range names[:last] {
		if tree[name] == nil {
			tree[name] = map[string]any{}
		}
		inner, ok := tree[name].(map[string]any)
		if !ok {
			return false
		}
		tree = inner
	}
	if _, isObject := tree[names[last]].(map[string]any); isObject {
		return false
	}
	tree[names[last]] = value
	return true
}

// evaluateWith evaluates an expression with variables such as {"var": {"size": 5}}, a tree that plant has built.
func (m *migration) evaluateWith(expr hclsyntax.Expression, variables map[string]any) (cty.Value, hcl.Diagnostics) {
	return expr.Value(&hcl.EvalContext{Variables: objectOf(variables), Functions: m.functions})
}

func objectOf(tree map[string]any) map[string]cty.Value {
	members := map[string]cty.Value{}
	for name, branch := range tree {
		switch branch := branch.(type) {
		case cty.Value:
			members[name] = branch
		case map[string]any:
			members[name] = cty.ObjectVal(objectOf(branch))
		}
	}
	return members
}

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
		if a := s.declaration("locals", "", name); a != nil {
			value = s.evaluate(a.Expr, nil)
		}
	case "var":
		value = s.variable(name)
	case "path", "terraform", "module", "each", "count", "self":
	default:
		value = s.valueInState(address{false, root, name})
	}
	s.known[at] = value
	return value
}

func (s *scope) variable(name string) cty.Value {
	if value, ok := s.assigned[name]; ok && s.calls == "" {
		return value
	}
	if s.calls != "" {
		last := strings.LastIndex(s.address, "module.")
		if strings.Contains(s.address[last:], "[") {
			return cty.DynamicVal // the arguments may depend on each.key or count.index
		}
		callers, call := s.calls[:strings.LastIndexByte(s.calls, '.')], s.address[last+len("module."):]
		parent := s.modules[s.folders[callers]]
		if parent == nil {
			return cty.DynamicVal
		}
		if a := parent.declaration("module", call, name); a != nil {
			return s.scopeOf(parent, strings.TrimSuffix(s.address[:last], ".")).evaluate(a.Expr, nil)
		}
	}
	if a := s.declaration("variable", name, "default"); a != nil {
		return s.evaluate(a.Expr, nil)
	}
	return cty.DynamicVal
}

// declaration finds an attribute in the module, such as default in variable "size". label may be "". If several files declare the
// attribute, the override file wins.
func (mod *module) declaration(typeName, label, name string) (found *hclsyntax.Attribute) {
	for _, b := range mod.blocks(typeName) {
		if a := b.Body.Attributes[name]; a != nil && strings.Join(b.Labels, ".") == label {
			found = a
		}
	}
	return found
}

// valueInState returns the value of a resource or data source in the state. For a rewritten resource, it returns the value after the move
// to this provider, because the new configuration refers to that value.
func (s *scope) valueInState(at address) cty.Value {
	instances := s.state[stateAddress{s.calls, at}]
	r := s.renamed[at]
	if r != nil {
		instances = r.instances
	}
	values, isCounted := map[string]cty.Value{}, false
	for _, one := range instances {
		if one.moduleAddress != s.address {
			continue
		}
		value := cty.DynamicVal
		if r == nil {
			value = jsonValue(one.attributes)
		} else if one.object != nil {
			value = one.object.State
		}
		if one.key == nil {
			return value
		}
		values[document.Text(one.key)], isCounted = value, one.isCounted()
	}
	switch {
	case len(values) == 0:
		return cty.DynamicVal
	case !isCounted:
		return cty.ObjectVal(values)
	}
	list := slices.Repeat([]cty.Value{cty.DynamicVal}, len(values))
	for i := range list {
		if value, ok := values[strconv.Itoa(i)]; ok {
			list[i] = value
		}
	}
	return cty.TupleVal(list)
}

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

func (one *instance) isCounted() bool {
	_, isText := one.key.(string)
	return one.key != nil && !isText
}

// instanceNames returns the values of each or count in an instance. In acme_alert.a["one"], each.key is "one".
func (s *scope) instanceNames(one *instance) map[string]cty.Value {
	switch {
	case one.key == nil:
		return nil
	case one.isCounted():
		return map[string]cty.Value{"count": cty.ObjectVal(map[string]cty.Value{"index": jsonValue(one.key)})}
	}
	key, value := document.Text(one.key), cty.DynamicVal
	if a := one.block.Body.Attributes["for_each"]; a != nil {
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

// findFolders records the folder of each module, by the path of module calls. For example, the path ".line.pumps" stands for
// module.line.module.pumps.
func (m *migration) findFolders() {
	m.folders = map[string]string{}
	var visit func(calls string, mod *module)
	visit = func(calls string, mod *module) {
		const deepest = 20 // calls; a module may call itself by mistake
		if mod == nil || strings.Count(calls, ".") > deepest {
			return
		}
		m.folders[calls] = mod.dir
		for call, called := range mod.calls() {
			if len(call.block.Labels) == 1 {
				visit(calls+"."+call.block.Labels[0], called)
			}
		}
	}
	root := m.modules["."]
	if root == nil { // The folder has only folders; the state belongs to a module that no other one calls.
		for _, mod := range m.inOrder() {
			if !slices.ContainsFunc(m.inOrder(), func(other *module) bool { return other != mod && slices.Contains(other.withCalled(), mod) }) {
				if root != nil {
					return // several configurations, and the state does not say which it belongs to
				}
				root = mod
			}
		}
	}
	visit("", root)
}

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

// functions returns Terraform's functions whose results depend only on their arguments. A call of any other function, such as file, is
// unknown.
func functions() map[string]function.Function {
	to := func(t cty.Type) function.Function { return stdlib.MakeToFunc(t) }
	return map[string]function.Function{
		"abs": stdlib.AbsoluteFunc, "ceil": stdlib.CeilFunc, "chomp": stdlib.ChompFunc, "chunklist": stdlib.ChunklistFunc,
		"coalesce": stdlib.CoalesceFunc, "coalescelist": stdlib.CoalesceListFunc, "compact": stdlib.CompactFunc, "concat": stdlib.ConcatFunc,
		"contains": stdlib.ContainsFunc, "csvdecode": stdlib.CSVDecodeFunc, "distinct": stdlib.DistinctFunc, "element": stdlib.ElementFunc,
		"flatten": stdlib.FlattenFunc, "floor": stdlib.FloorFunc, "format": stdlib.FormatFunc, "formatdate": stdlib.FormatDateFunc,
		"formatlist": stdlib.FormatListFunc, "indent": stdlib.IndentFunc, "join": stdlib.JoinFunc, "jsondecode": stdlib.JSONDecodeFunc,
		"jsonencode": stdlib.JSONEncodeFunc, "keys": stdlib.KeysFunc, "length": stdlib.LengthFunc, "log": stdlib.LogFunc,
		"lookup": stdlib.LookupFunc, "lower": stdlib.LowerFunc, "max": stdlib.MaxFunc, "merge": stdlib.MergeFunc, "min": stdlib.MinFunc,
		"parseint": stdlib.ParseIntFunc, "pow": stdlib.PowFunc, "range": stdlib.RangeFunc, "regex": stdlib.RegexFunc,
		"regexall": stdlib.RegexAllFunc, "reverse": stdlib.ReverseListFunc, "setintersection": stdlib.SetIntersectionFunc,
		"setproduct": stdlib.SetProductFunc, "setsubtract": stdlib.SetSubtractFunc, "setunion": stdlib.SetUnionFunc, "signum": stdlib.SignumFunc,
		"slice": stdlib.SliceFunc, "sort": stdlib.SortFunc, "split": stdlib.SplitFunc, "strrev": stdlib.ReverseFunc, "substr": stdlib.SubstrFunc,
		"timeadd": stdlib.TimeAddFunc, "title": stdlib.TitleFunc, "trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc,
		"trimspace": stdlib.TrimSpaceFunc, "trimsuffix": stdlib.TrimSuffixFunc, "upper": stdlib.UpperFunc, "values": stdlib.ValuesFunc,
		"zipmap": stdlib.ZipmapFunc, "can": tryfunc.CanFunc, "try": tryfunc.TryFunc,
		"tobool": to(cty.Bool), "tonumber": to(cty.Number), "tostring": to(cty.String),
		"tolist": to(cty.List(cty.DynamicPseudoType)), "tomap": to(cty.Map(cty.DynamicPseudoType)), "toset": to(cty.Set(cty.DynamicPseudoType)),
	}
}

// isDerived reports whether a text such as expression_plain equals the text that this provider computes from the other attributes. Such a
// text can be left out. Without a state, isDerived compares references such as var.limit by their names.
func (w *writer) isDerived(body *hclsyntax.Body, m *member, shown seen) bool {
	if value, ok := shown[m.name]; ok && value.IsKnown() {
		return value.IsNull()
	}
	text := w.symbolic(body.Attributes[m.name].Expr)
	if text == "" {
		return false
	}
	item := map[string]any{}
	for name, a := range body.Attributes {
		item[name] = w.symbolic(a.Expr)
	}
	for _, b := range body.Blocks {
		if id := b.Body.Attributes["id"]; id != nil {
			item[b.Type] = map[string]any{"id": w.symbolic(id.Expr)}
		}
	}
	derived, follows := m.derive(item)
	return follows && document.SameText(text, derived)
}

// symbolic evaluates an expression without the values of its references: the value of "$A > ${var.limit}" is this text itself. It returns
// "" if the value is not a text.
func (w *writer) symbolic(expr hclsyntax.Expression) string {
	variables := map[string]any{}
	for _, traversal := range expr.Variables() {
		names := namesOf(traversal)
		if len(names) < len(traversal) || !plant(variables, cty.StringVal("${"+strings.Join(names, ".")+"}"), names) {
			return ""
		}
	}
	value, diags := w.evaluateWith(expr, variables)
	if diags.HasErrors() || !value.IsWhollyKnown() || !isText(value) {
		return ""
	}
	return value.AsString()
}
