// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rulecatalog

import (
	"slices"
	"strings"

	yaml "go.yaml.in/yaml/v4"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
)

func typeByField() map[string]string {
	return map[string]string{"attribute": "QUERY", "metadata": "METADATA", "expression": "EXPRESSION"}
}

// checkItem sets the type of an alert item: an item with the field "attribute" is a QUERY. It reports a mistake if the catalog gives the
// item another type, or if its expression is not JavaScript.
func checkItem(r *reader, node *yaml.Node, path path, item map[string]any) {
	for name, kind := range typeByField() {
		if item[name] == nil {
			continue
		}
		if item["type"] != nil && item["type"] != kind {
			r.wrong(node, path, "has another type than %s, which an item with %s has", kind, name)
		}
		item["type"] = kind
	}
	text, isExpression := item["expression"].(string)
	if _, err := expression.Parse(text); isExpression && err != nil {
		r.wrong(node, path.at("expression"), "%v", err)
	}
}

// items checks the alert items of a rule. Each needs its own ref_id, and an expression may name only items of the same rule.
type items struct{ sequence }

func (f items) read(r *reader, node *yaml.Node, path path) (any, bool) {
	value, ok := f.sequence.read(r, node, path)
	if !ok {
		return nil, false
	}
	before := r.count()
	list, _ := value.([]any)
	names := namesOf(list)
	for i, name := range names {
		if first := slices.Index(names, name); first < i {
			r.wrong(node.Content[i], path.index(i), "has the ref_id %s, and so has %s", name, path.index(first))
		}
	}
	for i, element := range list {
		item, _ := element.(map[string]any)
		text, _ := item["expression"].(string)
		parsed, err := expression.Parse(text)
		if text == "" || err != nil {
			continue
		}
		for _, name := range parsed.Names {
			if !slices.Contains(names, name) && parsed.Outside == nil {
				r.wrong(node.Content[i], path.index(i).at("expression"), "names $%s, but the items are %s", name, strings.Join(names, ", "))
			}
		}
	}
	return value, r.count() == before
}

func namesOf(items []any) []string {
	var names []string
	for _, element := range items {
		item, _ := element.(map[string]any)
		name, _ := item["ref_id"].(string)
		names = append(names, name)
	}
	return names
}

func checkTarget(r *reader, node *yaml.Node, path path, rule map[string]any) {
	list, hasItems := rule["items"].([]any)
	target, hasTarget := rule["target"].(string)
	if names := namesOf(list); hasItems && hasTarget && !slices.Contains(names, target) {
		r.wrong(node, path.at("target"), "names none of the items, which are %s", strings.Join(names, ", "))
	}
}
