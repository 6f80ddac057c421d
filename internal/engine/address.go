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

// operation is what a request does to a collection ("create", "list") or to one of its objects ("read", "start").
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

// address says what a request does and to which collection or object. path turns it into a URL path in a given pathStyle.
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

// path returns the URL path of an address, spelled in the given style, such as "/v3/engine/component/algorithms/7/".
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

// hasTypeWord reports whether the path contains a component type such as "algorithm", which some engines expect in the plural.
func (a address) hasTypeWord() bool {
	return strings.Contains(kinds[a.col.kind].path, "{type}") && !a.isOfAllTypes()
}

// isOfAllTypes reports whether the address lists the components of all types: /v3/engine/component, without a type at the end.
func (a address) isOfAllTypes() bool {
	return a.op == opList && a.col.segment == "" && kinds[a.col.kind].listsAllTypes
}

// check returns an error if the interface document has no such operation on this kind of object, or if an id or a type in the address could
// lead the request to another collection.
func (a address) check() error {
	declared := kinds[a.col.kind]
	if _, ok := declared.documented[a.op]; !ok {
		return fmt.Errorf("no route is known to %s: %s (%s)", a.op, a.col, declared.source)
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
	// These words can't be component types. "routines" in the path leads to the routines (interface section 4.5), "components" to the
	// components of all types (quirk 245), and "objects" to the instances of custom types (quirk 246).
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

// IsID reports whether a text can be the id of an object. An id is one segment of a URL path, so it is not empty and has no slash.
func IsID(text string) bool { return checkSegment(text) == nil }

// checkSegment returns an error if a text, such as an id, can't be one segment of a URL path. It also refuses slashes: they could be
// escaped, but proxies unescape and resolve them.
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

// isDots reports whether a segment is "." or "..", with or without parameters: some servers read "..;a" as "..".
func isDots(segment string) bool {
	name, _, _ := strings.Cut(segment, ";")
	return name == "." || name == ".."
}
