// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/rule"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// collection joins the field table of a kind of objects and the rules that only this kind has.
type collection struct {
	*table.Table
	rule.Rule
}

// place is the collection to which a path leads, for example all alerts or all components of one type.
type place struct {
	collection *collection
	// component is the type of components that the path names, for example "pump" in /component/pump/. For other paths, it is "".
	component string
	// listOnly is true if the path serves only GET of the list, such as /alert/events/: clients can't create objects there, or read a
	// single one.
	listOnly bool
}

// target is the thing that a path names: a collection, an object, an action on an object (start), or a list below an object (the events of
// an alert).
type target struct {
	place
	id, action string
	// parent is the object to which the requested list belongs, for example alert 7 in /alert/alerts/7/events. It is nil for other targets.
	parent *target
}

// places returns the collections by path, such as "alert/alerts", without /v3/engine/ and the last slash. The map lacks the paths of
// component types, such as component/pump, because any word can be a type.
func places(collections map[string]*collection) map[string]place {
	found := map[string]place{}
	for _, c := range collections {
		for _, path := range c.Paths {
			found[path] = place{collection: c}
		}
		if c.ListPath != "" {
			found[c.ListPath] = place{collection: c, listOnly: true}
		}
	}
	return found
}

// place returns the collection for a path such as "alert/alerts", without /v3/engine/ and without the last slash.
func (s *Server) place(path string) (place, bool) {
	if p, ok := s.places[path]; ok {
		return p, true
	}
	before, word := cutLast(path)
	p, ok := s.places[before]
	if !ok || p.collection.Typed != before {
		return place{}, false
	}
	component, ok := table.TypeOf(word)
	return place{collection: p.collection, component: component}, ok
}

// resolve returns the thing that a URL path names, or false if the server does not know the path. The slash at the end is optional.
func (s *Server) resolve(path string) (target, bool) {
	path, ok := strings.CutPrefix(path, table.Root)
	if !ok {
		return target{}, false
	}
	path = strings.TrimSuffix(path, "/")
	if p, ok := s.place(path); ok {
		return target{place: p}, true
	}
	path, last := cutLast(path)
	if p, ok := s.place(path); ok && !p.listOnly && last != "" {
		return target{place: p, id: last}, true
	}
	path, id := cutLast(path)
	p, ok := s.place(path)
	if !ok || p.listOnly || id == "" {
		return target{}, false
	}
	return s.resolveBelow(target{place: p, id: id}, last)
}

// resolveBelow resolves a URL path that ends with an object and one more word, such as /alert/alerts/7/events. The word is start, stop, or
// a name such as events that the field table has in Below.
func (s *Server) resolveBelow(object target, word string) (target, bool) {
	if object.collection.Deployable && (word == "start" || word == "stop") {
		object.action = word
		return object, true
	}
	if kind, ok := object.collection.Below[word]; ok {
		return target{place: place{collection: s.collections[kind], listOnly: true}, parent: &object}, true
	}
	return target{}, false
}

// cutLast splits a path at its last slash: "component/pump" gives "component" and "pump".
func cutLast(path string) (before, last string) {
	at := strings.LastIndexByte(path, '/')
	if at < 0 {
		return "", path
	}
	return path[:at], path[at+1:]
}
