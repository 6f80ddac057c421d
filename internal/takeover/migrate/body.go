// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

// writer rewrites one block of a resource. A resource has several blocks if override files, such as override.tf, change it.
type writer struct {
	*resource
	part
	typeLine string // the line that sets the type attribute, if the old resource type implies it; "" once the line has been written
}

// addUndecided reports a problem that only the user can resolve. The message begins with the resource's address.
func (w *writer) addUndecided(at hcl.Range, format string, arguments ...any) {
	w.report.addUndecided(at, "%s: %s", w.resource, fmt.Sprintf(format, arguments...))
}

func (w *writer) note(at hcl.Range, format string, arguments ...any) {
	w.report.note(at, "%s: %s", w.resource, fmt.Sprintf(format, arguments...))
}

// rewrite converts a block of the other provider to a block of this provider. It adds attributes from the state only to the main block, not
// to blocks in override files.
func (r *resource) rewrite(p part) {
	w := &writer{resource: r, part: p}
	isOverride := p.file.isOverride()
	if !isOverride {
		r.extra = nil
	}
	before := slices.Clone(r.extra)
	p.file.Replace(p.block.LabelRanges[0], fmt.Sprintf("%q", r.target.typeName))
	p.file.Replace(p.block.LabelRanges[1], fmt.Sprintf("%q", r.target.name))
	if !isOverride && r.kind.Type != "" && r.members["type"] != nil && !r.data && p.block.Body.Attributes["type"] == nil {
		w.typeLine = fmt.Sprintf("type = %q\n", r.kind.Type)
		if r.kind.Object == "widget" && !foreign.IsListed(r.kind.Type) {
			w.addUndecided(p.block.TypeRange, "type = %q comes from the name of its type; check which word the engine uses", r.kind.Type)
		}
	}
	text := w.body(p.block, place{members: r.members, engine: r.engine, isTop: true})
	added := w.typeLine
	if !isOverride {
		added += w.missingAttributes()
	}
	added += w.extraText(isOverride, before)
	if added != "" && !strings.Contains(text, "\n") { // the body was empty or on one line
		text = "\n" + strings.TrimLeft(strings.TrimSpace(text)+"\n", "\n")
	}
	p.file.Splice(p.block.OpenBraceRange.End.Byte, p.block.CloseBraceRange.Start.Byte, text+added)
}

// item is an attribute or a nested block, with the comments and blank lines around it. The writer rewrites one item at a time.
type item struct {
	name       string
	attribute  *hclsyntax.Attribute
	block      *hclsyntax.Block
	at         hcl.Range
	member     *member      // the attribute of this provider; nil if there is none
	engine     engineValues // the engine's values for a block that becomes a list element
	lead, tail string       // text before the item, and after it on its last line
	isFirst    bool         // whether this is the first item in its body
}

// items returns the attributes and nested blocks of a block in file order. end is the text after the last item.
func (w *writer) items(b *hclsyntax.Block) (items []*item, end string) {
	for _, a := range b.Body.Attributes {
		// A heredoc's range may include the line break after its end marker. Exclude that line break.
		at := a.SrcRange
		at.End.Byte = at.Start.Byte + len(strings.TrimRight(w.file.Source(at), "\r\n"))
		items = append(items, &item{name: a.Name, attribute: a, at: at})
	}
	for _, inner := range b.Body.Blocks {
		items = append(items, &item{name: blockName(inner), block: inner, at: hcl.RangeBetween(inner.TypeRange, inner.CloseBraceRange)})
	}
	slices.SortFunc(items, func(a, b *item) int { return a.at.Start.Byte - b.at.Start.Byte })
	at := b.OpenBraceRange.End.Byte
	for n, i := range items {
		i.isFirst = n == 0
		i.lead, at = w.file.Raw(at, i.at.Start.Byte), i.at.End.Byte
	}
	end = w.file.Raw(at, b.CloseBraceRange.Start.Byte)
	// A comment after an attribute on the same line belongs to that attribute.
	for n, i := range items {
		next := &end
		if n+1 < len(items) {
			next = &items[n+1].lead
		}
		if line, rest, ok := strings.Cut(*next, "\n"); ok {
			i.tail, *next = line+"\n", rest
		}
	}
	return items, end
}

// place describes the block or object that is being rewritten. It contains the attributes that are allowed there and, as far as known,
// their values in the engine.
type place struct {
	members members
	engine  engineValues
	isTop   bool // whether this is the body of a resource, data source or provider
}

// body returns the rewritten text between the braces of a block. The caller may keep the block or turn it into an object.
func (w *writer) body(b *hclsyntax.Block, at place) string {
	items, end := w.items(b)
	groups := map[string][]*item{}
	for _, i := range items {
		if i.member = at.members.find(i.name); i.member != nil && i.block != nil {
			groups[i.member.name] = append(groups[i.member.name], i)
		}
	}
	var text strings.Builder
	for _, i := range items {
		var group []*item
		if i.member != nil {
			group = groups[i.member.name]
		}
		switch {
		case at.isTop && w.rewriteMeta(i):
			text.WriteString(i.lead + w.file.Text(i.at.Start.Byte, i.at.End.Byte) + i.tail)
		case at.isTop:
			text.WriteString(w.typeLineBefore(i))
			if !w.toExtra(i, group) {
				text.WriteString(w.item(b.Body, i, group, at))
			} else if i.block == nil || i == group[0] { // The comments of the other blocks are in the list.
				text.WriteString(i.comments())
			}
		default:
			text.WriteString(w.item(b.Body, i, group, at))
		}
	}
	return text.String() + end
}

// item returns the rewritten text of an attribute or block (i). All blocks with the same name (group) become one attribute. item returns
// this attribute for the first block of the group and "" for the others.
func (w *writer) item(body *hclsyntax.Body, i *item, group []*item, at place) string {
	switch m := i.member; {
	case m == nil && w.block.Type == "provider":
		return w.reject(i, "%s has no %q; its arguments base_url, access_id and secret_key name the engine", w.target.typeName, i.name)
	case m == nil && at.isTop:
		return w.reject(i, "%s has no %q", w.target.typeName, i.name)
	case m == nil:
		return w.reject(i, "the object has no %q", i.name)
	case i.attribute != nil && (len(group) > 0 || i.name != m.name && body.Attributes[m.name] != nil):
		return w.reject(i, "%q is declared twice", m.name)
	case i.attribute != nil:
		return w.attribute(body, i, at)
	case i == group[0]:
		return w.group(body, group, at)
	}
	return ""
}

// typeLineBefore returns the line "type = ..." if it must be inserted before i, or "" otherwise.
func (w *writer) typeLineBefore(i *item) string {
	line := w.typeLine
	switch {
	case line == "" || i.tail == "":
		return ""
	case strings.TrimSpace(i.lead) == "":
		line, i.lead = i.lead+line, ""
	case i.isFirst:
		line = "\n" + line
	}
	w.typeLine = ""
	return line
}

// attribute returns the rewritten text of an attribute, with the name that it has in this provider. If the value must be left out, for
// example because it is the engine's default, the text is a comment. An attribute with an empty value is removed.
func (w *writer) attribute(body *hclsyntax.Body, i *item, at place) string {
	m, expr := i.member, i.attribute.Expr
	why := w.reasonToDrop(expr, m)
	if why == "" && m.derive != nil && w.isDerived(body, m) {
		why = "the provider derives it from the rest of the item"
	}
	switch {
	case why == isEmptyValue:
		w.report.EmptyValues++
		return i.comments()
	case why != "":
		w.note(i.at, "%s is left as a comment: %s", i.name, why)
		return w.asComment(i, "left out: "+why)
	case m.computed:
		w.addUndecided(i.at, "%q can't be declared; it is left as a comment", i.name)
		return w.asComment(i, "the engine sets it")
	}
	if at.isTop && foreign.KeepsZero(w.kind.Object, w.kind.Type, m.name) && w.isZero(expr) {
		w.note(i.at, "the first plan adds %s = 0, which the other provider never sent to the engine", m.name)
	}
	becomesReference := i.name != m.name && m.form == object && m.members["id"] != nil && strings.HasSuffix(i.name, "_id")
	if !becomesReference {
		w.value(expr, m)
	}
	value := w.file.Text(expr.Range().Start.Byte, i.at.End.Byte)
	if becomesReference {
		value = "{ id = " + value + afterHeredoc(value) + " }"
	}
	return i.lead + m.name + w.file.Raw(i.attribute.NameRange.End.Byte, expr.Range().Start.Byte) + value + i.tail
}

// reject turns an item into a comment that includes the reason. It also adds the reason to the report.
func (w *writer) reject(i *item, format string, arguments ...any) string {
	why := fmt.Sprintf(format, arguments...)
	w.addUndecided(i.at, "%s; it is left as a comment", why)
	return w.asComment(i, why)
}

func (w *writer) asComment(i *item, why string) string {
	lead := i.lead
	if i.tail == "" { // a body on one line
		lead += "\n"
	}
	return lead + asComments(why, w.file.Source(i.at)+strings.TrimRight(i.tail, "\n")) + "\n"
}

// comments returns the comments around an item, which stay in the configuration even if the item is removed.
func (i *item) comments() string {
	start, lead := "", i.lead
	if before, rest, ok := strings.Cut(lead, "\n"); ok && strings.TrimSpace(before) == "" {
		start, lead = "\n", rest
	}
	text := commentLines(lead) + commentLines(strings.TrimSpace(i.tail))
	if text == "" && !i.isFirst {
		return "" // Any blank line before the next item belongs to that item.
	}
	return start + text
}

func commentLines(text string) string {
	var lines strings.Builder
	for l := range strings.Lines(text) {
		if l = strings.TrimRight(l, " \t\r\n"); l != "" {
			lines.WriteString(l + "\n")
		}
	}
	return lines.String()
}

// group returns one attribute that replaces all blocks with the same name, such as alert_items = [...] for alert_items { ... }. If no
// attribute can replace them, each block becomes a comment.
func (w *writer) group(body *hclsyntax.Body, group []*item, at place) string {
	first, m := group[0], group[0].member
	one := len(group) == 1 && first.block.Type != "dynamic"
	value, tail := "", first.tail
	list := func(m *member, shown any) string {
		tail = "" // The list already contains these comments.
		if strings.HasSuffix(group[len(group)-1].tail, "\n") {
			tail = "\n"
		}
		return w.list(group, m, shown)
	}
	switch anyList := (&member{form: objects, members: anyMembers()}); {
	case m.form == object && one && !m.required && w.isEmpty(first.block):
		w.report.EmptyValues++
		return first.comments() + w.file.Comments(first.at.Start.Byte, first.at.End.Byte)
	case m.form == objects:
		value = list(m, at.engine[m.name])
	case m.form == free && one:
		value = w.object(first.block, place{members: anyMembers()})
	case m.form == free:
		value = list(anyList, nil)
	case m.form == json && one && !w.isMultiple(body):
		value = "jsonencode(" + w.object(first.block, place{members: anyMembers()}) + ")"
	case m.form == json:
		value = "jsonencode(" + list(anyList, at.engine[m.name]) + ")"
	case m.form == object && one:
		value = w.object(first.block, place{members: m.members, engine: commonValues(at.engine[m.name])})
	case m.form == object && len(group) == 1:
		value = "one(" + w.loop(first.block, m, engineValues{}) + ")"
	default:
		wanted := "no block"
		if m.form == object {
			wanted = "one object"
		}
		var text strings.Builder
		for _, i := range group {
			text.WriteString(w.reject(i, "%s of %s is %s", m.name, w.target.typeName, wanted))
		}
		return text.String()
	}
	return first.lead + m.name + " = " + value + tail
}

// object converts a block to an object expression. It also adds the engine's values for attributes that the block omits. Otherwise, the
// first plan would change these attributes to null.
func (w *writer) object(b *hclsyntax.Block, at place) string {
	before := w.file.Comments(b.TypeRange.End.Byte, b.OpenBraceRange.Start.Byte)
	text := w.body(b, at)
	if added := w.undeclaredAttributes(b.Body, at); added != "" {
		text = strings.TrimRight(text, " \t\n") + "\n" + added
	}
	if before != "" {
		text = "\n" + before + strings.TrimPrefix(text, "\n")
	}
	return "{" + text + "}"
}

// list converts blocks with the same name to a list expression. A dynamic block becomes a for expression.
func (w *writer) list(group []*item, m *member, shown any) string {
	var parts []string
	static := ""
	flush := func() {
		if static != "" {
			parts = append(parts, "[\n"+static+"]")
			static = ""
		}
	}
	w.matchElements(group, m, shown)
	for _, i := range group {
		lead := ""
		if i != group[0] {
			lead = commentLines(i.lead)
		}
		comment := strings.TrimRight(i.tail, "\r\n")
		if i.block.Type != "dynamic" {
			static += lead + w.object(i.block, place{members: m.members, engine: i.engine}) + "," + comment + "\n"
			continue
		}
		flush()
		loop := w.loop(i.block, m, i.engine)
		if lead+strings.TrimSpace(comment) != "" {
			loop = "[\n" + lead + commentLines(strings.TrimSpace(comment)) + loop[1:]
		}
		parts = append(parts, loop)
	}
	flush()
	if len(parts) == 1 {
		return parts[0]
	}
	return "concat(\n" + strings.Join(parts, ",\n") + ",\n)"
}
