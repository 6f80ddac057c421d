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

// operation is what is done to a collection or to one of its objects.
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

// address says where an operation takes place: all of a path but its style.
type address struct {
	op  operation
	col Collection
	id  string // empty for create and list
}

// pathStyle is one way to write a path: the type word in the plural or not, a trailing slash or not.
type pathStyle struct{ plural, slash bool }

var (
	bare        = pathStyle{}
	slash       = pathStyle{slash: true}
	pluralSlash = pathStyle{plural: true, slash: true}
)

// path writes the address in one style.
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

// typed says whether the path holds a type word, which has a singular and a plural.
func (a address) typed() bool {
	return strings.Contains(kinds[a.col.kind].path, "{type}") && !a.isOfAllTypes()
}

// isOfAllTypes says whether the type word is left out of the path.
func (a address) isOfAllTypes() bool {
	return a.op == opList && a.col.segment == "" && kinds[a.col.kind].listsAllTypes
}

// check refuses an address that the table of kinds lacks or that would leave its collection.
func (a address) check() error {
	declared := kinds[a.col.kind]
	if _, ok := declared.shown[a.op]; !ok {
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
	// Where components of such a type would be lie the paths of routines (interface section 4.5), of the components of all types
	// (quirk 245), and of the instances of custom types (quirk 246).
	if a.typed() && slices.Contains([]string{"routine", "component", "object"}, strings.TrimSuffix(a.col.segment, "s")) {
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

// IsID tells whether a text can be the id of an object: one that stays one segment of a path.
func IsID(text string) bool { return checkSegment(text) == nil }

// checkSegment refuses text that may not stay one segment of a path. Slashes are refused although they could be escaped:
// proxies unescape and resolve them.
func checkSegment(text string) error {
	switch {
	case text == "":
		return errors.New("the id or type is empty")
	case strings.TrimSpace(text) != text:
		return fmt.Errorf("%q cannot be an id or a type: it has spaces around it, take them out", text)
	case isDots(text):
		return fmt.Errorf("%q cannot be an id or a type: servers resolve dots", text)
	case strings.ContainsAny(text, `/\`), strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("%q cannot be an id or a type: it has a slash or a control character", text)
	}
	return nil
}

// isDots reports whether a segment stands for a folder, also before parameters: some servers take "..;a" for "..".
func isDots(segment string) bool {
	name, _, _ := strings.Cut(segment, ";")
	return name == "." || name == ".."
}
