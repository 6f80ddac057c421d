// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// item is an element of the alert_items attribute.
type item struct {
	ref      string
	name     string // ref, or SensitiveText if ref is sensitive
	isSecret bool   // whether the item, or an item that it uses, has a sensitive attribute
	node     node
}

// node computes the values of an alert item. Its implementations are query (QUERY), constant (METADATA) and script (EXPRESSION).
type node interface {
	// names returns the ref_ids that an EXPRESSION item uses, and nil for other items.
	names() []string

	// values returns the item's values in a time window. Only EXPRESSION items can return an error.
	values(ctx context.Context, w window) (values, error)
}

// window is the time window of a run, which contains the points with from < time <= until.
type window struct {
	from, until time.Time
	data        Data
	items       map[string]values // results of the items computed so far, by ref_id
}

// values is the result of an alert item in a time window: either points sorted by time, or a constant.
type values struct {
	points     []Point
	isConstant bool
	constant   any
}

func (v values) isEmpty() bool { return len(v.points) == 0 && (!v.isConstant || v.constant == nil) }

// constant is the value of a METADATA item.
type constant struct{ value any }

func (constant) names() []string { return nil }

func (c constant) values(context.Context, window) (values, error) {
	return values{isConstant: true, constant: c.value}, nil
}

func (a *Alert) readItems(elements []any, on Recording) {
	if len(elements) == 0 {
		return
	}
	items := map[string]*item{}
	var refs, names []string
	for i, element := range elements {
		members, marked := object(unmark(element)), object(element)["ref_id"]
		ref := text(members["ref_id"])
		item := &item{ref: ref, name: displayText(ref, marked), isSecret: isSensitive(element)}
		switch {
		case ref == "":
			a.problem("%s[%d].ref_id is not declared", a.list, i)
			continue
		case items[ref] != nil:
			a.problem("%s[%d].ref_id is %q, and so is that of another item", a.list, i, item.name)
			continue
		}
		node, err := a.readNode(ref, members, on)
		if err != nil {
			a.problem("%s[%q]%v", a.list, item.name, item.public(err))
		}
		item.node, items[ref] = node, item
		refs, names = append(refs, ref), append(names, item.name)
	}
	if a.target != "" && items[a.target] == nil {
		a.problem("stmt_target_variable is %q, but no item has that ref_id; there are %s", a.targetName(),
			cmp.Or(strings.Join(names, ", "), "none"))
	}
	a.sortItems(items, refs, names)
}

var errSecret = errors.New(" can't be rehearsed; the reason is not shown, because the item has sensitive values")

// public returns err, or a generic error if err could reveal sensitive values of the item.
func (i *item) public(err error) error {
	if i.isSecret {
		return errSecret
	}
	return err
}

// targetName returns the ref_id in stmt_target_variable for messages, or SensitiveText if the ref_id is sensitive.
func (a *Alert) targetName() string {
	for _, item := range a.items {
		if item.ref == a.target && item.name != item.ref {
			return item.name
		}
	}
	if a.secret["stmt_target_variable"] {
		return SensitiveText
	}
	return a.target
}

// hidesValues reports whether messages must omit the values that the alert compares, because they could reveal a sensitive value.
func (a *Alert) hidesValues() bool {
	return a.secret["stmt_target_variable"] || a.secret["stmt_aggregation"] || a.secret["stmt_time_window"] ||
		slices.ContainsFunc(a.items, func(i *item) bool { return i.ref == a.target && i.isSecret })
}

// readNode returns the node for an alert item, according to the item's type. Its errors continue a message that begins with the item's
// name, as in ".type is null", because the caller prepends that name.
func (a *Alert) readNode(ref string, members map[string]any, on Recording) (node, error) {
	switch kind := strings.ToUpper(text(members["type"])); kind {
	case "QUERY":
		return readQuery(ref, members, slices.Contains(on.given, ref))
	case "METADATA":
		return readMetadata(ref, members, on.Metadata)
	case "EXPRESSION":
		return readItemExpression(members)
	default:
		return nil, fmt.Errorf(".type is %s, but it has to be one of QUERY, EXPRESSION, METADATA", quote(members["type"]))
	}
}

func readMetadata(ref string, members map[string]any, metadata map[Key]any) (node, error) {
	if value, ok := metadata[Key{"", ref}]; ok {
		return constant{value}, nil
	}
	asset, field := referenceID(members["query_filter_asset"]), referenceID(members["query_filter_metadata"])
	if asset == NotKnown || field == NotKnown {
		return nil, errors.New(" has a filter that is known after apply: give its value by the ref_id")
	}
	if asset == "" || field == "" {
		return nil, errors.New(" names no field: METADATA needs query_filter_asset and query_filter_metadata")
	}
	value, ok := metadata[Key{asset, field}]
	if !ok {
		return nil, fmt.Errorf(" reads the metadata field %q of the asset %q, for which the rehearsal has no value", field, asset)
	}
	return constant{value}, nil
}

func readItemExpression(members map[string]any) (node, error) {
	if plain := members["expression_plain"]; !isEmpty(plain) {
		script, err := readScript(plain)
		if err != nil {
			return nil, fmt.Errorf(".expression_plain %w", err)
		}
		return script, nil
	}
	script, err := readExpression(text(members["expression"]))
	if err != nil {
		return nil, fmt.Errorf(".expression %w", err)
	}
	return script, nil
}

// sortItems sorts a.items so that each item follows the items that its expression uses. It adds a problem for each cycle of items.
func (a *Alert) sortItems(items map[string]*item, refs, names []string) {
	const entered, done = 1, 2
	state := map[string]int{}
	var visit func(ref string, path []string)
	visit = func(ref string, path []string) {
		path = append(path, ref)
		at := items[ref]
		switch state[ref] {
		case done:
			return
		case entered:
			circle := path[slices.Index(path, ref):]
			at.isSecret = at.isSecret || slices.ContainsFunc(circle, func(ref string) bool { return items[ref].isSecret })
			a.problem("%s[%q]%v", a.list, at.name, at.public(fmt.Errorf(" needs its own value: %s", strings.Join(circle, " needs "))))
			return
		}
		state[ref] = entered
		if at.node != nil {
			for _, name := range at.node.names() {
				if items[name] == nil {
					a.problem("%s[%q]%v", a.list, at.name,
						at.public(fmt.Errorf(" needs the item %q, which is not there; there are %s", name, strings.Join(names, ", "))))
					continue
				}
				visit(name, path)
				at.isSecret = at.isSecret || items[name].isSecret
			}
		}
		state[ref] = done
		a.items = append(a.items, at)
	}
	for _, ref := range refs {
		visit(ref, nil)
	}
}
