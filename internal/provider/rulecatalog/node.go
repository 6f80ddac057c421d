// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"cmp"
	"math"
	"math/big"
	"regexp"
	"strconv"

	yaml "go.yaml.in/yaml/v4"
)

// textOf returns the value of a string node. A date without quotes also counts as a string, although it is a timestamp in YAML.
func textOf(node *yaml.Node) (string, bool) {
	isText := node.Kind == yaml.ScalarNode && (node.ShortTag() == "!!str" || node.ShortTag() == "!!timestamp")
	return node.Value, isText
}

var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

const maxDigits = 100

// numberOf returns the exact value of a number in JSON notation, and nil for anything else, such as 010. YAML parsers disagree about the
// value of 010 (8 or 10).
func numberOf(node *yaml.Node) *big.Float {
	isNumber := node.Kind == yaml.ScalarNode && (node.ShortTag() == "!!int" || node.ShortTag() == "!!float")
	if !isNumber || len(node.Value) > maxDigits || !decimal.MatchString(node.Value) {
		return nil
	}
	if f, err := strconv.ParseFloat(node.Value, 64); err != nil || math.IsInf(f, 0) {
		return nil
	}
	n, _, err := big.ParseFloat(node.Value, 10, 512, big.ToNearestEven)
	if err != nil {
		return nil
	}
	return n
}

var forms = map[string]string{
	"!!map": "a mapping", "!!seq": "a list", "!!null": "null", "!!bool": "a boolean", "!!int": "a number", "!!float": "a number",
	"!!timestamp": "a time", "!!str": "a string",
}

// nodeForm returns a node's type for an error message, such as "a list". Messages do not quote values, because any value may be a secret.
func nodeForm(node *yaml.Node) string {
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	switch node.Kind {
	case yaml.MappingNode:
		return forms["!!map"]
	case yaml.SequenceNode:
		return forms["!!seq"]
	}
	return cmp.Or(forms[node.ShortTag()], "a value with a tag")
}

func isOf(node *yaml.Node, tag string) bool {
	return node.Kind == yaml.ScalarNode && node.ShortTag() == tag
}

func isNull(node *yaml.Node) bool { return isOf(node, "!!null") }

type entry struct {
	key, value *yaml.Node
	merged     bool // comes from a YAML merge key (<<)
}

// maxMerges is the maximum nesting depth of merge keys (<<). Without a limit, a mapping that merges itself would be read forever.
const maxMerges = 10

// entries returns the entries of a YAML mapping, including those from its merge keys (<<).
func (r *reader) entries(node *yaml.Node, path path) map[string]entry {
	entries := map[string]entry{}
	r.addEntries(entries, node, path, 0)
	return entries
}

// addEntries adds the entries of a YAML mapping, followed by those of the mappings that it merges (<<). Keys that are already in entries
// keep their values.
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
			r.report(key, path, "has the key %s, but a key has to be a string; put it in quotes", nodeForm(key))
		case earlier != nil:
			r.report(key, path.at(key.Value), "is declared twice, first in line %d", earlier.Line)
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
			r.report(node, path, "merges %s, but << takes a mapping or a list of mappings", nodeForm(source))
		case depth > maxMerges:
			r.report(node, path, "merges mappings that merge others, more than %d deep", maxMerges)
		default:
			r.addEntries(entries, source, path, depth)
		}
	}
}
