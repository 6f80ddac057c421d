// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/foreign"
)

// writer puts the bodies of one resource together again.
type writer struct {
	*module
	*resource
	typeLine string // what the name of the old type says, until it is written
}

// undecided says what somebody has to decide about the resource.
func (w *writer) undecided(at int, format string, arguments ...any) {
	w.report.undecided(w.file, at, "%s: %s", w.resource, fmt.Sprintf(format, arguments...))
}

// note says what was done with the resource.
func (w *writer) note(at int, format string, arguments ...any) {
	w.report.note(w.file, at, "%s: %s", w.resource, fmt.Sprintf(format, arguments...))
}

// rewrite makes a resource or data source one of this provider.
func (r *resource) rewrite(mod *module) {
	w := &writer{module: mod, resource: r}
	r.file.replace(r.block.LabelRanges[0], fmt.Sprintf("%q", r.target))
	r.file.replace(r.block.LabelRanges[1], fmt.Sprintf("%q", r.newName))
	from, to := r.block.OpenBraceRange.End.Byte, r.block.CloseBraceRange.Start.Byte
	if r.kind.Type != "" && r.members["type"] != nil && !r.data && r.block.Body.Attributes["type"] == nil {
		w.typeLine = fmt.Sprintf("type = %q\n", r.kind.Type)
		if r.kind.Object == "widget" && !foreign.IsListed(r.kind.Type) {
			w.undecided(r.block.TypeRange.Start.Byte, "type = %q is only what its type says; look which word the engine has", r.kind.Type)
		}
	}
	text := w.body(r.block.Body, from, to, r.members, true)
	added := w.typeLine + w.missing()
	if added != "" && !strings.Contains(text, "\n") { // the body was empty, or in one line
		text = "\n" + strings.TrimLeft(strings.TrimSpace(text)+"\n", "\n")
	}
	r.file.splice(from, to, text+added)
}

// missing are the attributes that have to be declared and are not. A list that no block stands for is empty.
func (w *writer) missing() string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w.members)) {
		switch m := w.members[name]; {
		case !m.required || w.has(name):
		case m.form == objects:
			w.note(w.block.TypeRange.Start.Byte, "%s = [] is added, which %s has to declare", name, w.target)
			fmt.Fprintf(&text, "%s = []\n", name)
		default:
			w.undecided(w.block.TypeRange.Start.Byte, "%s has to declare %q", w.target, name)
		}
	}
	return text.String()
}

// item is an attribute or a block of a body, with the comments and empty lines around it.
type item struct {
	name       string
	attribute  *hclsyntax.Attribute
	block      *hclsyntax.Block
	from, to   int
	lead, tail string // before it, and after it in its last line
}

// items are what a part of a file has in it, in its order, and what follows the last of them.
func (w *writer) items(body *hclsyntax.Body, from, to int) (items []*item, end string) {
	for _, a := range body.Attributes {
		// The range of a heredoc may have the end of its last line, which is the tail here.
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
	for _, i := range items {
		i.lead, at = w.file.raw(at, i.from), i.to
	}
	end = w.file.raw(at, to)
	// What follows in the same line belongs to the item before.
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

// body is what stands between two braces, as the body of a resource or of an object expression: the two differ in blocks.
func (w *writer) body(body *hclsyntax.Body, from, to int, known members, top bool) string {
	items, end := w.items(body, from, to)
	groups := map[string][]*item{}
	for _, i := range items {
		if i.block != nil {
			if name, m := known.find(i.name); m != nil {
				groups[name] = append(groups[name], i)
			}
		}
	}
	var text strings.Builder
	for n, i := range items {
		name, m := known.find(i.name)
		group := groups[name]
		isMeta := top && w.isMeta(i)
		if top && !isMeta {
			text.WriteString(w.typed(i, n == 0))
		}
		switch {
		case isMeta:
			text.WriteString(i.lead + w.file.text(i.from, i.to) + i.tail)
		case m == nil:
			text.WriteString(w.left(i, fmt.Sprintf("%s has no %q", w.within(top), i.name)))
			w.undecided(i.from, "%s has no %q; it is left as a comment", w.within(top), i.name)
		case i.attribute != nil && len(group) > 0, i.attribute != nil && i.name != name && body.Attributes[name] != nil:
			text.WriteString(w.left(i, fmt.Sprintf("%q is declared twice", name)))
			w.undecided(i.from, "%q is declared twice; one is left as a comment", name)
		case i.attribute != nil:
			text.WriteString(w.attribute(i, name, m))
		case i == group[0]:
			text.WriteString(w.group(group, name, m))
		}
	}
	return text.String() + end
}

// typed is the line of the type before the first item that is not Terraform's own; of a body in one line it comes later.
func (w *writer) typed(i *item, isFirst bool) string {
	line := w.typeLine
	switch {
	case line == "" || i.tail == "":
		return ""
	case strings.TrimSpace(i.lead) == "":
		line, i.lead = i.lead+line, ""
	case isFirst:
		line = "\n" + line
	}
	w.typeLine = ""
	return line
}

// within says what has or lacks an attribute.
func (w *writer) within(top bool) string {
	if top || w.members == nil { // a provider block
		return w.target
	}
	return "the object"
}

// isMeta tells whether something of a resource is Terraform's own, and rewrites what is in it.
func (w *writer) isMeta(i *item) bool {
	if i.attribute != nil {
		if i.name == "provider" {
			w.reprovided(i.attribute.Expr)
		}
		return slices.Contains([]string{"count", "for_each", "provider", "depends_on"}, i.name)
	}
	if i.name == "lifecycle" {
		w.ignored(i.block)
	}
	return slices.Contains([]string{"lifecycle", "connection", "provisioner"}, i.name)
}

// reprovided gives a resource this provider where it names the old one. Old configurations do it in quotes.
func (w *writer) reprovided(expr hclsyntax.Expression) {
	if name, at, ok := rootOf(expr); ok && w.from[name] {
		w.file.replace(at, ownName)
	}
	if value, ok := constant(expr); ok && isText(value) {
		if name, rest, _ := strings.Cut(value.AsString()+".", "."); w.from[name] {
			w.file.replace(expr.Range(), strings.TrimSuffix(ownName+"."+rest, "."))
		}
	}
}

// ignored takes the names out of ignore_changes that this provider does not have, which Terraform would refuse.
func (w *writer) ignored(lifecycle *hclsyntax.Block) {
	a := lifecycle.Body.Attributes["ignore_changes"]
	if a == nil {
		return
	}
	tuple, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return
	}
	var kept []string
	lost := false
	for _, expr := range tuple.Exprs {
		given, at, ok := rootOf(expr)
		name, m := w.members.find(given)
		if ok && m == nil {
			lost = true
			w.undecided(at.Start.Byte, "%s has no %q to ignore; it is left out", w.target, given)
			continue
		}
		if ok && name != given {
			w.file.replace(at, name)
		}
		kept = append(kept, w.file.text(expr.Range().Start.Byte, expr.Range().End.Byte))
	}
	if lost {
		w.file.replace(tuple.SrcRange, "["+strings.Join(kept, ", ")+"]")
	}
}

// attribute is an attribute under its new name.
func (w *writer) attribute(i *item, name string, m *member) string {
	if why := w.dispensable(i.attribute.Expr, m); why != "" {
		w.note(i.from, "%s is left as a comment: %s", i.name, why)
		return w.left(i, "left out: "+why)
	}
	if m.computed {
		w.undecided(i.from, "%q can't be declared; it is left as a comment", i.name)
		return w.left(i, "the engine sets it")
	}
	w.firstPlan(i, m)
	w.value(i.attribute.Expr, m)
	expr := i.attribute.Expr.Range()
	value := w.file.text(expr.Start.Byte, i.to)
	if i.name != name && m.form == object && m.members["id"] != nil && strings.HasSuffix(i.name, "_id") {
		value = "{ id = " + value + afterHeredoc(value) + " }" // the id of a reference
	}
	// What stands between the name and the value stays as it is.
	return i.lead + name + w.file.raw(i.attribute.NameRange.End.Byte, expr.Start.Byte) + value + i.tail
}

// left is an item as a comment, in lines of its own.
func (w *writer) left(i *item, why string) string {
	lead := i.lead
	if i.tail == "" { // a body in one line
		lead += "\n"
	}
	return lead + commented(why, w.file.raw(i.from, i.to)+strings.TrimRight(i.tail, "\n")) + "\n"
}

// group is an attribute that takes the place of all blocks of a name.
func (w *writer) group(group []*item, name string, m *member) string {
	first := group[0]
	w.firstPlan(first, m)
	switch {
	case m.form == objects:
		return first.lead + name + " = " + w.list(group, m) + lastLine(group)
	case m.form == free && len(group) == 1 && first.block.Type != "dynamic":
		return first.lead + name + " = " + w.object(first.block, anything()) + first.tail
	case m.form == free:
		return first.lead + name + " = " + w.list(group, &member{form: objects, members: anything()}) + lastLine(group)
	case m.form == json && len(group) == 1 && first.block.Type != "dynamic":
		return first.lead + name + " = jsonencode(" + w.object(first.block, anything()) + ")" + first.tail
	case m.form == json:
		return first.lead + name + " = jsonencode(" + w.list(group, &member{form: objects, members: anything()}) + ")" + lastLine(group)
	case m.form == object && len(group) == 1 && first.block.Type == "dynamic":
		return first.lead + name + " = one(" + w.loop(first.block, m) + ")" + first.tail
	case m.form == object && len(group) == 1:
		return first.lead + name + " = " + w.object(first.block, m.members) + first.tail
	}
	var text strings.Builder
	for _, i := range group {
		why := fmt.Sprintf("%s of %s is no block", name, w.target)
		if m.form == object {
			why = fmt.Sprintf("%s of %s is one object", name, w.target)
		}
		w.undecided(i.from, "%s; it is left as a comment", why)
		text.WriteString(w.left(i, why))
	}
	return text.String()
}

// firstPlan says what the first plan shows although nothing of it is sent.
func (w *writer) firstPlan(i *item, m *member) {
	if m.unsent {
		w.note(i.from, "the first plan adds %s, of which the engine knows nothing", i.name)
	}
}

// lastLine is what follows a group in its last line: comments there are with the elements.
func lastLine(group []*item) string {
	if strings.HasSuffix(group[len(group)-1].tail, "\n") {
		return "\n"
	}
	return ""
}

// object is the body of a block as an object expression.
func (w *writer) object(b *hclsyntax.Block, known members) string {
	return "{" + w.body(b.Body, b.OpenBraceRange.End.Byte, b.CloseBraceRange.Start.Byte, known, false) + "}"
}

// list is the list that takes the place of blocks, some of which may be dynamic.
func (w *writer) list(group []*item, m *member) string {
	var parts []string
	var static strings.Builder
	flush := func() {
		if static.Len() > 0 {
			parts = append(parts, "[\n"+static.String()+"]")
			static.Reset()
		}
	}
	for n, i := range group {
		lead := ""
		if n > 0 {
			lead = commentLines(i.lead)
		}
		comment := strings.TrimRight(i.tail, "\n")
		if i.block.Type == "dynamic" {
			flush()
			loop := w.loop(i.block, m)
			if lead+strings.TrimSpace(comment) != "" {
				loop = "[\n" + lead + commentLines(strings.TrimSpace(comment)+"\n") + loop[1:]
			}
			parts = append(parts, loop)
			continue
		}
		static.WriteString(lead + w.object(i.block, m.members) + "," + comment + "\n")
	}
	flush()
	if len(parts) == 1 {
		return parts[0]
	}
	return "concat(\n" + strings.Join(parts, ",\n") + ",\n)"
}

// commentLines are the lines of a text that are not empty, which are comments.
func commentLines(text string) string {
	var lines strings.Builder
	for l := range strings.Lines(text) {
		if l = strings.TrimRight(l, " \t\r\n"); l != "" {
			lines.WriteString(l + "\n")
		}
	}
	return lines.String()
}
