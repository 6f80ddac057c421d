// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// change is an edit to a configuration file, along with the difference that it resolves.
type change struct {
	difference
	file     *configuration.File
	from, to int
	text     string
	expr     hcl.Expression // the expression before the edit
	owned    bool           // whether no other object can depend on the expression
}

// differ collects the edits that set one attribute of an object to the engine's value.
type differ struct {
	*estate
	object    *object
	changes   []change
	decisions []difference
}

// value is an attribute, or a part of one, with its configured value (have) and the engine's value (want).
type value struct {
	have, want cty.Value
	path       string           // path of the value, such as alert_items[0].label
	attribute  schema.Attribute // nil inside JSON
	secret     bool
}

func (v value) member(name string, attribute schema.Attribute) value {
	v.have, v.want = attributeOf(v.have, name), attributeOf(v.want, name)
	v.path, v.attribute = v.path+"."+name, attribute
	return v
}

func (d *differ) difference(s location, v value, reason string) difference {
	at := s.expr.Range()
	found := difference{
		Address: d.object.address, Attribute: v.path, File: at.Filename, Line: at.Start.Line, Reason: reason, owner: d.object,
	}
	if !v.secret {
		found.Declared, found.Engine = summary(v.have), summary(v.want)
	}
	return found
}

// leaveToUser records a difference that only the user can resolve, with the reason.
func (d *differ) leaveToUser(s location, v value, reason string) {
	d.decisions = append(d.decisions, d.difference(s, v, reason))
}

// replace records an edit that replaces the bytes between two offsets with text. If the file can't be edited, replace leaves the difference
// to the user.
func (d *differ) replace(s location, v value, from, to int, text string) {
	f := d.dir.Files[s.expr.Range().Filename]
	if info, err := os.Lstat(filepath.Join(d.dir.Path, f.Path)); strings.HasPrefix(f.Path, "../") || err != nil || !info.Mode().IsRegular() {
		d.leaveToUser(s, v, "its file is outside this directory, or a link")
		return
	}
	if f.HasCRLF() {
		text = string(configuration.WithCRLF([]byte(text)))
	}
	d.changes = append(d.changes, change{
		difference: d.difference(s, v, ""), file: f, from: from, to: to, text: text, expr: s.expr, owned: s.owned,
	})
}

const isSecretReason = "it may be a secret, which is neither written nor shown"

// compare compares an expression with the engine's value (v), and records the edits that make them equal.
func (d *differ) compare(s location, v value) {
	if v.have.RawEquals(v.want) {
		return
	}
	evaluated, containsSensitive := s.instance.Value(s.expr, s.names), s.isSensitive()
	v.secret = v.secret || evaluated.HasMark(configuration.Sensitive)
	s, err := s.resolve()
	switch {
	case err != nil:
		v.secret = v.secret || containsSensitive
		d.leaveToUser(s, v, err.Error())
		return
	case v.secret:
		d.leaveToUser(s, v, isSecretReason)
		return
	}
	switch expr := s.expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		isJSON := v.attribute == nil
		if isObject(v.have) && isObject(v.want) && (!isJSON || sameNames(v.have, v.want)) {
			d.members(s, expr, v)
			return
		}
	case *hclsyntax.TupleConsExpr:
		if v.have.CanIterateElements() && v.want.CanIterateElements() && !v.have.Type().IsObjectType() && !v.want.Type().IsObjectType() {
			d.list(s, expr, v)
			return
		}
	case *hclsyntax.FunctionCallExpr:
		if expr.Name == "jsonencode" && len(expr.Args) == 1 && d.json(s.to(expr.Args[0]), v) {
			return
		}
	}
	if v.secret = containsSensitive; v.secret {
		d.leaveToUser(s, v, isSecretReason)
		return
	}
	d.literal(s, v)
}

func (d *differ) members(s location, expr *hclsyntax.ObjectConsExpr, v value) {
	attributes := membersOf(v.attribute)
	for _, name := range slices.Sorted(maps.Keys(v.have.Type().AttributeTypes())) {
		m := v.member(name, attributes[name])
		m.secret = m.secret || name == document.ValueKey && (isSecret(v.have) || isSecret(v.want))
		i := s.member(expr, cty.StringVal(name))
		switch {
		case m.have.RawEquals(m.want) || m.have.IsNull() && m.want.IsNull():
		case i < 0:
			d.leaveToUser(s, m, "the configuration does not declare it here")
		default:
			d.compare(s.to(expr.Items[i].ValueExpr), m)
		}
	}
}

// list records the edits to a list. If elements were added, removed or moved, it rewrites the whole list, but copies the source text of the
// elements that remain, including comments.
func (d *differ) list(s location, expr *hclsyntax.TupleConsExpr, v value) {
	before, after := v.have.AsValueSlice(), v.want.AsValueSlice()
	if len(before) != len(expr.Exprs) {
		d.leaveToUser(s, v, "the list has a different length here")
		return
	}
	pairs, isSensitive := pairElements(before, after), s.isSensitive()
	inner := &differ{estate: d.estate, object: d.object}
	for j, i := range pairs {
		if i == none && (isSensitive || hasSecret(after[j])) {
			d.leaveToUser(s, v, isSecretReason)
			return
		}
		if i != none {
			path := fmt.Sprintf("%s[%d]", v.path, i)
			inner.compare(s.to(expr.Exprs[i]), value{before[i], after[j], path, elementOf(v.attribute), v.secret})
		}
	}
	d.decisions = append(d.decisions, inner.decisions...)
	f := d.dir.Files[s.expr.Range().Filename]
	if isSameOrder(pairs, len(before)) {
		d.changes = append(d.changes, inner.changes...)
		return
	}
	edited := &configuration.File{Path: f.Path, Src: f.Src}
	for _, c := range inner.changes {
		if c.file == f && c.from >= expr.SrcRange.Start.Byte && c.to <= expr.SrcRange.End.Byte {
			edited.Splice(c.from, c.to, c.text)
		} else {
			d.changes = append(d.changes, c)
		}
	}
	text := func(j int, indent string) string {
		return format(expressionOf(elementOf(v.attribute), after[j]), indent, len(indent))
	}
	if len(before) == 0 || len(after) == 0 {
		at := expr.SrcRange
		indent := indentAt(f, at.Start.Byte)
		d.replace(s, v, at.Start.Byte, at.End.Byte, format(expressionOf(v.attribute, v.want), indent, at.Start.Column))
		return
	}
	d.replace(s, v, expr.OpenRange.End.Byte, expr.SrcRange.End.Byte-len("]"), rearrange(edited, expr, pairs, text))
}

// json records the edits to the argument of a jsonencode call. It returns false if the configured value or the engine's value is not valid
// JSON.
func (d *differ) json(s location, v value) bool {
	if v.have.IsNull() || v.want.IsNull() || v.have.Type() != cty.String || v.want.Type() != cty.String {
		return false
	}
	have, ok := decodeJSON(v.have.AsString())
	want, okToo := decodeJSON(v.want.AsString())
	if ok && okToo {
		v.have, v.want, v.attribute = have, want, nil
		d.compare(s, v)
	}
	return ok && okToo
}

// literal records the edit that replaces a literal with the engine's value. It replaces a whole list or object if the type changes.
func (d *differ) literal(s location, v value) {
	f, at := d.dir.Files[s.expr.Range().Filename], s.expr.Range()
	old, _ := s.instance.Value(s.expr, s.names).Unmark()
	converted, err := convert.Convert(old, v.have.Type())
	switch {
	case !isLiteral(s.expr):
		d.leaveToUser(s, v, errComputed.Error())
		return
	case v.have.Type().IsPrimitiveType() && (err != nil || !converted.RawEquals(v.have)):
		d.leaveToUser(s, v, "the configuration has changed since the last apply")
		return
	}
	at.End.Byte = at.Start.Byte + len(strings.TrimRight(f.Source(at), "\r\n")) // Keep the line break that ends a heredoc.
	expression := expressionOf(v.attribute, v.want)
	if v.want.Type() == cty.String && !v.want.IsNull() {
		expression = stringLike(f.Source(at), v.want.AsString())
	}
	d.replace(s, v, at.Start.Byte, at.End.Byte, format(expression, indentAt(f, at.Start.Byte), at.Start.Column))
}
