// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// mapping checks a YAML mapping, whose keys must be the given fields.
type mapping struct {
	noun       string
	reference  string // name of its JSON schema definition, if several places use it
	ownKeys    string // keys with this prefix are ignored; authors may use them freely
	required   []string
	exactlyOne []string // exactly one of these fields must be present
	implies    string   // field such as type, whose value says which of exactlyOne is present
	implied    map[string]string
	pairs      []pair
	filled     bool // missing fields are null in the result
	fields     []field
	check      func(r *reader, node *yaml.Node, path path, value map[string]any)
}

type field struct {
	name, about string
	form        form
	optional    bool   // null is allowed
	otherwise   string // the default value, if any
}

// pair names two fields that exclude each other, such as rate and cron. A rule with cron gets null for rate, so that deep_merge removes the
// rate of the defaults.
type pair [2]string

type entry struct {
	key, value *yaml.Node
	merged     bool // comes from a merge key (<<)
}

func (m mapping) description() string { return m.noun }

func (m mapping) read(r *reader, node *yaml.Node, path path) (any, bool) {
	entries, ok := r.entries(node, path, m.noun)
	if !ok {
		return nil, false
	}
	before := r.count()
	m.keepOne(r, entries, path)
	value := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		e := entries[name]
		i := slices.IndexFunc(m.fields, func(f field) bool { return f.name == name })
		switch {
		case i >= 0:
			value[name] = m.fields[i].read(r, e.value, path.at(name))
		case m.ownKeys == "" || !strings.HasPrefix(name, m.ownKeys):
			r.wrong(e.key, path.at(name), "is not known%s", m.suggest(name))
		}
	}
	for _, name := range m.required {
		if _, ok := entries[name]; !ok {
			r.wrong(node, path, "lacks %s", name)
		}
	}
	if found := m.ofExactlyOne(value); len(m.exactlyOne) > 0 && len(found) != 1 {
		r.wrong(node, path, "has %s, but it has to have exactly one of %s", orNone(found), strings.Join(m.exactlyOne, ", "))
	}
	if r.count() > before {
		return nil, false
	}
	m.complete(value)
	if m.check != nil {
		m.check(r, node, path, value)
	}
	return value, r.count() == before
}

func (f field) read(r *reader, node *yaml.Node, path path) any {
	resolved, ok := r.visit(node)
	if !ok {
		return nil
	}
	if resolved.Kind == yaml.ScalarNode && resolved.ShortTag() == "!!null" {
		switch {
		case !f.optional:
			r.wrong(resolved, path, "is null, but it has to be %s", f.form.description())
		case resolved.Value == "":
			r.wrong(resolved, path, "has no value; it has to be %s, or null to unset it", f.form.description())
		}
		return nil
	}
	value, _ := f.form.read(r, resolved, path)
	return value
}

// keepOne reports a mistake if a mapping has both fields of a pair, such as rate and cron. If only one of the two comes from a merge key
// (<<), there is no mistake: keepOne deletes that field, because the mapping's own field wins.
func (m mapping) keepOne(r *reader, entries map[string]entry, path path) {
	for _, p := range m.pairs {
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
			r.wrong(later, path, "has both %s and %s, but each excludes the other", p[0], p[1])
		}
	}
}

// complete adds default values. If a rule has one field of a pair such as rate and cron, the other becomes null, so that deep_merge removes
// its default; only the field "text" does not remove the default of "thresholds". If m.filled is true, all other missing fields become null
// too.
func (m mapping) complete(value map[string]any) {
	for _, f := range m.fields {
		if value[f.name] == nil && f.otherwise != "" {
			value[f.name] = f.otherwise
		}
		if _, ok := value[f.name]; !ok && m.filled {
			value[f.name] = nil
		}
	}
	for _, p := range m.pairs {
		for i, name := range p {
			other := p[1-i]
			if _, ok := value[other]; value[name] != nil && !ok && name != "text" {
				value[other] = nil
			}
		}
	}
}

func (m mapping) ofExactlyOne(value map[string]any) []string {
	var found []string
	for _, name := range m.exactlyOne {
		if _, ok := value[name]; ok {
			found = append(found, name)
		}
	}
	return found
}

// suggest returns the end of the error message for an unknown key: "; perhaps you mean rate", or a list of all fields if none is similar.
func (m mapping) suggest(name string) string {
	names := make([]string, len(m.fields))
	for i, f := range m.fields {
		names[i] = f.name
	}
	if closest := attribute.Nearest(name, names); closest != "" {
		return "; perhaps you mean " + closest // Terraform adds a full stop.
	}
	return "; there are " + strings.Join(names, ", ")
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " and ")
}

func isNull(node *yaml.Node) bool { return node.ShortTag() == "!!null" }

// named checks a mapping whose keys are names that the author chooses, such as those of rules.
type named struct {
	noun     string
	names    *regexp.Regexp
	nameForm string
	of       form
}

func (n named) description() string { return n.noun }

func (n named) read(r *reader, node *yaml.Node, path path) (any, bool) {
	entries, ok := r.entries(node, path, n.noun)
	value := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		e := entries[name]
		if !n.names.MatchString(name) {
			r.wrong(e.key, path, "has the name %q, but a name has to be of %s", name, n.nameForm)
			continue
		}
		value[name] = field{form: n.of}.read(r, e.value, path.at(name))
	}
	return value, ok
}

// mostMerges limits the depth of merge keys (<<). A mapping can merge itself, which would never end.
const mostMerges = 10

// entries returns the keys and values of a YAML mapping, including those from its merge keys (<<). If node is not a mapping, it reports a
// mistake that ends with noun: "is a list, but it has to be a mapping with ...".
func (r *reader) entries(node *yaml.Node, path path, noun string) (map[string]entry, bool) {
	node, ok := r.visit(node)
	if !ok {
		return nil, false
	}
	if node.Kind != yaml.MappingNode {
		r.wrong(node, path, "is %s, but it has to be %s", nodeForm(node), noun)
		return nil, false
	}
	entries := map[string]entry{}
	r.addEntries(entries, node, path, 0)
	return entries, true
}

// addEntries adds the keys of a YAML mapping to entries, and then those of the mappings that it merges with <<. A key that is already in
// entries keeps its value.
func (r *reader) addEntries(entries map[string]entry, node *yaml.Node, path path, depth int) {
	own := map[string]*yaml.Node{}
	var merges []*yaml.Node
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		key, ok := r.visit(key)
		if !ok {
			return
		}
		switch earlier := own[key.Value]; {
		case key.Kind == yaml.ScalarNode && key.ShortTag() == "!!merge":
			merges = append(merges, value)
		case key.Kind != yaml.ScalarNode || key.ShortTag() != "!!str":
			r.wrong(key, path, "has the key %s, but a key has to be a text; put it in quotes", nodeForm(key))
		case earlier != nil:
			r.wrong(key, path.at(key.Value), "is there twice, first in line %d", earlier.Line)
		default:
			own[key.Value] = key
			if _, ok := entries[key.Value]; !ok {
				entries[key.Value] = entry{key: key, value: value, merged: depth > 0}
			}
		}
	}
	for _, merge := range merges {
		r.merge(entries, merge, path, depth+1)
	}
}

func (r *reader) merge(entries map[string]entry, node *yaml.Node, path path, depth int) {
	resolved, ok := r.visit(node)
	if !ok {
		return
	}
	sources := []*yaml.Node{resolved}
	if resolved.Kind == yaml.SequenceNode {
		sources = resolved.Content
	}
	for _, source := range sources {
		source, ok := r.visit(source)
		switch {
		case !ok:
			return
		case source.Kind != yaml.MappingNode:
			r.wrong(node, path, "merges %s, but << takes a mapping or a list of mappings", nodeForm(source))
		case depth > mostMerges:
			r.wrong(node, path, "merges mappings that merge others, more than %d deep", mostMerges)
		default:
			r.addEntries(entries, source, path, depth)
		}
	}
}
