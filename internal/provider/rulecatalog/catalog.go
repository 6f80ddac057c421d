// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package rulecatalog reads rule catalogs: YAML files with rules from which Terraform modules create alerts. schema.json defines the
// format, for editors and for this package. Read reports each mistake with its line, column and path. The package imports alerting and
// catalog/attribute.
package rulecatalog

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/base/nearest"
)

// Read parses a rule catalog and returns an object with the keys version, defaults and rules. If the catalog is invalid, the error is a
// *Problems.
func Read(text string) (map[string]any, error) {
	r := &reader{}
	root := r.parse(text)
	if root == nil {
		return nil, &r.problems
	}
	catalog, _ := r.read(rootSchema(), root, nil).(map[string]any)
	if r.count() > 0 {
		return nil, &r.problems
	}
	if catalog["defaults"] == nil {
		catalog["defaults"] = map[string]any{}
	}
	return catalog, nil
}

// read converts a YAML node to a Go value. If the node is invalid, read reports the mistakes and returns nil.
func (r *reader) read(s *schema, node *yaml.Node, path path) any {
	node, ok := r.visit(node)
	if !ok {
		return nil
	}
	mayBeNull := s.allows("null")
	s = s.resolve()
	before := r.count()
	object, list := s.form("object"), s.form("array")
	var value any
	switch {
	case isNull(node):
		switch {
		case !mayBeNull:
			r.report(node, path, "is null, but it has to be %s", s.describe())
		case node.Value == "":
			r.report(node, path, "has no value; it has to be %s, or null to unset it", s.describe())
		}
		return nil
	case node.Kind == yaml.MappingNode && object != nil:
		value = r.readObject(object, node, path)
	case node.Kind == yaml.SequenceNode && list != nil:
		value = r.readList(list, node, path)
	default:
		value = r.readScalar(s, node, path)
	}
	if r.count() > before {
		return nil
	}
	if convert := conversions()[s.Format]; convert != nil {
		value = convert(r, node, path, value)
	}
	return value
}

func (r *reader) readList(s *schema, node *yaml.Node, path path) any {
	if len(node.Content) < s.MinItems {
		r.report(node, path, "is empty, but it has to be %s", s.describe())
	}
	list := []any{}
	for i, element := range node.Content {
		list = append(list, r.read(s.Items, element, path.index(i)))
	}
	return list
}

func (r *reader) readObject(s *schema, node *yaml.Node, path path) any {
	entries := r.entries(node, path)
	r.resolveConflicts(s.pairs(), entries, path)
	value := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		key := entries[name].key
		member, isKnown := s.member(name)
		switch {
		case s.PropertyNames != nil && !s.PropertyNames.Pattern.MatchString(name):
			r.report(key, path, "has the name %q, but a name has to be of %s", name, s.PropertyNames.Title)
		case !isKnown:
			r.report(key, path.at(name), "is not known%s", s.suggest(name))
		case member != nil:
			value[name] = r.read(member, entries[name].value, path.at(name))
		}
	}
	for _, name := range s.Required {
		if _, ok := entries[name]; !ok {
			r.report(node, path, "lacks %s", name)
		}
	}
	choices, found := []string{}, []string{}
	for _, choice := range s.OneOf {
		choices = append(choices, choice.Required...)
		if _, ok := value[choice.Required[0]]; ok {
			found = append(found, choice.Required...)
		}
	}
	if len(choices) > 0 && len(found) != 1 {
		r.report(node, path, "has %s, but it has to have exactly one of %s", orNone(found), strings.Join(choices, ", "))
	}
	s.complete(value)
	return value
}

// readScalar converts a scalar. If the scalar is invalid, readScalar reports what would be valid. If only a string would be valid, the
// message also points out missing quotes, a blank string or a string that is too long.
func (r *reader) readScalar(s *schema, node *yaml.Node, path path) any {
	var forms []*schema
	for _, form := range s.forms() {
		if value, ok := form.scalar(node); ok {
			return value
		}
		if form.Items == nil && !form.allows("object") && !slices.Equal(form.Type, []string{"null"}) {
			forms = append(forms, form)
		}
	}
	is := s.describe()
	text, isText := textOf(node)
	if len(forms) == 1 && forms[0].allows("string") && (forms[0] == s || forms[0].Title != "") && node.Kind == yaml.ScalarNode {
		is = forms[0].describe()
		switch {
		case !isText:
			r.report(node, path, "is %s, but it has to be %s; put it in quotes", nodeForm(node), is)
			return nil
		case strings.TrimSpace(text) == "":
			r.report(node, path, "is blank, but it has to be %s", is)
			return nil
		case forms[0].Pattern.MatchString(text):
			r.report(node, path, "has %d characters, but it has to be %s", utf8.RuneCountInString(text), is)
			return nil
		}
	}
	if isText {
		r.report(node, path, "is a string that is not allowed here; it has to be %s", is)
	} else {
		r.report(node, path, "is %s, but it has to be %s", nodeForm(node), is)
	}
	return nil
}

// resolveConflicts resolves conflicts between two fields that exclude each other, such as rate and cron. If exactly one of the two comes
// from a YAML merge key (<<), resolveConflicts deletes that one from entries. Otherwise, it reports a mistake. Null fields don't conflict.
func (r *reader) resolveConflicts(pairs [][]string, entries map[string]entry, path path) {
	for _, p := range pairs {
		first, hasFirst := entries[p[0]]
		second, hasSecond := entries[p[1]]
		switch {
		case !hasFirst || !hasSecond || isNull(first.value) || isNull(second.value):
		case first.merged && !second.merged:
			delete(entries, p[0])
		case second.merged && !first.merged:
			delete(entries, p[1])
		default:
			later := second.key
			if first.key.Line > later.Line {
				later = first.key
			}
			r.report(later, path, "has both %s and %s, but each excludes the other", p[0], p[1])
		}
	}
}

// complete adds missing fields to a mapping. Usually, a field gets its default or, if it has none, null. If some of the fields exclude each
// other, such as rate and cron, complete adds only the excluded fields, as null. For example, if the mapping contains rate, cron becomes
// null, so that deep_merge removes a cron in the catalog's defaults. As an exception, text does not exclude thresholds.
func (s *schema) complete(value map[string]any) {
	pairs := s.pairs()
	for _, p := range s.Properties {
		if value[p.name] == nil && p.Default != "" {
			value[p.name] = p.Default
		}
		if _, ok := value[p.name]; !ok && pairs == nil {
			value[p.name] = nil
		}
	}
	for _, p := range pairs {
		for i, name := range p {
			other := p[1-i]
			if _, ok := value[other]; value[name] != nil && !ok && name != "text" {
				value[other] = nil
			}
		}
	}
}

// suggest returns the end of the error message for an unknown key. It suggests the most similar key or, if none is similar, lists all keys.
func (s *schema) suggest(name string) string {
	names := make([]string, len(s.Properties))
	for i, p := range s.Properties {
		names[i] = p.name
	}
	if closest := nearest.Name(name, names); closest != "" {
		return "; perhaps you mean " + closest // Terraform adds the period
	}
	return "; there are " + strings.Join(names, ", ")
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " and ")
}
