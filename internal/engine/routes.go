// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"errors"
	"fmt"
	"net/url"
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

// spelling is one way to write a path: the type word in the plural or not, a trailing slash or not.
type spelling struct{ plural, slash bool }

var (
	bare        = spelling{}
	slash       = spelling{slash: true}
	pluralSlash = spelling{plural: true, slash: true}
)

// route is the path of a collection and, for each of its operations, the spelling that the documents show. The other
// spellings are alternates.
type route struct {
	path   string
	shown  map[operation]spelling
	source string
}

var slashOnAll = map[operation]spelling{
	opCreate: slash, opList: slash, opRead: slash, opUpdate: slash, opDelete: slash,
}

// routes is the table of all paths. {type} stands for the type word of components, {alert} for the id of an alert.
var routes = map[string]route{
	"dashboard": {path: "/v3/engine/dashboard/dashboards", shown: slashOnAll, source: "interface section 4.1"},
	"tab": {
		path:   "/v3/engine/dashboard/tabs",
		shown:  map[operation]spelling{opCreate: slash, opList: slash, opRead: bare, opUpdate: slash, opDelete: slash},
		source: "interface section 4.2, wire shapes section 2",
	},
	"widget": {
		path: "/v3/engine/dashboard/charts", shown: slashOnAll,
		source: "interface section 4.3, wire shapes section 2",
	},
	"component": {
		path: "/v3/engine/component/{type}",
		shown: map[operation]spelling{
			opCreate: pluralSlash, opList: bare, opRead: bare, opUpdate: bare, opDelete: bare, opStart: slash, opStop: slash,
		},
		source: "interface section 4.4, wire shapes section 2",
	},
	"component of any type": {
		path: "/v3/engine/component", shown: map[operation]spelling{opList: bare},
		source: "interface section 4.4",
	},
	"routine": {
		path:   "/v3/engine/component/routines",
		shown:  map[operation]spelling{opCreate: slash, opList: slash, opRead: bare, opUpdate: bare, opDelete: bare},
		source: "interface section 4.5, wire shapes section 2",
	},
	"alert": {path: "/v3/engine/alert/alerts", shown: slashOnAll, source: "interface section 4.6"},
	"event": {
		path: "/v3/engine/alert/events", shown: map[operation]spelling{opList: slash},
		source: "wire shapes section 2",
	},
	"alert event": {
		path: "/v3/engine/alert/alerts/{alert}/events", shown: map[operation]spelling{opList: slash},
		source: "wire shapes section 2",
	},
	"node":     {path: "/v3/engine/compute/nodes/all", shown: slashOnAll, source: "interface section 4.7"},
	"function": {path: "/v3/engine/function/functions", shown: slashOnAll, source: "interface section 4.8"},
}

// typed says whether the path holds a type word, which has a singular and a plural.
func (r route) typed() bool { return strings.Contains(r.path, "{type}") }

// address is a place in the table of routes with its blanks filled in: all of a path but its spelling.
type address struct {
	op  operation
	col Collection
	id  string // empty for create and list
}

// path writes the address in one spelling.
func (a address) path(s spelling) string {
	word := url.PathEscape(a.col.segment)
	if s.plural {
		word += "s"
	}
	path := strings.NewReplacer("{type}", word, "{alert}", word).Replace(routes[a.col.kind].path)
	if a.op != opCreate && a.op != opList {
		path += "/" + url.PathEscape(a.id)
	}
	if a.op == opStart || a.op == opStop {
		path += "/" + string(a.op)
	}
	if s.slash {
		path += "/"
	}
	return path
}

// check refuses an address that the table lacks or that would leave its collection.
func (a address) check() error {
	route := routes[a.col.kind]
	if _, ok := route.shown[a.op]; !ok {
		return fmt.Errorf("no route is known to %s: %s (%s)", a.op, a.col, route.source)
	}
	if strings.Contains(route.path, "{") {
		if err := checkSegment(a.col.segment); err != nil {
			return fmt.Errorf("%s: %w", a.col, err)
		}
	}
	// The paths of routines lie where the components of such a type would be (interface section 4.5).
	if route.typed() && strings.TrimSuffix(a.col.segment, "s") == "routine" {
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

// checkSegment refuses text that may not stay one segment of a path. Slashes are refused although they could be escaped:
// proxies unescape and resolve them.
func checkSegment(text string) error {
	switch {
	case text == "":
		return errors.New("the id or type is empty")
	case text == "." || text == "..":
		return fmt.Errorf("%q cannot be an id or a type", text)
	case strings.ContainsAny(text, `/\`), strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("%q cannot be an id or a type: it has a slash or a control character", text)
	}
	return nil
}
