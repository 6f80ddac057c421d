// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

type extraKey struct {
	name, value string
}

// toExtra moves an item to the extra attribute, whose JSON contains fields that no typed attribute can hold. It returns false if the item
// does not belong in that attribute.
func (w *writer) toExtra(i *item, group []*item) bool {
	m, foreign := i.member, w.foreign[i.name]
	switch {
	case foreign.Extra != "" && i.attribute != nil:
		if why := w.reasonToDrop(i.attribute.Expr, &member{}); why == "" {
			w.addExtra(foreign.Extra, w.translatedValue(i, foreign.Words))
		}
	case w.data || m == nil || w.members[lens.ExtraName] == nil:
		return false
	case m.form == texts && i.block != nil:
		if i == group[0] {
			w.addExtra(m.name, w.list(group, &member{form: objects, members: anyMembers()}, w.engine[m.name]))
			i.tail = "" // The list has the comment.
		}
	case i.attribute != nil && (m.form == texts && isObjects(i.attribute.Expr) || m.form == number && isWord(i.attribute.Expr)):
		w.addExtra(m.name, w.file.Text(i.attribute.Expr.Range().Start.Byte, i.at.End.Byte))
	default:
		return false
	}
	return true
}

// addExtra adds a key to the extra attribute. If an override file declares the same key again, addExtra replaces its value.
func (w *writer) addExtra(name, value string) {
	w.extra = slices.DeleteFunc(w.extra, func(k extraKey) bool { return k.name == name })
	w.extra = append(w.extra, extraKey{name, value})
}

// translatedValue returns an expression for an attribute's value, with the values that the engine uses. words maps the other provider's
// values to those of the engine. If words is not empty and the attribute's value is not constant, the expression is a call to lookup().
func (w *writer) translatedValue(i *item, words map[string]string) string {
	expr := i.attribute.Expr
	text := w.file.Text(expr.Range().Start.Byte, i.at.End.Byte)
	if len(words) == 0 {
		return text
	}
	if value, ok := constant(expr); ok && configuration.IsString(value) {
		if word, ok := words[value.AsString()]; ok {
			return fmt.Sprintf("%q", word)
		}
		return text
	}
	var pairs []string
	for _, word := range slices.Sorted(maps.Keys(words)) {
		pairs = append(pairs, fmt.Sprintf("%s = %q", word, words[word]))
	}
	return fmt.Sprintf("lookup({ %s }, %s, %s)", strings.Join(pairs, ", "), text, text)
}

func isObjects(expr hclsyntax.Expression) bool {
	tuple, ok := expr.(*hclsyntax.TupleConsExpr)
	return ok && slices.ContainsFunc(tuple.Exprs, func(element hclsyntax.Expression) bool {
		_, isObject := element.(*hclsyntax.ObjectConsExpr)
		return isObject
	})
}

// isWord reports whether an expression is a constant string that is neither empty nor a number, such as "debug".
func isWord(expr hclsyntax.Expression) bool {
	value, ok := constant(expr)
	if !ok || !configuration.IsString(value) || value.AsString() == "" {
		return false
	}
	_, isNumber := document.Number(value.AsString())
	return !isNumber
}

// extraText returns the HCL of the attribute "extra", or "" if the block does not need it. In an override file, "extra" replaces the one in
// the main file. Therefore, it must repeat the keys from the earlier blocks of the same resource (before).
func (w *writer) extraText(isOverride bool, before []extraKey) string {
	if isOverride && slices.Equal(w.extra, before) {
		return ""
	}
	if !isOverride {
		w.addDefaults()
	}
	if len(w.extra) == 0 {
		return ""
	}
	var text strings.Builder
	for _, k := range w.extra {
		text.WriteString(k.name + " = " + k.value + afterHeredoc(k.value) + "\n")
	}
	if w.members.declaredNames(w.block.Body)[lens.ExtraName] {
		w.addUndecided(w.block.TypeRange, "extra is declared already; its further keys are left as a comment")
		return asComments("add these keys to extra", text.String()) + "\n"
	}
	return "extra = jsonencode({\n" + text.String() + "})\n"
}

// addDefaults adds undeclared keys to the attribute "extra". If the state contains the resource, these are the keys with a value in the
// state. Otherwise, if the configuration uses the engine's public provider, addDefaults adds the defaults of that provider.
func (w *writer) addDefaults() {
	shown := w.members.extra(w.engine)
	if w.engine == nil && w.public {
		for _, a := range w.foreign {
			if a.Extra != "" && a.Default != "" {
				shown[a.Extra] = a.Word(a.Default)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(shown)) {
		if slices.ContainsFunc(w.extra, func(k extraKey) bool { return k.name == name }) {
			continue
		}
		if text, ok := shown[name].(string); ok {
			w.addExtra(name, string(hcltext.Quoted(text)))
		} else {
			w.addExtra(name, "jsondecode("+string(hcltext.Quoted(document.Encode(shown[name])))+")")
		}
	}
}
