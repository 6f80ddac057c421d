// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/rule"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// collection describes one kind of object, such as alert: its fields and paths (Table), and its special rules (Rule).
type collection struct {
	*table.Table
	rule.Rule
}

// target is what a URL path refers to: a collection, an object, an action on an object, or a list of objects that belong to an object.
type target struct {
	collection *collection
	// component is the component type in the path, for example "pump" in /component/pump/, or "".
	component string
	// listOnly is true if the path supports only GET, such as /alert/events/.
	listOnly bool
	// id is the object's id, or "" for a collection. action is "start", "stop" or "".
	id, action string
	// parent is the object that a list belongs to, for example alert 7 in /alert/alerts/7/events. It is nil for other paths.
	parent *target
}

// collectionsByPath maps each path, such as "alert/alerts", to its collection. The paths omit the /v3/engine/ prefix and the trailing
// slash. Paths with a component type, such as component/pump, are not in the map, because any word can be a type.
func collectionsByPath(collections map[string]*collection) map[string]target {
	found := map[string]target{}
	for _, c := range collections {
		for _, path := range c.Paths {
			found[path] = target{collection: c}
		}
		if c.ListPath != "" {
			found[c.ListPath] = target{collection: c, listOnly: true}
		}
	}
	return found
}

// resolveCollection returns the collection that a path refers to, such as "alert/alerts" or "component/pump".
func (s *Server) resolveCollection(path string) (target, bool) {
	if t, ok := s.paths[path]; ok {
		return t, true
	}
	before, word := cutLast(path)
	t, ok := s.paths[before]
	if !ok || t.collection.Typed != before {
		return target{}, false
	}
	component, ok := table.TypeOf(word)
	return target{collection: t.collection, component: component}, ok
}

// resolveObject returns the object that a path refers to, such as "alert/alerts/7". It does not check whether the object exists.
func (s *Server) resolveObject(path string) (target, bool) {
	path, id := cutLast(path)
	t, ok := s.resolveCollection(path)
	t.id = id
	return t, ok && !t.listOnly && id != ""
}

// resolve returns what a URL path refers to, or false if the server does not serve the path. The trailing slash is optional. If the path
// does not begin with table.Root, it keeps its leading slash and matches nothing.
func (s *Server) resolve(path string) (target, bool) {
	path = strings.TrimSuffix(strings.TrimPrefix(path, table.Root), "/")
	if t, ok := s.resolveCollection(path); ok {
		return t, true
	}
	if t, ok := s.resolveObject(path); ok {
		return t, true
	}
	path, word := cutLast(path) // For example, /alert/alerts/7/events.
	object, ok := s.resolveObject(path)
	if !ok {
		return target{}, false
	}
	if object.collection.Deployable && (word == "start" || word == "stop") {
		object.action = word
		return object, true
	}
	kind, ok := object.collection.ChildLists[word]
	return target{collection: s.collections[kind], listOnly: true, parent: &object}, ok
}

// cutLast splits a path at its last slash. For "component/pump", it returns "component" and "pump". For "pump", it returns "" and "pump".
func cutLast(path string) (before, last string) {
	at := strings.LastIndexByte(path, '/')
	return path[:max(0, at)], path[at+1:]
}
