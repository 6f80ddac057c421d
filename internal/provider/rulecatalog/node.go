// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"math"
	"math/big"
	"regexp"
	"strconv"

	yaml "go.yaml.in/yaml/v4"
)

// textOf returns the text of a node, and false if the node is no text. A date without quotes, such as 2026-01-05, counts as a text,
// although YAML calls it a timestamp.
func textOf(node *yaml.Node) (string, bool) {
	isText := node.Kind == yaml.ScalarNode && (node.ShortTag() == "!!str" || node.ShortTag() == "!!timestamp")
	return node.Value, isText
}

var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

const mostDigits = 100

// numberOf returns the exact value of a number in JSON notation, and nil for anything else. YAML parsers disagree on other notations: 010
// is eight for some and ten for others.
func numberOf(node *yaml.Node) *big.Float {
	isNumber := node.Kind == yaml.ScalarNode && (node.ShortTag() == "!!int" || node.ShortTag() == "!!float")
	if !isNumber || len(node.Value) > mostDigits || !decimal.MatchString(node.Value) {
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

// nodeForm names the type of a node in an error message, such as "a list". The message does not quote the value: it may be a secret, and
// Terraform does not tell functions which values are secret.
func nodeForm(node *yaml.Node) string {
	if node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	switch tag := node.ShortTag(); {
	case node.Kind == yaml.MappingNode:
		return "a mapping"
	case node.Kind == yaml.SequenceNode:
		return "a list"
	case tag == "!!null":
		return "null"
	case tag == "!!bool":
		return "a boolean"
	case tag == "!!int", tag == "!!float":
		return "a number"
	case tag == "!!timestamp":
		return "a time"
	case tag == "!!str":
		return "a text"
	default:
		return "a value with a tag"
	}
}

func isOf(node *yaml.Node, tag string) bool {
	return node.Kind == yaml.ScalarNode && node.ShortTag() == tag
}

func isNull(node *yaml.Node) bool { return isOf(node, "!!null") }

type entry struct {
	key, value *yaml.Node
	merged     bool // comes from a merge key (<<)
}

// mostMerges limits the depth of merge keys (<<). A mapping can merge itself, which would never end.
const mostMerges = 10

// entries returns the keys and values of a YAML mapping, including those from its merge keys (<<).
func (r *reader) entries(node *yaml.Node, path path) map[string]entry {
	entries := map[string]entry{}
	r.addEntries(entries, node, path, 0)
	return entries
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
