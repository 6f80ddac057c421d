// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// fewAttributes is the maximum number of attributes in a list without headings.
const fewAttributes = 8

type list struct {
	heading    string
	attributes []attribute
}

// renderBlocks returns the Markdown for the resource's attributes, followed by its nested objects in the order in which attributes refer to
// them. Nested objects with the same attributes share one list, which has an anchor for each of them.
func renderBlocks(blocks []block, sections []catalog.Section) (string, error) {
	byPath := map[string]block{}
	for _, b := range blocks {
		byPath[b.path] = b
	}
	var order []block
	var bodies []string
	var visit func(b block)
	visit = func(b block) {
		body := ""
		lists := b.lists(sections)
		for _, l := range lists {
			body += l.markdown()
		}
		order, bodies = append(order, b), append(bodies, body)
		for _, l := range lists {
			for _, a := range l.attributes {
				if nested, ok := byPath[strings.TrimPrefix(b.path+"."+a.name, ".")]; ok {
					visit(nested)
				}
			}
		}
	}
	visit(byPath[""])
	if len(order) != len(blocks) {
		return "", fmt.Errorf("%d nested objects belong to no attribute", len(blocks)-len(order))
	}
	text := bodies[0]
	for i := 1; i < len(order); i++ {
		if slices.Index(bodies, bodies[i]) == i {
			text += heading(order, bodies, i) + bodies[i]
		}
	}
	return strings.TrimRight(text, "\n") + "\n", nil
}

// heading returns a heading for order[i]. Blocks with the same list of attributes share this heading, so it contains the anchors of all of
// them.
func heading(order []block, bodies []string, i int) string {
	var anchors string
	var others []string
	for j := i; j < len(order); j++ {
		if bodies[j] != bodies[i] {
			continue
		}
		anchors += fmt.Sprintf("<a id=%q></a>\n", order[j].anchor)
		if j != i {
			others = append(others, "`"+order[j].path+"`")
		}
	}
	text := anchors + "### Nested Schema for `" + order[i].path + "`\n\n"
	if n := len(others) - 1; n > 0 {
		others = []string{strings.Join(others[:n], ", ") + " and " + others[n]}
	}
	if len(others) > 0 {
		text += "The same attributes are in " + others[0] + ".\n\n"
	}
	return text
}

func (l list) markdown() string {
	if len(l.attributes) == 0 {
		return ""
	}
	text := l.heading + "\n\n"
	for _, a := range l.attributes {
		text += a.line + "\n"
	}
	return text + "\n"
}

// lists divides a block's attributes into lists. If the attributes are grouped by section (see areIn), each section has its own list.
// Otherwise, there is a list of required attributes and a list of optional ones. Read-only attributes come last.
func (b block) lists(sections []catalog.Section) []list {
	title := func(kind string) string { return kind + ":" }
	if b.path == "" {
		title = func(kind string) string { return "### " + kind }
	}
	var lists []list
	if declared := b.orderedAttributes(sections, required, optional); areIn(declared, sections) {
		lists = bySection("### ", declared, sections)
		for _, l := range lists {
			markRequired(l.attributes)
		}
	} else {
		lists = append(lists, list{title(required), b.orderedAttributes(sections, required)}, list{title(optional), b.orderedAttributes(sections, optional)})
	}
	shown := b.orderedAttributes(sections, readOnly)
	if !areIn(shown, sections) {
		return append(lists, list{title(readOnly), shown})
	}
	read := bySection("#### ", shown, sections)
	read[0].heading = title(readOnly) + "\n\n" + read[0].heading
	return append(lists, read...)
}

// areIn reports whether to group the attributes by section. It returns true only if there are more than fewAttributes attributes and each
// of them belongs to a section.
func areIn(attributes []attribute, sections []catalog.Section) bool {
	return len(attributes) > fewAttributes && !slices.ContainsFunc(attributes, func(a attribute) bool { return sectionOf(a, sections) < 0 })
}

// sectionOf returns the index of the section to which an attribute belongs, or -1 if there is none. The attribute "id" belongs to the first
// section.
func sectionOf(a attribute, sections []catalog.Section) int {
	if a.name == "id" && len(sections) > 0 {
		return 0
	}
	return slices.IndexFunc(sections, func(s catalog.Section) bool { return slices.Contains(s.Attributes, a.name) })
}

func bySection(level string, attributes []attribute, sections []catalog.Section) (lists []list) {
	for i, section := range sections {
		l := list{heading: level + section.Title}
		for _, a := range attributes {
			if sectionOf(a, sections) == i {
				l.attributes = append(l.attributes, a)
			}
		}
		slices.SortStableFunc(l.attributes, func(a, b attribute) int { return -cmp.Compare(a.kind, b.kind) }) // required attributes first
		if len(l.attributes) > 0 {
			lists = append(lists, l)
		}
	}
	return lists
}

// markRequired changes "(String)" to "(String, Required)" in the line of a required attribute. The first ")" ends the attribute's type.
func markRequired(attributes []attribute) {
	for i, a := range attributes {
		if a.kind == required {
			attributes[i].line = strings.Replace(a.line, ")", ", Required)", 1)
		}
	}
}

// orderedAttributes returns the attributes of the given kinds, such as "Required" and "Optional". In a block with sections, they are in the
// order of the sections. In other blocks, they are in the order that catalog.MemberOrder returns.
func (b block) orderedAttributes(sections []catalog.Section, kinds ...string) (attributes []attribute) {
	var order []string
	for _, section := range sections {
		order = append(order, section.Attributes...)
	}
	isObject := b.path == "" || !slices.ContainsFunc(b.attributes, func(a attribute) bool { return sectionOf(a, sections) < 0 })
	if !isObject || len(order) == 0 {
		order = catalog.MemberOrder()
	}
	for _, a := range b.attributes {
		if slices.Contains(kinds, a.kind) {
			attributes = append(attributes, a)
		}
	}
	position := func(a attribute) int {
		i := slices.Index(order, a.name)
		if i < 0 && a.name != "id" {
			i = len(order)
		}
		return i
	}
	slices.SortStableFunc(attributes, func(a, b attribute) int { return cmp.Compare(position(a), position(b)) })
	return attributes
}
