// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/rule"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// collection is the table and the rule of a kind.
type collection struct {
	*table.Table
	rule.Rule
}

// place is the collection that a path names.
type place struct {
	collection *collection
	// component is the type of components in the path, or empty.
	component string
	// listOnly: the path serves only the list. Objects are neither created nor served below it.
	listOnly bool
}

// target is what a path names: a collection, an object, an action on an object, or a list below an object.
type target struct {
	place
	id, action string
	// parent is the object above a list, or nil.
	parent *target
}

// places returns the collections by path, without the root and without slashes at the ends. Paths that end in a type of components are
// not among them.
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

// place returns the collection with a path, without the root and without slashes at the ends.
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

// resolve returns the target of a path, with or without the slash at its end.
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

// resolveBelow returns the target of a path that has one more word after an object.
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

// cutLast splits a path before its last segment.
func cutLast(path string) (before, last string) {
	at := strings.LastIndexByte(path, '/')
	if at < 0 {
		return "", path
	}
	return path[:at], path[at+1:]
}
