// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// operation names what a request does, such as "create", "list", "read" or "start".
type operation string

const (
	opCreate operation = "create"
	opList   operation = "list"
	opRead   operation = "read"
	opUpdate operation = "update"
	opDelete operation = "delete"
	opStart  operation = "start"
	opStop   operation = "stop"
)

// address is an operation together with the collection or object that it acts on. The method path turns the address into a URL path.
type address struct {
	op  operation
	col Collection
	id  string // of the object; empty for create and list
}

// pathStyle is one way to spell a URL path: the component type as "algorithm" or "algorithms", and with or without a slash at the end.
type pathStyle struct{ plural, slash bool }

var (
	bare        = pathStyle{}
	slash       = pathStyle{slash: true}
	pluralSlash = pathStyle{plural: true, slash: true}
)

// path returns the URL path in the given spelling, such as "/v3/engine/component/algorithms/7/" with the plural and a slash at the end.
func (a address) path(style pathStyle) string {
	path := kinds[a.col.kind].path
	word := url.PathEscape(a.col.segment)
	if style.plural {
		word += "s"
	}
	if a.isOfAllTypes() {
		path = strings.TrimSuffix(path, "/{type}")
	}
	path = strings.NewReplacer("{type}", word, "{alert}", word, "{path}", (&url.URL{Path: a.col.Path()}).EscapedPath()).Replace(path)
	if a.op != opCreate && a.op != opList {
		path += "/" + url.PathEscape(a.id)
	}
	if a.op == opStart || a.op == opStop {
		path += "/" + string(a.op)
	}
	if style.slash {
		path += "/"
	}
	return path
}

// hasTypeWord reports whether the URL path contains a component type such as "algorithm". Some engines spell this type "algorithms".
func (a address) hasTypeWord() bool {
	return strings.Contains(kinds[a.col.kind].path, "{type}") && !a.isOfAllTypes()
}

// isOfAllTypes reports whether the URL path is /v3/engine/component, which lists the components of all types.
func (a address) isOfAllTypes() bool {
	return a.op == opList && a.col.segment == "" && kinds[a.col.kind].listsAllTypes
}

// check returns an error if the engine's documents do not show the operation for this kind of object, or if an id such as "../x" would lead
// to another collection.
func (a address) check() error {
	declared := kinds[a.col.kind]
	if _, ok := declared.documented[a.op]; !ok {
		return fmt.Errorf("the engine's documents show no way to %s: %s", a.op, a.col)
	}
	if a.col.kind == plainKind {
		if err := checkPlain(a.col.segment); err != nil {
			return fmt.Errorf("the path %q %w", a.col.segment, err)
		}
	} else if strings.Contains(declared.path, "{") && !a.isOfAllTypes() {
		if err := checkSegment(a.col.segment); err != nil {
			return fmt.Errorf("%s: %w", a.col, err)
		}
	}
	// These words can't be component types, because their paths mean something else: "routines" leads to the routines, "components" to the
	// components of all types, and "objects" to the instances of custom types.
	if a.hasTypeWord() && slices.Contains([]string{"routine", "component", "object"}, strings.TrimSuffix(a.col.segment, "s")) {
		return fmt.Errorf("%q is not a type of component", a.col.segment)
	}
	if a.op == opCreate || a.op == opList {
		return nil
	}
	if err := checkSegment(a.id); err != nil {
		return fmt.Errorf("%s %s: %w", a.op, a.col, err)
	}
	return nil
}

// IsID reports whether text can be the id of an object: "7" can; "" and "a/b" can't, because an id is one segment of a URL path.
func IsID(text string) bool { return checkSegment(text) == nil }

// checkSegment returns an error if text can't be one segment of a URL path. A slash is always an error: even an escaped slash may be
// unescaped by a proxy.
func checkSegment(text string) error {
	switch {
	case text == "":
		return errors.New("the id or type is empty")
	case strings.TrimSpace(text) != text:
		return fmt.Errorf("%q cannot be an id or a type: remove the spaces around it", text)
	case isDots(text):
		return fmt.Errorf("%q cannot be an id or a type: servers resolve dots", text)
	case strings.ContainsAny(text, `/\`), strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("%q cannot be an id or a type: it contains a slash or a control character", text)
	}
	return nil
}

// isDots reports whether a segment is "." or "..". It also returns true for "..;a", which some servers read as "..".
func isDots(segment string) bool {
	name, _, _ := strings.Cut(segment, ";")
	return name == "." || name == ".."
}
