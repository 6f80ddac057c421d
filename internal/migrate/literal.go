// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	stdjson "encoding/json"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

// constant is the value of an expression that depends on nothing.
func constant(expr hclsyntax.Expression) (cty.Value, bool) {
	if len(expr.Variables()) > 0 {
		return cty.NilVal, false
	}
	value, diags := expr.Value(nil)
	return value, !diags.HasErrors() && value.IsWhollyKnown()
}

// isText tells whether a value is a text.
func isText(value cty.Value) bool { return value.Type() == cty.String && !value.IsNull() }

// isEmptyText is why most attributes are left out.
const isEmptyText = "it is empty"

// dispensable says why an attribute is better not declared, "" if it is. A read after the move leaves these out, as an import does, so that
// declaring them would be a change in the first plan.
func (w *writer) dispensable(expr hclsyntax.Expression, m *member) string {
	switch {
	case m.required || m.isArray || m.form == free:
		return ""
	case m.runtime:
		return "the engine changes it by itself"
	}
	value, ok := constant(expr)
	if !ok || value.IsNull() {
		return ""
	}
	switch t := value.Type(); {
	case t == cty.String && value.AsString() == "", (t.IsTupleType() || t.IsObjectType()) && value.LengthInt() == 0:
		return isEmptyText
	case m.byDefault != nil && sameValue(value, m.byDefault):
		return "it is the engine's default"
	}
	return ""
}

// sameValue tells whether a value of a configuration is one of a document. A configuration may have numbers and booleans as texts.
func sameValue(value cty.Value, other any) bool {
	encoded, err := ctyjson.Marshal(value, value.Type())
	if err != nil {
		return false
	}
	text, err := stdjson.Marshal(other)
	return err == nil && strings.Trim(string(encoded), `"`) == strings.Trim(string(text), `"`)
}

// value makes the edits in the value of an attribute that is written in full. What is made elsewhere may need more than can be
// seen here; where that is likely, it is said.
func (w *writer) value(expr hclsyntax.Expression, m *member) {
	f := w.file
	r := expr.Range()
	switch m.form {
	case json:
		w.jsonText(expr)
	case object:
		tuple, ok := expr.(*hclsyntax.TupleConsExpr)
		if ok && len(tuple.Exprs) == 1 { // It was a block, which others keep in a list of one.
			inner := tuple.Exprs[0].Range()
			f.splice(r.Start.Byte, inner.Start.Byte, "")
			f.splice(inner.End.Byte, r.End.Byte, "")
			expr = tuple.Exprs[0]
		}
		w.objectValue(expr, m)
	case objects:
		switch expr := expr.(type) {
		case *hclsyntax.TupleConsExpr:
			for _, element := range expr.Exprs {
				w.objectValue(element, m)
			}
		case *hclsyntax.ObjectConsExpr:
			w.objectValue(expr, m)
			w.wrap(expr, "[", "]")
		case *hclsyntax.ForExpr:
			w.objectValue(expr.ValExpr, m)
		default:
			if m.isReference() {
				w.undecided(r.Start.Byte, "a list of objects with the attribute id is wanted here; look whether this is one")
			}
		}
	case plain:
		if _, ok := expr.(*hclsyntax.ObjectConsExpr); ok {
			w.undecided(r.Start.Byte, "an object stands where %s has a single value", w.target)
		}
	}
}

// isReference tells whether the objects of an attribute name others by their ids.
func (m *member) isReference() bool {
	id := m.members["id"]
	return id != nil && id.required && len(m.members) <= 3
}

// objectValue makes the edits in an object that is written in full. An id alone becomes a reference.
func (w *writer) objectValue(expr hclsyntax.Expression, m *member) {
	f := w.file
	constructor, ok := expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		_, isTemplate := expr.(*hclsyntax.TemplateExpr)
		traversal, isTraversal := expr.(*hclsyntax.ScopeTraversalExpr)
		if isTraversal {
			last, ok := attributeAt(traversal.Traversal, len(traversal.Traversal)-1)
			isTraversal = ok && (last.Name == "id" || strings.HasSuffix(last.Name, "_id"))
		}
		if m.isReference() && (isTemplate || isTraversal) {
			w.wrap(expr, "{ id = ", " }")
		}
		return
	}
	previous := constructor.OpenRange.End.Byte
	for n, pair := range constructor.Items {
		key, ok := constant(pair.KeyExpr)
		if !ok || !isText(key) {
			continue
		}
		name, inner := m.members.find(key.AsString())
		if inner == nil {
			w.undecided(pair.KeyExpr.Range().Start.Byte, "the object has no %q", key.AsString())
			continue
		}
		if name != key.AsString() {
			f.replace(pair.KeyExpr.Range(), name)
		}
		if why := w.dispensable(pair.ValueExpr, inner); why != "" {
			from, to := pair.KeyExpr.Range().Start.Byte, pair.ValueExpr.Range().End.Byte
			if why == isEmptyText {
				w.report.empty++
			} else {
				w.note(from, "%s is left out: %s", f.raw(from, to), why)
			}
			f.cut(previous, from, to, constructor.SrcRange.End.Byte, n == len(constructor.Items)-1)
			continue
		}
		previous = pair.ValueExpr.Range().End.Byte
		w.value(pair.ValueExpr, inner)
	}
}

// wrap puts an expression between two texts.
func (w *writer) wrap(expr hclsyntax.Expression, before, after string) {
	f, r := w.file, expr.Range()
	f.splice(r.Start.Byte, r.Start.Byte, before)
	f.splice(r.End.Byte, r.End.Byte, afterHeredoc(f.raw(r.Start.Byte, r.End.Byte))+after)
}

// afterHeredoc is what has to stand after an expression before anything else: the mark that ends a heredoc has its line alone.
func afterHeredoc(expression string) string {
	if strings.HasPrefix(expression, "<<") && !strings.HasSuffix(expression, "\n") {
		return "\n"
	}
	return ""
}

// jsonText makes JSON text of what is no text.
func (w *writer) jsonText(expr hclsyntax.Expression) {
	if _, isText := expr.(*hclsyntax.TemplateExpr); w.public && (isText || len(expr.Variables()) > 0) {
		return // The public provider has JSON texts itself.
	}
	encode := func() { w.wrap(expr, "jsonencode(", ")") }
	switch expr := expr.(type) {
	case *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ForExpr:
		encode()
	case *hclsyntax.FunctionCallExpr:
		if expr.Name != "jsonencode" {
			w.doubtJSON(expr, expr.Name+"()")
		}
	default:
		value, ok := constant(expr)
		switch {
		case !ok:
			w.doubtJSON(expr, "this")
		case value.IsNull():
		case value.Type() != cty.String:
			encode()
		default:
			decoded, err := document.Decode([]byte(value.AsString()))
			_, isObject := decoded.(map[string]any)
			_, isArray := decoded.([]any)
			if err != nil {
				encode()
			} else if !isObject && !isArray {
				w.undecided(expr.Range().Start.Byte, "this is JSON text of something that is no text; put jsonencode() around it if the text itself is meant")
			}
		}
	}
}

func (w *writer) doubtJSON(expr hclsyntax.Expression, what string) {
	w.undecided(expr.Range().Start.Byte, "JSON text is wanted here; put jsonencode() around %s if it gives something else", what)
}
