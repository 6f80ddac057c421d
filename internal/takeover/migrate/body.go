// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/provider/foreign"
)

// writer rewrites the body of one part of a resource.
type writer struct {
	*module
	*resource
	part
	typeLine string // the line of the attribute type, which the old resource type implies; "" after it was written
}

// undecided adds a decision about the resource to the report that the user has to make.
func (w *writer) undecided(at int, format string, arguments ...any) {
	w.report.undecided(w.file, at, "%s: %s", w.resource, fmt.Sprintf(format, arguments...))
}

// note adds a change of the resource to the report.
func (w *writer) note(at int, format string, arguments ...any) {
	w.report.note(w.file, at, "%s: %s", w.resource, fmt.Sprintf(format, arguments...))
}

// rewrite turns a part of a resource or data source into one of this provider. A part in an override file gets no attributes that
// it did not declare before.
func (r *resource) rewrite(mod *module, p part) {
	w := &writer{module: mod, resource: r, part: p}
	isOverride := p.file.isOverride()
	if !isOverride {
		r.extra = nil
	}
	before := slices.Clone(r.extra)
	p.file.replace(p.block.LabelRanges[0], fmt.Sprintf("%q", r.target))
	p.file.replace(p.block.LabelRanges[1], fmt.Sprintf("%q", r.newName))
	from, to := p.block.OpenBraceRange.End.Byte, p.block.CloseBraceRange.Start.Byte
	if !isOverride && r.kind.Type != "" && r.members["type"] != nil && !r.data && p.block.Body.Attributes["type"] == nil {
		w.typeLine = fmt.Sprintf("type = %q\n", r.kind.Type)
		if r.kind.Object == "widget" && !foreign.IsListed(r.kind.Type) {
			w.undecided(p.block.TypeRange.Start.Byte, "type = %q comes from the name of its type; check which word the engine uses", r.kind.Type)
		}
	}
	text := w.body(p.block.Body, from, to, place{members: r.members, seen: r.seen, isTop: true})
	added := w.typeLine
	if !isOverride {
		added += w.missing()
	}
	added += w.extraText(isOverride, before)
	if added != "" && !strings.Contains(text, "\n") { // the body was empty, or on one line
		text = "\n" + strings.TrimLeft(strings.TrimSpace(text)+"\n", "\n")
	}
	p.file.splice(from, to, text+added)
}

// item is an attribute or a block of a body, with the comments and empty lines around it.
type item struct {
	name       string
	attribute  *hclsyntax.Attribute
	block      *hclsyntax.Block
	from, to   int
	lead, tail string // text before the item, and after it on its last line
	isFirst    bool   // in its body
}

// items returns the items in a part of a file, in their order, and the text after the last one.
func (w *writer) items(body *hclsyntax.Body, from, to int) (items []*item, end string) {
	for _, a := range body.Attributes {
		// The range of a heredoc may include the line break after its end marker. That belongs to the tail.
		end := a.SrcRange.Start.Byte + len(strings.TrimRight(w.file.raw(a.SrcRange.Start.Byte, a.SrcRange.End.Byte), "\r\n"))
		items = append(items, &item{name: a.Name, attribute: a, from: a.SrcRange.Start.Byte, to: end})
	}
	for _, b := range body.Blocks {
		i := &item{name: b.Type, block: b, from: b.TypeRange.Start.Byte, to: b.CloseBraceRange.End.Byte}
		if b.Type == "dynamic" && len(b.Labels) > 0 {
			i.name = b.Labels[0]
		}
		items = append(items, i)
	}
	slices.SortFunc(items, func(a, b *item) int { return cmp.Compare(a.from, b.from) })
	at := from
	for n, i := range items {
		i.isFirst = n == 0
		i.lead, at = w.file.raw(at, i.from), i.to
	}
	end = w.file.raw(at, to)
	// Text on the last line of an item belongs to that item.
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

// place says which attributes a body may declare, and which values the moved state has for them.
type place struct {
	members members
	seen    seen
	isTop   bool // true for the body of a resource
}

// find returns the attribute of this provider for a name in a body; nil if there is none.
func (w *writer) find(at place, name string) (string, *member) {
	if at.isTop {
		return w.resource.find(name)
	}
	return at.members.find(name)
}

// body returns the rewritten text between two braces: the body of a resource or block, as arguments or as the inside of an object
// expression.
func (w *writer) body(body *hclsyntax.Body, from, to int, at place) string {
	items, end := w.items(body, from, to)
	groups := map[string][]*item{}
	for _, i := range items {
		if i.block != nil {
			if name, m := w.find(at, i.name); m != nil {
				groups[name] = append(groups[name], i)
			}
		}
	}
	var text strings.Builder
	for _, i := range items {
		name, m := w.find(at, i.name)
		group := groups[name]
		isMeta := at.isTop && w.isMeta(i)
		if at.isTop && !isMeta {
			text.WriteString(w.typed(i))
		}
		switch {
		case isMeta:
			text.WriteString(i.lead + w.file.text(i.from, i.to) + i.tail)
		case at.isTop && w.toExtra(i, name, m, group):
			if i.block == nil || i == group[0] { // The list keeps the comments of the other blocks.
				text.WriteString(i.comments())
			}
		case m == nil:
			text.WriteString(w.asComment(i, fmt.Sprintf("%s has no %q", w.within(at.isTop), i.name)))
			w.undecided(i.from, "%s has no %q; it is left as a comment", w.within(at.isTop), i.name)
		case i.attribute != nil && len(group) > 0, i.attribute != nil && i.name != name && body.Attributes[name] != nil:
			text.WriteString(w.asComment(i, fmt.Sprintf("%q is declared twice", name)))
			w.undecided(i.from, "%q is declared twice; one is left as a comment", name)
		case i.attribute != nil:
			text.WriteString(w.attribute(body, i, name, m, at))
		case i == group[0]:
			text.WriteString(w.group(body, group, name, m, at))
		}
	}
	return text.String() + end
}

// typed returns the line of the attribute type before the first item that is not a meta-argument. It returns "" for a body on one
// line; rewrite adds the line at the end there.
func (w *writer) typed(i *item) string {
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

// within names the thing that has or lacks an attribute, for messages.
func (w *writer) within(top bool) string {
	if top || w.members == nil { // a provider block
		return w.target
	}
	return "the object"
}

// attribute returns an attribute of a body under its new name, or as a comment.
func (w *writer) attribute(body *hclsyntax.Body, i *item, name string, m *member, at place) string {
	switch why := w.reasonToDrop(i.attribute.Expr, m); why {
	case "":
	case isEmptyText:
		w.report.empty++
		return i.comments()
	default:
		w.note(i.from, "%s is left as a comment: %s", i.name, why)
		return w.asComment(i, "left out: "+why)
	}
	if m.derive != nil && w.isDerived(body, name, m, at.seen) {
		const why = "the provider derives it from the rest of the item"
		w.note(i.from, "%s is left as a comment: %s", i.name, why)
		return w.asComment(i, "left out: "+why)
	}
	if m.computed {
		w.undecided(i.from, "%q can't be declared; it is left as a comment", i.name)
		return w.asComment(i, "the engine sets it")
	}
	if at.isTop && foreign.KeepsZero(w.kind.Object, w.kind.Type, name) && w.isZero(i.attribute.Expr) {
		w.note(i.from, "the first plan adds %s = 0, which the other provider never sent to the engine", name)
		w.changing = append(w.changing, name)
	}
	w.firstPlan(i, m)
	w.value(i.attribute.Expr, m)
	expr := i.attribute.Expr.Range()
	value := w.file.text(expr.Start.Byte, i.to)
	if i.name != name && m.form == object && m.members["id"] != nil && strings.HasSuffix(i.name, "_id") {
		value = "{ id = " + value + afterHeredoc(value) + " }" // an id becomes a reference
	}
	// Text between the name and the value stays as it is.
	return i.lead + name + w.file.raw(i.attribute.NameRange.End.Byte, expr.Start.Byte) + value + i.tail
}

// asComment returns an item as a comment on lines of its own.
func (w *writer) asComment(i *item, why string) string {
	lead := i.lead
	if i.tail == "" { // a body on one line
		lead += "\n"
	}
	return lead + commented(why, w.file.raw(i.from, i.to)+strings.TrimRight(i.tail, "\n")) + "\n"
}

// comments returns the comments around an item that is written elsewhere or left out.
func (i *item) comments() string {
	start, lead := "", i.lead
	if before, rest, ok := strings.Cut(lead, "\n"); ok && strings.TrimSpace(before) == "" {
		start, lead = "\n", rest
	}
	text := commentLines(lead) + commentLines(strings.TrimSpace(i.tail))
	if text == "" && !i.isFirst {
		return "" // The next item brings its own blank line, if it has one.
	}
	return start + text
}

// group returns the attribute that replaces all blocks with the same name.
func (w *writer) group(body *hclsyntax.Body, group []*item, name string, m *member, at place) string {
	first := group[0]
	w.firstPlan(first, m)
	one := len(group) == 1 && first.block.Type != "dynamic"
	switch {
	case m.form == object && one && !m.required && w.isEmpty(first.block):
		w.report.empty++
		return first.comments() + comments(w.file, first.from, first.to)
	case m.form == objects:
		return first.lead + name + " = " + w.list(group, m, at.seen[name]) + lastLine(group)
	case m.form == free && one:
		return first.lead + name + " = " + w.object(first.block, place{members: anything()}) + first.tail
	case m.form == free:
		return first.lead + name + " = " + w.list(group, &member{form: objects, members: anything()}, cty.NilVal) + lastLine(group)
	case m.form == json && one && !w.isMultiple(body):
		return first.lead + name + " = jsonencode(" + w.object(first.block, place{members: anything()}) + ")" + first.tail
	case m.form == json:
		return first.lead + name + " = jsonencode(" + w.list(group, &member{form: objects, members: anything()}, decoded(at.seen, name)) + ")" + lastLine(group)
	case m.form == object && len(group) == 1 && !one:
		return first.lead + name + " = one(" + w.loop(first.block, m, seen{}) + ")" + first.tail
	case m.form == object && one:
		return first.lead + name + " = " + w.object(first.block, place{members: m.members, seen: seenOf(at.seen[name])}) + first.tail
	}
	var text strings.Builder
	for _, i := range group {
		why := fmt.Sprintf("%s of %s is no block", name, w.target)
		if m.form == object {
			why = fmt.Sprintf("%s of %s is one object", name, w.target)
		}
		w.undecided(i.from, "%s; it is left as a comment", why)
		text.WriteString(w.asComment(i, why))
	}
	return text.String()
}

// firstPlan reports an attribute that the first plan after the migration adds to the state, although the provider never sends it.
func (w *writer) firstPlan(i *item, m *member) {
	if m.unsent {
		w.note(i.from, "the first plan adds %s to the state; the engine has no such field", i.name)
		w.changing = append(w.changing, i.name)
	}
}

// lastLine returns the line break after a group, if there is one. Comments on that line already stand with the elements.
func lastLine(group []*item) string {
	if strings.HasSuffix(group[len(group)-1].tail, "\n") {
		return "\n"
	}
	return ""
}

// object returns the body of a block as an object expression. It adds attributes of the moved state that the block does not
// declare.
func (w *writer) object(b *hclsyntax.Block, at place) string {
	before := comments(w.file, b.TypeRange.End.Byte, b.OpenBraceRange.Start.Byte)
	text := w.body(b.Body, b.OpenBraceRange.End.Byte, b.CloseBraceRange.Start.Byte, at)
	if added := w.undeclared(b.Body, at); added != "" {
		text = strings.TrimRight(text, " \t\n") + "\n" + added
	}
	if before != "" {
		text = "\n" + before + strings.TrimPrefix(text, "\n")
	}
	return "{" + text + "}"
}

// list returns the list that replaces the blocks of a group, which may be dynamic.
func (w *writer) list(group []*item, m *member, shown cty.Value) string {
	var parts []string
	var static strings.Builder
	flush := func() {
		if static.Len() > 0 {
			parts = append(parts, "[\n"+static.String()+"]")
			static.Reset()
		}
	}
	elements := w.pair(group, m, shown)
	for _, e := range elements {
		lead := ""
		if e.item != group[0] {
			lead = commentLines(e.lead)
		}
		comment := strings.TrimRight(e.tail, "\r\n")
		if e.block.Type == "dynamic" {
			flush()
			loop := w.loop(e.block, m, e.seen)
			if lead+strings.TrimSpace(comment) != "" {
				loop = "[\n" + lead + commentLines(strings.TrimSpace(comment)+"\n") + loop[1:]
			}
			parts = append(parts, loop)
			continue
		}
		static.WriteString(lead + w.object(e.block, place{members: m.members, seen: e.seen}) + "," + comment + "\n")
	}
	flush()
	if len(parts) == 1 {
		return parts[0]
	}
	return "concat(\n" + strings.Join(parts, ",\n") + ",\n)"
}

// commentLines returns the lines of a text that are not empty. All of them are comments.
func commentLines(text string) string {
	var lines strings.Builder
	for l := range strings.Lines(text) {
		if l = strings.TrimRight(l, " \t\r\n"); l != "" {
			lines.WriteString(l + "\n")
		}
	}
	return lines.String()
}
