// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// constant returns the value of an expression without references, such as "a" or 2 * 3. It returns false for any other expression.
func constant(expr hclsyntax.Expression) (cty.Value, bool) {
	if len(expr.Variables()) > 0 {
		return cty.NilVal, false
	}
	value, diags := expr.Value(nil)
	return value, !diags.HasErrors() // Without references, an unknown value is an error.
}

const isEmptyValue = "it is empty"

// reasonToDrop returns why an attribute must be left out, or "" if it can stay. For example, an empty string must be left out. An import
// omits it from the state, so the first plan would show it as a change.
func (w *writer) reasonToDrop(expr hclsyntax.Expression, m *member) string {
	switch {
	case m.required || m.isArray || m.form == free:
		return ""
	case m.runtime:
		return "the engine changes it on its own"
	}
	value, ok := constant(expr)
	if !ok || value.IsNull() {
		return ""
	}
	switch t := value.Type(); {
	case t == cty.String && value.AsString() == "", (t.IsTupleType() || t.IsObjectType()) && value.LengthInt() == 0:
		return isEmptyValue
	case m.byDefault != nil && sameValue(value, m.byDefault):
		return "it is the engine's default"
	}
	return ""
}

// sameValue reports whether a configured value equals a value from the engine.
func sameValue(value cty.Value, other any) bool {
	encoded, err := ctyjson.Marshal(value, value.Type())
	if err != nil {
		return false
	}
	decoded, err := document.Decode(encoded)
	return err == nil && sameScalar(decoded, other)
}

// sameScalar reports whether two JSON scalars are equal. The string "5" equals the number 5, and the string "true" equals true.
func sameScalar(a, b any) bool {
	return strings.Trim(document.Encode(a), `"`) == strings.Trim(document.Encode(b), `"`)
}

// value rewrites the value of an attribute for this provider. If it can't tell whether an expression such as var.size has the right type,
// it adds a message to the report.
func (w *writer) value(expr hclsyntax.Expression, m *member) {
	switch m.form {
	case json:
		w.encodeJSON(expr)
	case object:
		tuple, ok := expr.(*hclsyntax.TupleConsExpr)
		if ok && len(tuple.Exprs) == 1 { // The old attribute was a block, which Terraform treats as a list with one element.
			list, inner := expr.Range(), tuple.Exprs[0].Range()
			w.file.Splice(list.Start.Byte, inner.Start.Byte, "")
			w.file.Splice(inner.End.Byte, list.End.Byte, "")
			expr = tuple.Exprs[0]
		}
		w.objectValue(expr, m)
	case objects:
		switch expr := expr.(type) {
		case *hclsyntax.TupleConsExpr:
			for _, element := range expr.Exprs {
				w.objectValue(element, m)
				if _, isObject := element.(*hclsyntax.ObjectConsExpr); m.isReference() && !isObject && !isID(element) {
					w.addUndecided(element.Range(), "this must be an object with the attribute id; check whether it is")
				}
			}
		case *hclsyntax.ObjectConsExpr:
			w.objectValue(expr, m)
			w.wrap(expr, "[", "]")
		case *hclsyntax.ForExpr:
			w.objectValue(expr.ValExpr, m)
		default:
			if m.isReference() {
				w.addUndecided(expr.Range(), "this must be a list of objects with the attribute id; check whether it is")
			}
		}
	case plain, number, texts:
		if _, ok := expr.(*hclsyntax.ObjectConsExpr); ok {
			w.addUndecided(expr.Range(), "%s requires a single value here, not an object", w.target.typeName)
		}
	}
}

func (m *member) isReference() bool {
	id := m.members["id"]
	return id != nil && id.required && len(m.members) <= 3
}

// objectValue rewrites an object expression. It renames attributes and removes defaults. Where this provider expects a reference, it
// replaces an id such as "pump-1" with { id = "pump-1" }.
func (w *writer) objectValue(expr hclsyntax.Expression, m *member) {
	constructor, ok := expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		if m.isReference() && isID(expr) {
			w.wrap(expr, "{ id = ", " }")
		}
		return
	}
	previous := constructor.OpenRange
	for n, pair := range constructor.Items {
		key, ok := constant(pair.KeyExpr)
		if !ok || !configuration.IsString(key) {
			continue
		}
		inner := m.members.find(key.AsString())
		if inner == nil {
			w.addUndecided(pair.KeyExpr.Range(), "the object has no %q", key.AsString())
			continue
		}
		if inner.name != key.AsString() {
			w.file.Replace(pair.KeyExpr.Range(), inner.name)
		}
		if why := w.reasonToDrop(pair.ValueExpr, inner); why != "" {
			at := hcl.RangeBetween(pair.KeyExpr.Range(), pair.ValueExpr.Range())
			if why == isEmptyValue {
				w.report.EmptyValues++
			} else {
				w.note(at, "%s is left out: %s", w.file.Source(at), why)
			}
			w.file.Cut(previous, at, constructor.SrcRange, n == len(constructor.Items)-1)
			continue
		}
		previous = pair.ValueExpr.Range()
		w.value(pair.ValueExpr, inner)
	}
}

// isID reports whether an expression may be an id: a string template, or a reference whose last name is id or ends in _id.
func isID(expr hclsyntax.Expression) bool {
	switch expr := expr.(type) {
	case *hclsyntax.TemplateExpr:
		return true
	case *hclsyntax.ScopeTraversalExpr:
		last, ok := attributeAt(expr.Traversal, len(expr.Traversal)-1)
		return ok && (last.Name == "id" || strings.HasSuffix(last.Name, "_id"))
	}
	return false
}

func (w *writer) wrap(expr hclsyntax.Expression, before, after string) {
	r := expr.Range()
	w.file.Splice(r.Start.Byte, r.Start.Byte, before)
	w.file.InsertAfter(r, afterHeredoc(w.file.Source(r))+after)
}

// afterHeredoc returns a line break if the expression is a heredoc, because nothing may follow a heredoc's end marker on its line.
func afterHeredoc(expression string) string {
	if strings.HasPrefix(expression, "<<") && !strings.HasSuffix(expression, "\n") {
		return "\n"
	}
	return ""
}

// encodeJSON wraps a value in jsonencode() unless it is already a JSON-encoded string.
func (w *writer) encodeJSON(expr hclsyntax.Expression) {
	if _, isText := expr.(*hclsyntax.TemplateExpr); w.public && (isText || len(expr.Variables()) > 0) {
		return // The value may be JSON-encoded already, because the public provider accepts that.
	}
	encode := func() { w.wrap(expr, "jsonencode(", ")") }
	switch expr := expr.(type) {
	case *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ForExpr:
		encode()
	case *hclsyntax.FunctionCallExpr:
		if expr.Name != "jsonencode" {
			w.leaveJSONToUser(expr, expr.Name+"()")
		}
	default:
		value, ok := constant(expr)
		switch {
		case !ok:
			w.leaveJSONToUser(expr, "this")
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
				w.addUndecided(expr.Range(), "this JSON is not an object or a list; if it is meant as a string, put jsonencode() around it")
			}
		}
	}
}

func (w *writer) leaveJSONToUser(expr hclsyntax.Expression, what string) {
	w.addUndecided(expr.Range(), "this must be a JSON-encoded string; put jsonencode() around %s if it returns anything else", what)
}
