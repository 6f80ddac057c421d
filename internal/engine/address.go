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

// operation identifies what a request does, such as "create", "list", "read" or "start".
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

// address is an operation together with its target, which is a collection or an object. Its path method returns the URL path.
type address struct {
	op  operation
	col Collection
	id  string // the object's id; empty for create and list
}

// pathStyle is a form of URL path: with the component type in the plural ("algorithms") or singular, and with or without a trailing slash.
type pathStyle struct{ plural, slash bool }

var (
	bare        = pathStyle{}
	slash       = pathStyle{slash: true}
	pluralSlash = pathStyle{plural: true, slash: true}
)

// path returns the URL path in the given style. For example, it is "/v3/engine/component/algorithms/7/" in the style pluralSlash.
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

// hasTypeWord reports whether the URL path contains a component type, such as "algorithm" or, on some engines, its plural "algorithms".
func (a address) hasTypeWord() bool {
	return strings.Contains(kinds[a.col.kind].path, "{type}") && !a.isOfAllTypes()
}

// isOfAllTypes reports whether the URL path is /v3/engine/component, which lists the components of all types.
func (a address) isOfAllTypes() bool {
	return a.op == opList && a.col.segment == "" && kinds[a.col.kind].listsAllTypes
}

// check returns an error if the interface document doesn't define the operation for this kind of object. It also rejects ids such as
// "../x", which would escape the collection's path.
func (a address) check() error {
	declared := kinds[a.col.kind]
	if _, ok := declared.documented[a.op]; !ok {
		return fmt.Errorf("the interface document has no operation %s for this kind of object: %s", a.op, a.col)
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
	// These words can't be component types, because their paths are already used: "routines" for routines, "components" for components of
	// all types, and "objects" for instances of custom types.
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

// IsID reports whether id is a valid object id. For example, "7" is valid, but "" and "a/b" are not.
func IsID(id string) bool { return checkSegment(id) == nil }

// checkSegment returns an error unless word is a valid URL path segment. It rejects slashes even though the client escapes them as "%2F",
// because a proxy may unescape them.
func checkSegment(word string) error {
	switch {
	case word == "":
		return errors.New("the id or type is empty")
	case strings.TrimSpace(word) != word:
		return fmt.Errorf("%q cannot be an id or a type: remove the spaces around it", word)
	case isDots(word):
		return fmt.Errorf("%q cannot be an id or a type: servers resolve dots", word)
	case strings.ContainsAny(word, `/\`), strings.ContainsFunc(word, unicode.IsControl):
		return fmt.Errorf("%q cannot be an id or a type: it contains a slash or a control character", word)
	}
	return nil
}

// isDots reports whether a segment means "." or "..". It also recognizes forms such as "..;a", which some servers treat as "..".
func isDots(segment string) bool {
	name, _, _ := strings.Cut(segment, ";")
	return name == "." || name == ".."
}
