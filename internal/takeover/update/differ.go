// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/sourcefile"
)

// change is a part of a configuration that gets another text.
type change struct {
	remark
	owner    *object
	file     *sourcefile.File
	from, to int
	text     string
	expr     hcl.Expression // the old expression
	owned    bool           // no other object can depend on the expression
}

// differ finds the changes that bring one attribute of an object in line with the engine.
type differ struct {
	*estate
	object    *object
	attribute string
	changes   []change
	decisions []decision
}

// value is a place in an attribute, with the values of the configuration and of the engine.
type value struct {
	have, want cty.Value
	path       string           // such as alert_items[0].label
	attribute  schema.Attribute // nil inside JSON
	secret     bool
}

func (v value) member(name string, attribute schema.Attribute) value {
	v.have, v.want = attributeOf(v.have, name), attributeOf(v.want, name)
	v.path, v.attribute = v.path+"."+name, attribute
	return v
}

func (d *differ) remark(s spot, v value) remark {
	at := s.expr.Range()
	r := remark{Address: d.object.address, Attribute: v.path, File: at.Filename, Line: at.Start.Line}
	if !v.secret && !s.secret {
		r.Declared, r.Engine = shown(v.have), shown(v.want)
	}
	return r
}

// decide records that the user has to decide about a difference.
func (d *differ) decide(s spot, v value, format string, arguments ...any) {
	d.decisions = append(d.decisions, decision{
		remark: d.remark(s, v), Reason: fmt.Sprintf(format, arguments...), owner: d.object, attribute: d.attribute,
	})
}

// replace records that a part of the expression at s gets another text.
func (d *differ) replace(s spot, v value, from, to int, text string) {
	f := d.files[s.expr.Range().Filename]
	switch {
	case strings.HasPrefix(f.Path, "../"):
		d.decide(s, v, "the module is outside this directory")
		return
	case d.linked[f.Path]:
		d.decide(s, v, "the file is a symbolic link")
		return
	}
	if f.HasCRLF() {
		text = string(sourcefile.WithCRLF([]byte(text)))
	}
	d.changes = append(d.changes, change{
		remark: d.remark(s, v), owner: d.object, file: f, from: from, to: to, text: text, expr: s.expr, owned: s.owned,
	})
}

// compare finds the literals that have to change so that an expression has the engine's value.
func (d *differ) compare(s spot, v value) {
	if v.have.RawEquals(v.want) {
		return
	}
	s, err := s.followed()
	if err != nil {
		d.decide(s, v, "%s", err)
		return
	}
	if s.secret || v.secret {
		v.secret = true
		d.decide(s, v, "it may be a secret, which is neither written nor shown")
		return
	}
	switch expr := s.expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		if v.have.Type().IsObjectType() && v.want.Type().IsObjectType() && !v.have.IsNull() && !v.want.IsNull() {
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
	d.literal(s, v)
}

// members compares the members of an object.
func (d *differ) members(s spot, expr *hclsyntax.ObjectConsExpr, v value) {
	attributes := membersOf(v.attribute)
	names := slices.Collect(maps.Keys(v.have.Type().AttributeTypes()))
	for name := range v.want.Type().AttributeTypes() {
		if !v.have.Type().HasAttribute(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		m := v.member(name, attributes[name])
		m.secret = m.secret || name == document.ValueKey && (isSecret(v.have) || isSecret(v.want))
		i := s.member(expr, cty.StringVal(name))
		switch {
		case m.have.RawEquals(m.want) || m.have.IsNull() && m.want.IsNull():
		case i < 0 && m.secret:
			d.decide(s, m, "it may be a secret, which is neither written nor shown")
		case i < 0 && d.isDerived(name):
			d.decide(s, m, "the provider derives it, and the next apply writes it again")
		case i < 0:
			d.insert(s, expr, m, name)
		case v.attribute == nil && !v.want.Type().HasAttribute(name):
			d.remove(s, expr, m, i)
		default:
			d.compare(s.to(expr.Items[i].ValueExpr), m)
		}
	}
}

// isDerived reports whether the provider computes an attribute of list elements, such as expression_plain.
func (d *differ) isDerived(name string) bool {
	texts := d.object.kind.Derived
	return texts.List == d.attribute && slices.ContainsFunc(texts.Texts, func(text catalog.DerivedText) bool { return text.Name == name })
}

// withoutDerived removes the texts of a list element that the provider would compute, too.
func (d *differ) withoutDerived(element cty.Value) cty.Value {
	text, err := ctyjson.Marshal(element, element.Type())
	var item map[string]any
	if err != nil || d.object.kind.Derived.List != d.attribute || document.DecodeInto(text, &item) != nil {
		return element
	}
	members := element.AsValueMap()
	for _, text := range d.object.kind.Derived.Texts {
		given, _ := item[text.Name].(string)
		if derived, follows := text.Derive(item); follows && document.SameText(given, derived) {
			members[text.Name] = cty.NullVal(cty.String)
		}
	}
	return cty.ObjectVal(members)
}

// insert adds a member at the beginning of an object expression.
func (d *differ) insert(s spot, expr *hclsyntax.ObjectConsExpr, v value, name string) {
	at := expr.OpenRange.End.Byte
	f := d.files[s.expr.Range().Filename]
	key := hcltext.Key(name)
	member := key + " = " + written(rendered(v.attribute, v.want), "", 0)
	switch {
	case len(expr.Items) == 0:
		d.replace(s, v, at, expr.SrcRange.End.Byte-len("}"), " "+member+" ")
	case strings.Contains(f.Raw(at, expr.Items[0].KeyExpr.Range().Start.Byte), "\n"):
		indent := indentAt(f, expr.Items[0].KeyExpr.Range().Start.Byte)
		member = key + " = " + written(rendered(v.attribute, v.want), indent, len(indent)+len(key)+len(" = "))
		d.replace(s, v, at, at, "\n"+indent+member)
	default:
		d.replace(s, v, at, at, " "+member+",")
	}
}

// remove removes a member of an object expression. A line that has only this member goes as a whole.
func (d *differ) remove(s spot, expr *hclsyntax.ObjectConsExpr, v value, i int) {
	f := d.files[s.expr.Range().Filename]
	from, to := expr.Items[i].KeyExpr.Range().Start.Byte, expr.Items[i].ValueExpr.Range().End.Byte
	before, after := f.Raw(0, from), f.Raw(to, len(f.Src))
	line := strings.TrimLeft(after, " \t,")
	isAlone := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) == "" &&
		(strings.HasPrefix(line, "\n") || strings.HasPrefix(line, "\r\n"))
	switch {
	case isAlone:
		from = strings.LastIndexByte(before, '\n') + 1
		to += strings.IndexByte(after, '\n') + 1
	case i+1 < len(expr.Items):
		to = expr.Items[i+1].KeyExpr.Range().Start.Byte
	case i > 0:
		from = expr.Items[i-1].ValueExpr.Range().End.Byte
	}
	d.replace(s, v, from, to, "")
}

// list compares the elements of a list. If elements were added, removed or moved, the list gets a new text, in which the other elements
// keep theirs.
func (d *differ) list(s spot, expr *hclsyntax.TupleConsExpr, v value) {
	before, after := v.have.AsValueSlice(), v.want.AsValueSlice()
	if len(before) != len(expr.Exprs) {
		d.decide(s, v, "the list has %d elements here", len(expr.Exprs))
		return
	}
	pairs := paired(before, after)
	inner := &differ{estate: d.estate, object: d.object, attribute: d.attribute}
	for j, i := range pairs {
		if i == none && hasSecret(after[j]) {
			d.decide(s, v, "a new element has a secret, which is neither written nor shown")
			return
		}
		if i != none {
			path := fmt.Sprintf("%s[%d]", v.path, i)
			inner.compare(s.to(expr.Exprs[i]), value{before[i], after[j], path, elementOf(v.attribute), v.secret})
		}
	}
	d.decisions = append(d.decisions, inner.decisions...)
	f := d.files[s.expr.Range().Filename]
	if isSameOrder(pairs, len(before)) {
		d.changes = append(d.changes, inner.changes...)
		return
	}
	edited := &sourcefile.File{Path: f.Path, Src: f.Src}
	for _, c := range inner.changes {
		if c.file == f && c.from >= expr.SrcRange.Start.Byte && c.to <= expr.SrcRange.End.Byte {
			edited.Splice(c.from, c.to, c.text)
		} else {
			d.changes = append(d.changes, c)
		}
	}
	text := func(j int, indent string) string {
		return written(rendered(elementOf(v.attribute), d.withoutDerived(after[j])), indent, len(indent))
	}
	if len(before) == 0 || len(after) == 0 {
		at := expr.SrcRange
		indent := indentAt(f, at.Start.Byte)
		d.replace(s, v, at.Start.Byte, at.End.Byte, written(rendered(v.attribute, v.want), indent, at.Start.Column))
		return
	}
	d.replace(s, v, expr.OpenRange.End.Byte, expr.SrcRange.End.Byte-len("]"), rearranged(edited, expr, pairs, text))
}

// json compares the argument of jsonencode. It returns false if one of the values is no JSON.
func (d *differ) json(s spot, v value) bool {
	decoded := func(text cty.Value) (cty.Value, bool) {
		if text.IsNull() || text.Type() != cty.String {
			return cty.NilVal, false
		}
		t, err := ctyjson.ImpliedType([]byte(text.AsString()))
		if err != nil {
			return cty.NilVal, false
		}
		value, err := ctyjson.Unmarshal([]byte(text.AsString()), t)
		return value, err == nil
	}
	have, ok := decoded(v.have)
	want, okToo := decoded(v.want)
	if ok && okToo {
		v.have, v.want, v.attribute = have, want, nil
		d.compare(s, v)
	}
	return ok && okToo
}

// literal replaces a literal, or a list or an object whose kind of value changes.
func (d *differ) literal(s spot, v value) {
	f, at := d.files[s.expr.Range().Filename], s.expr.Range()
	isHeredoc := strings.HasPrefix(f.Source(at), "<<")
	switch s.expr.(type) {
	case *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
	default:
		old, _ := s.space.Value(s.expr, s.names).Unmark()
		converted, err := convert.Convert(old, v.have.Type())
		switch call, isCall := s.expr.(*hclsyntax.FunctionCallExpr); {
		case isCall && call.Name == "jsonencode":
		case !isLiteral(s.expr):
			d.decide(s, v, "it comes from %s", s.kind())
			return
		case err != nil || !converted.RawEquals(v.have):
			d.decide(s, v, "the configuration has changed since the last apply")
			return
		}
	}
	if isHeredoc {
		at.End.Byte = at.Start.Byte + len(strings.TrimRight(f.Source(at), "\r\n"))
		if text, ok := heredoc(f.Source(at), v.want); ok {
			d.replace(s, v, at.Start.Byte, at.End.Byte, text)
			return
		}
	}
	indent := indentAt(f, at.Start.Byte)
	text := written(rendered(v.attribute, v.want), indent, at.Start.Column)
	if v.want.Type() == cty.String && !v.want.IsNull() {
		text = string(scalar(s.expr, v))
	}
	d.replace(s, v, at.Start.Byte, at.End.Byte, text)
}
